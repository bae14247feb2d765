// Expiries of options and the strikes around the forward (rules 9.2).

import { dayMs } from '../instrument/candle.ts'
import { deliveryHourMs, nextDeliveries } from '../instrument/futures-calendar.ts'
import { priceE8, type PriceE8 } from '../numbers/fixed.ts'

/** How many expiries of each family are listed; a date counts for every family that it is in. */
export type ExpiryCounts = {
  readonly days: number
  readonly weeks: number
  readonly months: number
  readonly quarters: number
}

/** Returns the expiries listed at a time, earliest first, without duplicates. */
export function optionExpiries(nowMs: number, counts: ExpiryCounts): readonly number[] {
  const today = Math.floor((nowMs - deliveryHourMs) / dayMs) * dayMs + deliveryHourMs
  const days = Array.from({ length: counts.days }, (_, k) => today + (k + 1) * dayMs)
  const found = new Set([
    ...days,
    ...nextDeliveries('Weekly', nowMs, counts.weeks),
    ...nextDeliveries('Monthly', nowMs, counts.months),
    ...nextDeliveries('Quarterly', nowMs, counts.quarters),
  ])
  return [...found].sort((a, b) => a - b)
}

/** The distance of strikes by days to expiry, as a share of the forward. */
const spacing = [
  { days: 2, share: 0.01 },
  { days: 8, share: 0.02 },
  { days: 36, share: 0.04 },
  { days: Infinity, share: 0.08 },
] as const
/** Steps from the money: each step near it, every second one further out. */
const steps = [-4, -2, -1, 0, 1, 2, 4] as const
const roundNumbers = [1, 2, 2.5, 5, 10] as const

/**
 * Returns the strikes around a forward, ascending: round numbers, wider apart for longer expiries,
 * denser near the money.
 */
export function strikesAround(forwardE8: PriceE8, leftMs: number): readonly PriceE8[] {
  const left = leftMs / dayMs
  const share = spacing.find(({ days }) => left <= days)?.share ?? 0.08
  const step = roundStep(forwardE8 * share)
  const middle = Math.round(forwardE8 / step)
  return steps.map((away) => priceE8((middle + away) * step)).filter((strike) => strike > 0)
}

/** The round number nearest to a distance: 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)))
  const near = roundNumbers.map((each) => each * power)
  const away = (each: number): number => Math.abs(Math.log(each / wanted))
  return near.reduce((best, each) => (away(each) < away(best) ? each : best))
}
