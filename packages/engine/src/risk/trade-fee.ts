// The fee of a trade in any market; an option's depends on its index price and its premium (rules
// 3.1, 9.4).

import { feeOf } from '@basis/domain/instrument/fees'
import { qtyAmount } from '@basis/domain/instrument/instrument'
import { optionFee } from '@basis/domain/instrument/option'
import { amount, qtyLots, type Amount, type RateE8 } from '@basis/domain/numbers/fixed'
import type { MarketState } from '../state/state.ts'

/** Returns the fee of a trade; of an option by its index price, limited by its cap (9.4). */
export function tradeFee(
  { instrument, indexE8 }: MarketState,
  rate: RateE8,
  { lots, value }: { readonly lots: number; readonly value: bigint },
): Amount {
  if (instrument.option === undefined) return feeOf(amount(value), rate)
  const qty = qtyAmount(instrument, qtyLots(lots))
  return optionFee(rate, indexE8, { qty, premium: amount(value) })
}
