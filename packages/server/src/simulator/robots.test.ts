// The whole simulated market: a real engine in memory, a clock set by the test, all robots.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, unitE8 } from '@basis/domain/numbers/fixed'
import type { PlaceOrder } from '@basis/engine/commands'
import type { EventBatch } from '@basis/engine/events'
import { beforeAll, describe, expect, test } from 'vitest'
import { ExchangeBusy, type Exchange } from '../exchange/exchange.ts'
import { listings } from '../instruments/listings.ts'
import {
  createInMemoryExchange,
  play,
  type InMemoryExchange,
} from '../../testing/in-memory-exchange.ts'
import { proofLength } from '../../../../checks/proof-length.ts'
import { MarketControl } from './market-control.ts'
import { createSimulatedMarket } from './robots.ts'
import { gridOwners } from './robots/bots/grid-owners.ts'
import { groupOf, quoters, robotAccounts } from './robots/accounts.ts'
import { quoteOf } from './robots/quote-commands.ts'

const startMs = Date.UTC(2026, 10, 23, 9)
const seed = 42
const quoted = listings.filter(
  ({ hasRobots, instrument }) => hasRobots && instrument.status === 'Trading',
)
/** All pairs except bitcoin and ether in USDT have short books. */
const isShort = (symbol: string): boolean =>
  symbol.includes('/') && symbol !== 'BTC/USDT' && symbol !== 'ETH/USDT'
const makers = [...new Set(quoted.map(({ instrument }) => groupOf(instrument).maker))]
const quotedSymbols = quoted.map(({ instrument }) => instrument.symbol)

/** Enough for a test of one book: a world of all markets takes ten times the work. */
const ofTwoCoins = listings.filter(({ coin }) => coin === 'BTC' || coin === 'ETH')

function open(venue: InMemoryExchange, given = seed, quotedListings = listings) {
  const failures: unknown[] = []
  const market = createSimulatedMarket({
    exchange: venue.exchange,
    seed: given,
    listings: quotedListings,
    onFailure: (error) => failures.push(error),
  })
  return { market, failures }
}

function linesOf(venue: InMemoryExchange): EventBatch[] {
  const batches: EventBatch[] = []
  venue.exchange.subscribe((batch) => batches.push(batch))
  return batches
}

const livedSeconds = proofLength(60, 24)

