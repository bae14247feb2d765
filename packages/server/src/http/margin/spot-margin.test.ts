// Spot margin over the calls: the switch, a margin order, loans, interest, repayment, what is
// shown of them and what is refused (rules 12; spec 339b).

import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'
import { collateralCoins } from '../../instruments/collateral.ts'
import { loanCommands } from '../../instruments/loans.ts'
import { AccountFeeds } from '../../push/account-feeds.ts'

let venue: TestServer
let browser: TestClient
let account = 0

type Row = Record<string, never>
type Body = { code: number; text: string; result: Row }
/** Calls under `/v5` are answered in the newer form. */
const plain = (body: unknown): Body => {
  const { ret_code, ret_msg, retCode, retMsg, result } = body as Record<string, unknown>
  const code = Number(ret_code ?? retCode)
  return { code, text: String(ret_msg ?? retMsg), result: result as Row }
}
const post = async (path: string, payload: unknown) =>
  plain((await browser.ask('POST', path, payload)).body)
const get = async (path: string) => plain((await browser.ask('GET', path)).body)
const pair = { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET' }
const coinOf = async (coin: string) => {
  const { result } = await get('/contract/v5/account/wallet')
  return (result['coins'] as unknown as Row[]).find((row) => String(row['coin']) === coin)
}
const loanOf = async (coin: string) => {
  const { result } = await get(`/v5/spot-margin-trade/data?currency=${coin}`)
  return (result['list'] as unknown as Row[])[0]
}

beforeAll(async () => {
  venue = await startTestServer()
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const { exchange } = venue.parts
  for (const { coin, ...counts } of collateralCoins) {
    await exchange.submit({ kind: 'ListCoin', coin, ...counts })
  }
  const usdE8 = priceE8(65_000 * 100_000_000)
  await exchange.submit({ kind: 'UpdatePrices', prices: [], coins: [{ coin: 'BTC', usdE8 }] })
  for (const command of loanCommands(exchange.views)) {
    expect((await exchange.submit(command)).problem).toBeUndefined()
  }
  expect(loanCommands(exchange.views)).toEqual([])
  account = exchange.views.highestAccount()
})
afterAll(() => venue.stop())

test('before spot margin is switched on a margin order is refused with its code and its field', async () => {
  expect(await get('/v5/spot-margin-trade/state')).toMatchObject({
    result: { spotMarginMode: 0, spotLeverage: 3, maxLeverage: 10 },
  })
  const refused = await post('/spot/api/v1/order/create', {
    ...pair,
    origQty: '0.1',
    isLeverage: 1,
  })
  expect(refused).toMatchObject({ code: 176015 })
  expect(refused.text).toContain('isLeverage')
})

test('a margin order beyond the wallet borrows, and wallet, loan data, log and history agree', async () => {
  expect(await post('/v5/spot-margin-trade/set-leverage', { leverage: 11 })).toMatchObject({
    code: 176021,
  })
  await post('/v5/spot-margin-trade/set-leverage', { leverage: 5 })
  const on = await post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: 1 })
  expect(on).toMatchObject({ code: 0, result: { spotMarginMode: 1, spotLeverage: 5 } })
  const own = await get('/contract/v5/order/max-qty?symbol=BTC%2FUSDT')
  const most = await get('/contract/v5/order/max-qty?symbol=BTC%2FUSDT&isLeverage=1')
  expect(Number(most.result['buyQty'])).toBeGreaterThan(2 * Number(own.result['buyQty']))
  expect(Number(most.result['sellQty'])).toBeGreaterThan(0)
  // Coins that would be borrowed are not part of what the account's own coins may pay.
  const paid = { buyPaid: '100000', sellPaid: '0' }
  expect([own.result, most.result]).toMatchObject([paid, paid])
  // Own money: 100,000 USDT, at about 65,065.
  const placed = await post('/spot/api/v1/order/create', {
    ...pair,
    amount: '150000',
    isLeverage: 1,
  })
  expect(placed).toMatchObject({ code: 0, result: { order: { isLeverage: 1 } } })
  const usdt = await coinOf('USDT')
  const owed = Number(usdt?.['spotBorrow'])
  expect(owed).toBeGreaterThan(49_000)
  expect(usdt).toMatchObject({ walletBalance: '0', borrowAmount: usdt?.['spotBorrow'] })
  expect(Number(usdt?.['equity'])).toBe(-owed)
  expect(await loanOf('USDT')).toMatchObject({ principal: usdt?.['spotBorrow'], maxLeverage: 10 })
  const { result } = await get('/contract/v5/account/wallet')
  // A fifth of what is owed.
  expect(Number(result['totalBorrowIM'])).toBeCloseTo(owed / 5, 4)
  const log = await get('/contract/v5/account/transaction-log?coin=USDT&limit=10')
  const causes = (log.result['list'] as unknown as Row[]).map((row) => String(row['type']))
  expect(causes).toContain('Borrow')
  const history = await get('/contract/v5/order/history?limit=5')
  expect(history.result['list']).toMatchObject([
    { isLeverage: 1, orderStatus: 'Filled' },
    { isLeverage: 1, cxlRejReason: 'spotMarginOff' },
  ])
})

