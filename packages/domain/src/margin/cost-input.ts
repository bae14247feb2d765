// Between quantity, cost and value of an order, for linear and inverse contracts, and how much the
// field may hold (spec 5, order quantity input; domain.md 3.2, 3.4).

import { contractValue, valueSide, type ContractKind } from '../instrument/contract.ts'
import { amount, divRound, qtyLots, unitE8 } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, PriceTicks, QtyLots, RateE8 } from '../numbers/fixed.ts'
import { marginRates } from './cross-margin.ts'

export const quantityTypes = ['Qty', 'Cost', 'Value'] as const
/** What the quantity field is typed in (spec 4). */
export type QuantityType = (typeof quantityTypes)[number]

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

const qtyOf = ({ lotSizeE8 }: CostTerms, lots: QtyLots): Amount =>
  amount(BigInt(lots) * BigInt(lotSizeE8))

/** The order cost as a share of the value: a fraction of `cost` over `bottom` (3.2). */
const sharesOf = ({ kind, sign, leverage, takerFee }: CostTerms): ReturnType<typeof marginRates> =>
  marginRates(valueSide(kind, sign), leverage, takerFee)

/**
 * Returns what an order costs: initial margin, fee to open and fee to close at bankruptcy, 1e-8
 * settle coin, rounded up once (3.2). EX-3.2
 */
export function costOfLots(terms: CostTerms, lots: QtyLots): Amount {
  const { cost, bottom } = sharesOf(terms)
  const qty = qtyOf(terms, lots)
  const price = BigInt(terms.price)
  return amount(
    terms.kind === 'Linear'
      ? divRound(qty * price * cost, unitE8 * bottom, 'up')
      : divRound(qty * unitE8 * cost, price * bottom, 'up'),
  )
}

/** Returns what an order is worth, 1e-8 settle coin, half-up (3.4). */
export const valueOfLots = (terms: CostTerms, lots: QtyLots): Amount =>
  contractValue(terms.kind, qtyOf(terms, lots), terms.price)

/** Returns what a cost buys, floored to the lot (3.4). EX-3.3, EX-3.4, EX-3.5 */
export function lotsOfCost(terms: CostTerms, cost: Amount): QtyLots {
  const shares = sharesOf(terms)
  return lotsOfFraction(terms, cost * shares.bottom, shares.cost)
}

/** Returns what a value buys, floored to the lot (3.4). EX-3.6 */
export const lotsOfValue = (terms: CostTerms, value: Amount): QtyLots =>
  lotsOfFraction(terms, value, 1n)

/** Floors the quantity of a value that is given as a fraction. */
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

/** What the form shows beside the field, all from the floored quantity (3.4). */
export type QuantityFigures = {
  readonly lots: QtyLots
  readonly cost: Amount
  readonly value: Amount
}

/**
 * Returns the quantity that a field means, and its cost and value anew: `entered` is 1e-8 of a
 * quantity for Qty, 1e-8 settle coin for Cost and Value.
 */
export function quantityFigures(
  terms: CostTerms,
  type: QuantityType,
  entered: Amount,
): QuantityFigures {
  const lots = lotsOfEntered(terms, type, entered)
  return { lots, cost: costOfLots(terms, lots), value: valueOfLots(terms, lots) }
}

function lotsOfEntered(terms: CostTerms, type: QuantityType, entered: Amount): QtyLots {
  if (type === 'Cost') return lotsOfCost(terms, entered)
  if (type === 'Value') return lotsOfValue(terms, entered)
  return qtyLots(entered <= 0n ? 0 : Number(entered / BigInt(terms.lotSizeE8)))
}

/**
 * Returns the most a cost or value field takes (spec 5), 1e-8 settle coin: the whole part of
 * maximum quantity × maximum price for linear, maximum quantity ÷ minimum price for inverse
 * contracts.
 */
export function mostEntered(limits: {
  readonly kind: ContractKind
  readonly maxLots: QtyLots
  readonly lotSizeE8: number
  readonly tickSizeE8: number
  readonly minPriceTicks: PriceTicks
  readonly maxPriceTicks: PriceTicks
}): Amount {
  const { kind, maxLots, lotSizeE8, tickSizeE8, minPriceTicks, maxPriceTicks } = limits
  const qty = BigInt(maxLots) * BigInt(lotSizeE8)
  if (kind === 'Linear') {
    const value = (qty * BigInt(maxPriceTicks) * BigInt(tickSizeE8)) / unitE8
    return amount(value - (value % unitE8))
  }
  return amount((qty * unitE8) / (BigInt(minPriceTicks) * BigInt(tickSizeE8)))
}

/** Returns the lots of the percent slider: a share in hundredths of the maximum, floored (7). */
export const lotsOfShare = (maxLots: QtyLots, shareE2: number): QtyLots =>
  qtyLots(Number((BigInt(maxLots) * BigInt(shareE2)) / 100n))
