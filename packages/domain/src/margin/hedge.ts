// Margin of hedged positions, whose two sides offset each other, and the change of the position
// mode (rules 6.1, 6.3, D-32, D-34).

import { amount, divRound, qtyLots, unitE8 } from '../numbers/fixed.ts'
import type { Amount, QtyLots } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import { tierOf } from './cross-margin.ts'
import { isPerpetual, businessTagOf, type ContractType } from '../instrument/market.ts'
import type { Side } from '../orders/order.ts'
import type { PositionIdx, PositionMode } from '../orders/position.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** The margin of a symbol's long side X, of its short side Y, and of both together. */
export type SymbolMargin = {
  readonly long: Amount
  readonly short: Amount
  readonly initial: Amount
}

const larger = (a: bigint, b: bigint): Amount => amount(a > b ? a : b)

/** One side of a hedged pair. */
export type HedgeSide = {
  /** The position's initial margin with its fee reserve, cross (4.4). */
  readonly positionMargin: bigint
  /** F_c, part of the above. */
  readonly closeFee: bigint
  /** Σ cost of the orders that increase this side. */
  readonly orderCost: bigint
}

/**
 * Returns a cross hedge's initial margin (D-34): the larger side plus the fee reserve of the
 * smaller; if the sides are equal, plus the larger reserve. EX-6.3
 */
export function hedgeInitial(long: HedgeSide, short: HedgeSide): SymbolMargin {
  const x = long.positionMargin + long.orderCost
  const y = short.positionMargin + short.orderCost
  const smaller =
    x === y ? larger(long.closeFee, short.closeFee) : x < y ? long.closeFee : short.closeFee
  return { long: amount(x), short: amount(y), initial: amount(larger(x, y) + smaller) }
}

/**
 * Returns one side's share of a cross hedge's maintenance margin (D-34): its fee reserve, plus, on
 * the larger side, the maintenance of the net size by the tier of its value; rounded up.
 * `ownNetValue` is max(0, q_own − q_other) × M. EX-6.3
 */
export const hedgeMaintenance = (
  closeFee: bigint,
  ownNetValue: Amount,
  tiers: readonly RiskTier[],
): Amount => amount(netMaintenance(ownNetValue, tiers) + closeFee)

/** MMfun(v) = v m − D in the tier of v; 0 for a value of 0. */
function netMaintenance(value: Amount, tiers: readonly RiskTier[]): bigint {
  if (value === 0n) return 0n
  const { maintenanceRateE8, deduction } = tierOf(tiers, value)
  const held = divRound(value * BigInt(maintenanceRateE8), unitE8, 'up') - deduction
  return held > 0n ? held : 0n
}

/** Returns the lots of a pair that offset each other; liquidation closes them first (5.8). */
export const matchedLots = (longLots: QtyLots, shortLots: QtyLots): QtyLots =>
  qtyLots(Math.min(longLots, shortLots))

/** The position that an order changes, and whether it opens or reduces it. */
export type OrderRole = { readonly sign: 1 | -1; readonly opens: boolean }

/**
 * Returns which hedged position an order moves and whether it opens it (6.1): idx 1 Buy opens the
 * long and Sell reduces it, idx 2 Sell opens the short and Buy reduces it.
 */
export function hedgeRole(positionIdx: Exclude<PositionIdx, 0>, side: Side): OrderRole {
  const sign = positionIdx === 1 ? 1 : -1
  return { sign, opens: (side === 'Buy') === (sign === 1) }
}

/** Returns the effective mode: the symbol's own, else the coin's, else one-way (6.1). */
export const positionModeOf = (
  bySymbol: PositionMode | undefined,
  byCoin: PositionMode | undefined,
): PositionMode => bySymbol ?? byCoin ?? 'MergedSingle'

/** Only USDT perpetuals can be hedged (6.1). */
export const mayHedge = (contract: ContractType): boolean =>
  isPerpetual(contract) && businessTagOf(contract) === 'usdt'

/** Returns why a symbol's mode may not change to this one, if so (110029, 110024, 110028). */
export function modeSwitchProblem(wish: {
  readonly mode: PositionMode
  readonly contract: ContractType
  readonly hasPosition: boolean
  readonly hasOrders: boolean
}): Problem | undefined {
  if (wish.mode === 'BothSide' && !mayHedge(wish.contract)) {
    return problem('hedgeUnsupported', 'mode')
  }
  if (wish.hasPosition) return problem('positionBlocksModeSwitch', 'mode')
  return wish.hasOrders ? problem('ordersBlockModeSwitch', 'mode') : undefined
}
