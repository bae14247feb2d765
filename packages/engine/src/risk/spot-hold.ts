// The amount that a spot order locks of the coin that it would pay: at rest (rules 7), and while it
// waits by a plan that freezes (8.7).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { frozenCoins, isFrozenPlan } from '@basis/domain/orders/spot-plans'
import { markToCheck } from '../state/liquidation-index.ts'
import { coinOf, tickValue, type OpenOrder } from '../state/state.ts'

/** Returns what a resting spot order has set aside, in the coin that it would pay. */
export function spotHold({ market, side, priceTicks, leavesLots }: OpenOrder): Amount {
  if (side === 'Buy') return amount(tickValue(market, priceTicks, leavesLots))
  return amount(BigInt(leavesLots) * BigInt(market.instrument.lotSizeE8))
}

/** Sets coins of a resting order aside (positive), or frees them. */
export function hold(order: OpenOrder, coins: bigint): void {
  const coinBalance = coinOf(order.account, payCoin(order))
  coinBalance.locked += coins
  if (order.isLeverage) coinBalance.loan.reserved += coins
}

/** The coin that a spot order pays. */
export const payCoin = ({ side, market }: Pick<OpenOrder, 'side' | 'market'>): string =>
  side === 'Buy' ? market.instrument.quoteCoin : market.instrument.baseCoin

/** Returns what a spot order freezes while it waits; nothing but for the plans that do (D-40). */
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

/** Sets coins aside for a spot order that waits, in place of what was; 0 frees them. */
export function freeze(order: OpenOrder, coins: bigint): void {
  const spot = order.plan?.spot
  if (spot === undefined || spot.frozen === coins) return
  coinOf(order.account, payCoin(order)).locked += coins - spot.frozen
  spot.frozen = coins
  markToCheck(order.account.risk)
}
