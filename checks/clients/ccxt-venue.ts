// A venue on which ccxt can call all its methods: a spot pair, a linear and an inverse perpetual,
// options, coins for loans, and a funded account.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { loanCommands } from '@basis/server/instruments/loans'
import type { TestServer } from '@basis/server/testing/test-server'
import type { CcxtExchange, MarketKind } from './ccxt-methods.ts'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { ccxtClient } from './unmodified-clients.ts'

export const ccxtSymbols = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  inverse: 'BTC/USD:BTC',
} as const satisfies Partial<Record<MarketKind, string>>

export type CcxtVenue = {
  readonly live: LiveVenue
  readonly exchange: CcxtExchange
  /** A call option with a quote. */
  readonly option: string
}

export async function startCcxtVenue(): Promise<CcxtVenue> {
  const live = await startLiveVenue(['BTCUSDT', 'BTC/USDT', 'BTCUSD'], { hasOptions: true })
  const trader = await live.open()
  const { account } = trader
  const usdc = amount(100_000n * 100_000_000n)
  await live.venue.parts.exchange.submit({ kind: 'Deposit', account, coin: 'USDC', amount: usdc })
  await prepare(live.venue)
  const exchange = await ccxtClient(live.origin, trader)
  await exchange.loadMarkets()
  const chain = await exchange.fetchOptionChain('BTC')
  const offered = Object.values(chain).find(({ askPrice }) => Number(askPrice) > 0)
  return { live, exchange, option: offered?.symbol ?? '' }
}

/** Deepens the quotes of inverse contracts and adds loans: by default there are few and none. */
async function prepare({ parts, maker }: TestServer): Promise<void> {
  const { views, submit } = parts.exchange
  for (const command of loanCommands(views)) await submit(command)
  const symbol = symbolId('BTCUSD')
  const tickSizeE8 = views.instrument(symbol)?.tickSizeE8 ?? 1
  for (const [side, price] of [
    ['Buy', 64_900],
    ['Sell', 65_100],
  ] as const) {
    await submit({
      kind: 'PlaceOrder',
      account: accountId(maker),
      symbol,
      side,
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      selfTrade: 'None',
      positionIdx: 0,
      linkId: '',
      reduceOnly: false,
      closeOnTrigger: false,
      qtyLots: qtyLots(500_000),
      priceTicks: priceTicks(Math.round((price * 1e8) / tickSizeE8)),
    })
  }
}
