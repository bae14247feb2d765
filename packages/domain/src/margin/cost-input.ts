// Conversion of an order's cost or value into its quantity, for linear and inverse contracts, and
// the maximum of the input field (spec 5, order quantity input; rules 3.4).

import { valueSide, type ContractKind } from '../instrument/contract.ts'
import { amount, qtyLots, unitE8 } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, QtyLots, RateE8 } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import type { OrderType } from '../orders/order.ts'
import { maxOrderQty } from '../orders/order-rules.ts'
import { marginRates } from './cross-margin.ts'

export type CostTerms = {
  readonly kind: ContractKind
  /** +1 for a Buy, −1 for a Sell. */
  readonly sign: 1 | -1
  readonly price: PriceE8
  readonly leverage: LeverageE2
  readonly takerFee: RateE8
  /** 1e-8 base coin, or 1e-8 contracts. */
  readonly lotSizeE8: number
}

/** The order cost as a fraction of the value: `cost` ÷ `bottom` (3.2). */
const sharesOf = ({ kind, sign, leverage, takerFee }: CostTerms): ReturnType<typeof marginRates> =>
  marginRates(valueSide(kind, sign), leverage, takerFee)

/** Returns the quantity of a cost, floored to the lot (3.4). EX-3.3, EX-3.4, EX-3.5 */
export function lotsOfCost(terms: CostTerms, cost: Amount): QtyLots {
  const shares = sharesOf(terms)
  return lotsOfFraction(terms, cost * shares.bottom, shares.cost)
}

/** Returns the quantity of a value, floored to the lot (3.4). EX-3.6 */
export const lotsOfValue = (terms: CostTerms, value: Amount): QtyLots =>
  lotsOfFraction(terms, value, 1n)

/** Returns the quantity of a value given as a fraction, floored to the lot. */
function lotsOfFraction(terms: CostTerms, top: bigint, bottom: bigint): QtyLots {
  const price = BigInt(terms.price)
  if (top <= 0n || price <= 0n) return qtyLots(0)
  const lot = BigInt(terms.lotSizeE8)
  const lots =
    terms.kind === 'Linear'
      ? (top * unitE8) / (bottom * price * lot)
      : (top * price) / (bottom * unitE8 * lot)
  return qtyLots(Number(lots > mostLots ? mostLots : lots))
}

const mostLots = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * Returns the maximum of a cost or value field (spec 5), 1e-8 settle coin: the whole part of
 * maximum quantity × maximum price, for inverse contracts maximum quantity ÷ minimum price.
 */
export function mostEntered(instrument: Instrument, orderType: OrderType): Amount {
  const { kind, lotSizeE8, tickSizeE8, minPriceTicks, maxPriceTicks } = instrument
  const qty = BigInt(maxOrderQty(instrument, orderType)) * BigInt(lotSizeE8)
  if (kind === 'Inverse') {
    return amount((qty * unitE8) / (BigInt(minPriceTicks) * BigInt(tickSizeE8)))
  }
  const value = (qty * BigInt(maxPriceTicks) * BigInt(tickSizeE8)) / unitE8
  return amount(value - (value % unitE8))
}

/**
 * Returns the lots of a percentage of the maximum, floored (7): of the slider, or typed with up to
 * two decimals.
 */
export const lotsOfShare = (maxLots: QtyLots, percent: number): QtyLots =>
  qtyLots(Number((BigInt(maxLots) * BigInt(Math.round(percent * 100))) / 10_000n))
