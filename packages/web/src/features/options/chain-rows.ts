// The rows of a chain: expiries, strikes with their call and put, and the strike at the money.

import { dayMs } from '@basis/domain/instrument/candle'
import type { Side } from '@basis/domain/orders/order'
import type { ContractSymbol } from '@basis/protocol/instrument'

/** What was clicked in the chain: an option and, if a price was clicked, its side and price. */
export type Picked = {
  readonly symbol: string
  readonly side?: Side
  readonly price?: string
}

export type StrikeRow = {
  /** As the exchange writes it in quotes and names. */
  readonly strike: string
  readonly call: string | undefined
  readonly put: string | undefined
}

export type Expiry = {
  readonly deliveryMs: number
  /** By strike, ascending. */
  readonly rows: readonly StrikeRow[]
}

/** Returns the expiries of a chain, the nearest first. */
export function expiriesOf(list: readonly ContractSymbol[]): readonly Expiry[] {
  const byEnd = Map.groupBy(list, ({ settleTimeE3 }) => settleTimeE3)
  return [...byEnd]
    .toSorted(([a], [b]) => a - b)
    .map(([deliveryMs, options]) => ({ deliveryMs, rows: rowsOf(options) }))
}

function rowsOf(options: readonly ContractSymbol[]): readonly StrikeRow[] {
  const byStrike = Map.groupBy(options, ({ strikePrice = '' }) => strikePrice)
  return [...byStrike]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([strike, pair]) => ({
      strike,
      call: pair.find(({ optionsType }) => optionsType === 'Call')?.symbol,
      put: pair.find(({ optionsType }) => optionsType === 'Put')?.symbol,
    }))
}

/** Returns the strike that is nearest to the forward; undefined while that is not known. */
export function strikeAtMoney(
  rows: readonly StrikeRow[],
  forward: string | undefined,
): string | undefined {
  if (forward === undefined || forward === '') return undefined
  const away = ({ strike }: StrikeRow): number => Math.abs(Number(strike) - Number(forward))
  return rows.reduce<StrikeRow | undefined>(
    (best, row) => (best === undefined || away(row) < away(best) ? row : best),
    undefined,
  )?.strike
}

/** Returns whether the option is in the money at a price of its underlying. */
export const isInMoney = (right: 'Call' | 'Put', strike: string, forward: string): boolean =>
  forward !== '' &&
  (right === 'Call' ? Number(strike) < Number(forward) : Number(strike) > Number(forward))

/** Whole days left, at least 0. */
export const daysLeft = (deliveryMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((deliveryMs - nowMs) / dayMs))

/** Whole hours left on the last day; undefined before it. */
export const hoursLeft = (deliveryMs: number, nowMs: number): number | undefined =>
  deliveryMs - nowMs >= dayMs ? undefined : Math.floor(msLeft(deliveryMs, nowMs) / 3_600_000)

/** Returns the row in the middle: near the at-the-money strike when the expiry was listed. */
const middleRow = (rows: readonly StrikeRow[]): StrikeRow | undefined =>
  rows[Math.floor(rows.length / 2)]

/**
 * Returns the option that the ticket has before one is picked: the call in the middle of the
 * expiry, or the one that it had before while that is listed there. Strikes that are listed as the
 * price moves shift the middle, and must not exchange the option of a ticket that is being filled
 * in.
 */
export const startOption = (
  rows: readonly StrikeRow[],
  before: string | undefined,
): string | undefined =>
  rows.some(({ call }) => call !== undefined && call === before) ? before : middleRow(rows)?.call

/** Milliseconds left, at least 0. */
export const msLeft = (deliveryMs: number, nowMs: number): number => Math.max(0, deliveryMs - nowMs)

/** Returns any option of an expiry, whose quote has the forward price; '' if there is none. */
export function anyOption(expiry: Expiry | undefined): string {
  const row = middleRow(expiry?.rows ?? [])
  return row?.call ?? row?.put ?? ''
}

/** Returns all options of the expiries. */
export const optionsIn = (expiries: readonly Expiry[]): readonly string[] =>
  expiries.flatMap(({ rows }) => rows.flatMap(({ call, put }) => [call ?? [], put ?? []].flat()))
