// Cross margin of options, 1e-8 settle coin: margin of short positions and of orders, amounts owed
// by the trader rounded up (rules 9.5).

import { amount, divRound, rateE8, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, RateE8 } from '../numbers/fixed.ts'
import { outOfMoneyE8, type OptionTerms } from '../instrument/option.ts'

/** Shares of the index by coin (9.5). */
export type OptionFactors = {
  readonly initial: RateE8
  readonly leastInitial: RateE8
  readonly maintenance: RateE8
  /** The fee reserved for a liquidation, paid to the insurance fund. */
  readonly liquidationFee: RateE8
}

const factors = (maintenance: number): OptionFactors => ({
  initial: rateE8(15_000_000),
  leastInitial: rateE8(10_000_000),
  maintenance: rateE8(maintenance),
  liquidationFee: rateE8(200_000),
})

const bitcoin = factors(3_000_000)
const others = factors(5_000_000)

/** Returns the factors of a base coin: 3 % maintenance for BTC, 5 % for the others (9.5). */
export const optionFactorsOf = (baseCoin: string): OptionFactors =>
  baseCoin === 'BTC' ? bitcoin : others

/** A short position, or an order that would open one, and its prices. */
export type ShortOption = {
  readonly terms: OptionTerms
  readonly factors: OptionFactors
  /** 1e-8 base coin, positive. */
  readonly qty: Amount
  readonly index: PriceE8
  readonly mark: PriceE8
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Prices ×1e16, so that nothing is rounded before the end. */
const part = (price: PriceE8, rate: RateE8): bigint => BigInt(price) * BigInt(rate)
const whole = (price: PriceE8): bigint => BigInt(price) * unitE8
const owed = (qty: Amount, perCoinE16: bigint): Amount =>
  amount(divRound(qty * perCoinE16, unitE8 * unitE8, 'up'))

/**
 * Returns a short's maintenance margin: [max(MM × I, MM × Mk) + Mk + 0.2 % × I] × size, rounded
 * up once. EX-9.6, EX-9.7
 */
export function shortOptionMaintenance({ factors: own, qty, index, mark }: ShortOption): Amount {
  const kept = larger(part(index, own.maintenance), part(mark, own.maintenance))
  return owed(qty, kept + whole(mark) + part(index, own.liquidationFee))
}

/** Returns max(0.15 × I − OTM, 0.10 × I), ×1e16 per base coin. */
function coveredMove({ terms, factors: own, index }: ShortOption): bigint {
  const near = part(index, own.initial) - whole(outOfMoneyE8(terms, index))
  return larger(near, part(index, own.leastInitial))
}

/**
 * Returns a short's initial margin: max([max(0.15 I − OTM, 0.10 I) + max(avg, Mk)] × size, MM),
 * rounded up once; `entryValue` is avg × size. EX-9.6, EX-9.7
 */
export function shortOptionInitial(short: ShortOption, entryValue: bigint): Amount {
  const { qty, mark } = short
  const premium = larger(entryValue * unitE8 * unitE8, qty * whole(mark))
  const needed = divRound(qty * coveredMove(short) + premium, unitE8 * unitE8, 'up')
  return amount(larger(needed, shortOptionMaintenance(short)))
}

/**
 * Returns the margin of an order that would open a short: the short's margin at the order's price,
 * less the premium it receives; the fee is added by the caller (9.5).
 */
export function sellOptionMargin(short: ShortOption, premium: bigint): Amount {
  const needed = shortOptionInitial(short, premium) - premium
  return amount(needed > 0n ? needed : 0n)
}

/** Returns a short's liquidation fee for the insurance fund: 0.2 % × I × size (5.8 step 5). */
export const optionLiquidationFee = ({ factors: own, qty, index }: ShortOption): Amount =>
  amount((qty * part(index, own.liquidationFee)) / (unitE8 * unitE8))

/** A short's margin by parts, each for the whole size and rounded up once (9.5). */
export type ShortOptionParts = {
  /** max(0.15 × I − OTM, 0.10 × I) × size, and whether the second was the larger. */
  readonly cover: Amount
  readonly isLeast: boolean
  /** max(avg, Mk) × size, and whether the mark was the larger. */
  readonly premium: Amount
  readonly isMark: boolean
  readonly initial: Amount
  /** max(MM × I, MM × Mk) × size; Mk × size; 0.2 % × I × size. */
  readonly kept: Amount
  readonly mark: Amount
  readonly fee: Amount
  readonly maintenance: Amount
}

/** Returns the parts of a short's margin; the sums equal the functions above. EX-9.6 */
export function shortOptionParts(short: ShortOption, entryValue: bigint): ShortOptionParts {
  const { terms, factors: own, qty, index, mark } = short
  const near = part(index, own.initial) - whole(outOfMoneyE8(terms, index))
  const marked = qty * whole(mark)
  const entered = entryValue * unitE8 * unitE8
  return {
    cover: owed(qty, coveredMove(short)),
    isLeast: near < part(index, own.leastInitial),
    premium: amount(divRound(larger(entered, marked), unitE8 * unitE8, 'up')),
    isMark: marked > entered,
    initial: shortOptionInitial(short, entryValue),
    kept: owed(qty, larger(part(index, own.maintenance), part(mark, own.maintenance))),
    mark: owed(qty, whole(mark)),
    fee: owed(qty, part(index, own.liquidationFee)),
    maintenance: shortOptionMaintenance(short),
  }
}
