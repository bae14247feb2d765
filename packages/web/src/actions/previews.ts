// Previews of a request, asked of the exchange shortly after the last change of its form: account
// and positions before and after, or why it would be refused.

import { useEffect, useState } from 'react'
import { amount, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import { parsePrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import type { WirePreview, WirePreviewedAccount } from '@basis/protocol/preview-calls'
import type { Message } from '../i18n/message-keys.ts'
import { previewProblem } from '../client/error-reactions.ts'
import { ask, type Outcome } from '../client/http.ts'
import { accountSettled, useSession } from '../client/session.ts'

type PreviewName =
  | 'previewLeverage'
  | 'previewMarginMode'
  | 'previewReverse'
  | 'previewOrder'
  | 'previewReplace'
  | 'previewSpotOrder'

export type Preview = Pick<
  WirePreview,
  | 'before'
  | 'after'
  | 'filled'
  | 'filledFee'
  | 'allFilled'
  | 'closedPnl'
  | 'fills'
  | 'fees'
  | 'orders'
> & {
  /** Why it would be refused; before and after are then equal. */
  readonly problem: Message | undefined
}

const debounceMs = 200
/**
 * Delay after each answer until the next request: the market moves, and a failure may be temporary.
 */
const againMs = 2_000

/**
 * Requests after a short delay and then repeatedly until the returned function is called; failed
 * answers are ignored and the requests go on.
 */
export function keepAsking<Value>(
  question: () => Promise<Outcome<Value>>,
  take: (value: Value) => void,
): () => void {
  let isOver = false
  const request = async (): Promise<void> => {
    await accountSettled()
    if (isOver) return
    const outcome = await question()
    if (isOver) return
    if (outcome.ok) take(outcome.value)
    timer = setTimeout(() => void request(), againMs)
  }
  let timer = setTimeout(() => void request(), debounceMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

type SharedRequest<Value> = {
  readonly listeners: Set<(value: Value) => void>
  newest: { readonly value: Value } | undefined
  readonly stop: () => void
}

/**
 * Returns a `keepAsking` whose equal requests, by key, are sent once: every caller receives each
 * answer, a later one the newest answer at once. Requests end with their last caller. Each caller
 * passes a function of its own.
 */
export function createSharedRequests<Value>() {
  const running = new Map<string, SharedRequest<Value>>()
  const start = (key: string, question: () => Promise<Outcome<Value>>): SharedRequest<Value> => {
    const shared: SharedRequest<Value> = {
      listeners: new Set(),
      newest: undefined,
      stop: keepAsking(question, (value) => {
        shared.newest = { value }
        for (const listener of shared.listeners) listener(value)
      }),
    }
    running.set(key, shared)
    return shared
  }
  return (
    key: string,
    question: () => Promise<Outcome<Value>>,
    take: (value: Value) => void,
  ): (() => void) => {
    const shared = running.get(key) ?? start(key, question)
    shared.listeners.add(take)
    if (shared.newest !== undefined) take(shared.newest.value)
    return () => {
      shared.listeners.delete(take)
      if (shared.listeners.size > 0) return
      shared.stop()
      if (running.get(key) === shared) running.delete(key)
    }
  }
}

const askShared = createSharedRequests<unknown>()

/**
 * Returns the newest answer to exactly this request of the account, refreshed; undefined without a
 * request and before the first answer. `around` is other state that the answer depends on: a change
 * of it starts a new request.
 */
export function useAnswer<
  Name extends
    | PreviewName
    | 'preAddMargin'
    | 'previewBatch'
    | 'maxOrderQty'
    | 'maxCopyOrderQty'
    | 'previewRepayment'
    | 'previewAccountMode',
>(name: Name, request: CallRequest<Name> | undefined, around = ''): CallAnswer<Name> | undefined {
  const asked = request === undefined ? '' : JSON.stringify(request)
  const uid = useSession(({ user }) => user?.uid)
  const key = `${uid} ${asked} ${around}`
  const [seen, setSeen] = useState<{ readonly key: string; readonly answer: CallAnswer<Name> }>()
  useEffect(() => {
    if (asked === '') return undefined
    return askShared(
      `${name} ${key}`,
      () => ask(name, JSON.parse(asked) as CallRequest<Name>),
      // The key begins with the call's name, so this is an answer of that call.
      (answer) => setSeen({ key, answer: answer as CallAnswer<Name> }),
    )
  }, [name, asked, key])
  return asked !== '' && seen?.key === key ? seen.answer : undefined
}

/** Returns the preview of a request; undefined without one and before the answer. */
export function usePreview<Name extends PreviewName>(
  name: Name,
  request: CallRequest<Name> | undefined,
): Preview | undefined {
  const answer: WirePreview | undefined = useAnswer(name, request)
  return answer && { ...answer, problem: previewProblem(answer) }
}

/** A position in a preview. */
export type PreviewedPosition = {
  readonly side: Side
  readonly sizeLots: number
  /** Its initial margin and its added margin, 1e-8 settle coin. */
  readonly margin: Amount
  /** Undefined if no price within the limits liquidates it. */
  readonly liquidationTicks: PriceTicks | undefined
}

/** Returns a position before or after; undefined if it is flat. */
export function positionIn(
  { positions }: WirePreviewedAccount,
  positionIdx: number,
  instrument: Instrument,
): PreviewedPosition | undefined {
  const wire = positions.find((row) => row.positionIdx === positionIdx)
  if (wire === undefined || wire.side === 'None') return undefined
  const lots = parseQty(instrument, wire.size)
  const price = wire.liqPrice === '' ? undefined : parsePrice(instrument, wire.liqPrice)
  return {
    side: wire.side,
    sizeLots: typeof lots === 'number' ? lots : 0,
    margin: amount(decodeAmount(wire.positionIM) + decodeAmount(wire.extraMargin)),
    liquidationTicks: typeof price === 'number' ? price : undefined,
  }
}
