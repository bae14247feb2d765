// Every method that ccxt says its `bybit` has, called on a venue: it answers, about the market that
// was asked, or is refused by name (issue 17; the table is printed in docs/api/ccxt.md).

import ccxt from 'ccxt'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { loanCommands } from '@basis/server/instruments/loans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ccxtMethods,
  ccxtWatches,
  sizeOf,
  type CcxtExchange,
  type CcxtMethod,
  type MarketKind,
} from './ccxt-methods.ts'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { ccxtClient } from './unmodified-clients.ts'

let live: LiveVenue
let exchange: CcxtExchange
const symbols: Record<MarketKind, string> = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  inverse: 'BTC/USD:BTC',
  option: '',
}

beforeAll(async () => {
  live = await startLiveVenue(['BTCUSDT', 'BTC/USDT', 'BTCUSD'], { hasOptions: true })
  const trader = await live.open()
  const { account } = trader
  const usdc = amount(100_000n * 100_000_000n)
  await live.venue.parts.exchange.submit({ kind: 'Deposit', account, coin: 'USDC', amount: usdc })
  await prepare()
  exchange = await ccxtClient(live.origin, trader)
  await exchange.loadMarkets()
  const chain = await exchange.fetchOptionChain('BTC')
  const offered = Object.values(chain).find(({ askPrice }) => Number(askPrice) > 0)
  symbols.option = offered?.symbol ?? ''
  for (const symbol of [symbols.spot, symbols.swap, symbols.inverse]) {
    const size = sizeOf(symbol)
    await exchange.createOrder(symbol, 'market', 'buy', size)
    await exchange.createOrder(symbol, 'market', 'sell', size)
  }
})
afterAll(async () => {
  await exchange.close()
  await live.stop()
  expect(live.failures).toEqual([])
})

