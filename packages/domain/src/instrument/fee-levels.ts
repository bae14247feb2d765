// The fee levels, VIP and PRO, and the rate that a fill pays (rules 3.6); fee-schedule.ts has the
// volumes and the rates of each level.

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

/** The level of an account that never traded; it pays the listed rates. */
export const firstFeeLevel: FeeLevel = 'VIP 0'

export const isFeeLevel = (text: string): text is FeeLevel =>
  feeLevels.some((level) => level === text)

/** The two markets with separate volumes and rates; futures count as derivatives. */
export const feeMarkets = ['spot', 'derivatives'] as const
export type FeeMarket = (typeof feeMarkets)[number]

export const feeMarketOf = ({ kind }: { readonly kind: string }): FeeMarket =>
  kind === 'Spot' ? 'spot' : 'derivatives'

type SideRates = { readonly takerE8: RateE8; readonly makerE8: RateE8 }

/** The highest rates that an account's fills pay; a lower listed rate is charged as listed. */
export type FeeRates = Readonly<Record<FeeMarket, SideRates>>

/** An account's fee level, and its rates if they are not the listed ones. */
export type AccountFees = { readonly level: FeeLevel; readonly rates?: FeeRates }

/** An account's traded volume of 30 days, 1e-8 USD. */
export type TradedVolume = Readonly<Record<FeeMarket, Amount>>

/** Returns the higher of two levels. */
export const higherLevel = (one: FeeLevel, other: FeeLevel): FeeLevel =>
  feeLevels.indexOf(one) > feeLevels.indexOf(other) ? one : other

/** The rates with which an instrument is listed. */
type ListedRates = {
  readonly kind: string
  readonly takerFeeE8: RateE8
  readonly makerFeeE8: RateE8
}

/** Returns the rate that a fill pays: the lower of the listed rate and the account's. EX-3.11 */
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

/** Returns the first field of rates that is out of range; undefined if all are valid. */
export function feeRatesFault(rates: FeeRates): string | undefined {
  for (const market of feeMarkets) {
    const { takerE8, makerE8 } = rates[market]
    const isRate = [takerE8, makerE8].every((rate) => Number.isSafeInteger(rate) && rate >= 0)
    if (!isRate || makerE8 > takerE8 || takerE8 >= 100_000_000) return market
  }
  return undefined
}
