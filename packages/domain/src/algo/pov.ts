// Participation orders (percentage of volume): market children that are a share of what others
// trade (rules 8.9).

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
  /** It ends after so long, whatever was filled. */
  readonly durationSec: number
  /** How often the volume is looked at. */
  readonly intervalSec: number
  /** A buy stops above, a sell below this price. */
  readonly maxChaseTicks?: PriceTicks | undefined
}

/**
 * Returns why a participation order may not start, if so: the share, the times of a TWAP, a total
 * that one child may have.
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

/** Adds a share of what others traded to what is owed, in ten-thousandths of a lot. */
export const owedAfter = (
  owedE4: number,
  othersLots: number,
  { participationE2 }: Pick<PovTerms, 'participationE2'>,
): number => owedE4 + othersLots * participationE2

/**
 * Returns the size of the next child: what is owed in whole lots, up to the largest child of a TWAP
 * and to what is left; 0 while that is less than an order may be. What would leave a rest too small
 * for an order of its own takes the rest along.
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

/** Returns what is owed after a child; one that took the rest along leaves nothing owed. */
export const owedAfterChild = (owedE4: number, lots: number): number =>
  Math.max(0, owedE4 - lots * wholeE4)
