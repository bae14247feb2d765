// Cross margin of contracts in 1e-8 settle coin, amounts owed by the trader rounded up: tiers, both
// margins, order cost, liquidation price (rules 3.2, 4, 5.6–5.7).

import { amount, divRound, mulDiv, priceE8, unitE8, wholeE4, zero } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, RateE8 } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import type { CoinCollateral } from './collateral.ts'

/** Returns the tier of a value: the first whose limit is not below it, else the last (4.2). */
export function tierOf(tiers: readonly RiskTier[], value: Amount): RiskTier {
  for (const tier of tiers) if (value <= tier.limit) return tier
  const last = tiers.at(-1)
  if (last === undefined) throw new Error('Assertion failed: a contract has at least one tier')
  return last
}

/**
 * Completes a table of limits and rates with its deductions: D_k = limit_{k−1}(MMR_k − MMR_{k−1}) +
 * D_{k−1}. EX-4.1
 */
export function withDeductions(rows: readonly Omit<RiskTier, 'deduction'>[]): readonly RiskTier[] {
  let deduction = 0n
  return rows.map((row, k) => {
    const before = rows[k - 1]
    if (before !== undefined) {
      const step = BigInt(row.maintenanceRateE8 - before.maintenanceRateE8)
      deduction += mulDiv(before.limit, step, unitE8, 'down')
    }
    return { ...row, deduction: amount(deduction) }
  })
}

/** Returns the maximum position value at a leverage (4.3); 0 if no tier allows it. EX-4.6 */
export function maxValueAt(tiers: readonly RiskTier[], leverage: LeverageE2): Amount {
  let limit = zero
  for (const tier of tiers) if (tier.maxLeverageE2 >= leverage) limit = tier.limit
  return limit
}

/** Returns the highest leverage of the table: that of tier 1. */
export const maxLeverageOf = (tiers: readonly RiskTier[]): LeverageE2 =>
  (tiers[0]?.maxLeverageE2 ?? 100) as LeverageE2

/** The inputs of the margin formulas for a position. */
export type MarginInput = {
  readonly sign: 1 | -1
  readonly entryValue: Amount
  readonly markValue: Amount
  readonly leverage: LeverageE2
  readonly takerFee: RateE8
}

/** Rates of the margin formulas for a side, a leverage and a fee rate; callers may cache them. */
export type MarginRates = {
  /** L × 1e8 (leverage ×100): the common divisor. */
  readonly bottom: bigint
  /** (L − s) × f: times the entry value it is the fee to close at bankruptcy. */
  readonly close: bigint
  /** 1 + f L + (L − s) f: times an order's value it is the order cost. */
  readonly cost: bigint
}

const wholeE10 = 100n * unitE8

/** Returns the rates of a side (+1 long, −1 short), a leverage and a taker fee. */
export function marginRates(sign: 1 | -1, leverage: LeverageE2, takerFee: RateE8): MarginRates {
  const scale = BigInt(leverage)
  const fee = BigInt(takerFee)
  const close = (scale - BigInt(sign) * 100n) * fee
  return { bottom: scale * unitE8, close, cost: wholeE10 + fee * scale + close }
}

/** Returns ⌈a ÷ b⌉ for a ≥ 0 and b > 0: amounts owed by the trader round up. */
const owed = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** Returns the fee reserved for closing at bankruptcy, F_c = q E (1 − s/L) f (4.4). EX-4.7 */
export const closeFeeAt = (entryValue: bigint, rates: MarginRates): Amount =>
  amount(owed(entryValue * rates.close, rates.bottom))

/** Returns a cross position's initial margin, q M / L + F_c, rounded up once (4.4). EX-4.7 */
export const initialMarginAt = (
  markValue: bigint,
  entryValue: bigint,
  rates: MarginRates,
): Amount => amount(owed(markValue * wholeE10 + entryValue * rates.close, rates.bottom))