/** Inverse contracts are quoted five dollars deep, and nothing is lent: more is tried here. */
async function prepare(): Promise<void> {
  const { parts, maker } = live.venue
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

const doneBy = Object.entries({ ...ccxtMethods, ...ccxtWatches })

test('the tables name what ccxt has, and nothing else', () => {
  const has = Object.entries(exchange.has).flatMap(([name, isThere]) =>
    (isThere === true || isThere === 'emulated') && typeof exchange[name] === 'function'
      ? [name]
      : [],
  )
  // What its base class has for all exchanges, by calls of the others.
  const emulated = ['fetchCurrenciesWs']
  const own = has.filter((name) =>
    /^(fetch|watch|unWatch|create|edit|cancel|set|borrow|repay|transfer|withdraw)/.test(name),
  )
  const named = new Set(doneBy.map(([name]) => name))
  expect(own.filter((name) => !named.has(name) && !emulated.includes(name))).toEqual([])
})

/** The symbols that an answer is about. */
function symbolsIn(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(symbolsIn)
  const symbol = (answer as { readonly symbol?: unknown } | undefined)?.symbol
  return typeof symbol === 'string' ? [symbol] : []
}

/** Rows of a batch name their symbol alone, which ccxt takes for a pair's. */
const batches: readonly CcxtMethod[] = [
  'createOrders',
  'editOrders',
  'cancelOrders',
  'cancelOrdersForSymbols',
].flatMap((name) => ccxtMethods[name] ?? [])

async function outcomeOf(method: CcxtMethod, symbol: string): Promise<string> {
  const { call, refusal } = method
  try {
    const answer = await call(exchange, symbol)
    if (refusal !== undefined) return `answers, and is said to be refused with ${refusal}`
    if (answer === undefined || answer === null) return 'answers nothing'
    const isTold = symbol !== '' && !batches.includes(method)
    const others = symbolsIn(answer).filter((each) => isTold && each !== symbol)
    return others.length === 0 ? 'answers' : `answers about ${others[0]}`
  } catch (error) {
    const { name, message } = error as Error
    const isNamed = error instanceof ccxt.ExchangeError || error instanceof ccxt.BadRequest
    if (refusal !== undefined && isNamed && message.includes(refusal)) return 'answers'
    return `${name}: ${message.slice(0, 300)}`
  }
}

const kinds = (markets: readonly MarketKind[]): readonly (MarketKind | undefined)[] =>
  markets.length === 0 ? [undefined] : markets

const rest = Object.entries(ccxtMethods).flatMap(([name, method]) =>
  kinds(method.markets).map((kind) => [name, kind, method] as const),
)
test.each(rest)('%s %s', async (_, kind, method) => {
  expect(await outcomeOf(method, kind === undefined ? '' : symbols[kind])).toBe('answers')
})

type Form = readonly [
  name: string,
  send: (x: CcxtExchange) => Promise<unknown>,
  path: string,
  fields: object,
]
const { spot, swap, inverse } = symbols
const linearBtc = { category: 'linear', symbol: 'BTCUSDT' } as const
const spotBtc = { category: 'spot', symbol: 'BTCUSDT' } as const
const buy = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' } as const
const create = '/v5/order/create'
const rising = { triggerPrice: 66_000, triggerDirection: 'ascending' }
const tpsl = { takeProfit: { triggerPrice: 70_000 }, stopLoss: { triggerPrice: 59_000 } }
/** What ccxt's own static request tests send, at prices of this venue. */
const forms: readonly Form[] = [
  [
    'limit',
    (x) => x.createOrder(swap, 'limit', 'buy', 0.01, 60_000),
    create,
    { ...linearBtc, ...buy },
  ],
  [
    'spot limit',
    (x) => x.createOrder(spot, 'limit', 'buy', 0.01, 60_000),
    create,
    { ...spotBtc, ...buy },
  ],
  [
    'post-only',
    (x) => x.createOrder(spot, 'limit', 'buy', 0.01, 60_000, { postOnly: true }),
    create,
    { ...spotBtc, ...buy, timeInForce: 'PostOnly' },
  ],
  [
    'trigger above',
    (x) => x.createOrder(swap, 'limit', 'buy', 0.01, 60_000, rising),
    create,
    { ...linearBtc, ...buy, triggerDirection: 1, triggerPrice: '66000' },
  ],
  [
    'spot trigger',
    (x) => x.createOrder(spot, 'limit', 'buy', 0.01, 60_000, { triggerPrice: 66_000 }),
    create,
    { ...spotBtc, ...buy, triggerPrice: '66000', orderFilter: 'StopOrder' },
  ],
  [
    'spot market in base coin',
    (x) => x.createOrder(spot, 'market', 'buy', 0.01),
    create,
    { ...spotBtc, side: 'Buy', orderType: 'Market', marketUnit: 'baseCoin', qty: '0.01' },
  ],
  [
    'spot market by cost',
    (x) => x.createMarketSellOrderWithCost(spot, 65),
    create,
    { ...spotBtc, side: 'Sell', orderType: 'Market', marketUnit: 'quoteCoin', qty: '65' },
  ],
  [
    'inverse',
    (x) => x.createOrder(inverse, 'limit', 'buy', 650, 60_000),
    create,
    { category: 'inverse', symbol: 'BTCUSD', ...buy, qty: '650' },
  ],
  [
    'attached TP/SL',
    (x) => x.createOrder(swap, 'limit', 'buy', 0.01, 60_000, tpsl),
    create,
    { ...linearBtc, ...buy, takeProfit: '70000', stopLoss: '59000' },
  ],
  [
    'attached limit TP/SL',
    (x) =>
      x.createOrder(swap, 'limit', 'buy', 0.01, 60_000, {
        takeProfit: { triggerPrice: 70_000, price: 69_000 },
        stopLoss: { triggerPrice: 59_000, price: 58_000 },
      }),
    create,
    {
      ...linearBtc,
      ...buy,
      takeProfit: '70000',
      stopLoss: '59000',
      tpslMode: 'Partial',
      tpOrderType: 'Limit',
      tpLimitPrice: '69000',
      slOrderType: 'Limit',
      slLimitPrice: '58000',
    },
  ],
  ['cancel all of a market', (x) => x.cancelAllOrders(swap), '/v5/order/cancel-all', linearBtc],
  [
    'cancel all that wait',
    (x) => x.cancelAllOrders(spot, { trigger: true }),
    '/v5/order/cancel-all',
    { ...spotBtc, orderFilter: 'StopOrder' },
  ],
  ['cancel all', (x) => x.cancelAllOrders(spot), '/v5/order/cancel-all', spotBtc],
  [
    'cancel all inverse',
    (x) => x.cancelAllOrders(inverse),
    '/v5/order/cancel-all',
    { category: 'inverse' },
  ],
  [
    'hedge mode and back',
    (x) => x.setPositionMode(true, swap).then(() => x.setPositionMode(false, swap)),
    '/v5/position/switch-mode',
    { ...linearBtc, mode: 0 },
  ],
  [
    'margin mode',
    (x) => x.setMarginMode('cross', swap),
    '/v5/account/set-margin-mode',
    { setMarginMode: 'REGULAR_MARGIN' },
  ],
  [
    'leverage',
    (x) => x.setLeverage(6, swap),
    '/v5/position/set-leverage',
    { ...linearBtc, buyLeverage: '6', sellLeverage: '6' },
  ],
  [
    'transfer',
    (x) => x.transfer('USDT', 1, 'unified', 'funding'),
    '/v5/asset/transfer/inter-transfer',
    { fromAccountType: 'UNIFIED', toAccountType: 'FUND', coin: 'USDT', amount: '1' },
  ],
]
test.each(forms)(
  'the form of ccxt’s static request tests is taken: %s',
  async (_, send, path, fields) => {
    const sent: { readonly url: string; readonly body: unknown }[] = []
    const fetching = exchange.fetch.bind(exchange)
    exchange.fetch = (url, method, headers, body) => {
      if (method === 'POST') sent.push({ url, body: JSON.parse(String(body)) })
      return fetching(url, method, headers, body)
    }
    try {
      await send(exchange)
    } finally {
      exchange.fetch = fetching
    }
    const last = sent.at(-1)
    expect(last?.url).toBe(`${live.origin}${path}`)
    expect(last?.body).toMatchObject(fields)
  },
)

/** Somebody trades as long as something is waited for. */
async function whileTrading<Answer>(symbol: string, waiting: Promise<Answer>): Promise<Answer> {
  let isOver = false
  const trading = (async () => {
    for (let side = 'buy'; !isOver; side = side === 'buy' ? 'sell' : 'buy') {
      const size = sizeOf(symbol)
      await exchange.createOrder(symbol, 'market', side as 'buy', size)
      // An account may send ten orders a second; it sends none once the answer is there.
      await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 100))])
    }
  })()
  const answer = await Promise.race([waiting, trading.then(() => waiting)])
  isOver = true
  await trading
  return answer
}

