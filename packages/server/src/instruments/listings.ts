// Listed instruments with their limits, bands, fees and risk tiers (rules 4.1, 8.1): the server's
// only source of an instrument's values.

import { takerRateOf, type TakerRates } from '@basis/domain/instrument/fees'
import { nextFriday } from '@basis/domain/instrument/futures-calendar'
import { rateE8 } from '@basis/domain/numbers/fixed'
import { inversePerpetual, usdcPerpetual, usdtPerpetual, type Listing } from './contracts.ts'
import { futuresAt } from './futures.ts'
import { inverseSheets, usdcCoins, usdtSheets } from './sheets.ts'
import { spotPairs } from './spot/spot-pairs.ts'
import { nextWeeklyChange, weeklyPairsAt } from './spot/weekly-pairs.ts'

export type { Listing } from './contracts.ts'

/** All instruments of this exchange that do not expire, in listing order. */
export const listings: readonly Listing[] = [
  ...usdtSheets.map(usdtPerpetual),
  ...spotPairs,
  ...usdtSheets.filter(({ coin }) => usdcCoins.includes(coin)).map(usdcPerpetual),
  ...inverseSheets.map(inversePerpetual),
]

const noRates: TakerRates = new Map()

/**
 * Returns all instruments listed at a time: those above, the dated futures and the weekly pairs,
 * with the operator's taker rates of contracts, if any (rules 3.1).
 */
export const listingsAt = (nowMs: number, rates: TakerRates = noRates): readonly Listing[] =>
  [...listings, ...futuresAt(nowMs), ...weeklyPairsAt(nowMs)].map((listing) =>
    withRates(listing, rates),
  )

/** Returns when the list next changes, strictly after a time. */
export const nextListingChange = (nowMs: number): number =>
  Math.min(nextFriday(nowMs), nextWeeklyChange(nowMs))

/** The suffix of a dated future's symbol: -27MAR26, H26. */
const dateOfFuture = /(?:-\d{2}[A-Z]{3}\d{2}|[HMUZ]\d{2})$/
const undated = (symbol: string): string => symbol.replace(dateOfFuture, '')

/**
 * Returns the names in the operator's rates that are neither a contract nor a settle coin.
 * Delivered and later futures count as known, so their rates may stay in the settings.
 */
export function unknownRates(rates: TakerRates, nowMs: number): readonly string[] {
  const contracts = listingsAt(nowMs).filter(({ instrument }) => instrument.kind !== 'Spot')
  const known = new Set(
    contracts.flatMap(({ instrument: { symbol, settleCoin } }) => [symbol, settleCoin]),
  )
  const futures = contracts.filter(({ instrument }) => instrument.deliveryMs !== undefined)
  const families = new Set(futures.map(({ instrument }) => undated(instrument.symbol)))
  const isKnown = (name: string): boolean =>
    known.has(name) || (dateOfFuture.test(name) && families.has(undated(name)))
  return [...rates.keys()].filter((name) => !isKnown(name))
}

/** A maker pays no more than a taker. */
function withRates(listing: Listing, rates: TakerRates): Listing {
  const { instrument } = listing
  if (instrument.kind === 'Spot' || rates.size === 0) return listing
  const takerFeeE8 = takerRateOf(instrument, rates)
  const makerFeeE8 = rateE8(Math.min(instrument.makerFeeE8, takerFeeE8))
  return { ...listing, instrument: { ...instrument, takerFeeE8, makerFeeE8 } }
}

/** Returns the non-expiring listing of a symbol. */
export function listingOf(symbol: string): Listing | undefined {
  return listings.find(({ instrument }) => instrument.symbol === symbol)
}
