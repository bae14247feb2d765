// The chart's datafeed of the exchange's candles: pages, live bars, resets, search, symbol data.

import { describe, expect, test } from 'vitest'
import { amount } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { LiveCandle } from '../../../stores/candles.ts'
import type { Listing } from '../../../stores/catalogue.ts'
import { createChartDatafeed, searchItems, seriesOf, symbolInfoOf } from './chart-datafeed.ts'
import { tickerOf, type CandleProvider } from './chart-datafeed.ts'

const listing: Listing = {
  symbol: 'BTCUSDT',
  displayName: 'BTC/USDT',
  marketType: 'UsdtPerpetual',
  instrument: { ...btcUsdt, tickSizeE8: 50_000_000, lotSizeE8: 100_000 },
}

const candle = (startMs: number): LiveCandle => ({
  startMs,
  openE8: 100_000_000,
  highE8: 300_000_000,
  lowE8: 50_000_000,
  closeE8: 200_000_000,
  volume: amount(150_000_000n),
  turnover: amount(0n),
})

function setUp(oldestMs: number, given: Partial<CandleProvider> = {}) {
  const asked: number[] = []
  const made: CandleProvider = {
    listing: (symbol) => (symbol === 'BTCUSDT' ? listing : undefined),
    listings: () => [listing],
    candles: (_series, { endMs, count }) => {
      asked.push(count)
      const minute = 60_000
      const last = Math.ceil(endMs / minute) * minute - minute
      const starts = Array.from({ length: count }, (_each, at) => last - (count - 1 - at) * minute)
      const value = starts.filter((start) => start >= oldestMs).map(candle)
      return Promise.resolve({ ok: true, value })
    },
    listen: () => () => undefined,
    companion: () => Promise.resolve([]),
    nowMs: () => 5_000,
    reload: () => undefined,
    words: (reason) => reason,
    ...given,
  }
  return { made, asked }
}

const info = symbolInfoOf(listing, 'BTCUSDT')
const period = { from: 0, to: 120_000, countBack: 1_500, firstDataRequest: true }

