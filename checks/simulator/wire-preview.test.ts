// A preview over HTTP equals the outcome of the call to the last digit: random orders and settings
// of one trader, each previewed first, while no other account trades.

import { formatPrice, formatQty, parsePrice } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { calls, type CallName } from '@basis/protocol/calls'
import { listingOf } from '@basis/server/instruments/listings'
import { startTestServer, TestClient, type TestServer } from '@basis/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'

const callCount = proofLength(1200, 60)
const levels = 12

// Prices are constant here; on a live market they would move between the preview and the call.
let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTCPERP', 'BTCUSD', 'BTC/USDT'] })
})
afterAll(() => venue.stop())

test.each([
  ['BTCUSDT', 'one-way', 1],
  ['BTCUSDT', 'hedge', 2],
  ['BTCPERP', 'one-way', 3],
  ['BTCUSD', 'one-way', 4],
  ['BTCUSDT', 'hedge', 5],
] as const)('%s, %s: a preview equals the outcome of the call', async (symbol, mode, seed) => {
  const trader = await Trader.signUp()
  const maker = await Trader.signUp()
  const market = await marketOf(trader, symbol)
  if (mode === 'hedge') await trader.ask('switchMode', { symbol, mode: 3 })
  const played: Played = { compared: 0, fills: 0, refused: 0, resting: 0 }
  const prng = createPrng(seed)
  for (let step = 0; step < callCount; step += 1) {
    if (step % 10 === 0) await refill(maker, market)
    // Resting orders would pile up, and one of the next orders would match them.
    if (step % 25 === 24) await trader.ask('cancelAllOrders', { symbol })
    const { list: open } = await trader.ask<List<OpenOrder>>('openOrders', { symbol })
    await previewAndCall(trader, randomCall(market, mode, open, prng), played)
  }
  expect(played.compared).toBeGreaterThan(callCount / 2)
  expect(played.fills).toBeGreaterThan(callCount / 10)
  expect(played.refused).toBeGreaterThan(callCount / 30)
  expect(played.resting).toBeGreaterThan(callCount / 30)
})

type Played = { compared: number; fills: number; refused: number; resting: number }
type Market = { readonly instrument: Instrument; readonly midTicks: number }

/** A demo trader, who makes calls by their names. */
class Trader {
  readonly #browser = new TestClient(venue.app)

  static async signUp(): Promise<Trader> {
    const trader = new Trader()
    await trader.#browser.becomeTrader()
    return trader
  }

  async call(name: CallName, request: object): Promise<Outcome> {
    const { method, path } = calls[name]
    const query = new URLSearchParams(Object.entries(request)).toString()
    const { body } =
      method === 'GET'
        ? await this.#browser.ask('GET', `${path}?${query}`)
        : await this.#browser.ask('POST', path, request)
    return body['ret_code'] === 0
      ? { kind: 'done', value: body['result'] }
      : { kind: 'refused', code: Number(body['ret_code']) }
  }

  async ask<Answer>(name: CallName, request: object): Promise<Answer> {
    const outcome = await this.call(name, request)
    if (outcome.kind === 'done') return outcome.value as Answer
    throw new Error(`${name} ${JSON.stringify(request)}: ${outcome.code}`)
  }
}

async function marketOf(trader: Trader, symbol: string): Promise<Market> {
  const instrument = listingOf(symbol)?.instrument
  const [ticker] = (await trader.ask<List<{ markPrice: string }>>('tickers', { symbol })).list
  const mid = instrument && ticker && parsePrice(instrument, ticker.markPrice)
  if (instrument === undefined || typeof mid !== 'number') throw new Error(`${symbol} has no mark`)
  return { instrument, midTicks: mid }
}

/** Quotes both sides again, deep enough for every order of the trader. */
async function refill(maker: Trader, { instrument, midTicks }: Market): Promise<void> {
  const { symbol } = instrument
  await maker.ask('cancelAllOrders', { symbol })
  const step = Math.max(1, Math.round(midTicks / 5000))
  const qty = formatQty(instrument, qtyLots(unitOf(instrument, midTicks) * 40))
  for (let level = 1; level <= levels; level += 1) {
    for (const [side, away] of [
      ['Buy', -level],
      ['Sell', level],
    ] as const) {
      const price = formatPrice(instrument, priceTicks(midTicks + away * step))
      await maker.ask('createOrder', { symbol, side, orderType: 'Limit', qty, price })
    }
  }
}

/** About 60 dollars of it, in lots: above the minimum order, and little of the funds. */
function unitOf(instrument: Instrument, midTicks: number): number {
  const price = Number(formatPrice(instrument, priceTicks(midTicks)))
  const perDollar = instrument.kind === 'Inverse' ? 1 : 1 / price
  const lot = Number(formatQty(instrument, qtyLots(1)))
  return Math.max(instrument.minQtyLots, Math.ceil((60 * perDollar) / lot))
}

type List<Item> = { readonly list: readonly Item[] }
type OpenOrder = { readonly orderId: string; readonly orderStatus: string }
type PreviewedCall = {
  readonly preview: CallName
  readonly call: CallName
  readonly request: object
}

