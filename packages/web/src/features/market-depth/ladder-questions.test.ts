// The ladder asks about an order what the order form asks; without a question one click sends it.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { Order } from '@basis/domain/orders/order'
import type { UserInfo } from '@basis/protocol/account'
import { useSession } from '../../client/session.ts'
import { say } from '../../i18n/i18n.ts'
import { dismissDialogs, openDialogs } from '../../shell/dialogs.ts'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { changeTradingMode, clearPositions } from '../../stores/positions.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'
import { applyWallet, clearWallet } from '../../stores/wallet.ts'
import { moveOrders, placeOnLadder, type LadderOrder } from './ladder-actions.ts'

// A tick of 0.1, a lot of 0.001: the best prices are 60,000.0.
const ticker = {
  symbol: 'BTCUSDT',
  lastTicks: 600_000,
  bidTicks: 600_000,
  askTicks: 600_000,
  markE8: 6_000_000_000_000,
  maxBuyTicks: 630_000,
  minSellTicks: 570_000,
} as Ticker
const order: LadderOrder = {
  side: 'Buy',
  ticks: priceTicks(600_000),
  lots: qtyLots(10),
  isStop: false,
}

let requests: string[] = []

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address)
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 9, ret_msg: 'x', result: {} })))
  })
  applyContracts(fallbackContracts(), 'network')
  tickerStore.set('BTCUSDT', ticker)
  changeTradingMode('BTCUSDT', { leverageE2: leverageE2(1_000) })
  applyWallet({
    accountMode: 'regular',
    isUTA: true,
    isUTA2: true,
    isDemo: true,
    fees: { level: 'VIP 0' },
    totalWalletBalance: '10000',
    totalUnrealisedPnl: '0',
    totalEquity: '10000',
    totalAvailableBalance: '10000',
    totalPositionIM: '0',
    totalOrderIM: '0',
    totalBorrowIM: '0',
    totalInitialMargin: '0',
    totalMaintenanceMargin: '0',
    accountIMRateE4: 0,
    accountMMRateE4: 0,
    coins: [],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissDialogs()
  clearWallet()
  clearPositions()
  tickerStore.remove('BTCUSDT')
})

/** The question about an order, or the path of its request if there is none. */
async function answerTo(change: Partial<LadderOrder>): Promise<string> {
  const instrument = { ...btcUsdt, riskTiers: [tier] }
  void placeOnLadder(instrument, { ...order, ...change }, ticker)
  const question = () =>
    openDialogs().flatMap((each) => (each.kind === 'confirm' ? [say(each.body)] : []))
  const sent = () => requests.filter((path) => path.includes('order/create'))
  await vi.waitFor(() => expect([...question(), ...sent()]).toHaveLength(1))
  return question()[0] ?? 'sent'
}

const tier = {
  limit: 200_000_000_000_000n,
  initialRateE8: 1_000_000,
  maintenanceRateE8: 500_000,
  maxLeverageE2: 10_000,
  deduction: 0n,
} as (typeof btcUsdt.riskTiers)[number]

test('an order that the form sends without a question is sent at once', async () => {
  // 0.01 BTC at 10x: 60 of 10,000.
  expect(await answerTo({})).toBe('sent')
  expect(requests.filter((path) => path.includes('preview'))).toEqual([])
})

test('a price more than two percent beyond the market is asked about', async () => {
  expect(await answerTo({ ticks: priceTicks(615_000) })).toContain('2.50%')
  dismissDialogs()
  expect(await answerTo({ side: 'Sell', ticks: priceTicks(585_000) })).toContain('2.50%')
})

test('an order that takes more than half of the equity is asked about', async () => {
  // 1 BTC at 10x: more than 6,000 of 10,000.
  expect(await answerTo({ lots: qtyLots(1_000) })).toContain('60%')
})

test('a refused question sends nothing', async () => {
  await answerTo({ ticks: priceTicks(615_000) })
  dismissDialogs()
  await Promise.resolve()
  expect(requests.filter((path) => path.includes('order/create'))).toEqual([])
})

test('moving several orders ends with their account', async () => {
  const signIn = (uid: string) =>
    useSession.setState({ status: 'trader', user: { uid, preferences: {} } as UserInfo })
  signIn('1')
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    signIn('2')
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result: {} })))
  })
  const standing = (id: number) =>
    ({
      id,
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      status: 'New',
      reduceOnly: false,
      positionIdx: 0,
      priceTicks: priceTicks(590_000),
      qtyLots: qtyLots(10),
      filledLots: qtyLots(0),
    }) as unknown as Order
  await moveOrders([standing(1), standing(2)], priceTicks(595_000), btcUsdt)
  expect(paths.filter((path) => path.includes('order/replace'))).toHaveLength(1)
  useSession.setState({ status: 'unknown', user: undefined })
})
