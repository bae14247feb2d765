// The fee levels, VIP and PRO, and the rate that a fill pays (rules 3.6); fee-schedule.ts has what
// a level asks for and gives.

import type { Amount, RateE8 } from '../numbers/fixed.ts'

/** From the lowest to the highest. */
export const feeLevels = [
  'VIP 0',
  'VIP 1',
  'VIP 2',
  'VIP 3',
  'VIP 4',
  'VIP 5',
  'PRO 1',
  'PRO 2',
  'PRO 3',
  'PRO 4',
  'PRO 5',
  'PRO 6',
] as const
export type FeeLevel = (typeof feeLevels)[number]

/** What an account has that never traded: the rates of the listing. */
export const firstFeeLevel: FeeLevel = 'VIP 0'

export const isFeeLevel = (text: string): text is FeeLevel =>
  feeLevels.some((level) => level === text)

/** The two markets whose volumes and rates are apart; futures are derivatives too. */
export const feeMarkets = ['spot', 'derivatives'] as const
export type FeeMarket = (typeof feeMarkets)[number]

export const feeMarketOf = ({ kind }: { readonly kind: string }): FeeMarket =>
  kind === 'Spot' ? 'spot' : 'derivatives'

type SideRates = { readonly takerE8: RateE8; readonly makerE8: RateE8 }

/** The most that an account's fills pay; a listing that asks for less is charged as listed. */
export type FeeRates = Readonly<Record<FeeMarket, SideRates>>

/** What an account's fills pay: a level, and its rates where they are not as listed. */
export type AccountFees = { readonly level: FeeLevel; readonly rates?: FeeRates }

/** What an account has traded in 30 days, 1e-8 USD. */
export type TradedVolume = Readonly<Record<FeeMarket, Amount>>

/** Returns the higher of two levels. */
export const higherLevel = (one: FeeLevel, other: FeeLevel): FeeLevel =>
  feeLevels.indexOf(one) > feeLevels.indexOf(other) ? one : other

/** What a listing asks of a fill. */
type ListedRates = {
  readonly kind: string
  readonly takerFeeE8: RateE8
  readonly makerFeeE8: RateE8
}

/**
 * Returns the rate that a fill pays: the listing's, or the account's where that is less. EX-3.11
 */
export function feeRateOf(
  listed: ListedRates,
  isMaker: boolean,
  own: FeeRates | undefined,
): RateE8 {
  const rate = isMaker ? listed.makerFeeE8 : listed.takerFeeE8
  if (own === undefined) return rate
  const { takerE8, makerE8 } = own[feeMarketOf(listed)]
  const most = isMaker ? makerE8 : takerE8
  return most < rate ? most : rate
}

/** Returns the field of rates that no fill could be charged; undefined where all are well. */
export function feeRatesFault(rates: FeeRates): string | undefined {
  for (const market of feeMarkets) {
    const { takerE8, makerE8 } = rates[market]
    const isRate = [takerE8, makerE8].every((rate) => Number.isSafeInteger(rate) && rate >= 0)
    if (!isRate || makerE8 > takerE8 || takerE8 >= 100_000_000) return market
  }
  return undefined
}