function randomCall(
  market: Market,
  mode: 'one-way' | 'hedge',
  open: readonly OpenOrder[],
  prng: Prng,
): PreviewedCall {
  const { symbol } = market.instrument
  const positionIdx = mode === 'hedge' ? 1 + prng.nextBelow(2) : 0
  const place = { symbol, positionIdx }
  const kind = prng.nextBelow(20)
  if (kind === 0) {
    const leverage = String(1 + prng.nextBelow(60))
    const both = mode === 'hedge' ? { sellLeverage: String(1 + prng.nextBelow(60)) } : {}
    return {
      preview: 'previewLeverage',
      call: 'setLeverage',
      request: { symbol, leverage, ...both },
    }
  }
  if (kind === 1) {
    const request = { symbol, isIsolated: prng.nextBelow(2) === 0 }
    return { preview: 'previewMarginMode', call: 'setMarginMode', request }
  }
  if (kind === 2) {
    const addToPositionBalanceE8 = String((prng.nextBelow(41) - 20) * 10 ** 6)
    return {
      preview: 'previewMargin',
      call: 'addMargin',
      request: { ...place, addToPositionBalanceE8 },
    }
  }
  if (kind === 3) {
    const stopLoss = priceAround(market, prng, 60)
    return { preview: 'previewTpSlTs', call: 'setTpSlTs', request: { ...place, stopLoss } }
  }
  if (kind === 4) return { preview: 'previewReverse', call: 'reversePosition', request: place }
  const order = open[prng.nextBelow(Math.max(1, open.length))]
  if (kind <= 7 && order !== undefined) {
    const isWaiting = order.orderStatus === 'Untriggered'
    const to = priceAround(market, prng, 12)
    const request = {
      symbol,
      orderId: order.orderId,
      ...(isWaiting ? { triggerPrice: to } : { price: to }),
    }
    return { preview: 'previewReplace', call: 'replaceOrder', request }
  }
  return { preview: 'previewOrder', call: 'createOrder', request: randomOrder(market, place, prng) }
}

function randomOrder(market: Market, place: { symbol: string; positionIdx: number }, prng: Prng) {
  const chance = (percent: number): boolean => prng.nextBelow(100) < percent
  const { instrument, midTicks } = market
  const units = chance(4) ? 5_000_000 : 1 + prng.nextBelow(60)
  const lots = Math.min(unitOf(instrument, midTicks) * units, 2 ** 45)
  return {
    ...place,
    side: chance(50) ? 'Buy' : 'Sell',
    qty: formatQty(instrument, qtyLots(lots)),
    ...(chance(50)
      ? { orderType: 'Market' }
      : { orderType: 'Limit', price: priceAround(market, prng, 8) }),
    ...(chance(15) ? { timeInForce: chance(50) ? 'ImmediateOrCancel' : 'FillOrKill' } : {}),
    ...(chance(20) ? { reduceOnly: true } : {}),
    ...(chance(12) ? { triggerPrice: priceAround(market, prng, 20) } : {}),
    ...(chance(15) ? { stopLoss: priceAround(market, prng, 60) } : {}),
    ...(chance(10) ? { takeProfit: priceAround(market, prng, 60) } : {}),
  }
}

/** A price at most this many thousandths from the middle, on a tick. */
function priceAround({ instrument, midTicks }: Market, prng: Prng, thousandths: number): string {
  const reach = Math.max(2, Math.floor((midTicks * thousandths) / 1000))
  return formatPrice(instrument, priceTicks(midTicks + prng.nextBelow(2 * reach) - reach))
}

async function previewAndCall(
  trader: Trader,
  { preview, call, request }: PreviewedCall,
  played: Played,
) {
  const answer = await trader.call(preview, request)
  const done = await trader.call(call, request)
  const context = `${call} ${JSON.stringify(request)}`
  if (answer.kind === 'refused') {
    // Unreadable requests are refused by both with the same code.
    expect([context, done]).toEqual([context, answer])
    played.refused += 1
    return
  }
  const seen = answer.value as Seen
  played.compared += 1
  if (seen.code !== 0) {
    expect([context, done]).toEqual([context, { kind: 'refused', code: seen.code }])
    expect([context, seen.after]).toEqual([context, seen.before])
    played.refused += 1
  } else if (call === 'createOrder' || call === 'replaceOrder') {
    expect([context, done.kind]).toEqual([context, 'done'])
    const { order } = (done as { readonly value: { readonly order: Row } }).value
    const promised = seen.orders.find(({ orderId }) => orderId === order['orderId'])
    expect([context, lasting(order)]).toEqual([context, lasting(promised)])
    if (seen.fills.length > 0) played.fills += 1
    if (order['orderStatus'] === 'New') played.resting += 1
  }
  const { symbol } = request as { readonly symbol: string }
  const { list } = await trader.ask<List<Row>>('positionList', { symbol })
  expect([context, lasting(list)]).toEqual([context, lasting(seen.after.positions)])
  expect([context, await trader.ask('wallet', {})]).toEqual([context, seen.after.wallet])
}

type Row = Readonly<Record<string, unknown>>
type Seen = {
  readonly code: number
  readonly orders: readonly Row[]
  readonly fills: readonly Row[]
  readonly before: unknown
  readonly after: { readonly wallet: unknown; readonly positions: unknown }
}
type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: number }

// Times come with the call itself; the ADL rank is a place among all accounts, and the last price
// and dollar values depend on the market.
const comesLater = new Set([
  'lastPrice',
  'positionBalanceUsd',
  'positionIMUsd',
  'positionMMUsd',
  'positionUPLByLastPrice',
  'positionUPLUsd',
  'roiByLastPrice',
  'createdAtE3',
  'updatedAtE3',
  'updatedAt',
  'firstOpenPzTime',
  'adlRankIndicator',
])
const lasting = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (key, each: unknown) => (comesLater.has(key) ? undefined : each)),
      )
