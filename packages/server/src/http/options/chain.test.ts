// Options over HTTP and the private socket: the chain, an order by price and by volatility,
// the position with its greeks, and the topics of options (spec 3, 7; rules 9).

import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Publisher } from '../../push/publisher.ts'
import { OptionMarket } from '../../simulator/options/option-market.ts'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let market: OptionMarket
let browser: TestClient

beforeAll(async () => {
  venue = await startTestServer()
  market = new OptionMarket(venue.parts.exchange.views, { seed: 1, isManned: true })
  await step(40)
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
})
afterAll(() => venue.stop())

/** Lets the given number of quarters of a second pass. */
async function step(times: number): Promise<void> {
  for (let k = 0; k < times; k += 1) {
    venue.clock.advance(250)
    const commands = market.step(venue.clock.nowMs())
    for (const command of commands) await venue.parts.exchange.submit(command)
  }
}

const get = async (path: string) => (await browser.ask('GET', `/contract/v5/${path}`)).body
const post = async (path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
type Row = Readonly<Record<string, string>>
const rows = async (path: string): Promise<readonly Row[]> => {
  const { result } = (await get(path)) as { readonly result: { readonly list: readonly Row[] } }
  return result.list
}
const chainPath = 'baseCoin=BTC&settleCoin=USDC'

/** The call nearest to the money with the latest expiry, with its quote. */
async function callAtMoney(): Promise<{ readonly symbol: string; readonly quote: Row }> {
  const quotes = await rows(`option/quotes?${chainPath}`)
  const calls = quotes.filter(({ symbol = '' }) => symbol.endsWith('-C'))
  const away = ({ delta = '0' }: Row): number => Math.abs(Number(delta) - 0.5)
  const quote = calls.toSorted((a, b) => away(a) - away(b))[0]
  if (quote?.['symbol'] === undefined) throw new Error('no call')
  return { symbol: quote['symbol'], quote }
}

test('a chain has calls and puts of every strike, with volatilities between bid and ask', async () => {
  const chain = await rows(`option/chain?${chainPath}`)
  const quotes = await rows(`option/quotes?${chainPath}`)
  expect(chain.length).toBe(quotes.length)
  expect(chain.length).toBeGreaterThanOrEqual(56)
  expect(chain[0]).toMatchObject({ contractType: 'Option', optionsType: 'Call', coin: 'USDC' })
  const { quote } = await callAtMoney()
  const iv = (field: string): number => Number(quote[field])
  expect(iv('bid1Iv')).toBeLessThan(iv('markIv'))
  expect(iv('markIv')).toBeLessThan(iv('ask1Iv'))
  expect(await get(`option/chain?${chainPath}`)).not.toMatchObject({ result: { version: '' } })
  // Call and put of a strike have one mark volatility, however deep in the money one is.
  for (const call of quotes.filter(({ symbol = '' }) => symbol.endsWith('-C'))) {
    const put = quotes.find(({ symbol }) => symbol === call['symbol']?.replace(/C$/, 'P'))
    expect([call['symbol'], put?.['markIv']]).toEqual([call['symbol'], call['markIv']])
  }
  const none = await rows('option/chain?baseCoin=XXX&settleCoin=USDC')
  expect(none).toEqual([])
})

test('index candles of an option are those of its coin, with the digits of the perpetual', async () => {
  const { symbol } = await callAtMoney()
  const candles = (of: string) => rows(`public/candles?symbol=${of}&resolution=1&source=index`)
  const ofCoin = await candles('BTCUSDT')
  expect(ofCoin.length).toBeGreaterThan(1)
  expect(await candles(symbol)).toEqual(ofCoin)
})

test('an option order has strike, delivery time and the volatility of its price', async () => {
  const { symbol, quote } = await callAtMoney()
  const asked = { symbol, side: 'Buy', orderType: 'Limit', qty: '0.02' }
  const order = await post('order/create', { ...asked, price: quote['bid1Price'] })
  const strikePrice = symbol.split('-')[2]
  expect(order).toMatchObject({ ret_code: 0, result: { order: { strikePrice } } })
  const placed = (order as { result: { order: Row } }).result.order
  expect(Number(placed['iv'])).toBeCloseTo(Number(quote['bid1Iv']), 2)
  expect(Number(placed['deliveryTime'])).toBeGreaterThan(venue.clock.nowMs())
  // An order by volatility: that of the bid gives the price of the bid, to a tick.
  const byIv = await post('order/create', { ...asked, orderIv: quote['bid1Iv'] })
  const price = Number((byIv as { result: { price: string } }).result.price)
  expect(Math.abs(price - Number(quote['bid1Price']))).toBeLessThanOrEqual(5)
  expect(await post('order/create', { ...asked, orderIv: '0' })).toMatchObject({ ret_code: 10001 })
  expect(await post('order/create', { ...asked, symbol: 'BTCUSDT', orderIv: '1' })).toMatchObject({
    ret_code: 10001,
  })
  const { orderId } = (byIv as { result: { orderId: string } }).result
  const lower = String(Number(quote['bid1Iv']) * 0.9)
  const moved = await post('order/replace', { symbol, orderId, orderIv: lower })
  expect(moved).toMatchObject({ ret_code: 0, result: { order: { orderStatus: 'New' } } })
  expect(Number((moved as { result: { price: string } }).result.price)).toBeLessThan(price)
  const cancelled = await post('order/cancel-all', { symbol })
  expect(cancelled).toMatchObject({ ret_code: 0, result: { list: [{}, {}] } })
  expect(await rows('order/open-list')).toEqual([])
})

test('an option position has its strike and the greeks of one coin', async () => {
  const { symbol, quote } = await callAtMoney()
  const bought = { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' }
  expect(await post('order/create', bought)).toMatchObject({ ret_code: 0 })
  const [position] = await rows('position/list')
  expect(position).toMatchObject({
    symbol,
    side: 'Buy',
    size: '0.10',
    marketsType: 'Option',
    positionIM: '0',
    positionMM: '0',
    liqPrice: '',
    strikePrice: symbol.split('-')[2],
  })
  const { greeks } = position as unknown as { readonly greeks: Row }
  // Those of one coin, as in the quotes, though 0.1 is held.
  for (const name of ['delta', 'gamma', 'vega', 'theta']) {
    const ratio = Number(greeks[name]) / Number(quote[name])
    expect([name, ratio]).toEqual([name, expect.closeTo(1, 1)])
  }
  expect(Number(greeks['iv'])).toBeCloseTo(Number(quote['markIv']), 2)
})

test('fills and ended orders of options go to their own topics, which have no other contracts', async () => {
  const { exchange, readModel, alerts, clock } = venue.parts
  const publisher = new Publisher({ exchange, readModel, alerts, clock })
  const account = accountId(Math.max(...exchange.views.accounts()))
  const frames = new Map<string, string[]>()
  // Their topic of liquidations is tested with a liquidation (liquidation.test.ts).
  const own = ['userOptionTrade', 'userOptionOrderHistory'] as const
  const kinds = [...own, 'userExecution', 'userOrder'] as const
  for (const kind of kinds) {
    const texts: string[] = []
    frames.set(kind, texts)
    publisher.add(
      { kind },
      { take: (_channel, frame) => void texts.push(frame.toString()), fail: () => undefined },
      account,
    )
  }
  const { symbol } = await callAtMoney()
  await post('order/create', { symbol, side: 'Buy', orderType: 'Market', qty: '0.03' })
  await post('order/create', { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' })
  await new Promise((resolve) => setImmediate(resolve))
  const said = (kind: (typeof kinds)[number]): string => frames.get(kind)?.join('') ?? ''
  expect(said('userOptionTrade')).toContain('user.unify.option.trade.notify')
  expect(said('userOptionTrade')).toContain(symbol)
  expect(said('userOptionOrderHistory')).toContain('user.unify.option.orderHistory')
  expect(said('userOptionOrderHistory')).toContain(symbol)
  // The topics of all contracts have both.
  for (const kind of ['userExecution', 'userOrder'] as const) {
    expect(said(kind)).toContain(symbol)
    expect(said(kind)).toContain('"BTCUSDT"')
  }
  for (const kind of own) expect(said(kind)).not.toContain('BTCUSDT"')
  publisher.stop()
})

test('an all-or-none batch places all legs or none, and a refusal names the leg', async () => {
  const { symbol, quote } = await callAtMoney()
  const leg = { symbol, side: 'Buy', orderType: 'Market', qty: '0.01' }
  const rest = { ...leg, orderType: 'Limit', price: quote['bid1Price'], qty: '0.02' }
  const openOrders = async () => (await rows('order/open-list')).length
  const before = await openOrders()
  const refused = await post('order/create-batch', {
    allOrNone: true,
    request: [rest, { ...leg, qty: '499' }],
  })
  expect(refused).toMatchObject({ ext_map: { leg: '2' } })
  const unread = await post('order/create-batch', {
    allOrNone: true,
    request: [rest, { ...leg, orderIv: 'x' }],
  })
  expect(unread).not.toMatchObject({ ret_code: 0 })
  expect(await openOrders()).toBe(before)
  const done = await post('order/create-batch', { allOrNone: true, request: [leg, rest] })
  expect(done).toMatchObject({ ret_code: 0, result: { list: [{ code: 0 }, { code: 0 }] } })
  expect(await openOrders()).toBe(before + 1)
  await post('order/cancel-all', { symbol })
})

test('the quotes of a chain are pushed as a whole, then as the fields that changed', async () => {
  const { exchange, readModel, alerts, clock } = venue.parts
  const publisher = new Publisher({ exchange, readModel, alerts, clock })
  const frames: string[] = []
  const channel = publisher.add(
    { kind: 'optionQuotes', baseCoin: 'BTC', settleCoin: 'USDC' },
    { take: (_channel, frame) => void frames.push(frame.toString()), fail: () => undefined },
  )
  type Message = { topic: string; data: { indexPrice: string; list: Row[] } }
  const read = (frame: string): Message => JSON.parse(frame.slice(frame.indexOf('{'))) as Message
  const first = read(channel?.snapshot().toString() ?? '')
  expect(first.topic).toBe('option_quotes.BTC.USDC')
  expect(first.data.list).toEqual(await rows(`option/quotes?${chainPath}`))
  await step(8)
  const last = channel?.feed.changes() as Message['data'] | undefined
  // What the publisher has pushed meanwhile by its own clock counts as well.
  const updates = [
    ...frames.map((frame) => read(frame).data),
    ...(last === undefined ? [] : [last]),
  ]
  const changes = updates.flatMap(({ list }) => list)
  expect(changes.length).toBeGreaterThan(0)
  const known = new Map(first.data.list.map((row) => [row['symbol'], row]))
  for (const change of changes) {
    known.set(change['symbol'], { ...known.get(change['symbol']), ...change })
  }
  expect([...known.values()]).toEqual(await rows(`option/quotes?${chainPath}`))
  publisher.stop()
})

test('the explanation of a fill has the volatility of its price', async () => {
  const { symbol, quote } = await callAtMoney()
  const bought = { symbol, side: 'Buy', orderType: 'Market', qty: '0.01' }
  const { result } = (await post('order/create', bought)) as { readonly result: Row }
  const path = `account/explain-row?row=order&symbol=${symbol}&orderId=${result['orderId'] ?? ''}`
  type Step = { readonly event: string; readonly numbers: Row }
  const answer = (await get(path)) as { readonly result: { readonly steps: readonly Step[] } }
  const filled = answer.result.steps.find(({ event }) => event === 'OrderFilled')
  expect(Number(filled?.numbers['tradeIv'])).toBeCloseTo(Number(quote['ask1Iv']), 1)
  const forward = Number(filled?.numbers['forwardPrice'])
  expect(Math.abs(forward / Number(quote['underlyingPrice']) - 1)).toBeLessThan(0.01)
})

const held = async () =>
  (await rows('position/list'))
    .map(({ symbol, side, size }) => ({ symbol, side, size }))
    .filter(({ size, symbol }) => Number(size) > 0 && symbol !== 'BTCUSDT')

/** A short put spread: the nearer put below the money is sold, a farther one bought. */
async function putSpread(qty: string) {
  const quotes = (await rows(`option/quotes?${chainPath}`)).filter(
    ({ symbol = '', bid1Price, ask1Price }) =>
      symbol.endsWith('-P') && bid1Price !== '' && ask1Price !== '',
  )
  const last = quotes.at(-1)?.['symbol']?.split('-')[1]
  const puts = quotes.filter(({ symbol = '', delta }) => {
    return symbol.split('-')[1] === last && Number(delta) > -0.45
  })
  const [far, near] = puts.slice(-2).map(({ symbol = '' }) => symbol)
  const order = { orderType: 'Market', qty }
  return [
    { ...order, symbol: far, side: 'Buy' },
    { ...order, symbol: near, side: 'Sell' },
  ]
}

test('the preview of several orders equals the wallet after sending them, and has both margin modes', async () => {
  for (const { symbol } of await held()) {
    await post('position/close-all', { symbol })
  }
  const request = await putSpread('0.1')
  const previewed = (await post('order/preview-batch', { request })) as {
    readonly result: {
      readonly marginMode: string
      readonly fills: readonly Row[]
      readonly fees: readonly Row[]
      readonly standings: readonly {
        readonly marginMode: string
        readonly code: number
        readonly after: Row
      }[]
    }
  }
  const { marginMode, fills, fees, standings } = previewed.result
  expect(marginMode).toBe('REGULAR_MARGIN')
  expect(fills.map(({ symbol, side }) => [symbol, side])).toEqual(
    request.map(({ symbol, side }) => [symbol, side]),
  )
  expect(fees).toHaveLength(1)
  const [regular, portfolio] = standings
  expect([regular?.code, portfolio?.code]).toEqual([0, 0])
  expect([regular?.marginMode, portfolio?.marginMode]).toEqual([
    'REGULAR_MARGIN',
    'PORTFOLIO_MARGIN',
  ])
  const sent = await post('order/create-batch', { request, allOrNone: true })
  expect(sent).toMatchObject({ ret_code: 0, result: { list: [{ code: 0 }, { code: 0 }] } })
  const { result: wallet } = (await get('account/wallet')) as { readonly result: Row }
  expect(wallet).toEqual(regular?.after)
  // In portfolio margin the long put covers the short one; in regular margin it does not.
  expect(Number(portfolio?.after['totalMaintenanceMargin'])).toBeLessThan(
    Number(regular?.after['totalMaintenanceMargin']),
  )
})

test('if one leg of an all-or-none batch cannot be filled none is sent, and the refusal names it', async () => {
  const before = await held()
  const [leg] = await putSpread('0.1')
  const tooLow = { orderType: 'Limit', price: '5', timeInForce: 'FillOrKill' }
  const request = [leg, { ...leg, ...tooLow }]
  const refused = await post('order/create-batch', { request, allOrNone: true })
  expect(refused).toMatchObject({
    ext_map: { problem: 'batchNotFillable', leg: '2', fillable: '0.00' },
  })
  expect(await held()).toEqual(before)
  // Without allOrNone each order is answered separately.
  const each = await post('order/create-batch', { request: [leg, { ...leg, qty: '0' }] })
  expect(each).toMatchObject({ ret_code: 0, result: { list: [{ code: 0 }, {}] } })
})

test('the tickers of all markets have no options', async () => {
  const tickers = await rows('public/tickers')
  expect(tickers.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'BTC/USDT'])
})