describe('bars', () => {
  test('are requested in pages of at most a thousand and joined without a gap', async () => {
    const { made, asked } = setUp(0)
    const bars = await new Promise<number[]>((done, fail) => {
      createChartDatafeed(made).getBars(
        info,
        '1',
        period,
        (list) => done(list.map(({ time }) => time)),
        (reason) => fail(new Error(String(reason))),
      )
    })
    expect(asked).toEqual([1_000, 500])
    expect(bars).toHaveLength(1_500)
    expect(bars.every((time, at) => at === 0 || time - (bars[at - 1] ?? 0) === 60_000)).toBe(true)
  })

  test('end where history ends, with noData if there are none', async () => {
    const { made } = setUp(119_900_000)
    const first = await new Promise<number>((done) => {
      createChartDatafeed(made).getBars(
        info,
        '1',
        period,
        (list) => done(list.length),
        () => done(-1),
      )
    })
    expect(first).toBe(1)
    const none = await new Promise((done) => {
      createChartDatafeed(setUp(999_000_000).made).getBars(
        info,
        '1',
        period,
        (_list, meta) => done(meta?.noData),
        () => done(undefined),
      )
    })
    expect(none).toBe(true)
  })

  test('a failed request is reported with a message', async () => {
    const error = { code: 1, message: '', extMap: {}, hasError: true as const }
    const { made } = setUp(0, {
      candles: () => Promise.resolve({ ok: false, error, isUnknown: false }),
    })
    const reason = await new Promise((done) => {
      createChartDatafeed(made).getBars(info, '1', period, () => done(undefined), done)
    })
    expect(reason).toBe('barsFailed')
  })

  test('after a second snapshot the bars are stale, and the chart requests them again', () => {
    let push: (candles: readonly LiveCandle[], isSnapshot: boolean) => void = () => undefined
    let reloads = 0
    const { made } = setUp(0, {
      reload: () => (reloads += 1),
      listen: (_series, listener) => {
        push = listener
        return () => undefined
      },
    })
    const times: number[] = []
    let resets = 0
    createChartDatafeed(made).subscribeBars(
      info,
      '1',
      (bar) => times.push(bar.time),
      'g',
      () => (resets += 1),
    )
    push([candle(0)], true)
    push([candle(0), candle(60_000)], false)
    expect([times, resets, reloads]).toEqual([[0, 0, 60_000], 0, 0])
    push([candle(120_000)], true)
    expect([resets, reloads]).toEqual([1, 1])
  })

  test('bars that began before the live ones did are requested, too', async () => {
    const pushes: ((startMs: number) => void)[] = []
    let reloads = 0
    const { made } = setUp(0, {
      reload: () => (reloads += 1),
      listen: (_series, listener) => {
        pushes.push((startMs) => listener([candle(startMs)], true))
        return () => undefined
      },
    })
    const feed = createChartDatafeed(made)
    const load = (): Promise<number> =>
      new Promise((done, fail) => {
        const asked = { ...period, to: 120, countBack: 2 }
        feed.getBars(info, '1', asked, (bars) => done(bars.at(-1)?.time ?? 0), fail)
      })
    const follow = (guid: string): void =>
      feed.subscribeBars(
        info,
        '1',
        () => undefined,
        guid,
        () => undefined,
      )
    // The socket opened while the last bar was the open one: nothing is missing.
    expect(await load()).toBe(60_000)
    follow('a')
    pushes[0]?.(60_000)
    expect(reloads).toBe(0)
    // It opened two bars later: the end of one bar is missing, and all of the next.
    await load()
    follow('b')
    pushes[1]?.(180_000)
    expect(reloads).toBe(1)
    // History that is late itself is not requested again and again.
    await load()
    follow('c')
    pushes[2]?.(180_000)
    expect(reloads).toBe(1)
  })

  test('with another symbol or interval the callbacks of the previous one are released', () => {
    const listened: { say: (isSnapshot: boolean) => void; isStopped: boolean }[] = []
    const { made } = setUp(0, {
      listen: (_series, listener) => {
        const series = { say: (is: boolean) => listener([candle(0)], is), isStopped: false }
        listened.push(series)
        return () => {
          series.isStopped = true
        }
      },
    })
    const datafeed = createChartDatafeed(made)
    const resets: string[] = []
    const subscribe = (interval: string) =>
      datafeed.subscribeBars(
        info,
        interval,
        () => undefined,
        interval,
        () => resets.push(interval),
      )
    subscribe('1')
    datafeed.unsubscribeBars('1')
    subscribe('5')
    expect(listened.map(({ isStopped }) => isStopped)).toEqual([true, false])
    listened[1]?.say(true)
    listened[1]?.say(true)
    expect(resets).toEqual(['5'])
  })
})

test('a symbol has its tick as minmov over pricescale', () => {
  expect(info).toMatchObject({ pricescale: 10, minmov: 5, volume_precision: 3, type: 'PERPETUAL' })
  expect(seriesOf(tickerOf('BTCUSDT', 'mark'))).toEqual({ symbol: 'BTCUSDT', source: 'mark' })
  expect(seriesOf('BTC/USDT')).toEqual({ symbol: 'BTC/USDT', source: 'last' })
  expect(searchItems([listing], { input: 'btc', type: 'SPOT' })).toEqual([])
  expect(searchItems([listing], { input: 'btc', type: 'all' })).toHaveLength(1)
})

test('the search filters spot, perpetual and expiry, and leaves out delisted symbols', () => {
  const named = (symbol: string, marketType: Listing['marketType'], given: object = {}) => ({
    ...listing,
    symbol,
    displayName: symbol,
    marketType,
    instrument: { ...listing.instrument, status: 'Trading', ...given } as Instrument,
  })
  const listings = [
    named('BTC/USDT', 'Spot'),
    named('BTCUSDT', 'UsdtPerpetual'),
    named('BTCUSDZ26', 'InverseFutures'),
    named('BTC-26DEC26', 'UsdcFutures'),
    named('BTCOLD', 'UsdtPerpetual', { status: 'Closed' }),
    named('BTCHID', 'UsdtPerpetual', { isHidden: true }),
  ]
  const found = (type: string) =>
    searchItems(listings, { input: ' btc', type }).map(({ symbol }) => symbol)
  expect(found('SPOT')).toEqual(['BTC/USDT'])
  expect(found('PERPETUAL')).toEqual(['BTCUSDT'])
  expect(found('EXPIRY')).toEqual(['BTCUSDZ26', 'BTC-26DEC26'])
  expect(found('')).toHaveLength(4)
  // The exact name comes first, then names that begin with the query, then those that contain it.
  const near = ['WBTCUSDT', 'BTCUSDT', 'BTCUSD'].map((name) => named(name, 'UsdtPerpetual'))
  const foundBy = (input: string) =>
    searchItems(near, { input, type: '' }).map(({ symbol }) => symbol)
  expect(foundBy('btcusd')).toEqual(['BTCUSD', 'BTCUSDT', 'WBTCUSDT'])
  expect(foundBy('')).toEqual(['WBTCUSDT', 'BTCUSDT', 'BTCUSD'])
  const statuses = listings.map((each) => symbolInfoOf(each, each.symbol).symbolStatus)
  expect(statuses.slice(3, 5)).toEqual(['Trading', 'Closed'])
})

