// Listed instruments with their limits, bands, fees and risk tiers (rules 4.1, 8.1). Nothing
// else in the server invents a number of an instrument.

import {
  inversePerpetual,
  spotPair,
  usdcPerpetual,
  usdtPerpetual,
  type Listing,
} from './contracts.ts'
import { futuresAt } from './futures.ts'
import { inverseSheets, spotSheets, usdcCoins, usdtSheets } from './sheets.ts'

export type { Listing } from './contracts.ts'

/** All instruments of this exchange that do not expire, in the order in which it lists them. */
export const listings: readonly Listing[] = [
  ...usdtSheets.map(usdtPerpetual),
  ...spotSheets.map(spotPair),
  ...usdtSheets.filter(({ coin }) => usdcCoins.includes(coin)).map(usdcPerpetual),
  ...inverseSheets.map(inversePerpetual),
]

/** Returns all instruments that are listed at a moment: those above and the dated futures. */
export const listingsAt = (nowMs: number): readonly Listing[] => [...listings, ...futuresAt(nowMs)]

/** Returns a listing that does not expire by its symbol. */
export function listingOf(symbol: string): Listing | undefined {
  return listings.find(({ instrument }) => instrument.symbol === symbol)
}
