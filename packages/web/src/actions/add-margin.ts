// Adding margin to an isolated position, or removing added margin: one request, whose result is
// announced as an event with the specification's code (spec 7; decision 15).

import type { BusinessTag } from '@basis/domain/instrument/market'
import type { Amount } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import { message } from '../i18n/message-keys.ts'
import { businessOf } from '../client/symbol-families.ts'
import { ask } from '../client/http.ts'
import { once } from './intents.ts'
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

/**
 * Changes the margin of an isolated position and announces the result; a refusal is shown by its
 * reaction. Without an answer nothing is announced: the position's push then shows the result. The
 * same change cannot be pending twice.
 */
export async function addMargin(addition: MarginAddition): Promise<ActionOutcome> {
  const { symbol, positionIdx, amount } = addition
  const outcome = await once(`margin ${symbol} ${positionIdx}`, () =>
    ask('addMargin', { symbol, positionIdx, addToPositionBalanceE8: String(amount) }),
  )
  if (outcome === undefined) return ignored
  const codes = marginCodes[businessOf(symbol)]
  const isKnown = outcome.ok || !outcome.isUnknown
  const event = { code: outcome.ok ? codes.done : codes.failed, ...addition }
  if (isKnown) for (const listener of listeners) listener(event)
  return outcome.ok ? done : failed(outcome, message('notices.marginFailure'), symbol)
}