test('spec 3, chart-panel symbol config: thirteen fields, with the fractions of the exchange', () => {
  const named = { ...listing, balanceFraction: 6, upnlFraction: 4 }
  const { config } = symbolInfoOf(named, 'BTCUSDT')
  expect(config).toEqual({
    symbol: 'BTCUSDT',
    displayName: 'BTC/USDT',
    coin: 'USDT',
    baseCoin: 'BTC',
    maxQty: formatQty(named.instrument, btcUsdt.maxQtyLots),
    maxMarketQty: formatQty(named.instrument, btcUsdt.maxMarketQtyLots),
    minPrice: formatPrice(named.instrument, btcUsdt.minPriceTicks),
    maxPrice: formatPrice(named.instrument, btcUsdt.maxPriceTicks),
    lotStep: '0.001',
    lotFraction: 3,
    balanceFraction: 6,
    priceFraction: 1,
    upnlFraction: 4,
  })
  // Spec 9: eight decimals by default.
  expect(symbolInfoOf(listing, 'BTCUSDT').config).toMatchObject({
    balanceFraction: 8,
    upnlFraction: 8,
  })
})

describe('companion series of the candles', () => {
  test('a contract has companion series, a spot pair has none', () => {
    expect(symbolInfoOf(listing, 'BTCUSDT').companions).toEqual({
      openInterest: 'BTCUSDT#openInterest',
      fundingRate: 'BTCUSDT#fundingRate',
      longShortRatio: 'BTCUSDT#longShortRatio',
      liquidatedShorts: 'BTCUSDT#liquidatedShorts',
      liquidatedLongs: 'BTCUSDT#liquidatedLongs',
    })
    const pair: Listing = {
      ...listing,
      marketType: 'Spot',
      instrument: { ...listing.instrument, kind: 'Spot' },
    }
    expect(symbolInfoOf(pair, 'BTCUSDT').companions).toEqual({})
    const dated: Listing = { ...listing, marketType: 'UsdtFutures' }
    expect(symbolInfoOf(dated, 'BTCUSDT').companions).not.toHaveProperty('fundingRate')
  })

  test('their bars are the points of the exchange, also below zero', async () => {
    const asked: unknown[] = []
    const { made } = setUp(0, {
      companion: (...question) => {
        asked.push(question)
        return Promise.resolve([{ timeMs: 60_000, value: -0.01 }])
      },
    })
    const feed = createChartDatafeed(made)
    const found = await new Promise<typeof info>((done, fail) =>
      feed.resolveSymbol('BTCUSDT#fundingRate', (one) => done(one as typeof info), fail),
    )
    // The type whose prices may be negative.
    expect(found.type).toBe('spread')
    const bars = await new Promise<unknown>((done, fail) => {
      feed.getBars(found, '1', { ...period, countBack: 10 }, done, fail)
    })
    expect(asked).toEqual([
      [
        'BTCUSDT',
        'fundingRate',
        expect.objectContaining({ resolution: '1', endMs: 120_000_000, count: 10 }),
      ],
    ])
    expect(bars).toEqual([{ time: 60_000, open: -0.01, high: -0.01, low: -0.01, close: -0.01 }])
  })

  test('a failed request is reported as barsFailed', async () => {
    const { made } = setUp(0, { companion: () => Promise.reject(new Error('no')) })
    const feed = createChartDatafeed(made)
    const reason = await new Promise<unknown>((done) => {
      feed.getBars({ ...info, ticker: 'BTCUSDT#openInterest' }, '1', period, () => undefined, done)
    })
    expect(reason).toBe('barsFailed')
  })
})
