// The index price of a coin reaches each of its instruments on its tick grid, and continues after
// a restart.

import { createEngine } from '@basis/engine/engine'
import { expect, test } from 'vitest'
import { listings } from '../instruments/listings.ts'
import { isMoney } from '../instruments/spot/spot-coins.ts'
import { createIndexFeed } from './index-feed.ts'
import { createQuoteRate } from './quote-rate.ts'
import { simulationStartOf } from './simulation-start.ts'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'

const startMs = Date.UTC(2026, 10, 23, 9)
const symbols = listings.map(({ instrument }) => instrument.symbol)

test('the first command has all instruments, each on its tick grid, with one price for each coin', () => {
  const feed = createIndexFeed({ seed: 1, listings, views: createEngine().views })
  const rate = createQuoteRate(1)
  for (let i = 1; i <= 40; i += 1) {
    const prices = feed.next(startMs + 250 * i)?.prices ?? []
    if (i === 1) expect(prices.map(({ symbol }) => symbol)).toEqual(symbols)
    for (const { symbol, indexE8 } of prices) {
      const listing = listings.find(({ instrument }) => instrument.symbol === symbol)
      if (listing === undefined) throw new Error(`${symbol} is not listed`)
      const { tickSizeE8, quoteCoin } = listing.instrument
      expect(indexE8 % tickSizeE8).toBe(0)
      const spot = prices.find((other) => other.symbol === `${listing.coin}/USDT`)
      // Pairs quoted in bitcoin, and fiat and stable coins, have their own test.
      if (spot === undefined || quoteCoin === 'BTC' || isMoney(listing.coin)) continue
      const expectedE8 = spot.indexE8 * rate(quoteCoin, startMs + 250 * i)
      expect(Math.abs(expectedE8 - indexE8)).toBeLessThanOrEqual(tickSizeE8 / 2 + 1)
    }
  }
})

test('perpetuals of volatile coins get an index at every step, others once a second, pairs every two', () => {
  const feed = createIndexFeed({ seed: 1, listings, views: createEngine().views })
  feed.next(startMs)
  const counts = new Map<string, number>()
  for (let i = 1; i <= 8; i += 1) {
    for (const { symbol } of feed.next(startMs + 250 * i)?.prices ?? []) {
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
    }
  }
  expect(counts.get('BTCUSDT')).toBe(8)
  expect(counts.get('DOTUSDT')).toBe(2)
  expect(counts.get('DOT/USDT')).toBe(1)
  expect([...counts.values()].every((count) => count >= 1)).toBe(true)
})

test('coins that are collateral get a dollar price, once a second', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const feed = () => createIndexFeed({ seed: 1, listings, views: exchange.views })
  expect(feed().next(startMs)?.coins).toBeUndefined()
  await exchange.submit({ kind: 'ListCoin', coin: 'BTC', ratioE4: 9_800 })
  const fed = feed()
  const sent = Array.from({ length: 8 }, (_step, i) => fed.next(startMs + 250 * i)?.coins)
  expect(sent.map((coins) => coins?.map(({ coin }) => coin))).toEqual([
    ['BTC'],
    undefined,
    undefined,
    undefined,
    ['BTC'],
    undefined,
    undefined,
    undefined,
  ])
  expect(Number(sent[0]?.[0]?.usdE8) / 65_000e8).toBeCloseTo(1, 0)
})

