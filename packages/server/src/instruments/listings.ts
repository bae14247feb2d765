// Listed instruments with their limits, bands, fees and risk tiers (rules 4.1, 8.1). Nothing
// else in the server invents a number of an instrument.

import { takerRateOf, type TakerRates } from '@basis/domain/instrument/fees'
import { nextFriday } from '@basis/domain/instrument/futures-calendar'
import { rateE8 } from '@basis/domain/numbers/fixed'
import { inversePerpetual, usdcPerpetual, usdtPerpetual, type Listing } from './contracts.ts'
import { futuresAt } from './futures.ts'
import { inverseSheets, usdcCoins, usdtSheets } from './sheets.ts'
import { spotPairs } from './spot/spot-pairs.ts'
import { nextWeeklyChange, weeklyPairsAt } from './spot/weekly-pairs.ts'

export type { Listing } from './contracts.ts'

/** All instruments of this exchange that do not expire, in the order in which it lists them. */
export const listings: readonly Listing[] = [
  ...usdtSheets.map(usdtPerpetual),
  ...spotPairs,
  ...usdtSheets.filter(({ coin }) => usdcCoins.includes(coin)).map(usdcPerpetual),
  ...inverseSheets.map(inversePerpetual),
]

const noRates: TakerRates = new Map()

/**
 * Returns all instruments that are listed at a moment: those above, the dated futures and the pairs
 * of the weeks, with the operator's taker rates of contracts where there are some (rules 3.1).
 */
export const listingsAt = (nowMs: number, rates: TakerRates = noRates): readonly Listing[] =>
  [...listings, ...futuresAt(nowMs), ...weeklyPairsAt(nowMs)].map((listing) =>
    withRates(listing, rates),
  )

/** Returns when the list changes next, strictly after a moment. */
export const nextListingChange = (nowMs: number): number =>
  Math.min(nextFriday(nowMs), nextWeeklyChange(nowMs))

/** A maker pays no more than a taker. */
function withRates(listing: Listing, rates: TakerRates): Listing {
  const { instrument } = listing
  if (instrument.kind === 'Spot' || rates.size === 0) return listing
  const takerFeeE8 = takerRateOf(instrument, rates)
  const makerFeeE8 = rateE8(Math.min(instrument.makerFeeE8, takerFeeE8))
  return { ...listing, instrument: { ...instrument, takerFeeE8, makerFeeE8 } }
}

/** Returns a listing that does not expire by its symbol. */
export function listingOf(symbol: string): Listing | undefined {
  return listings.find(({ instrument }) => instrument.symbol === symbol)
}
