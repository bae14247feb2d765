// Waiting spot orders with a plan, and limit orders with TP/SL: mostly valid, sometimes on the
// wrong side or with too large a quantity (rules 8.7).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import type { TpslLegRequest } from '@basis/domain/orders/tpsl'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import { bareOrder } from '../bare.ts'
import type { StopScene } from '../stop-scene.ts'

const symbol = symbolId('BTC/USDT')

/** Returns a random waiting order for the pair. */
export function inventSpotPlan(
  prng: Prng,
  { views, account, touch }: Pick<StopScene, 'views' | 'account' | 'touch'>,
): Command {
  const one = <T>(list: readonly T[]): T => {
    const found = list[prng.nextBelow(list.length)]
    if (found === undefined) throw new Error('a choice needs something to choose from')
    return found
  }
  const owner = accountId(account)
  const waiting = views
    .openOrders(owner)
    .filter(({ symbol: of, stop }) => of === symbol && stop !== undefined)
  if (waiting.length > 0 && prng.nextBelow(4) === 0) {
    const { id, side, stop, orderType } = one(waiting)
    const named = { account: owner, order: { orderId: id } }
    const roll = prng.nextBelow(4)
    if (roll === 0) return { kind: 'CancelOrder', ...named }
    const change = { kind: 'ReplaceOrder', ...named } as const
    if (roll === 1) return { ...change, qtyLots: qtyLots(1 + prng.nextBelow(200_000)) }
    if (roll === 2 && orderType === 'Limit') return { ...change, priceTicks: touch(symbol, 0.002) }
    const legs = legsOf(prng, touch, stop?.planType === undefined ? opposite(side) : side)
    return { ...change, tpsl: { mode: 'Partial', ...legs } }
  }
  const side = one(['Buy', 'Sell'] as const)
  const isByAmount = side === 'Buy' && prng.nextBelow(3) === 0
  const lots = 1000 + prng.nextBelow(one([5000, 50_000, 500_000]))
  const order: PlaceOrder = {
    ...bareOrder({ account: owner, symbol, side }),
    selfTrade: one(['None', 'CancelTaker', 'CancelMaker'] as const),
    qtyLots: qtyLots(isByAmount ? 0 : lots),
    ...(isByAmount ? { quoteAmount: amount(BigInt(lots) * 10_000_000n) } : {}),
  }
  return planned(prng, order, touch)
}

const opposite = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy')

function planned(prng: Prng, order: PlaceOrder, touch: StopScene['touch']): Command {
  const roll = prng.nextBelow(12)
  const { side } = order
  const up = side === 'Buy' ? 1 : -1
  const near = (reach: number): number => (prng.nextFloat() - 0.3) * reach
  if (roll < 2) {
    const away = near(0.004) * (prng.nextBelow(2) === 0 ? 1 : -1)
    const direction = away > 0 ? 1 : 2
    const trigger = { priceTicks: touch(symbol, away), basis: 'LastPrice', direction } as const
    if (roll === 0) return { ...order, orderType: 'Market', trigger, plan: 1 }
    const { quoteAmount: _none, ...plain } = order
    const lots = qtyLots(Math.max(plain.qtyLots, 1000))
    return {
      ...plain,
      qtyLots: lots,
      priceTicks: touch(symbol, away + up * 0.001),
      trigger,
      plan: 8,
    }
  }
  if (roll < 5) {
    const rate = [5, 20, 100][prng.nextBelow(3)] ?? 20
    const retracement =
      prng.nextBelow(2) === 0
        ? { rateE4: rate }
        : { distanceTicks: priceTicks(Math.floor((touch(symbol, 0) * rate) / 10_000)) }
    const isProfit = roll === 4
    const activation = isProfit || prng.nextBelow(3) === 0
    return {
      ...order,
      orderType: 'Market',
      trailing: {
        ...retracement,
        ...(activation ? { activationTicks: touch(symbol, -up * (0.001 + near(0.006))) } : {}),
      },
      plan: isProfit ? 5 : 4,
    }
  }
  if (roll < 9) {
    const legs = legsOf(prng, touch, side)
    return {
      ...order,
      orderType: 'Market',
      tpsl: { mode: 'Partial', ...legs },
      plan: roll < 7 ? 10 : 11,
    }
  }
  const { quoteAmount: _none, ...plain } = order
  return {
    ...plain,
    qtyLots: qtyLots(Math.max(plain.qtyLots, 1000)),
    priceTicks: touch(symbol, up * near(0.001)),
    tpsl: { mode: 'Partial', ...legsOf(prng, touch, opposite(side)) },
  }
}

/** A sell has its take-profit above and its stop-loss below; a buy the reverse, mostly. */
function legsOf(
  prng: Prng,
  touch: StopScene['touch'],
  side: Side,
): { takeProfit?: TpslLegRequest; stopLoss?: TpslLegRequest } {
  const up = side === 'Sell' ? 1 : -1
  const leg = (sign: number): TpslLegRequest => {
    const away = sign * (0.0005 + prng.nextFloat() * 0.006) * (prng.nextBelow(15) === 0 ? -1 : 1)
    const isLimit = prng.nextBelow(2) === 0
    return {
      triggerTicks: touch(symbol, away),
      triggerBy: 'LastPrice',
      orderType: isLimit ? 'Limit' : 'Market',
      ...(isLimit ? { limitTicks: touch(symbol, away + (prng.nextFloat() - 0.5) * 0.002) } : {}),
    }
  }
  const which = prng.nextBelow(6)
  return {
    ...(which === 0 ? {} : { takeProfit: leg(up) }),
    ...(which === 1 ? {} : { stopLoss: leg(-up) }),
  }
}
