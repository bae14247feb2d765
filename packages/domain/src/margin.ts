// Cross margin of linear contracts: tiers, initial and maintenance margin, order cost, liquidation
// price (domain.md 3.2–3.4, 4, 5.6–5.7, 7). All amounts 1e-8 settle coin; what the trader owes is
// rounded up.

import { amount, divRound, mulDiv, priceE8, qtyLots, unitE8, zero } from './fixed.ts'
import type { Amount, LeverageE2, PriceE8, QtyLots, RateE8 } from './fixed.ts'
import type { RiskTier } from './instrument.ts'

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
 * Returns the fee reserved for closing at bankruptcy, F_c = q E (1 − s/L) f (4.4), rounded up.
 * EX-4.7
 */
export function closeFeeReserve(input: Omit<MarginInput, 'markValue'>): Amount {
  const scale = BigInt(input.leverage)
  const share = scale - BigInt(input.sign) * 100n
  return amount(divRound(input.entryValue * share * BigInt(input.takerFee), scale * unitE8, 'up'))
}

/** Returns the initial margin of a cross position: q M / L + F_c, rounded up once (4.4). EX-4.7 */
export function crossInitialMargin(input: MarginInput): Amount {
  const scale = BigInt(input.leverage)
  const share = scale - BigInt(input.sign) * 100n
  const top = input.markValue * 100n * unitE8 + input.entryValue * share * BigInt(input.takerFee)
  return amount(divRound(top, scale * unitE8, 'up'))
}

/**
 * Returns the maintenance margin of a cross position: q M m − D + F_c, rounded up (4.4). EX-4.8,
 * EX-5.10
 */
export function crossMaintenanceMargin(input: MarginInput, tier: RiskTier): Amount {
  const base = divRound(input.markValue * BigInt(tier.maintenanceRateE8), unitE8, 'up')
  const held = base - tier.deduction
  return amount((held > 0n ? held : 0n) + closeFeeReserve(input))
}

/**
 * Returns the cost of opening: initial margin + fee to open + fee to close (3.2), rounded up once.
 * EX-3.2
 */
export function orderCost(
  sign: 1 | -1,
  value: Amount,
  leverage: LeverageE2,
  takerFee: RateE8,
): Amount {
  const scale = BigInt(leverage)
  const fee = BigInt(takerFee)
  const factor = 100n * unitE8 + fee * scale + (scale - BigInt(sign) * 100n) * fee
  return amount(divRound(value * factor, scale * unitE8, 'up'))
}

/**
 * Returns how much of a contract a cost buys at a price, floored to the lot: q = C L ÷ [P (2 f L +
 * 1 − s f)] (3.4). EX-3.3, EX-3.4. `lotValue` is the value of one lot at the price.
 */
export function qtyOfCost(input: {
  readonly sign: 1 | -1
  readonly cost: Amount
  readonly leverage: LeverageE2
  readonly takerFee: RateE8
  readonly lotValue: Amount
}): QtyLots {
  const { sign, cost, leverage, takerFee, lotValue } = input
  if (lotValue <= 0n || cost <= 0n) return qtyLots(0)
  const scale = BigInt(leverage)
  const fee = BigInt(takerFee)
  const factor = 2n * fee * scale + 100n * unitE8 - BigInt(sign) * 100n * fee
  return qtyLots(Number((cost * scale * unitE8) / (lotValue * factor)))
}

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
}): QtyLots {
  const { sign, available, leverage, takerFee, lotValue, lotValueAtMark } = input
  if (lotValue <= 0n || available <= 0n) return qtyLots(0)
  const scale = BigInt(leverage)
  const fee = BigInt(takerFee)
  const factor = 100n * unitE8 + fee * scale + (scale - BigInt(sign) * 100n) * fee
  const worse = sign === 1 ? lotValue - lotValueAtMark : lotValueAtMark - lotValue
  const loss = worse > 0n ? worse : 0n
  return qtyLots(Number((available * scale * unitE8) / (lotValue * factor + loss * scale * unitE8)))
}

/** What the estimate of a cross liquidation price holds constant (5.7). */
export type CrossLiquidationInput = MarginInput & {
  /** 1e-8 base coin, positive. */
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
  const reserve = closeFeeReserve(input)
  let tier = tierOf(tiers, markValue)
  let solved = solve(tier)
  for (let k = 0; k < tiers.length; k += 1) {
    if (solved <= 0n) return undefined
    const next = tierOf(tiers, amount(mulDiv(qty, solved, unitE8, 'nearest')))
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

  function solve(at: RiskTier): bigint {
    const rate = BigInt(at.maintenanceRateE8)
    const fixed = balance - otherMaintenance + at.deduction - reserve
    const top = sign === 1 ? markValue - fixed : markValue + fixed
    const share = sign === 1 ? unitE8 - rate : unitE8 + rate
    return divRound(top * unitE8 * unitE8, qty * share, 'nearest')
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
