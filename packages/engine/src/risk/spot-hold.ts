// The amount that a spot order locks of the coin that it would pay: while resting (rules 7), and
// while waiting under a plan that locks coins (8.7).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { frozenCoins, isFrozenPlan } from '@basis/domain/orders/spot-plans'
import { markToCheck } from '../state/liquidation-index.ts'
import { coinOf, tickValue, type OpenOrder } from '../state/state.ts'

/** Returns what a resting spot order locks, in the coin that it would pay. */
export function spotHold({ market, side, priceTicks, leavesLots }: OpenOrder): Amount {
  if (side === 'Buy') return amount(tickValue(market, priceTicks, leavesLots))
  return amount(BigInt(leavesLots) * BigInt(market.instrument.lotSizeE8))
}

/** Locks coins for a resting order (positive), or releases them (negative). */
export function hold(order: OpenOrder, coins: bigint): void {
  const coinBalance = coinOf(order.account, payCoin(order))
  coinBalance.locked += coins
  if (order.isLeverage) coinBalance.loan.reserved += coins
}

/** The coin that a spot order pays. */
export const payCoin = ({ side, market }: Pick<OpenOrder, 'side' | 'market'>): string =>
  side === 'Buy' ? market.instrument.quoteCoin : market.instrument.baseCoin

/** Returns what a spot order locks while it waits; 0 for plans that do not lock (D-40). */
export function coinsToFreeze({
  market,
  side,
  qtyLots,
  quoteAmount,
  plan,
}: Pick<OpenOrder, 'market' | 'side' | 'qtyLots' | 'quoteAmount' | 'plan'>): bigint {
  if (plan?.spot === undefined || !isFrozenPlan(plan.spot.planType)) return 0n
  const legs = plan.attachedTpsl?.legs ?? {}
  return frozenCoins(market.instrument, { side, qtyLots, quoteAmount, legs })
}

/** Sets the coins locked for a waiting spot order; 0 releases them. */
export function freeze(order: OpenOrder, coins: bigint): void {
  const spot = order.plan?.spot
  if (spot === undefined || spot.frozen === coins) return
  coinOf(order.account, payCoin(order)).locked += coins - spot.frozen
  spot.frozen = coins
  markToCheck(order.account.risk)
}
