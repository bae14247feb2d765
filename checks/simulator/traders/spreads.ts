// Seeded traders of combinations: makers quote around the fair spread, others take, rest, change
// and cancel, sometimes with too little margin or prices outside the band.

import { accountId, symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import { selfTradeModes, timesInForce } from '@basis/domain/orders/order'
import { spreadTicks } from '@basis/domain/spread/combination'
import type { Prng } from '@basis/domain/numbers/prng'
import { firstRules } from '@basis/engine/rules-version'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import { listed } from './dated.ts'

const startMs = 1_790_035_200_000
const minuteMs = 60_000
const usual = 'LinearFutures BTC/USDT band=2:4 tiers=100000:1:0.5:100,50000000:5:2.5:20'
/** One is delivered within a run, the other is not and has a coarser tick. */
const futures = [
  `list BTCUSDT-NEAR ${usual} delivery=${startMs + 31 * minuteMs}`,
  `list BTCUSDT-FAR ${usual} tick=0.5 delivery=${startMs + 600 * minuteMs}`,
]

/** The dated contracts of the world of combinations. */
export const openingSpreads = (): readonly Command[] =>
  futures.map((line) => ({ kind: 'ListInstrument', instrument: listed(line) }))

/** Adds prices of the dated contracts to every price of the perpetual. */
export function withFutures(prng: Prng, command: Command): Command {
  if (command.kind !== 'UpdatePrices') return command
  const index = command.prices.find(({ symbol }) => symbol === 'BTCUSDT')
  if (index === undefined) return command
  const away = (most: number) => 1 + (prng.nextFloat() - 0.3) * most
  const made = [
    ['BTCUSDT-NEAR', 0.001],
    ['BTCUSDT-FAR', 0.004],
  ] as const
  const prices = made.map(([symbol, most]) => ({
    symbol: symbolId(symbol),
    indexE8: priceE8(Math.round(index.indexE8 * away(most))),
  }))
  return { ...command, prices: [...command.prices, ...prices] }
}

type Scene = {
  readonly views: Views
  readonly traders: readonly number[]
  readonly maker: number
}

/** Returns a trader's commands for a combination. */
export function inventSpreads(prng: Prng, { views, traders, maker }: Scene): readonly Command[] {
  const below = (bound: number): number => prng.nextBelow(bound)
  const one = <T>(list: readonly T[]): T | undefined => list[below(Math.max(1, list.length))]
  const symbol = one(views.spreads.symbols())
  const market = symbol && views.spreads.market(symbol)
  if (symbol === undefined || market === undefined) return []
  if (below(4) === 0) return quotes(below, symbol, { maker, fair: market.fairTicks ?? 0 })
  const account = accountId(one(traders) ?? 3)
  const order = one(views.spreads.openOrders(account))
  const roll = below(20)
  if (roll === 19 && below(3) === 0) return [inventRules(below)]
  if (roll === 0) return [{ kind: 'CancelAllSpreads', account, ...(below(2) ? { symbol } : {}) }]
  if (order !== undefined && roll < 3) {
    return [{ kind: 'CancelSpread', account, order: { orderId: order.id } }]
  }
  if (order !== undefined && roll < 6) {
    const priceTicks = spreadTicks(order.priceTicks + below(7) - 3)
    const lots = qtyLots(Math.max(1, order.qtyLots + below(21) - 10))
    const change = below(2) ? { priceTicks } : { qtyLots: lots }
    return [{ kind: 'ReplaceSpread', account, order: { orderId: order.id }, ...change }]
  }
  const isMarket = below(4) === 0
  const fair = market.fairTicks ?? 0
  const away = below(15) === 0 ? below(40_000) - 20_000 : below(17) - 8
  return [
    {
      kind: 'PlaceSpread',
      account,
      symbol: below(60) === 0 ? symbolId('BTCUSDT') : symbol,
      side: below(2) ? 'Buy' : 'Sell',
      orderType: isMarket ? 'Market' : 'Limit',
      timeInForce: isMarket ? 'ImmediateOrCancel' : (one(timesInForce) ?? 'GoodTillCancel'),
      ...(isMarket ? {} : { priceTicks: spreadTicks(fair + away) }),
      qtyLots: qtyLots(below(25) === 0 ? below(3_000_000) : 1 + below(60)),
      linkId: below(5) === 0 ? `s${below(40)}` : '',
      selfTrade: one(selfTradeModes) ?? 'None',
    },
  ]
}

/** The operator repeats a version, goes back, or skips versions; none is new to this build. */
const inventRules = (below: (bound: number) => number): Command => ({
  kind: 'SetRules',
  version: [firstRules, firstRules, firstRules - 1, firstRules + 2][below(4)] ?? firstRules,
})

function quotes(
  below: (bound: number) => number,
  symbol: SymbolId,
  { maker, fair }: { readonly maker: number; readonly fair: number },
): readonly Command[] {
  const account = accountId(maker)
  return [
    { kind: 'CancelAllSpreads', account, symbol },
    ...[1, 2, 3].flatMap((level) =>
      (['Buy', 'Sell'] as const).map((side): Command => ({
        kind: 'PlaceSpread',
        account,
        symbol,
        side,
        orderType: 'Limit',
        timeInForce: 'PostOnly',
        priceTicks: spreadTicks(fair + (side === 'Buy' ? -2 : 2) * level),
        qtyLots: qtyLots(20 + below(80)),
        linkId: '',
        selfTrade: 'CancelMaker',
      })),
    ),
  ]
}
