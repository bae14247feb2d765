// Fee rates as texts: taker and maker in percent, with all digits of the schedule.

import type { FeeMarket, FeeRates } from '@basis/domain/instrument/fee-levels'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { feePercent } from '../../stores/instrument-format.ts'

/** Returns a function that formats the taker and maker rate of a market. */
export function useRateWords(): (rates: FeeRates[FeeMarket]) => string {
  const t = useT()
  const format = useFormat()
  return ({ takerE8, makerE8 }) =>
    t('fees.rates', { taker: feePercent(format, takerE8), maker: feePercent(format, makerE8) })
}