test('an hour of a loan costs its rate, is in the borrow history and is added to the accrued interest', async () => {
  const before = await loanOf('USDT')
  const { result } = await get('/v5/spot-margin-trade/state')
  venue.clock.advance(Number(result['nextInterestTime']) - venue.clock.nowMs())
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
  const page = await get('/v5/account/borrow-history?currency=USDT')
  const [row] = page.result['list'] as unknown as Row[]
  expect(row).toMatchObject({
    currency: 'USDT',
    createdTime: result['nextInterestTime'],
    borrowAmount: before?.['principal'],
    hourlyBorrowRate: before?.['hourlyBorrowRate'],
  })
  const wanted = Number(before?.['principal']) * Number(before?.['hourlyBorrowRate'])
  expect(Number(row?.['borrowCost'])).toBeCloseTo(wanted, 6)
  expect(await coinOf('USDT')).toMatchObject({ accruedInterest: row?.['borrowCost'] })
  expect((await get('/v5/account/borrow-history?currency=BTC')).result['list']).toEqual([])
})

test('coins are borrowed and repaid by calls; invalid amounts and coins are refused with their codes', async () => {
  const { result } = await get('/v5/spot-margin-trade/data?currency=BTC')
  const [btc] = result['list'] as unknown as Row[]
  const most = String(btc?.['maxBorrowable'])
  expect(Number(most)).toBeGreaterThan(0.1)
  const beyond = { coin: 'BTC', amount: (Number(most) + 0.01).toFixed(6) }
  expect(await post('/v5/account/borrow', beyond)).toMatchObject({ code: 176005 })
  expect(await post('/v5/account/borrow', { coin: 'BTC', amount: '0.1' })).toMatchObject({
    code: 0,
  })
  expect(await post('/v5/account/borrow', { coin: 'BNB', amount: '1' })).toMatchObject({
    code: 176003,
  })
  expect(await coinOf('BTC')).toMatchObject({ spotBorrow: '0.1' })
  expect(await post('/v5/account/repay', { coin: 'BTC' })).toMatchObject({
    result: { coin: 'BTC', repaid: '0.1', owed: '0' },
  })
  expect(await post('/v5/account/repay', { coin: 'USDT', amount: '10' })).toMatchObject({
    code: 176008,
  })
  const off = await post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: 0 })
  expect(off).toMatchObject({ code: 176018 })
  const repaid = await post('/v5/account/repay', { coin: 'USDT', convert: true })
  expect(repaid).toMatchObject({ code: 0, result: { owed: '0' } })
  expect(await coinOf('USDT')).toMatchObject({ spotBorrow: '0', accruedInterest: '0' })
})

test('margin orders have their own topic in addition to the one of all orders', async () => {
  const feeds = new AccountFeeds(
    account as never,
    {
      exchange: venue.parts.exchange,
      readModel: venue.parts.readModel,
      alerts: venue.parts.alerts,
    } as never,
  )
  const unsubscribe = venue.parts.exchange.subscribe(({ events, timeMs }) => {
    for (const event of events) feeds.take(event, timeMs)
  })
  const resting = { symbolId: 'BTCUSDT', side: 'BUY', type: 'LIMIT', origQty: '0.01' }
  await post('/spot/api/v1/order/create', { ...resting, side: 'SELL', price: '69000' })
  await post('/spot/api/v1/order/create', { ...resting, price: '61000', isLeverage: 1 })
  unsubscribe()
  const marginFeed = feeds.feed('userMarginOrder')
  expect(marginFeed.changes()).toMatchObject([{ p: '61000.00', il: 1, e: 1 }])
  expect(marginFeed.snapshot()).toMatchObject([{ p: '61000.00', il: 1 }])
  expect(feeds.feed('userOrder').changes()).toHaveLength(2)
})

