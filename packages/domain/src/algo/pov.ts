// Participation (percentage of volume) orders: market children sized as a share of the volume of
// other traders (rules 8.9).

import { qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import { formatQty, qtyCoin, type Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { leastTwapLots, mostChildLots, timesProblem } from './twap.ts'

/** The share of others' volume, in hundredths of a percent: 1 % to 50 %. */
export const leastParticipationE2 = 100
export const mostParticipationE2 = 5_000
const wholeE4 = 10_000

export type PovTerms = {
  readonly participationE2: number
  /** It ends after this time, whatever was filled. */
  readonly durationSec: number
  /** How often the volume is read. */
  readonly intervalSec: number
  /** A buy stops above this price, a sell below it. */
  readonly maxChaseTicks?: PriceTicks | undefined
}

/**
 * Returns why a participation order is rejected, if so: its share, its times (as for a TWAP), or a
 * total too small for one child.
 */
export function povProblem(
  instrument: Instrument,
  { totalLots, ...terms }: PovTerms & { readonly totalLots: QtyLots },
  last: PriceTicks,
): Problem | undefined {
  const { participationE2: share } = terms
  const isInside = share >= leastParticipationE2 && share <= mostParticipationE2
  if (!isInside || !Number.isSafeInteger(share)) {
    return problem('algoParticipationInvalid', 'participation', {
      min: String(leastParticipationE2 / 100),
      max: String(mostParticipationE2 / 100),
    })
  }
  const wrong = timesProblem(terms)
  if (wrong !== undefined) return wrong
  const least = leastTwapLots(instrument, 1, last)
  if (totalLots >= least) return undefined
  return problem('algoQtyTooSmall', 'qty', {
    min: formatQty(instrument, least),
    coin: qtyCoin(instrument),
    children: '1',
  })
}

/** Adds the share of a volume of others to the quantity owed, in ten-thousandths of a lot. */
export const owedAfter = (
  owedE4: number,
  othersLots: number,
  { participationE2 }: Pick<PovTerms, 'participationE2'>,
): number => owedE4 + othersLots * participationE2

/**
 * Returns the size of the next child: the whole lots owed, up to the largest child of a TWAP and to
 * the quantity left; 0 while below the minimum order. If the rest would be too small for an order,
 * the child includes it.
 */
export function povChildLots(
  instrument: Instrument,
  state: { readonly owedE4: number; readonly leftLots: number; readonly priceTicks: PriceTicks },
): QtyLots {
  const { owedE4, leftLots } = state
  const least = leastTwapLots(instrument, 1, state.priceTicks)
  const most = mostChildLots(instrument)
  const owed = Math.min(Math.floor(owedE4 / wholeE4), leftLots, most)
  if (owed < Math.min(least, leftLots)) return qtyLots(0)
  const isRestTooSmall = leftLots - owed < least && leftLots <= most
  return qtyLots(isRestTooSmall ? leftLots : owed)
}

/** Returns the quantity owed after a child, at least 0. */
export const owedAfterChild = (owedE4: number, lots: number): number =>
  Math.max(0, owedE4 - lots * wholeE4)
