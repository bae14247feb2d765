// Exercise of an option at its delivery: the payment if it is in the money, and the fee (rules
// 9.4).

import { amount, mulDiv, unitE8, type Amount, type PriceE8 } from '@basis/domain/numbers/fixed'
import {
  exerciseValueE8,
  optionDeliveryFee,
  type OptionTerms,
} from '@basis/domain/instrument/option'
import type { PositionState } from '../state/state.ts'

/**
 * Returns a position's value at the delivery price, rounded against it, and the fee, which both
 * sides pay. EX-9.5
 */
export function optionDelivery(
  { market, sign, sizeLots }: PositionState,
  option: OptionTerms,
  price: PriceE8,
): { readonly value: Amount; readonly fee: Amount } {
  const { lotSizeE8, deliveryMs = 0 } = market.instrument
  const qty = amount(BigInt(sizeLots) * BigInt(lotSizeE8))
  const paid = exerciseValueE8(option, price)
  const value = mulDiv(qty, BigInt(paid), unitE8, sign === 1 ? 'down' : 'up')
  return {
    value: amount(value),
    fee: optionDeliveryFee(qty, { price, value: paid, deliveryMs }),
  }
}