/** Returns the order cost: initial margin and both fees, rounded up once (3.2). EX-3.2 */
export const orderCostAt = (value: bigint, rates: MarginRates): Amount =>
  amount(owed(value * rates.cost, rates.bottom))

/** Returns a cross position's maintenance margin, q M m − D + F_c, rounded up (4.4). EX-4.8 */
export function maintenanceMarginAt(
  markValue: Amount,
  entryValue: bigint,
  rates: MarginRates,
  tier: RiskTier,
): Amount {
  const held = owed(markValue * BigInt(tier.maintenanceRateE8), unitE8) - tier.deduction
  return amount((held > 0n ? held : 0n) + closeFeeAt(entryValue, rates))
}

const ratesOf = (input: Omit<MarginInput, 'markValue'>): MarginRates =>
  marginRates(input.sign, input.leverage, input.takerFee)

export const closeFeeReserve = (input: Omit<MarginInput, 'markValue'>): Amount =>
  closeFeeAt(input.entryValue, ratesOf(input))
export const crossInitialMargin = (input: MarginInput): Amount =>
  initialMarginAt(input.markValue, input.entryValue, ratesOf(input))
export const crossMaintenanceMargin = (input: MarginInput, tier: RiskTier): Amount =>
  maintenanceMarginAt(input.markValue, input.entryValue, ratesOf(input), tier)

/** As `orderCostAt`, without cached rates. */
export const orderCost = (
  sign: 1 | -1,
  value: Amount,
  leverage: LeverageE2,
  takerFee: RateE8,
): Amount => orderCostAt(value, marginRates(sign, leverage, takerFee))

/** The inputs that the estimate of a cross liquidation price holds constant (5.7). */
export type CrossLiquidationInput = MarginInput & {
  /** `Inverse` if value is quantity ÷ price; `Linear` if absent. */
  readonly kind?: 'Linear' | 'Inverse'
  /** 1e-8 base coin, or 1e-8 contracts if inverse; positive. */
  readonly qty: Amount
  /** The account's current MB − HL + OL. */
  readonly balance: Amount
  /** Maintenance margin of everything except this position. */
  readonly otherMaintenance: Amount
  readonly tiers: readonly RiskTier[]
  /**
   * The settle coin as collateral and its quantity that now counts as margin; absent if every unit
   * counts in full. A loss of the position is valued at the ratio of the slice it reaches (12.3).
   */
  readonly collateral?: { readonly coin: CoinCollateral; readonly held: Amount } | undefined
}

/** A range of a coin's quantity in which each unit counts at one ratio, four decimals. */
type Slice = {
  readonly low: bigint | undefined
  readonly high: bigint | undefined
  readonly ratioE4: bigint
}

/** The slices of a coin, from a debt, which counts in full, to the quantity that counts 0. */
function slicesOf(coin: CoinCollateral | undefined): readonly Slice[] {
  if (coin === undefined) return [{ low: undefined, high: undefined, ratioE4: wholeE4 }]
  const slices: Slice[] = [{ low: undefined, high: 0n, ratioE4: wholeE4 }]
  let low = 0n
  for (const { upTo, ratioE4 } of coin.isOn ? coin.tiers : []) {
    slices.push({ low, high: upTo, ratioE4: BigInt(ratioE4) })
    low = upTo
  }
  return [...slices, { low, high: undefined, ratioE4: 0n }]
}

/**
 * Returns the estimated liquidation price (5.7) with 8 decimals, half-up; undefined if there is no
 * positive price. The tier is selected again at the solution until it stays (D-22), and so is the
 * collateral slice of the settle coin that contains the solution. Rounding to ticks (long up, short
 * down) is the caller's. EX-5.11
 */