describe('a minute of a market', () => {
  const venue = createInMemoryExchange(listings, startMs)
  const { views } = venue.exchange
  const batches = linesOf(venue)
  const thin: string[] = []
  const crossed: string[] = []
  /** Without a trade in the first three seconds. */
  let silent: readonly string[] | undefined
  let failures: unknown[] = []
  let startSeq = 0
  const busiest = { count: 0, lastSeq: 0 }

  beforeAll(async () => {
    const { market, failures: found } = open(venue)
    failures = found
    await play(venue, market, { durationMs: 1_000 })
    startSeq = venue.engine.lastSeq()
    busiest.lastSeq = startSeq
    await play(venue, market, { durationMs: livedSeconds * 1_000, observe })
  })

  function observe(): void {
    busiest.count = Math.max(busiest.count, venue.engine.lastSeq() - busiest.lastSeq)
    busiest.lastSeq = venue.engine.lastSeq()
    if (venue.nowMs() >= startMs + 3_000) {
      silent ??= quotedSymbols.filter((symbol) => (views.symbol(symbol)?.lastTicks ?? 0) === 0)
    }
    for (const symbol of quotedSymbols) {
      const least = isShort(symbol) ? 8 : 50
      const depth = views.depth(symbol, least)
      const view = views.symbol(symbol)
      if (depth === undefined || view === undefined) throw new Error(`${symbol} is not listed`)
      if (Math.min(depth.bids.length, depth.asks.length) < least) thin.push(symbol)
      if (view.bestBidTicks >= view.bestAskTicks) crossed.push(symbol)
    }
  }

  test('every quoted book always has fifty levels on both sides, that of a small pair eight', () => {
    expect(thin).toEqual([])
  })

  test('every quoted market has a last price within its first seconds', () => {
    expect(silent).toEqual([])
  })

  test('no book is ever crossed', () => {
    expect(crossed).toEqual([])
  })

  test('the first fifty levels are within the price band, those of a small pair the first eight', () => {
    for (const symbol of quotedSymbols) {
      const depth = views.depth(symbol, isShort(symbol) ? 8 : 50)
      const view = views.symbol(symbol)
      expect(depth?.bids.at(-1)?.priceTicks).toBeGreaterThan(view?.minSellTicks ?? Infinity)
      expect(depth?.asks.at(-1)?.priceTicks).toBeLessThan(view?.maxBuyTicks ?? 0)
    }
  })

  test('robots do not quote the market that is left to people', () => {
    const board = views.depth(symbolId('BSSUSDT'), 50)
    expect([board?.bids, board?.asks]).toEqual([[], []])
    expect(views.symbol(symbolId('BSSUSDT'))?.markE8).toBeGreaterThan(0)
  })

  test('markets trade, and last prices stay within a quarter of a percent of the index', () => {
    const traded = quoted
      .map(({ instrument }) => views.symbol(instrument.symbol))
      .filter((view) => view !== undefined)
      .filter(({ lastTicks }) => lastTicks > 0)
    // A small pair may wait minutes for its first trade.
    expect(traded.length).toBeGreaterThan(0.8 * quoted.length)
    for (const { instrument, lastTicks, indexE8 } of traded) {
      const stray = (lastTicks * instrument.tickSizeE8) / indexE8 - 1
      expect(Math.abs(stray)).toBeLessThan(0.0025)
    }
    const trades = batches.flatMap(({ events }) => events.filter(({ kind }) => kind === 'Traded'))
    expect(trades.length).toBeGreaterThan((400 * livedSeconds) / 60)
  })

  test('robots keep their money, and their initial margin stays small relative to their equity', () => {
    const groups = quoted.map(({ instrument }) => groupOf(instrument))
    const takers = new Set(groups.flatMap((group) => group.takers))
    for (const account of [...makers, ...takers]) {
      const view = views.account(account)
      expect(view?.role).toBe('robot')
      // Robots of pairs in other quote coins only have coins without a dollar price.
      const isPriced = view?.coins.some(({ coin }) => coin === 'USDT' || coin === 'USDC')
      if (isPriced !== true) continue
      expect(view?.equity).toBeGreaterThan(50_000_000n * unitE8)
      // Makers have at most a leverage of two.
      const times = makers.includes(account) ? 2n : 20n
      expect((view?.initialMargin ?? 0n) * times).toBeLessThan(view?.equity ?? 0n)
    }
    expect(views.ledger().every(({ drift }) => drift === 0n)).toBe(true)
  })

  test('simulated owners run grid bots in at least ten markets', () => {
    const bots = views.grids.ofRobots()
    expect(bots).toHaveLength(gridOwners.length)
    expect(new Set(bots.map(({ symbol }) => symbol)).size).toBeGreaterThanOrEqual(10)
    expect(bots.every(({ status, problem }) => status === 'Running' && !problem)).toBe(true)
  })

  test('the market sends few commands a second, also in the busiest second', () => {
    const perSecond = (venue.engine.lastSeq() - startSeq) / livedSeconds
    // Contracts and pairs take 185, option chains and spread combinations the rest.
    expect(perSecond).toBeLessThan(230)
    expect(busiest.count).toBeLessThan(250)
  })

  test('fewer than 0.6 % of the commands are refused', () => {
    const refused = batches.filter(({ events }) => events.some((event) => 'problem' in event))
    expect(refused.length).toBeLessThan(0.006 * batches.length)
    expect(failures).toEqual([])
  })
})

