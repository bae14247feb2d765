// TWAP orders: a quantity split evenly over a time into plain market children (rules 8.9).

import { divRound, mulDiv, qtyLots, wholeE4 } from '../numbers/fixed.ts'
import type { PriceTicks, QtyLots } from '../numbers/fixed.ts'
import { formatQty, qtyCoin, valueOf, type Instrument } from '../instrument/instrument.ts'
import type { Side } from '../orders/order.ts'
import { createPrng } from '../numbers/prng.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const twapIntervalsSec = [5, 10, 15, 30, 60, 120] as const
const leastDurationSec = 5 * 60
const mostDurationSec = 24 * 3600
/** The random variation of a child's size, at most ±20 %, in ten-thousandths. */
const jitterE4 = 2000

export type TwapTerms = {
  readonly side: Side
  readonly totalLots: QtyLots
  readonly durationSec: number
  readonly intervalSec: number
  /** The seed of the size jitter, from the command; absent for none. */
  readonly seed?: number | undefined
  /** A buy stops above this price, a sell below it. */
  readonly maxChaseTicks?: PriceTicks | undefined
}

/** The time at which a child is due, from the start, and its size. */
export type TwapChild = { readonly afterMs: number; readonly lots: QtyLots }

/** Returns the number of children: duration ÷ interval, floored. */
export const twapChildren = ({ durationSec, intervalSec }: TwapTerms): number =>
  Math.floor(durationSec / intervalSec)

/**
 * Returns why a TWAP is rejected, if so: interval and duration; then a total below 1.1 ×
 * minNotional × children ÷ LTP or minQty × children; then a child above half the largest market
 * order.
 */
export function twapProblem(
  instrument: Instrument,
  terms: TwapTerms,
  last: PriceTicks,
): Problem | undefined {
  const { totalLots } = terms
  const wrong = timesProblem(terms)
  if (wrong !== undefined) return wrong
  const children = twapChildren(terms)
  const least = leastTwapLots(instrument, children, last)
  if (totalLots < least) {
    return problem('algoQtyTooSmall', 'qty', {
      min: formatQty(instrument, least),
      coin: qtyCoin(instrument),
      children: String(children),
    })
  }
  const half = mostChildLots(instrument)
  const largest = Math.max(...twapSchedule(terms).map(({ lots }) => lots))
  if (largest <= half) return undefined
  return problem('algoChildTooLarge', 'qty', {
    max: formatQty(instrument, half),
    coin: qtyCoin(instrument),
  })
}

/**
 * Returns why an interval or a duration is rejected, if so: 5 to 120 seconds, 5 minutes to a day.
 */
export function timesProblem({
  durationSec,
  intervalSec,
}: Pick<TwapTerms, 'durationSec' | 'intervalSec'>): Problem | undefined {
  if (!twapIntervalsSec.some((each) => each === intervalSec)) {
    return problem('algoIntervalInvalid', 'interval', { allowed: twapIntervalsSec.join(', ') })
  }
  const isInside = durationSec >= leastDurationSec && durationSec <= mostDurationSec
  if (isInside && Number.isSafeInteger(durationSec)) return undefined
  return problem('algoDurationInvalid', 'duration', {
    min: String(leastDurationSec),
    max: String(mostDurationSec),
  })
}

/** Returns the maximum size of a child: half of the largest market order. */
export const mostChildLots = ({ maxMarketQtyLots, maxQtyLots }: Instrument): QtyLots =>
  qtyLots(Math.floor((maxMarketQtyLots === 0 ? maxQtyLots : maxMarketQtyLots) / 2))

/**
 * Returns the minimum total: max(1.1 × minNotional × children ÷ LTP, minQty × children), up to a
 * lot. Without a minimum value (inverse contracts) only the minimum quantity applies.
 */
export function leastTwapLots(instrument: Instrument, children: number, last: PriceTicks): QtyLots {
  const byQty = instrument.minQtyLots * children
  if (instrument.minNotional === 0n) return qtyLots(byQty)
  const lotValue = valueOf(instrument, last, qtyLots(1))
  const notional = instrument.minNotional * BigInt(children) * 11n
  return qtyLots(Math.max(byQty, Number(divRound(notional, lotValue * 10n, 'up'))))
}

/**
 * Returns the children of a TWAP, the first due at once. Their sizes differ by at most a lot, or
 * with a seed by up to ±20 %: a random part of the size moves between two neighbours, so that the
 * sum is the total for every seed.
 */
export function twapSchedule(terms: TwapTerms): readonly TwapChild[] {
  const count = twapChildren(terms)
  const total = BigInt(terms.totalLots)
  const sumUpTo = (k: number): number => Number(mulDiv(total, BigInt(k), BigInt(count), 'down'))
  const even = Array.from({ length: count }, (_, k) => sumUpTo(k + 1) - sumUpTo(k))
  const sizes = terms.seed === undefined ? even : jittered(even, terms.seed)
  return sizes.map((lots, k) => ({ afterMs: k * terms.intervalSec * 1000, lots: qtyLots(lots) }))
}

function jittered(sizes: readonly number[], seed: number): readonly number[] {
  const prng = createPrng(seed)
  const made = [...sizes]
  for (let k = 0; k + 1 < made.length; k += 2) {
    const [a = 0, b = 0] = [made[k], made[k + 1]]
    const share = BigInt(prng.nextBelow(2 * jitterE4 + 1) - jitterE4)
    const moved = Number(mulDiv(BigInt(Math.min(a, b)), share, wholeE4, 'truncate'))
    made[k] = a + moved
    made[k + 1] = b - moved
  }
  return made
}

/** The state of a child. */
export type TwapAttempt = {
  readonly lots: QtyLots
  readonly filledLots: QtyLots
  readonly attempts: number
}

/** An unfilled child is retried once, then dropped. */
const mostAttempts = 2

/** Returns the quantity of a child to send again; 0 once it is filled or dropped. */
export const twapRetryLots = ({ lots, filledLots, attempts }: TwapAttempt): QtyLots =>
  qtyLots(attempts < mostAttempts ? lots - filledLots : 0)

/** Whether the price has passed the limit at which the TWAP stops. */
export function isChasedAway(
  { side, maxChaseTicks }: Pick<TwapTerms, 'side' | 'maxChaseTicks'>,
  market: PriceTicks,
): boolean {
  if (maxChaseTicks === undefined) return false
  return side === 'Buy' ? market > maxChaseTicks : market < maxChaseTicks
}
