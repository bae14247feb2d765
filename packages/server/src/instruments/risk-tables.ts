// The risk tables of this exchange: limits, rates and leverages of every contract's tiers
// (rules 4.1).

import {
  amount,
  leverageE2,
  parseDecimal,
  rateE8,
  unitE8,
  type RateE8,
} from '@basis/domain/numbers/fixed'
import type { RiskTier } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'

/**
 * A published table row: limit in millions of the settle coin, rates in percent; deductions follow
 * from the recurrence.
 */
export type TierRow = readonly [
  limitM: number,
  maintenance: string,
  initial: string,
  maxLeverage: string,
]

/** The tiers of BTCUSDT, in full (rules 4.1). */
export const bitcoinTiers: readonly TierRow[] = [
  [2, '0.5', '1', '100'],
  [2.6, '0.56', '1.11', '90'],
  [3.2, '0.63', '1.25', '80'],
  [3.8, '0.67', '1.33', '75'],
  [4.4, '0.71', '1.43', '70'],
  [5, '0.77', '1.54', '65'],
  [5.6, '0.91', '1.82', '55'],
  [8.5, '1', '2', '50'],
  [10, '1.3', '2.22', '45'],
  [14, '1.5', '2.5', '40'],
  [20, '1.6', '2.86', '35'],
  [28, '2', '3.33', '30'],
  [38, '2.5', '4', '25'],
  [50, '2.9', '5', '20'],
  [55, '3', '5.26', '19'],
  [60, '3.5', '5.56', '18'],
  [65, '3.6', '5.88', '17'],
  [70, '3.8', '6.25', '16'],
  [75, '4', '6.67', '15'],
  [80, '4.5', '7.14', '14'],
  [85, '5', '7.69', '13'],
  [90, '5.5', '8.33', '12'],
  [95, '6', '9.09', '11'],
  [100, '6.5', '10', '10'],
  [105, '7', '11.11', '9'],
  [110, '8.5', '12.5', '8'],
  [115, '9.5', '14.29', '7'],
  [120, '10', '16.67', '6'],
  [150, '12', '20', '5'],
  [200, '14', '25', '4'],
  [250, '18', '33.33', '3'],
  [400, '30', '50', '2'],
  [600, '42', '69.93', '1.43'],
  [800, '50', '78.13', '1.28'],
  [1200, '60', '100', '1'],
]

/** The maintenance and initial rates per maximum leverage, highest leverage first. */
const leverageSteps: readonly (readonly [maxLeverage: string, initial: string, mm: string])[] = [
  ['100', '1', '0.5'],
  ['75', '1.33', '0.7'],
  ['50', '2', '1'],
  ['40', '2.5', '1.3'],
  ['30', '3.33', '1.7'],
  ['25', '4', '2'],
  ['20', '5', '2.5'],
  ['15', '6.67', '3.4'],
  ['12.5', '8', '4'],
  ['10', '10', '5'],
  ['8', '12.5', '6.5'],
  ['5', '20', '11'],
  ['4', '25', '14'],
  ['3', '33.33', '20'],
  ['2', '50', '32'],
  ['1', '100', '60'],
]
/** Each tier's limit as a multiple of the first. */
const limitSteps = [1, 1.5, 2, 3, 4, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 120]

/**
 * Returns the tiers of a contract with this highest leverage and this first limit, in millions of
 * value.
 */
export function tiersFrom(maxLeverage: number, firstLimitM: number): readonly TierRow[] {
  return leverageSteps
    .filter(([step]) => Number(step) <= maxLeverage)
    .map(([step, initial, maintenance], k) => [
      firstLimitM * (limitSteps[k] ?? 120),
      maintenance,
      initial,
      step,
    ])
}

/**
 * Returns the tiers of a coin-margined contract with this highest leverage and this first limit, in
 * whole coins.
 */
export const coinTiersFrom = (maxLeverage: number, firstLimit: number): readonly TierRow[] =>
  tiersFrom(maxLeverage, firstLimit / 1e6)

/** Returns the tiers of a table with their deductions. */
export function riskTiers(rows: readonly TierRow[]): readonly RiskTier[] {
  return withDeductions(
    rows.map(([limitM, maintenance, initial, maxLeverage]) => ({
      limit: amount(BigInt(Math.round(limitM * 1e6)) * unitE8),
      initialRateE8: percentE8(initial),
      maintenanceRateE8: percentE8(maintenance),
      maxLeverageE2: leverageE2(Number(decimal(maxLeverage, 2))),
    })),
  )
}

/** Parses a number of a table or a sheet; throws if it has more decimals. */
export function decimal(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new Error(`A listing has a number that does not fit: ${text}`)
  return value
}

/** Converts a percentage to a rate. */
export const percentE8 = (text: string): RateE8 => rateE8(Number(decimal(text, 6)))
