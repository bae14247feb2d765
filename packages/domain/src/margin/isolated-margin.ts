// Isolated positions: initial margin, liquidation and bankruptcy price, added margin (rules 4.4,
// 5.1–5.4), for linear and inverse contracts. Money is 1e-8 of the settle coin, prices 1e-8.

import { contractValue, valueSide, type ContractKind } from '../instrument/contract.ts'
import { amount, divRound, priceE8, unitE8, type Amount, type PriceE8 } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import { tierOf, type MarginInput } from './cross-margin.ts'

/** The inputs of the formulas for an isolated position. */
export type IsolatedInput = Omit<MarginInput, 'markValue'> & {
  readonly kind: ContractKind
  /** 1e-8 base coin (linear) or 1e-8 contracts (inverse), positive. */
  readonly qty: Amount
  /** Extra margin added manually or by replenishment, the X of docs/rules. */
  readonly extra: Amount
}

/**
 * Returns X ÷ (1 ∓ f), the part of the added margin that covers losses, as an exact fraction: the
 * fee of closing falls with a long's value and rises with a short's (5.1).
 */
function extraShare(input: IsolatedInput): { readonly top: bigint; readonly bottom: bigint } {
  const fee = BigInt(input.takerFee)
  return {
    top: input.extra * unitE8,
    bottom: unitE8 - BigInt(valueSide(input.kind, input.sign)) * fee,
  }
}

/**
 * Returns the value at which the position is liquidated in one tier, as an exact fraction of 1e-8
 * settle coin: when value × share ≤ top ÷ bottom, or ≥ if the position gains as its value falls
 * (5.1).
 */
function liquidationValue(input: IsolatedInput, tier: RiskTier) {
  const scale = BigInt(input.leverage)
  const s = BigInt(valueSide(input.kind, input.sign))
  const extra = extraShare(input)
  // (V − s V/L − s X/(1 − s f) − s D) over the common denominator L × bottom.
  const bottom = scale * extra.bottom
  const top =
    input.entryValue * bottom -
    s * (input.entryValue * 100n * extra.bottom + extra.top * scale + tier.deduction * bottom)
  return { s, top, bottom, share: unitE8 - s * BigInt(tier.maintenanceRateE8) }
}

/**
 * Returns the liquidation price of the isolated position in one tier, half-up to 8 decimals;
 * undefined if there is no positive price (5.1). EX-5.1, EX-5.2, EX-5.3, EX-5.4
 */
function liquidationAt(input: IsolatedInput, tier: RiskTier): PriceE8 | undefined {
  const { top, bottom, share } = liquidationValue(input, tier)
  if (top <= 0n) return undefined
  return input.kind === 'Linear'
    ? positive(divRound(top * unitE8 * unitE8, bottom * input.qty * share, 'nearest'))
    : positive(divRound(input.qty * bottom * share, top, 'nearest'))
}

/**
 * Whether a position without a liquidation price is liquidated at every price: its margin is used
 * up already. Otherwise no loss can reach its margin (a long at 1×) (5.1).
 */
export function isLiquidatedAtEveryPrice(
  input: IsolatedInput,
  tiers: readonly RiskTier[],
  markValue: Amount,
): boolean {
  const { s, top, bottom, share } = liquidationValue(input, tierOf(tiers, markValue))
  return s * (markValue * share * bottom - top * unitE8) <= 0n
}

/**
 * Returns the remaining margin of an isolated position at its value at mark, and its maintenance
 * margin, both without the fee reserve and rounded down: the position is liquidated if the first is
 * not above the second (5.1).
 */
export function isolatedMarginLeft(
  input: IsolatedInput,
  tiers: readonly RiskTier[],
  markValue: Amount,
): { readonly left: Amount; readonly needed: Amount } {
  const tier = tierOf(tiers, markValue)
  const { s, top, bottom } = liquidationValue(input, tier)
  // s (value − top ÷ bottom) = profit + V ÷ L + X ÷ (1 − s f) + D.
  const left = divRound(s * (markValue * bottom - top) - tier.deduction * bottom, bottom, 'down')
  const needed = divRound(markValue * BigInt(tier.maintenanceRateE8), unitE8, 'down')
  return { left: amount(left), needed: amount(needed - tier.deduction) }
}

const positive = (price: bigint): PriceE8 | undefined =>
  price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER) ? priceE8(Number(price)) : undefined

/**
 * Returns the isolated liquidation price with the tier of the value there: the tier is selected
 * again until it stays; if two tiers alternate, the more conservative price is used (D-22).
 */
export function isolatedLiquidationPriceE8(
  input: IsolatedInput,
  tiers: readonly RiskTier[],
  markValue: Amount,
): PriceE8 | undefined {
  let tier = tierOf(tiers, markValue)
  let solved = liquidationAt(input, tier)
  for (let k = 0; k < tiers.length && solved !== undefined; k += 1) {
    const next = tierOf(tiers, contractValue(input.kind, input.qty, solved))
    if (next === tier) return solved
    const again = liquidationAt(input, next)
    if (again === undefined) return solved
    const oscillates = tierOf(tiers, contractValue(input.kind, input.qty, again)) === tier
    if (oscillates) {
      return priceE8(input.sign === 1 ? Math.max(solved, again) : Math.min(solved, again))
    }
    tier = next
    solved = again
  }
  return solved
}

/** Returns the price at which the position's margin is exactly lost, half-up (5.2). EX-5.5 */
export function isolatedBankruptcyPriceE8(input: IsolatedInput): PriceE8 | undefined {
  const none: RiskTier = {
    limit: amount(0n),
    initialRateE8: 0 as RiskTier['initialRateE8'],
    maintenanceRateE8: 0 as RiskTier['maintenanceRateE8'],
    maxLeverageE2: input.leverage,
    deduction: amount(0n),
  }
  return liquidationAt(input, none)
}

/**
 * Returns the amount that auto margin replenishment adds now: min(IM₀, available), at most to 1× in
 * total (5.4). EX-5.7. `initial` is the entry value ÷ leverage, without a fee reserve.
 */
export function replenishment(input: {
  readonly entryValue: Amount
  readonly initial: Amount
  readonly extra: Amount
  readonly available: Amount
}): Amount {
  const room = input.entryValue - input.initial - input.extra
  const wanted = input.initial < room ? input.initial : room
  const added = wanted < input.available ? wanted : input.available
  return amount(added > 0n ? added : 0n)
}