export function crossLiquidationPriceE8(input: CrossLiquidationInput): PriceE8 | undefined {
  const { qty, balance, collateral } = input
  if (qty === 0n) return undefined
  const slices = slicesOf(collateral?.coin)
  const held = collateral?.held ?? amount(0n)
  const from = slices.findIndex(({ high }) => high === undefined || held <= high)
  // The balance, ×1e4, at the coin quantity reached by the position's loss or gain so far.
  let balanceE4: bigint = balance * wholeE4
  let reached: bigint = held
  let step = 0
  for (let at = from; ; at += step) {
    const slice = slices[at]
    if (slice === undefined) return undefined
    const { ratioE4, low, high } = slice
    // As if the ratio of this slice had applied from the current quantity on.
    const solved = solvedIn(input, { ratioE4, balanceE4: balanceE4 + ratioE4 * (held - reached) })
    const then = solved && held + changeOf(input, solved.value)
    const isBelow = then === undefined || (low !== undefined && then < low)
    const isAbove = then !== undefined && high !== undefined && then > high
    // Down while losing; up only if the account is below its maintenance already.
    const edge = isBelow && step <= 0 ? low : isAbove && step >= 0 ? high : undefined
    if (edge === undefined) return priceOf(solved?.price)
    step = isBelow ? -1 : 1
    balanceE4 += ratioE4 * (edge - reached)
    reached = edge
  }
}

const priceOf = (price: bigint | undefined): PriceE8 | undefined =>
  price !== undefined && price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER)
    ? priceE8(Number(price))
    : undefined

const flipOf = ({ kind }: CrossLiquidationInput): 1 | -1 => (kind === 'Inverse' ? -1 : 1)

/** The change of the settle coin's quantity if the position has this value. */
const changeOf = (input: CrossLiquidationInput, value: bigint): bigint =>
  BigInt(input.sign * flipOf(input)) * (value - input.markValue)

type Counted = { readonly ratioE4: bigint; readonly balanceE4: bigint }

/** The price at which the balance is used up within one slice, and the value there. */
function solvedIn(
  input: CrossLiquidationInput,
  counted: Counted,
): { readonly price: bigint; readonly value: bigint } | undefined {
  const { sign, qty, otherMaintenance, markValue, tiers } = input
  const { ratioE4, balanceE4 } = counted
  const flip = flipOf(input)
  const falling = sign === flip
  const reserve = closeFeeReserve({ ...input, sign: falling ? 1 : -1 })
  let tier = tierOf(tiers, markValue)
  let solved = solve(tier)
  for (let k = 0; k < tiers.length; k += 1) {
    const next = tierOf(tiers, valueAt(solved))
    if (next === tier) break
    tier = next
    const again = solve(tier)
    // If two tiers alternate, the price that is reached first is used.
    if (k === tiers.length - 1) solved = sign === 1 ? max(solved, again) : min(solved, again)
    else solved = again
  }
  // As the value falls, so does the maintenance: if the loss counts less than that, it is safe.
  if (falling && ratioE4 * wholeE4 <= BigInt(tier.maintenanceRateE8)) return undefined
  return { price: solved, value: valueAt(solved) }

  /** A non-positive price means no value; the first tier may still have a solution. */
  function valueAt(price: bigint): Amount {
    if (price <= 0n) return zero
    return amount(mulDiv(qty, flip === 1 ? price : unitE8, flip === 1 ? unitE8 : price, 'nearest'))
  }

  function solve(at: RiskTier): bigint {
    const rate = BigInt(at.maintenanceRateE8)
    const fixedE4 = balanceE4 + (at.deduction - otherMaintenance - reserve) * wholeE4
    const top = ratioE4 * markValue + (falling ? -fixedE4 : fixedE4)
    const share = ratioE4 * wholeE4 + (falling ? -rate : rate)
    if (share <= 0n) return 0n
    if (flip === 1) return divRound(top * unitE8 * unitE8, qty * share * wholeE4, 'nearest')
    return top <= 0n ? 0n : divRound(qty * share * wholeE4, top, 'nearest')
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