test('coins locked by orders do not repay a loan; the preview names the coins that a repayment sells', async () => {
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  await post('/v5/spot-margin-trade/switch-mode', { spotMarginMode: 1 })
  const resting = { ...pair, type: 'LIMIT', origQty: '0.1', price: '61000' }
  expect(await post('/spot/api/v1/order/create', resting)).toMatchObject({ code: 0 })
  const beyond = { ...pair, amount: '150000', isLeverage: 1 }
  expect(await post('/spot/api/v1/order/create', beyond)).toMatchObject({ code: 0 })
  expect(await coinOf('USDT')).toMatchObject({ walletBalance: '6100', locked: '6100' })
  // 12.5: only the free part of the coin itself repays.
  expect(await loanOf('USDT')).toMatchObject({ walletBalance: '0' })
  const previewed = async (payload: unknown) =>
    (await post('/v5/account/repay-preview', payload)).result as Row
  const ownCoin = { coin: 'USDT', amount: '10' }
  expect(await previewed(ownCoin)).toMatchObject({ code: 176008, repaid: '0', conversions: [] })
  expect(await post('/v5/account/repay', ownCoin)).toMatchObject({ code: 176008 })
  const before = await loanOf('USDT')
  const seen = await previewed({ ...ownCoin, convert: true })
  expect(seen).toMatchObject({ code: 0, coin: 'USDT', repaid: '10' })
  const [sold, ...others] = seen['conversions'] as unknown as Row[]
  expect(others).toEqual([])
  expect(sold).toMatchObject({ coin: 'BTC', repaid: '10' })
  // EX-12.5: 10 USDT at 65,000 are 0.00015385 BTC, rounded up, and 0.1 % of them.
  expect(sold).toMatchObject({ amount: '0.00015401', fee: '0.00000016' })
  expect(await loanOf('USDT')).toEqual(before)
  const bitcoin = Number((await coinOf('BTC'))?.['walletBalance'])
  const repaid = await post('/v5/account/repay', { ...ownCoin, convert: true })
  expect(repaid).toMatchObject({ result: { repaid: '10', owed: seen['owed'] } })
  const left = Number((await coinOf('BTC'))?.['walletBalance'])
  expect(bitcoin - left).toBeCloseTo(0.00015401, 8)
})

test('12.3: a coin is switched off as collateral, and the wallet shows it', async () => {
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  expect(await post('/spot/api/v1/order/create', { ...pair, amount: '20000' })).toMatchObject({
    code: 0,
  })
  const path = '/v5/account/set-collateral-switch'
  const margin = async () =>
    Number((await get('/contract/v5/account/wallet')).result['totalAvailableBalance'])
  expect(await coinOf('BTC')).toMatchObject({ collateralSwitch: true })
  const before = await margin()
  const off = await post(path, { coin: 'BTC', collateralSwitch: 'OFF' })
  expect(off).toMatchObject({ code: 0, result: { coin: 'BTC', collateralSwitch: 'OFF' } })
  expect(await coinOf('BTC')).toMatchObject({ collateralSwitch: false })
  const { usdValue } = (await coinOf('BTC')) as unknown as { usdValue: string }
  // BTC counts 98 %.
  expect(before - (await margin())).toBeCloseTo(0.98 * Number(usdValue), 0)
  const always = await post(path, { coin: 'USDT', collateralSwitch: 'OFF' })
  expect(always).toMatchObject({ code: 176022 })
  expect(always.text).toContain('coin')
})

test('12.2: one coin may have its own borrowing leverage', async () => {
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const path = '/v5/spot-margin-trade/set-leverage'
  const ofBoth = async () => [
    (await loanOf('BTC'))?.['leverage'],
    (await loanOf('USDT'))?.['leverage'],
  ]
  await post(path, { leverage: 4, currency: 'BTC' })
  expect(await ofBoth()).toEqual([4, 3])
  expect(await post(path, { leverage: 4, currency: 'BTC3L' })).toMatchObject({ code: 176003 })
  await post(path, { leverage: 6 })
  expect(await ofBoth()).toEqual([6, 6])
})
