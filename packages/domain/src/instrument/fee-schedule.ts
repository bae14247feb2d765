// The fee schedule: the 30-day volume that a fee level requires and the rates that its fills pay
// (rules 3.6).

import { amount, rateE8, type Amount } from '../numbers/fixed.ts'
import {
  feeLevels,
  feeMarkets,
  firstFeeLevel,
  type FeeLevel,
  type FeeRates,
  type TradedVolume,
} from './fee-levels.ts'

/** A row of the schedule; reaching either volume is enough. */
export type FeeLevelRow = {
  readonly level: FeeLevel
  readonly from: TradedVolume
  readonly rates: FeeRates
}

/** Volumes in millions of USD, rates in 1e-8. */
const row = (
  level: FeeLevel,
  [spotM, derivativesM]: readonly [number, number],
  [spotTaker, spotMaker]: readonly [number, number],
  [taker, maker]: readonly [number, number],
): FeeLevelRow => ({
  level,
  from: { spot: millions(spotM), derivatives: millions(derivativesM) },
  rates: {
    spot: { takerE8: rateE8(spotTaker), makerE8: rateE8(spotMaker) },
    derivatives: { takerE8: rateE8(taker), makerE8: rateE8(maker) },
  },
})

const millions = (many: number): Amount => amount(BigInt(many) * 100_000_000_000_000n)

const firstRow = row('VIP 0', [0, 0], [100_000, 100_000], [55_000, 20_000])

/** The rates that most symbols are listed with; the first level pays them. */
export const usualRates: FeeRates = firstRow.rates

export const feeSchedule: readonly FeeLevelRow[] = [
  firstRow,
  row('VIP 1', [1, 10], [80_000, 67_500], [40_000, 18_000]),
  row('VIP 2', [5, 25], [77_500, 65_000], [37_500, 16_000]),
  row('VIP 3', [10, 50], [75_000, 62_500], [35_000, 14_000]),
  row('VIP 4', [25, 100], [60_000, 50_000], [32_000, 12_000]),
  row('VIP 5', [50, 250], [50_000, 40_000], [32_000, 10_000]),
  row('PRO 1', [100, 500], [45_000, 30_000], [31_000, 8_000]),
  row('PRO 2', [200, 1_000], [40_000, 25_000], [30_000, 6_000]),
  row('PRO 3', [300, 2_000], [35_000, 20_000], [29_000, 4_000]),
  row('PRO 4', [400, 3_000], [30_000, 15_000], [28_000, 2_000]),
  row('PRO 5', [500, 4_000], [25_000, 10_000], [27_000, 1_000]),
  row('PRO 6', [1_000, 5_000], [20_000, 0], [25_000, 0]),
]

/** Returns the highest level that either volume reaches (rules 3.6). EX-3.10 */
export function feeLevelOf(volume: TradedVolume): FeeLevel {
  const reached = feeSchedule.findLast(({ from }) =>
    feeMarkets.some((market) => volume[market] >= from[market]),
  )
  return reached?.level ?? firstFeeLevel
}

/** Returns the rates of a level; undefined for the first, which pays the listed rates. */
export const ratesOfLevel = (level: FeeLevel): FeeRates | undefined =>
  level === firstFeeLevel
    ? undefined
    : feeSchedule.find(({ level: known }) => known === level)?.rates

/** Returns the row above a level; undefined above the highest. */
export const levelAbove = (level: FeeLevel): FeeLevelRow | undefined =>
  feeSchedule[feeLevels.indexOf(level) + 1]
