// Adding margin to an isolated position, or removing added margin: one request, whose result is
// announced as an event with the specification's code (spec 7; decision 15).

import type { BusinessTag } from '@basis/domain/instrument/market'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import { decodeAmount } from '@basis/protocol/order'
import { message } from '../i18n/message-keys.ts'
import { businessOf } from '../client/symbol-families.ts'
import { ask, type Outcome } from '../client/http.ts'
import { uidNow } from '../client/session.ts'
import { positionOf } from '../stores/positions.ts'
import { once } from './intents.ts'
import { forgetOld } from './lost-answers/repeatable.ts'
import { LATEST_ARRIVAL_MS } from './lost-answers/unknown-outcome.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'

/** Result codes of added margin: for USDT and USDC contracts, and for inverse ones (spec 7). */
const marginCodes = {
  usdt: { done: 10_201, failed: 10_202 },
  usdc: { done: 10_201, failed: 10_202 },
  inverse: { done: 20_201, failed: 20_202 },
} as const satisfies Record<BusinessTag, { readonly done: number; readonly failed: number }>

type MarginCode = (typeof marginCodes)[BusinessTag]['done' | 'failed']
export type MarginEvent = {
  readonly code: MarginCode
} & MarginAddition

export type MarginAddition = {
  readonly symbol: string
  readonly positionIdx: PositionIdx
  /** Negative to remove added margin. */
  readonly amount: Amount
}

const listeners = new Set<(event: MarginEvent) => void>()

/** Listens to the results of added margin; returns the unsubscribe. */
export function onMarginEvent(listener: (event: MarginEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An addition whose answer was lost: the position's added margin before and after it. */
type Lost = {
  readonly former: Amount
  readonly expected: Amount
  readonly sentMs: number
  readonly lostMs: number
  readonly outcome: Outcome<unknown> & { readonly ok: false }
}

/** By account and content, as in `createUnder`: the call has no client id. */
const lost = new Map<string, Lost>()

/**
 * Changes the margin of an isolated position and announces the result; a refusal is shown by its
 * reaction. Without an answer nothing is announced: the position's push then shows the result. The
 * same change cannot be pending twice; after a lost answer the exchange is first asked whether it
 * was carried out.
 */
export async function addMargin(addition: MarginAddition): Promise<ActionOutcome> {
  const { symbol, positionIdx } = addition
  const content = `${uidNow() ?? ''} ${symbol} ${positionIdx} ${addition.amount}`
  const outcome = await once(`margin ${symbol} ${positionIdx}`, async () => {
    forgetOld(lost)
    const before = lost.get(content)
    lost.delete(content)
    const known = before && (await carriedOut(addition, before))
    // Still not known: the next press asks again.
    if (known?.ok === false && before !== undefined) lost.set(content, before)
    return known ?? sendAddition(addition, content)
  })
  if (outcome === undefined) return ignored
  const codes = marginCodes[businessOf(symbol)]
  const isKnown = outcome.ok || !outcome.isUnknown
  const event = { code: outcome.ok ? codes.done : codes.failed, ...addition }
  if (isKnown) for (const listener of listeners) listener(event)
  return outcome.ok ? done : failed(outcome, message('notices.marginFailure'), symbol)
}

async function sendAddition(addition: MarginAddition, content: string): Promise<Outcome<unknown>> {
  const { symbol, positionIdx, amount: added } = addition
  const held = positionOf(symbol, positionIdx)
  const addToPositionBalanceE8 = String(added)
  const sentMs = Date.now()
  const outcome = await ask('addMargin', { symbol, positionIdx, addToPositionBalanceE8 })
  if (!outcome.ok && outcome.isUnknown && held !== undefined) {
    const former = held.position.extraMargin
    const expected = amount(former + added)
    lost.set(content, { former, expected, sentMs, lostMs: Date.now(), outcome })
  }
  return outcome
}

/**
 * Returns the outcome of an addition whose answer was lost: done if the position has the margin
 * now; undefined if it has the former one, so that it is to be sent. With any other margin, after
 * another change, it is not known, nor without an answer or while the first request may still
 * arrive.
 */
async function carriedOut(
  { symbol, positionIdx }: MarginAddition,
  before: Lost,
): Promise<Outcome<unknown> | undefined> {
  const outcome = await ask('positionList', { symbol })
  if (!outcome.ok) return { ...outcome, isUnknown: true }
  const now = outcome.value.list.find((each) => each.positionIdx === positionIdx)
  const margin = now && decodeAmount(now.extraMargin)
  if (margin === before.expected) return { ok: true, value: now }
  const isOver = Date.now() - before.sentMs > LATEST_ARRIVAL_MS
  return isOver && margin === before.former ? undefined : before.outcome
}