test('the same seed gives the same trades, another seed gives others', async () => {
  const tradesOf = async (given: number, of = listings): Promise<unknown[]> => {
    const venue = createInMemoryExchange(of, startMs)
    const batches = linesOf(venue)
    const durationMs = proofLength(8_000, 3_000)
    await play(venue, open(venue, given, of).market, { durationMs })
    return batches.flatMap(({ events }) => events.filter(({ kind }) => kind === 'Traded'))
  }
  const first = await tradesOf(1)
  expect(first.length).toBeGreaterThan(10)
  expect(await tradesOf(1)).toEqual(first)
  expect(await tradesOf(2, ofTwoCoins)).not.toEqual(await tradesOf(1, ofTwoCoins))
})

test('a restarted market takes over all quotes and continues from the last index', async () => {
  const venue = createInMemoryExchange(listings, startMs)
  const { views } = venue.exchange
  const before = open(venue).market
  await play(venue, before, { durationMs: 10_000 })
  before.stop()
  const indexBefore = quotedSymbols.map((symbol) => views.symbol(symbol)?.indexE8 ?? 0)
  const quotes = () => makers.flatMap((account) => views.openOrders(account))
  const ordersBefore = quotes().length
  const batches = linesOf(venue)
  const { market } = open(venue)
  await play(venue, market, { durationMs: 250 })
  quotedSymbols.forEach((symbol, i) => {
    const now = views.symbol(symbol)?.indexE8 ?? 0
    expect(Math.abs(now / (indexBefore[i] ?? 0) - 1)).toBeLessThan(0.001)
  })
  const places = batches.filter(({ events }) => events[0]?.kind === 'OrderPlaced')
  expect(places.length).toBeLessThan(60)
  expect(batches.some(({ events }) => events[0]?.kind === 'AccountOpened')).toBe(false)
  await play(venue, market, { durationMs: proofLength(10_000, 4_000) })
  const orders = quotes()
  expect(orders.length).toBeLessThan(1.1 * ordersBefore)
  // A forgotten quote would stay while the others follow the price: none may be farther away than
  // the outermost level of a small pair, seen at 3.2 %.
  for (const order of orders) {
    const best = views.bestSide(order.symbol, order.side) ?? 0
    expect(Math.abs(order.priceTicks / best - 1)).toBeLessThan(0.035)
  }
  const others = robotAccounts.filter((account) => !quoters.includes(account))
  for (const account of others) expect(views.openOrders(account)).toEqual([])
})

test('without robots there are prices and no new accounts', async () => {
  const venue = createInMemoryExchange(listings, startMs)
  const { exchange } = venue
  const { views } = exchange
  const silent = createSimulatedMarket({ exchange, seed, listings, robots: false })
  await play(venue, silent, { durationMs: 1_000 })
  expect(views.accounts()).toEqual([])
  for (const { instrument } of listings) {
    expect(views.symbol(instrument.symbol)?.indexE8).toBeGreaterThan(0)
  }
})

test('without robots the quotes of an earlier run are cancelled', async () => {
  const venue = createInMemoryExchange(ofTwoCoins, startMs)
  const { exchange } = venue
  const lively = open(venue, seed, ofTwoCoins).market
  await play(venue, lively, { durationMs: 1_000 })
  lively.stop()
  const quotes = () => quoters.flatMap((account) => exchange.views.openOrders(account))
  expect(quotes().length).toBeGreaterThan(100)
  const robots = false
  const silent = createSimulatedMarket({ exchange, seed, listings: ofTwoCoins, robots })
  await play(venue, silent, { durationMs: 500 })
  expect(quotes()).toEqual([])
})

test('without robots the grid bots of an earlier run are closed and their orders cancelled', async () => {
  const venue = createInMemoryExchange(listings, startMs)
  const { exchange } = venue
  const { views } = exchange
  const lively = open(venue).market
  const running = () =>
    gridOwners.flatMap((owner) =>
      views.grids.bots(owner).filter(({ status }) => status !== 'Ended' && status !== 'Stopping'),
    )
  const kinds = () => new Set(running().map(({ terms }) => terms.mode === 'Spot'))
  for (let k = 0; k < 40 && kinds().size < 2; k += 1) {
    await play(venue, lively, { durationMs: 500 })
  }
  // A spot bot and a futures bot, which are closed differently.
  expect(kinds().size).toBe(2)
  lively.stop()
  const wallets = running().map(({ wallet }) => wallet)
  const orders = () => wallets.flatMap((wallet) => views.openOrders(wallet))
  expect(orders().length).toBeGreaterThan(10)
  const silent = createSimulatedMarket({ exchange, seed, listings, robots: false })
  await play(venue, silent, { durationMs: 500 })
  expect(running()).toEqual([])
  expect(orders()).toEqual([])
})

