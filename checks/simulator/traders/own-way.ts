// An order that meets one of its own account before a stranger's, sized with all its money.

import { accountId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { bareOrder } from './bare.ts'

type Scene = {
  readonly views: Views
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly makers: readonly number[]
  readonly touch: (symbol: string, away: number) => PriceTicks
}

/** Returns the resting orders, and last the order that meets them. */
export function inventOwnWay(
  prng: Prng,
  { views, account, symbol, makers, touch }: Scene,
): readonly Command[] {
  const below = (bound: number): number => prng.nextBelow(bound)
  const side = below(2) === 0 ? 'Buy' : 'Sell'
  const far = side === 'Buy' ? 'Sell' : 'Buy'
  const away = side === 'Buy' ? 0.001 : -0.001
  const own = touch(symbol, 0)
  const most = views.maxQty(account, symbol, own)
  const lots = qtyLots((side === 'Buy' ? most?.buyLots : most?.sellLots) ?? 1)
  const stranger = accountId(makers[below(makers.length)] ?? 1)
  const first = symbol === 'BTC/USDT' ? Math.ceil(lots / 2) : lots
  const clearing = makers.map((maker): Command => ({
    kind: 'CancelAllOrders',
    account: accountId(maker),
    symbol,
  }))
  const far10 = touch(symbol, away * 10)
  const far15 = touch(symbol, away * 15)
  const modes = ['CancelMaker', 'CancelMaker', 'None', 'CancelBoth'] as const
  return [
    {
      ...bareOrder({ account, symbol, side: far }),
      qtyLots: qtyLots(first),
      priceTicks: own,
    },
    ...clearing,
    {
      ...bareOrder({ account: stranger, symbol, side: far }),
      qtyLots: lots,
      priceTicks: far10,
    },
    {
      ...bareOrder({ account, symbol, side }),
      qtyLots: lots,
      priceTicks: far15,
      selfTrade: modes[below(4)] ?? 'None',
    },
  ]
}
