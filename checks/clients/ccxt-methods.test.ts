// Every method that ccxt declares for its `bybit`, called on a venue: it answers about the
// requested market, or is refused with the listed code (issue 17; the table is printed in
// docs/api/ccxt.md).

import ccxt from 'ccxt'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ccxtMethods,
  ccxtWatches,
  sizeOf,
  type CcxtExchange,
  type CcxtMethod,
  type MarketKind,
} from './ccxt-methods.ts'
import { ccxtSymbols, startCcxtVenue } from './ccxt-venue.ts'
import type { LiveVenue } from './live-venue.ts'
import { ccxtClient } from './unmodified-clients.ts'

let live: LiveVenue
let exchange: CcxtExchange
const symbols: Record<MarketKind, string> = { ...ccxtSymbols, option: '' }

beforeAll(async () => {
  const venue = await startCcxtVenue()
  ;({ live, exchange } = venue)
  symbols.option = venue.option
  for (const symbol of Object.values(ccxtSymbols)) {
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

const doneBy = Object.entries({ ...ccxtMethods, ...ccxtWatches })

test('the tables name every method that ccxt declares', () => {
  const has = Object.entries(exchange.has).flatMap(([name, isThere]) =>
    (isThere === true || isThere === 'emulated') && typeof exchange[name] === 'function'
      ? [name]
      : [],
  )
  // Methods of ccxt's base class, which call the others.
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

/** Rows of a batch answer have only a symbol, which ccxt takes for that of a spot pair. */
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
    const hasSymbol = symbol !== '' && !batches.includes(method)
    const others = symbolsIn(answer).filter((each) => hasSymbol && each !== symbol)
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

/** Trades until the promise is settled. */
async function whileTrading<Answer>(symbol: string, waiting: Promise<Answer>): Promise<Answer> {
  let isOver = false
  const trading = (async () => {
    for (let side = 'buy'; !isOver; side = side === 'buy' ? 'sell' : 'buy') {
      const size = sizeOf(symbol)
      await exchange.createOrder(symbol, 'market', side as 'buy', size)
      // An account may send ten orders a second; no order is sent once the answer is there.
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

/** Lets the price of bitcoin fall until a trader with the highest leverage is liquidated. */
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
