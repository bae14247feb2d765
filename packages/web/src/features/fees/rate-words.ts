// Rates in words: taker and maker in percent, to the last digit of the schedule.

import type { FeeMarket, FeeRates } from '@basis/domain/instrument/fee-levels'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { feePercent } from '../../stores/instrument-format.ts'

/** Returns how the taker's and the maker's rate of a market are written. */
export function useRateWords(): (rates: FeeRates[FeeMarket]) => string {
  const t = useT()
  const format = useFormat()
  return ({ takerE8, makerE8 }) =>
    t('fees.rates', { taker: feePercent(format, takerE8), maker: feePercent(format, makerE8) })
}