const sockets = Object.entries(ccxtWatches).flatMap(([name, method]) =>
  kinds(method.markets).map((kind) => [name, kind, method] as const),
)
test.each(sockets)('%s %s', async (name, kind, method) => {
  const symbol = kind === undefined ? '' : symbols[kind]
  const waiting = name === 'watchLiquidations' ? whileFalling : whileTrading
  const needsTrade = name.startsWith('watch') && kind !== 'option'
  const outcome = outcomeOf(method, symbol)
  const traded = symbol === '' ? symbols.swap : symbol
  expect(await (needsTrade ? waiting(traded, outcome) : outcome)).toBe('answers')
})

/** A trader with the highest leverage falls with the price of bitcoin. */
async function whileFalling<Answer>(_: string, waiting: Promise<Answer>): Promise<Answer> {
  const { parts, clock } = live.venue
  const victim = await ccxtClient(live.origin, await live.open())
  await victim.loadMarkets()
  await victim.setMarginMode('isolated')
  await victim.setLeverage(100, symbols.swap)
  await victim.createOrder(symbols.swap, 'market', 'buy', 0.5)
  await parts.exchange.submit({ kind: 'CancelAllOrders', account: accountId(live.venue.maker) })
  const indexE8 = priceE8(58_000 * 100_000_000)
  const prices = [{ symbol: symbolId('BTCUSDT'), indexE8 }]
  for (let second = 0; second < 320; second += 1) {
    clock.advance(1000)
    await parts.exchange.submit({ kind: 'UpdatePrices', prices })
  }
  const answer = await waiting
  await victim.close()
  return answer
}