test('if the exchange is busy the cancelling of earlier quotes is repeated', async () => {
  const venue = createInMemoryExchange(ofTwoCoins, startMs)
  const { exchange } = venue
  const lively = open(venue, seed, ofTwoCoins).market
  await play(venue, lively, { durationMs: 500 })
  lively.stop()
  const quotes = () => quoters.flatMap((account) => exchange.views.openOrders(account))
  expect(quotes().length).toBeGreaterThan(100)
  const busyUntilMs = venue.nowMs() + 1_000
  const busy: Exchange = {
    ...exchange,
    submit: (command) =>
      venue.nowMs() < busyUntilMs
        ? Promise.reject(new ExchangeBusy(100))
        : exchange.submit(command),
  }
  const silent = createSimulatedMarket({
    exchange: busy,
    seed,
    listings: ofTwoCoins,
    robots: false,
  })
  await play(venue, silent, { durationMs: 2_000 })
  expect(quotes()).toEqual([])
})

test('a trader with an account number of a robot prevents robots from starting, but not prices', async () => {
  const venue = createInMemoryExchange(listings, startMs)
  const { exchange } = venue
  await exchange.submit({ kind: 'OpenAccount', account: accountId(1), role: 'trader' })
  const { market, failures } = open(venue)
  await play(venue, market, { durationMs: 1_000 })
  expect(failures.map(String)).toEqual(['Error: Account 1 belongs to a trader'])
  expect(exchange.views.openOrders(accountId(1))).toEqual([])
  expect(exchange.views.accounts()).toEqual([accountId(1)])
  expect(
    exchange.views.symbol(listings[0]?.instrument.symbol ?? symbolId(''))?.indexE8,
  ).toBeGreaterThan(0)
})

const trader = accountId(2000)

/** Opens an account for a trader with the given USDT. */
async function openTrader({ exchange }: InMemoryExchange, dollars = 1_000_000n): Promise<void> {
  await exchange.submit({ kind: 'OpenAccount', account: trader, role: 'trader' })
  const deposit = amount(dollars * unitE8)
  await exchange.submit({ kind: 'Deposit', account: trader, coin: 'USDT', amount: deposit })
}

/** A market of five seconds, which ends with new prices: the next four ticks are of takers. */
async function marketWithTrader(dollars?: bigint) {
  const venue = createInMemoryExchange(ofTwoCoins, startMs)
  const { market } = open(venue, seed, ofTwoCoins)
  await play(venue, market, { durationMs: 5_000 })
  await openTrader(venue, dollars)
  return { venue, market }
}

