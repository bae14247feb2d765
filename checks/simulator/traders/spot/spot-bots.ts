// Seeded owners of DCA and rebalancing bots: they create some of each kind, also with refused
// terms, and sometimes pause or end one, their own or another's.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import type { Prng } from '@basis/domain/numbers/prng'
import type { SpotBotTerms } from '@basis/domain/spot-bots/terms'
import type { Command } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

type Scene = { readonly views: Views; readonly traders: readonly number[] }
type Below = (bound: number) => number

const usdt = (value: number) => amount(BigInt(value) * 100_000_000n)
const pairs = ['BTC/USDT', 'ETH/USDT']
const minuteMs = 60_000

/** Returns a random command for such a bot. */
export function inventSpotBot(prng: Prng, { views, traders }: Scene): readonly Command[] {
  const below: Below = (bound) => prng.nextBelow(bound)
  const account = accountId(traders[below(traders.length)] ?? 3)
  if (below(8) === 0) return [inventTransfer(below, account)]
  if (below(60) === 0) {
    return [{ kind: 'OpenSubAccount', account, sub: accountId(900_000 + below(12)) }]
  }
  const bots = views.spotBots.bots(account)
  const bot = bots[below(Math.max(1, bots.length))]
  if (bot === undefined || below(3) === 0) {
    const terms = below(2) === 0 ? dca(below, views) : weights(below)
    const own = terms.kind === 'Dca' ? amount(terms.amount * BigInt(terms.purchases)) : usdt(0)
    const investment = terms.kind === 'Dca' ? own : usdt(20 + below(5000))
    return [{ kind: 'CreateSpotBot', account, terms, investment }]
  }
  const { wallet } = bot
  const asker = below(20) === 0 ? accountId(1 + below(4)) : account
  switch (below(5)) {
    case 0:
      return [{ kind: 'PauseSpotBot', account: asker, wallet, isPaused: bot.status === 'Running' }]
    case 1:
      return [{ kind: 'StopSpotBot', account: asker, wallet, keepsCoins: below(2) === 0 }]
    case 3: {
      const each = bot.terms.kind === 'Dca' ? bot.terms.amount : usdt(1)
      const added = amount(each * BigInt(below(4)) + (below(10) === 0 ? 1n : 0n))
      return [{ kind: 'InvestSpotBot', account: asker, wallet, amount: added }]
    }
    case 2:
      return [{ kind: 'CancelAllOrders', account: wallet }]
    default:
      return []
  }
}

/** Transfers to the funding wallet, back, or away; sometimes more than available. */
function inventTransfer(below: Below, account: ReturnType<typeof accountId>): Command {
  const coin = ['USDT', 'USDT', 'BTC', 'ETH'][below(4)] ?? 'USDT'
  const other = below(20) === 0 ? accountId(account + 1) : account
  const ends = [
    { account, purse: 'Unified' },
    { account: other, purse: 'Funding' },
  ] as const
  const isBack = below(2) === 0
  const [from, to] = [isBack ? ends[1] : ends[0], isBack ? ends[0] : ends[1]]
  const much = below(coin === 'USDT' ? 20_000 : 2)
  const sum = amount(BigInt(much) * 50_000_000n)
  if (!isBack && below(10) === 0) return { kind: 'Withdraw', account: other, coin, amount: sum }
  const transfer = { kind: 'TransferFunds', account, from, to, coin, amount: sum } as const
  // Some have transfer ids, and some of those repeat.
  return much % 3 === 1 ? { ...transfer, transferId: `t${much % 500}` } : transfer
}

function dca(below: Below, views: Views): SpotBotTerms {
  const symbol = symbolId(pairs[below(pairs.length)] ?? 'BTC/USDT')
  const market = views.symbol(symbol)
  const price = market === undefined ? 0 : Math.round(market.markE8 / market.instrument.tickSizeE8)
  return {
    kind: 'Dca',
    symbol,
    amount: usdt(1 + below(400)),
    purchases: 1 + below(6),
    intervalMs: minuteMs * (1 + below(below(3) === 0 ? 60 : 2)),
    lowTicks: priceTicks(below(4) === 0 ? Math.round(price * 0.995) : 0),
    highTicks: priceTicks(below(4) === 0 ? Math.round(price * 1.005) : 0),
    takeProfitE4: below(3) === 0 ? 1 + below(100) : 0,
  }
}

function weights(below: Below): SpotBotTerms {
  const [btc, eth] = [1000 + below(6000), 500 + below(4000)]
  return {
    kind: 'Rebalance',
    weights: [
      { symbol: symbolId('BTC/USDT'), weightE4: btc },
      { symbol: symbolId('ETH/USDT'), weightE4: eth },
    ],
    thresholdE4: below(2) === 0 ? 50 + below(100) : 0,
    intervalMs: below(2) === 0 ? minuteMs * (1 + below(3)) : 0,
    takeProfitE4: below(4) === 0 ? 1 + below(200) : 0,
    stopLossE4: below(4) === 0 ? 1 + below(200) : 0,
  }
}
