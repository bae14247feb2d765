// Inverse contracts, options and margin modes over the open API, and unusual input (open API 1.2,
// 4.1, 5, 17).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '@basis/domain/numbers/fixed'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'

type Row = Readonly<Record<string, unknown>>

let venue: TestServer
let client: V5TestClient
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTC/USDT', 'BTCUSD'] })
  const { parts, clock } = venue
  const market = new OptionMarket(parts.exchange.views, { seed: 1, isManned: true })
  for (let k = 0; k < 40; k += 1) {
    clock.advance(250)
    for (const command of market.step(clock.nowMs())) await parts.exchange.submit(command)
  }
  const api = createV5Api(parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
  const { account } = client
  const usdc = amount(100_000n * 100_000_000n)
  await parts.exchange.submit({ kind: 'Deposit', account, coin: 'USDC', amount: usdc })
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

const inverse = { category: 'inverse', symbol: 'BTCUSD' } as const

test('trap 2: numbers sent as texts, texts sent as numbers and unknown fields are accepted', async () => {
  const answer = await client.post('order/create', {
    category: 'linear',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: 0.01,
    price: 60_000,
    positionIdx: '0',
    reduceOnly: 'false',
    leverage: '5',
    position_idx: 0,
  })
  expect(answer).toMatchObject({ retCode: 0 })
  await client.post('order/cancel-all', { category: 'linear', settleCoin: 'USDT' })
})

test('an inverse contract has its size in dollars and its PnL and fees in its coin', async () => {
  const coinOf = async (coin: string): Promise<Row> => {
    const wallet = await client.row('account/wallet-balance', { accountType: 'UNIFIED', coin })
    return (wallet['coin'] as Row[])[0] ?? {}
  }
  const before = Number((await coinOf('BTC'))['walletBalance'])
  const market = { ...inverse, orderType: 'Market', qty: '1' }
  expect(await client.post('order/create', { ...market, side: 'Buy' })).toMatchObject({
    retCode: 0,
  })
  const position = await client.row('position/list', inverse)
  expect(position).toMatchObject({ side: 'Buy', size: '1' })
  expect(Number(position['positionValue'])).toBeCloseTo(1 / 65_000, 6)
  await client.post('order/create', { ...market, side: 'Sell', reduceOnly: true })
  const closed = await client.row('position/closed-pnl', { category: 'inverse' })
  // Trap 14: the wallet agrees to the last digit.
  const after = Number((await coinOf('BTC'))['walletBalance'])
  expect(after - before).toBeCloseTo(Number(closed['closedPnl']), 8)
  const { result } = await client.get('execution/list', { category: 'inverse' })
  expect(result.list?.[0]).toMatchObject({ feeCurrency: 'BTC' })
})

/** The ticker of the call nearest to the money. */
async function callAtMoney(): Promise<Row> {
  const { result } = await client.get('market/tickers', { category: 'option', baseCoin: 'BTC' })
  const calls = (result.list ?? []).filter(({ symbol }) => String(symbol).endsWith('-C'))
  const away = ({ delta }: Row): number => Math.abs(Number(delta) - 0.5)
  const found = calls.toSorted((a, b) => away(a) - away(b))[0]
  if (found === undefined) throw new Error('no call')
  return found
}

test('an option is ordered by price and by volatility, its position has greeks, and MMP is set', async () => {
  const ticker = await callAtMoney()
  const symbol = String(ticker['symbol'])
  const option = { category: 'option', symbol, side: 'Buy', orderType: 'Limit', qty: '0.02' }
  const price = String(ticker['ask1Price'])
  expect(await client.post('order/create', { ...option, price })).toMatchObject({
    retCode: 10001,
  })
  const bought = await client.post('order/create', { ...option, price, orderLinkId: 'option-1' })
  expect(bought).toMatchObject({ retCode: 0, result: { orderLinkId: 'option-1' } })
  const order = await client.row('order/realtime', { category: 'option', orderLinkId: 'option-1' })
  expect(order).toMatchObject({ orderStatus: 'Filled', placeType: 'price', tpslMode: '' })
  // The volatility of a price changes with time: an ended order has none.
  expect(order).toMatchObject({ orderIv: '' })
  const position = await client.row('position/list', { category: 'option', symbol })
  expect(position).toMatchObject({ side: 'Buy' })
  expect(Number(position['delta'])).toBeGreaterThan(0)
  const greeks = await client.row('asset/coin-greeks', { baseCoin: 'BTC' })
  expect(Number(greeks['totalDelta'])).toBeCloseTo(Number(position['delta']), 6)
  const iv = Number(ticker['bid1Iv'])
  const byIv = { ...option, orderIv: String(iv), orderLinkId: 'option-2' }
  expect(await client.post('order/create', byIv)).toMatchObject({ retCode: 0 })
  const waiting = await client.row('order/realtime', { category: 'option', symbol })
  expect(Number(waiting['orderIv'])).toBeCloseTo(iv, 2)
  const protection = { baseCoin: 'BTC', window: '5000', frozenPeriod: '1000' }
  const limits = { qtyLimit: '1', deltaLimit: '0.5' }
  expect(await client.post('account/mmp-modify', { ...protection, ...limits })).toMatchObject({
    retCode: 0,
  })
  expect((await client.get('account/mmp-state', { baseCoin: 'BTC' })).result).toMatchObject({
    result: [{ mmpEnabled: true, window: '5000', qtyLimit: '1', deltaLimit: '0.5' }],
  })
  expect(await client.post('account/mmp-reset', { baseCoin: 'BTC' })).toMatchObject({ retCode: 0 })
  const all = await client.post('order/cancel-all', { category: 'option' })
  expect(all.result.list).toHaveLength(1)
})

test('in isolated margin mode margin is added and removed; removing too much or adding in cross mode is refused', async () => {
  const isolated = { setMarginMode: 'ISOLATED_MARGIN' }
  expect(await client.post('account/set-margin-mode', isolated)).toMatchObject({ retCode: 0 })
  expect(await client.get('account/info')).toMatchObject({
    result: { marginMode: 'ISOLATED_MARGIN' },
  })
  const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
  const market = { ...linear, orderType: 'Market', qty: '0.01' }
  await client.post('order/create', { ...market, side: 'Buy' })
  const before = await client.row('position/list', linear)
  const added = await client.post('position/add-margin', { ...linear, margin: '10' })
  expect(added).toMatchObject({ retCode: 0, result: { symbol: 'BTCUSDT', category: 'linear' } })
  expect(Number(added.result['liqPrice'])).toBeLessThan(Number(before['liqPrice']))
  const marginOf = async () =>
    Number((await client.row('position/list', linear))['positionBalance'])
  const first = Number(before['positionBalance'])
  expect(await marginOf()).toBeCloseTo(first + 10, 8)
  // The margin must cover the initial margin and the loss of 0.65: bought at 65,065, marked at
  // 65,000 (rules 5.3).
  const remove = (margin: string) => client.post('position/add-margin', { ...linear, margin })
  expect(await remove('-9')).toMatchObject({ retCode: 0 })
  expect(await marginOf()).toBeCloseTo(first + 1, 8)
  expect(await remove('-1')).toMatchObject({ retCode: 110078 })
  expect(await remove('-0.3')).toMatchObject({ retCode: 0 })
  expect(await marginOf()).toBeCloseTo(first + 0.7, 8)
  expect(await remove('-100000')).toMatchObject({ retCode: 110078 })
  const auto = { ...linear, autoAddMargin: 1 }
  expect(await client.post('position/set-auto-add-margin', auto)).toMatchObject({ retCode: 0 })
  expect(await client.row('position/list', linear)).toMatchObject({ autoAddMargin: 1 })
  await client.post('order/create', { ...market, side: 'Sell', reduceOnly: true })
  const regular = { setMarginMode: 'REGULAR_MARGIN' }
  expect(await client.post('account/set-margin-mode', regular)).toMatchObject({ retCode: 0 })
  const cross = await client.post('position/add-margin', { ...linear, margin: '10' })
  expect([110015, 110033]).toContain(cross.retCode)
})

// Rules 10.1: no contract is isolated, and all are one-way.
test('an account without positions switches from isolated to portfolio margin, unless it is in hedge mode', async () => {
  const modeOf = async () => (await client.get('account/info')).result['marginMode']
  const to = (setMarginMode: string) => client.post('account/set-margin-mode', { setMarginMode })
  const hedge = { category: 'linear', symbol: 'BTCUSDT', mode: 3 }
  expect(await client.post('position/switch-mode', hedge)).toMatchObject({ retCode: 0 })
  expect(await to('ISOLATED_MARGIN')).toMatchObject({ retCode: 0 })
  expect(await to('PORTFOLIO_MARGIN')).toMatchObject({
    retCode: 3400045,
    result: { reasons: [{ reasonCode: '110343' }] },
  })
  expect(await modeOf()).toBe('ISOLATED_MARGIN')
  await to('REGULAR_MARGIN')
  await client.post('position/switch-mode', { ...hedge, mode: 0 })
  await to('ISOLATED_MARGIN')
  expect(await to('PORTFOLIO_MARGIN')).toMatchObject({ retCode: 0, result: { reasons: [] } })
  expect(await modeOf()).toBe('PORTFOLIO_MARGIN')
  expect(await to('REGULAR_MARGIN')).toMatchObject({ retCode: 0 })
  expect(await modeOf()).toBe('REGULAR_MARGIN')
})

test('a margin mode that is refused leaves the account in the mode that it had', async () => {
  const trader = await V5TestClient.open(venue)
  const modeOf = async () => (await trader.get('account/info')).result['marginMode']
  const to = (setMarginMode: string) => trader.post('account/set-margin-mode', { setMarginMode })
  const on = { spotMarginMode: '1' }
  expect(await trader.post('spot-margin-trade/switch-mode', on)).toMatchObject({ retCode: 0 })
  expect(await to('PORTFOLIO_MARGIN')).toMatchObject({ retCode: 0 })
  // With spot margin no contract may be isolated.
  expect(await to('ISOLATED_MARGIN')).toMatchObject({ retCode: 3400045 })
  expect(await modeOf()).toBe('PORTFOLIO_MARGIN')
})

test('8.7: a spot market order by amount that its slippage limit stops ends partly filled', async () => {
  // Asks are 1 BTC each at 65,065 and 65,130: only the first is within 0.05 %.
  const placed = await client.post('order/create', {
    category: 'spot',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Market',
    marketUnit: 'quoteCoin',
    qty: '70000',
    slippageToleranceType: 'Percent',
    slippageTolerance: '0.05',
  })
  expect(placed).toMatchObject({ retCode: 0 })
  const ended = {
    orderId: placed.result['orderId'],
    orderStatus: 'PartiallyFilledCanceled',
    rejectReason: 'EC_ReachMarketPriceLimit',
    cancelType: 'UNKNOWN',
    marketUnit: 'quoteCoin',
    // The amount that was asked for, and what was spent of it.
    qty: '70000',
    leavesQty: '0',
    leavesValue: '0',
    cumExecQty: '1.000000',
    cumExecValue: '65065',
  }
  expect(await client.row('order/history', { category: 'spot' })).toMatchObject(ended)
})