describe('a trader’s order inside the spread', () => {
  // The perpetuals have spreads of one tick, so that there is no price inside.
  const symbol = symbolId('BTC/USDT')

  const waits = ({ exchange }: InMemoryExchange): boolean =>
    exchange.views.openOrders(trader).length > 0

  const bidInside = ({ exchange }: InMemoryExchange): PlaceOrder =>
    quoteOf(trader, {
      symbol,
      side: 'Buy',
      priceTicks: (exchange.views.bestSide(symbol, 'Buy') ?? 0) + 1,
      lots: 100,
    })

  test('is neither hit nor outbid for some seconds', async () => {
    const { venue, market } = await marketWithTrader()
    const order = bidInside(venue)
    await venue.exchange.submit(order)
    const batches = linesOf(venue)
    await play(venue, market, { durationMs: 3_500 })
    const { views } = venue.exchange
    expect(views.openOrders(trader)[0]?.leavesLots).toBe(100)
    expect(views.bestSide(order.symbol, 'Buy')).toBe(order.priceTicks)
    expect(batches.length).toBeGreaterThan(50)
  })

  test('is outbid at once when the price has moved away', async () => {
    const venue = createInMemoryExchange(ofTwoCoins, startMs)
    const { exchange } = venue
    const control = new MarketControl()
    const market = createSimulatedMarket({ exchange, seed, listings: ofTwoCoins, control })
    await play(venue, market, { durationMs: 5_000 })
    await openTrader(venue)
    await exchange.submit(bidInside(venue))
    control.bringNews({ jump: 0.8 })
    const spreads: number[] = []
    const observe = (): void => {
      const view = exchange.views.symbol(symbol)
      if (view !== undefined) spreads.push(view.bestAskTicks - view.bestBidTicks)
    }
    const before = exchange.views.symbol(symbol)?.bestAskTicks ?? 0
    await play(venue, market, { durationMs: 4_500, observe })
    // The price has risen by more than a thousandth, and the book with it.
    expect(exchange.views.symbol(symbol)?.bestBidTicks).toBeGreaterThan(before * 1.001)
    expect(Math.max(...spreads)).toBeLessThan(before * 0.001)
  })

  test('is filled by takers within some minutes', async () => {
    const { venue, market } = await marketWithTrader()
    await venue.exchange.submit(bidInside(venue))
    const batches = linesOf(venue)
    // This takes some seconds or minutes; the loop ends when the order is filled.
    for (let seconds = 0; seconds < 240 && waits(venue); seconds += 5) {
      await play(venue, market, { durationMs: 5_000 })
    }
    const fills = batches.flatMap(({ events }) =>
      events.filter((event) => event.kind === 'OrderFilled' && event.order.account === trader),
    )
    expect(fills.length).toBeGreaterThan(0)
    expect(waits(venue)).toBe(false)
  })
})

test('a spread that a large order has widened is narrow again after 100 ms, at a lower price', async () => {
  const { venue, market } = await marketWithTrader(100_000_000n)
  const { exchange } = venue
  const symbol = symbolId('ETHUSDT')
  const spread = (): number => {
    const view = exchange.views.symbol(symbol)
    return (view?.bestAskTicks ?? 0) - (view?.bestBidTicks ?? 0)
  }
  const best = exchange.views.bestSide(symbol, 'Buy') ?? priceTicks(0)
  const order = { symbol, side: 'Sell', priceTicks: best - 120, lots: 100_000 } as const
  await exchange.submit({ ...quoteOf(trader, order), timeInForce: 'ImmediateOrCancel' })
  expect(spread()).toBeGreaterThan(100)
  await play(venue, market, { durationMs: 100 })
  expect(spread()).toBeLessThan(10)
  // Makers have just bought, so that they do not bid at the former price again.
  expect(exchange.views.bestSide(symbol, 'Buy')).toBeLessThan(best - 60)
})

test('a trader’s many orders near the price do not keep the spread wide', async () => {
  const { venue, market } = await marketWithTrader()
  const { exchange } = venue
  const symbol = symbolId('ETHUSDT')
  for (const side of ['Buy', 'Sell'] as const) {
    const best = exchange.views.bestSide(symbol, side) ?? priceTicks(0)
    // One order every tenth of a basis point, as far as the price moves in a minute.
    for (let step = 1; step <= 60; step += 1) {
      const ticks = best + (side === 'Buy' ? -1 : 1) * Math.round((step * best) / 100_000)
      await exchange.submit(quoteOf(trader, { symbol, side, priceTicks: ticks, lots: 100 }))
    }
  }
  expect(exchange.views.openOrders(trader)).toHaveLength(120)
  const spreads: number[] = []
  const observe = (): void => {
    const view = exchange.views.symbol(symbol)
    if (view !== undefined) spreads.push(view.bestAskTicks - view.bestBidTicks)
  }
  await play(venue, market, { durationMs: 60_000, observe })
  const left = exchange.views.openOrders(trader).length
  expect(left).toBeLessThan(110)
  const tight = spreads.filter((ticks) => ticks === 1).length / spreads.length
  expect(tight).toBeGreaterThan(0.9)
})
