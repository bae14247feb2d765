// Cross margin of linear contracts: tiers, initial and maintenance margin, order cost, liquidation
// price (domain.md 3.2–3.4, 4, 5.6–5.7, 7). All amounts 1e-8 settle coin; what the trader owes is
// rounded up.

import { amount, divRound, mulDiv, priceE8, qtyLots, unitE8, zero } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, QtyLots, RateE8 } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'

/**
 * Returns the tier that holds the value: the first whose limit is not below it, else the last
 * (4.2).
 */
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

/** Returns the most position value allowed at a leverage (4.3); 0 when no tier allows it. EX-4.6 */
export function maxValueAt(tiers: readonly RiskTier[], leverage: LeverageE2): Amount {
  let limit = zero
  for (const tier of tiers) if (tier.maxLeverageE2 >= leverage) limit = tier.limit
  return limit
}

/** Returns the highest leverage of the table: that of tier 1. */
export const maxLeverageOf = (tiers: readonly RiskTier[]): LeverageE2 =>
  (tiers[0]?.maxLeverageE2 ?? 100) as LeverageE2

/** What margin formulas need of a position. */
export type MarginInput = {
  readonly sign: 1 | -1
  readonly entryValue: Amount
  readonly markValue: Amount
  readonly leverage: LeverageE2
  readonly takerFee: RateE8
}

/**
 * What margin formulas make of a side, a leverage and a fee rate; worth keeping where they recur.
 */
export type MarginRates = {
  /** L × 1e8 (leverage ×100): the divisor of all three. */
  readonly bottom: bigint
  /** (L − s) × f: of the entry value, for the fee to close at bankruptcy. */
  readonly close: bigint
  /** 1 + f L + (L − s) f: of an order's value, for its whole cost. */
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

/** Returns ⌈a ÷ b⌉ for a ≥ 0 and b > 0: what the trader owes. */
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

/** Returns what opening costs: initial margin and both fees, rounded up once (3.2). EX-3.2 */
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

/** As `orderCostAt`, from the figures themselves. */
export const orderCost = (
  sign: 1 | -1,
  value: Amount,
  leverage: LeverageE2,
  takerFee: RateE8,
): Amount => orderCostAt(value, marginRates(sign, leverage, takerFee))

/**
 * Returns how many lots fit into the available balance at a price (7.1, the balance bound): each
 * lot costs its order cost and, where the price is worse than the mark, the loss it brings at once
 * (order loss). EX-7.1
 */
export function qtyOfBalance(input: {
  readonly sign: 1 | -1
  readonly available: Amount
  readonly leverage: LeverageE2
  readonly takerFee: RateE8
  readonly lotValue: Amount
  readonly lotValueAtMark: Amount
  /**
   * How many lots the two values are of: more than one where one lot's would round; 1 if absent.
   */
  readonly lots?: bigint
}): QtyLots {
  const { sign, available, leverage, takerFee, lotValue, lotValueAtMark, lots = 1n } = input
  if (lotValue <= 0n || available <= 0n) return qtyLots(0)
  const scale = BigInt(leverage)
  const fee = BigInt(takerFee)
  const factor = 100n * unitE8 + fee * scale + (scale - BigInt(sign) * 100n) * fee
  const worse = sign === 1 ? lotValue - lotValueAtMark : lotValueAtMark - lotValue
  const loss = worse > 0n ? worse : 0n
  return qtyLots(
    Number((available * scale * unitE8 * lots) / (lotValue * factor + loss * scale * unitE8)),
  )
}

/** What the estimate of a cross liquidation price holds constant (5.7). */
export type CrossLiquidationInput = MarginInput & {
  /** `Inverse` where value is quantity ÷ price; `Linear` when absent. */
  readonly kind?: 'Linear' | 'Inverse'
  /** 1e-8 base coin, or 1e-8 contracts where inverse; positive. */
  readonly qty: Amount
  /** MB − HL + OL of the account now. */
  readonly balance: Amount
  /** Maintenance margin of everything but this position. */
  readonly otherMaintenance: Amount
  readonly tiers: readonly RiskTier[]
}

/**
 * Returns the estimated liquidation price (5.7) with 8 decimals, half-up; undefined when no
 * positive price does it. The tier is chosen anew at the solution until it stays (D-22). Rounding
 * to ticks (long up, short down) is the caller's. EX-5.11
 */
export function crossLiquidationPriceE8(input: CrossLiquidationInput): PriceE8 | undefined {
  const { sign, qty, balance, otherMaintenance, markValue, tiers } = input
  if (qty === 0n) return undefined
  const flip = input.kind === 'Inverse' ? -1 : 1
  const reserve = closeFeeReserve({ ...input, sign: sign === flip ? 1 : -1 })
  let tier = tierOf(tiers, markValue)
  let solved = solve(tier)
  for (let k = 0; k < tiers.length; k += 1) {
    const next = tierOf(tiers, valueAt(solved))
    if (next === tier) break
    tier = next
    const again = solve(tier)
    // When two tiers each point at the other, the price that comes first stands.
    if (k === tiers.length - 1) solved = sign === 1 ? max(solved, again) : min(solved, again)
    else solved = again
  }
  return solved > 0n && solved <= BigInt(Number.MAX_SAFE_INTEGER)
    ? priceE8(Number(solved))
    : undefined

  /** A price beyond all prices leaves no value: the first tier's own solution may yet be one. */
  function valueAt(price: bigint): Amount {
    if (price <= 0n) return zero
    return amount(mulDiv(qty, flip === 1 ? price : unitE8, flip === 1 ? unitE8 : price, 'nearest'))
  }

  function solve(at: RiskTier): bigint {
    const rate = BigInt(at.maintenanceRateE8)
    const fixed = balance - otherMaintenance + at.deduction - reserve
    const falling = sign === flip
    const top = falling ? markValue - fixed : markValue + fixed
    const share = falling ? unitE8 - rate : unitE8 + rate
    if (flip === 1) return divRound(top * unitE8 * unitE8, qty * share, 'nearest')
    return top <= 0n ? 0n : divRound(qty * share, top, 'nearest')
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