test('the feed begins at the end of history, at prices that are not round, and continues after a restart', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const first = createIndexFeed({ seed: 1, listings, views: exchange.views })
  const opening = first.next(startMs)
  const { plans } = await startOf(1)
  const round: string[] = []
  opening?.prices.forEach(({ symbol, indexE8 }, i) => {
    const { instrument, startPriceTicks = 0 } = listings[i] ?? {}
    const roundE8 = (instrument?.tickSizeE8 ?? 0) * startPriceTicks
    expect(Math.abs(indexE8 / roundE8 - 1)).toBeLessThan(0.2)
    if (Math.abs(indexE8 / roundE8 - 1) < 0.0001) round.push(symbol)
    const { startPriceTicks: endTicks = 0, tickSizeE8 = 0 } = plans[i] ?? {}
    expect(indexE8 / (endTicks * tickSizeE8)).toBeCloseTo(1, 2)
  })
  expect(round.length).toBeLessThan(listings.length / 5)
  const other = await startOf(2)
  expect(other.plans[0]?.startPriceTicks).not.toBe(plans[0]?.startPriceTicks)
  const moved = opening?.prices.map(({ symbol, indexE8 }, i) => {
    const tick = listings[i]?.instrument.tickSizeE8 ?? 1
    return { symbol, indexE8: (Math.round((1.3 * indexE8) / tick) * tick) as typeof indexE8 }
  })
  await exchange.submit({ kind: 'UpdatePrices', prices: moved ?? [] })
  const again = createIndexFeed({ seed: 1, listings, views: exchange.views })
  again.next(startMs + 250)?.prices.forEach(({ symbol, indexE8 }, i) => {
    // Fiat and stable coins depend on the time only, and pairs in bitcoin on an unchanged ratio.
    if (symbol.endsWith('/BTC') || isMoney(listings[i]?.coin ?? '')) return
    expect(indexE8 / (moved?.[i]?.indexE8 ?? 0)).toBeCloseTo(1, 2)
  })
})

/** The end of history for a new journal. */
function startOf(seed: number) {
  const journal = { fact: () => undefined, setFact: () => Promise.resolve() }
  return simulationStartOf({ journal, seed, folder: '', listings, nowMs: startMs })
}

test('a journal that began earlier keeps its jump rule for the past, a new one has the later rule', async () => {
  const ruleOf = async (facts: Map<string, string>) => {
    const journal = {
      fact: (name: string) => facts.get(name),
      setFact: (name: string, value: string) => Promise.resolve(void facts.set(name, value)),
    }
    const given = { journal, seed: 1, folder: '', listings, nowMs: startMs }
    return (await simulationStartOf(given)).plans[0]?.everyCoinJumps
  }
  const begun = new Map<string, string>()
  expect(await ruleOf(begun)).toBe(false)
  expect(await ruleOf(begun)).toBe(false)
  const earlier = new Map([['seed', '1']])
  expect(await ruleOf(earlier)).toBe(true)
  expect(await ruleOf(earlier)).toBe(true)
})

test('a clock that is set back skips one step, and a long pause is one bounded step', () => {
  const feed = createIndexFeed({ seed: 1, listings, views: createEngine().views })
  const before = feed.next(startMs)?.prices[0]?.indexE8 ?? 0
  expect(feed.next(startMs - 3_600_000)).toBeUndefined()
  const back = feed.next(startMs - 3_600_000 + 250)?.prices[0]?.indexE8 ?? 0
  expect(back).toBeGreaterThan(0)
  expect(Math.abs(back / before - 1)).toBeLessThan(0.005)
  const after = feed.next(startMs + 86_400_000)?.prices[0]?.indexE8 ?? 0
  expect(Math.abs(after / before - 1)).toBeLessThan(0.005)
})

test('a pair in bitcoin is the quotient of two prices, a fiat or stable coin has its rate', () => {
  const feed = createIndexFeed({ seed: 1, listings, views: createEngine().views })
  const prices = new Map(
    feed.next(startMs)?.prices.map((each) => [String(each.symbol), each.indexE8]),
  )
  const of = (symbol: string) => Number(prices.get(symbol)) / 1e8
  expect(of('ETH/BTC') / (of('ETH/USDT') / of('BTC/USDT'))).toBeCloseTo(1, 3)
  expect(of('USDT/EUR')).toBeCloseTo(createQuoteRate(1)('EUR', startMs), 5)
  expect(of('USDC/USDT')).toBeCloseTo(1 / createQuoteRate(1)('USDC', startMs), 4)
  expect(of('BTC/EUR') / (of('BTC/USDT') * of('USDT/EUR'))).toBeCloseTo(1, 4)
})
