// Seeded history: larger candles are folds of minutes, equal seeds give equal candles in any
// order of requests, it ends at the start price, and its statistics are those of a market.

import { describe, expect, test } from 'vitest'
import {
  bucketAfter,
  bucketStart,
  dayMs,
  foldCandles,
  minuteMs,
  resolutions,
  type Candle,
} from '@basis/domain/instrument/candle'
import { createPrng } from '@basis/domain/numbers/prng'
import type { PricePathOptions } from './price-days.ts'
import { createPremium } from './premium.ts'
import { proofLength, proofSeeds } from '../../../../checks/proof-length.ts'
import { createPricePath, type PricePath } from './price-path.ts'

const simulationStartMs = Date.UTC(2026, 10, 21, 9, 37, 12, 345)
const historyEndMs = Date.UTC(2026, 10, 21, 9, 37)

const btc: PricePathOptions = {
  seed: 42,
  coin: 'BTC',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  startPriceTicks: 650_000,
  simulationStartMs,
}
const sol: PricePathOptions = {
  ...btc,
  coin: 'SOL',
  tickSizeE8: 1e6,
  lotSizeE8: 1e7,
  startPriceTicks: 14_000,
}
const doge: PricePathOptions = {
  ...btc,
  coin: 'DOGE',
  tickSizeE8: 1e3,
  lotSizeE8: 1e8,
  startPriceTicks: 20_000,
}

/** Shared by many tests, because they cache their folded candles. */
const btcPath = createPricePath(btc)
const solPath = createPricePath(sol)
const dogePath = createPricePath(doge)
const btcWithOwnJumps = createPricePath({ ...btc, everyCoinJumps: true })

function closes(candles: readonly Candle[]): number[] {
  return candles.map((candle) => candle.close)
}

function logReturns(candles: readonly Candle[]): number[] {
  return candles.map((candle) => Math.log(candle.close / candle.open))
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (x: readonly number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  a.forEach((value, i) => {
    const [da, db] = [value - meanA, (b[i] ?? 0) - meanB]
    ab += da * db
    aa += da * da
    bb += db * db
  })
  return ab / Math.sqrt(aa * bb)
}

function annualVolatility(returns: readonly number[], perYear: number): number {
  return Math.sqrt((perYear * returns.reduce((sum, r) => sum + r * r, 0)) / returns.length)
}

function expectSound(candle: Candle): void {
  const { open, high, low, close, volumeLots, turnover } = candle
  const sound =
    [candle.startMs, open, high, low, close, volumeLots].every(Number.isSafeInteger) &&
    low >= 1 &&
    high >= Math.max(open, close) &&
    low <= Math.min(open, close) &&
    volumeLots >= 1 &&
    turnover > 0n
  if (!sound)
    expect.fail(`unsound candle ${JSON.stringify({ ...candle, turnover: `${turnover}` })}`)
}

const isSame = (one: Candle, other: Candle | undefined): boolean =>
  one.startMs === other?.startMs &&
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low &&
  one.close === other.close &&
  one.volumeLots === other.volumeLots &&
  one.turnover === other.turnover

/** The matcher of two long lists takes longer than all the candles of this file. */
function expectSame(some: readonly Candle[], wanted: readonly Candle[]): void {
  expect(some).toHaveLength(wanted.length)
  const at = some.findIndex((candle, i) => !isSame(candle, wanted[i]))
  if (at >= 0) expect.fail(`candle ${at} differs: ${String(some[at]?.startMs)}`)
}

describe('candles of all resolutions', () => {
  // Thirty-nine days back: a whole month, several weeks, and the partial ones of the start.
  const path = btcPath
  const fromMs = Date.UTC(2026, 9, 12)
  const minutes = path.candles({ resolution: '1', fromMs, toMs: simulationStartMs, limit: 100_000 })

  test('there is a candle for every minute, each opening at the previous close', () => {
    expect(minutes).toHaveLength((historyEndMs - fromMs) / minuteMs)
    minutes.forEach((candle, i) => {
      expectSound(candle)
      if (candle.startMs !== fromMs + i * minuteMs) expect.fail(`gap at ${i}`)
      if (i > 0 && candle.open !== minutes[i - 1]?.close) expect.fail(`step at ${i}`)
    })
  })

  test.each(resolutions)('candles of resolution %s are the fold of their minutes', (resolution) => {
    const folded = new Map<number, Candle>()
    for (const minute of minutes) {
      const startMs = bucketStart(resolution, minute.startMs)
      const known = folded.get(startMs)
      folded.set(startMs, known === undefined ? { ...minute, startMs } : foldCandles(known, minute))
    }
    const whole = [...folded.values()].filter(({ startMs }) => startMs >= fromMs)
    expect(whole.length).toBeGreaterThan(0)
    const asked = path.candles({ resolution, fromMs, toMs: simulationStartMs, limit: 100_000 })
    expectSame(asked, whole)
    // A new path may fold from its minutes or from its hours.
    const fresh = createPricePath(btc)
    expectSame(
      fresh.candles({ resolution, fromMs, toMs: simulationStartMs, limit: 100_000 }),
      asked,
    )
  })

  test('the minutes in columns are the candles of a minute', () => {
    const fromMs = historyEndMs - 1_439 * minuteMs
    const candles = btcPath.candles({ resolution: '1', fromMs, limit: 1_500 })
    const columns = btcPath.minutesFrom(fromMs)
    expect(candles).toHaveLength(1_439)
    expect(columns.startMs).toHaveLength(1_439)
    candles.forEach((candle, k) => {
      const fields = Object.entries(columns).map(([name, column]) => [name, column[k]])
      expect(Object.fromEntries(fields)).toEqual(candle)
    })
    expect(btcPath.minutesFrom(historyEndMs).startMs).toHaveLength(0)
  })

  test('turnover is between volume at the low and volume at the high', () => {
    const unitE8 = BigInt((btc.tickSizeE8 * btc.lotSizeE8) / 1e8)
    for (const { volumeLots, low, high, turnover } of minutes.slice(-5000)) {
      expect(turnover >= BigInt(volumeLots) * BigInt(low) * unitE8).toBe(true)
      expect(turnover <= BigInt(volumeLots) * BigInt(high) * unitE8).toBe(true)
    }
  })
})

describe('other contract families', () => {
  const inverse: PricePathOptions = {
    ...btc,
    symbol: 'BTCUSD',
    kind: 'Inverse',
    quoteCoin: 'USD',
    lotSizeE8: 1e8,
  }
  const asked = { resolution: '60', limit: 500 } as const

  test('an inverse contract follows its coin, with volume in dollars and turnover in coins', () => {
    const linear = btcPath.candles(asked)
    const candles = createPricePath(inverse).candles(asked)
    candles.forEach((candle, i) => {
      expectSound(candle)
      expect(candle.close / (linear[i]?.close ?? 0)).toBeCloseTo(1, 2)
      const coins = Number(candle.turnover) / 1e8
      expect((coins * candle.close) / 10 / candle.volumeLots).toBeCloseTo(1, 1)
    })
    expect(candles.at(-1)?.close).toBe(btc.startPriceTicks)
  })

  test('a future’s history begins on its listing day, ends at the start price, and had a higher basis before', () => {
    const listedMs = historyEndMs - 40 * dayMs
    const deliveryMs = historyEndMs + 20 * dayMs
    const future = createPricePath({ ...btc, symbol: 'BTCUSDT-11DEC26', listedMs, deliveryMs })
    const spot = btcPath
    expect(future.startMs).toBe(Math.floor(listedMs / dayMs) * dayMs)
    const [then, now] = [future.candles({ resolution: '1D', limit: 100 }), spot.candles(asked)]
    expect(then).toHaveLength(41)
    expect(then.at(-1)?.close).toBe(btc.startPriceTicks)
    const first = spot.candles({ resolution: '1D', fromMs: future.startMs, limit: 1 })[0]
    // Both end at the same price here: the basis that has decreased since is a higher price back
    // then.
    expect(then[0]?.close).toBeGreaterThan(1.001 * (first?.close ?? 0))
    expect(now.at(-1)?.close).toBe(then.at(-1)?.close)
  })

  test('an instrument listed after the start has no past', () => {
    const coming = createPricePath({ ...btc, listedMs: simulationStartMs + 90 * dayMs })
    expect(coming.candles(asked)).toEqual([])
    expect(coming.prepare(5)).toBe(0)
  })
})

describe('bounds of a candle request', () => {
  const path = btcPath

  test('a request without bounds returns the newest thousand', () => {
    const candles = path.candles({ resolution: '5' })
    expect(candles).toHaveLength(1000)
    expect(candles.at(-1)?.startMs).toBe(bucketStart('5', historyEndMs - 1))
  })

  test('a long range is cut to its newest candles, a range with only a start to its first', () => {
    const fromMs = Date.UTC(2025, 0, 1)
    const toMs = Date.UTC(2025, 6, 1)
    const newest = path.candles({ resolution: '60', fromMs, toMs, limit: 10 })
    expect(newest.at(-1)?.startMs).toBe(toMs - 3_600_000)
    expect(newest).toHaveLength(10)
    const first = path.candles({ resolution: '60', fromMs: fromMs + 1, limit: 10 })
    expect(first[0]?.startMs).toBe(fromMs + 3_600_000)
    expect(first).toHaveLength(10)
  })

  test('a request before history, after its end or with limit 0 returns no candles', () => {
    expect(path.candles({ resolution: '1D', toMs: path.startMs })).toEqual([])
    expect(path.candles({ resolution: '1', fromMs: historyEndMs })).toEqual([])
    expect(
      path.candles({ resolution: '1', fromMs: historyEndMs, toMs: historyEndMs + dayMs }),
    ).toEqual([])
    expect(path.candles({ resolution: '1', limit: 0 })).toEqual([])
  })

  test('every resolution has three years of candles', () => {
    expect(path.startMs).toBe(Date.UTC(2023, 10, 1))
    for (const resolution of resolutions) {
      const [first] = path.candles({ resolution, fromMs: path.startMs - 40 * dayMs, limit: 1 })
      expect(first?.startMs).toBe(bucketStart(resolution, path.startMs))
    }
    expect(path.candles({ resolution: '1M' })).toHaveLength(37)
  })
})

describe('determinism', () => {
  test('equal options give equal candles, in any order of requests', () => {
    const prng = createPrng(7)
    const one = dogePath
    const other = createPricePath({ ...doge })
    other.prepare(20)
    const spanMs = one.endMs - one.startMs
    for (let round = 0; round < 150; round += 1) {
      const resolution = resolutions[prng.nextBelow(resolutions.length)] ?? '1'
      const fromMs = one.startMs + Math.floor(prng.nextFloat() * spanMs)
      const question = { resolution, fromMs, limit: 1 + prng.nextBelow(40) }
      const answer = one.candles(question)
      const last = answer.at(-1)
      if (last === undefined) continue
      // The other path returns them backwards, one by one.
      for (const candle of answer.toReversed()) {
        const toMs = bucketAfter(resolution, candle.startMs, 1)
        expect(other.candles({ resolution, toMs, limit: 1 })).toEqual([candle])
      }
    }
  })

  test('the past of a seed never changes between versions, because running exchanges have shown it', () => {
    const path = btcWithOwnJumps
    const text = (candle: Candle): string => Object.values(candle).join(' ')
    expect(path.candles({ resolution: '1', limit: 2 }).map(text)).toMatchInlineSnapshot(`
      [
        "1795253700000 650130 650405 649849 650074 6651 43238771760000",
        "1795253760000 650074 650366 649932 650000 10967 71296393886667",
      ]
    `)
    expect(path.candles({ resolution: '1M', limit: 100 }).slice(0, 2).map(text))
      .toMatchInlineSnapshot(`
      [
        "1698796800000 394191 416990 379685 411975 294413850 1167721157999846603",
        "1701388800000 411975 436856 380784 388092 649918000 2643665039094353355",
      ]
    `)
  })

  test('bitcoin has no jumps of its own unless everyCoinJumps is set', () => {
    const daysOf = (path: PricePath) => logReturns(path.candles({ resolution: '1D', limit: 1000 }))
    const [jointJumps, ownJumps] = [daysOf(btcPath), daysOf(btcWithOwnJumps)]
    const jumped = ownJumps.filter(
      (change, day) => Math.abs(change - (jointJumps[day] ?? 0)) > 0.005,
    )
    // One day in forty has a jump of the coin itself, of one per cent or more.
    expect(jumped.length).toBeGreaterThan(10)
    expect(jumped.length).toBeLessThan(50)
    const newest = { resolution: '1D', limit: proofLength(1000, 300) } as const
    const everySol = createPricePath({ ...sol, everyCoinJumps: true })
    expect(everySol.candles(newest)).toEqual(solPath.candles(newest))
  })

  test('seed, coin, start price and start minute each change the candles', () => {
    const shown = (options: PricePathOptions): string =>
      closes(createPricePath(options).candles({ resolution: '1', limit: 50 })).join()
    const base = shown(btc)
    expect(shown({ ...btc })).toBe(base)
    expect(shown({ ...btc, simulationStartMs: historyEndMs })).toBe(base)
    expect(shown({ ...btc, seed: 43 })).not.toBe(base)
    expect(shown({ ...btc, coin: 'ETH' })).not.toBe(base)
    expect(shown({ ...btc, startPriceTicks: 650_001 })).not.toBe(base)
    expect(shown({ ...btc, simulationStartMs: simulationStartMs + minuteMs })).not.toBe(base)
  })

  test('perpetual and spot of a coin follow one path with different volumes', () => {
    const spot = createPricePath({
      ...btc,
      symbol: 'BTC/USDT',
      tickSizeE8: 1e6,
      lotSizeE8: 1e3,
      startPriceTicks: 6_500_000,
    })
    const perpetual = createPricePath({ ...btc, symbol: 'BTCUSDT' }).candles({
      resolution: '1',
      limit: 500,
    })
    const candles = spot.candles({ resolution: '1', limit: 500 })
    candles.forEach((candle, i) => {
      expect(Math.abs(candle.close / 10 - (perpetual[i]?.close ?? 0))).toBeLessThanOrEqual(1)
    })
    expect(candles.map((each) => each.volumeLots)).not.toEqual(
      perpetual.map((each) => each.volumeLots * 100),
    )
  })

  test('a perpetual with funding differs from its index by its premium, in every resolution', () => {
    const premium = createPremium(btc.seed, btc.coin)
    const funding = { intervalMin: 480, capE8: 300_000 }
    const perpetual = createPricePath({ ...btc, symbol: 'BTCUSDT', funding })
    const spot = btcPath
    for (const resolution of ['1', '60', '1D'] as const) {
      const indexes = perpetual.candles({ resolution, limit: 300, isIndex: true })
      expect(closes(indexes)).toEqual(closes(spot.candles({ resolution, limit: 300 })))
      perpetual.candles({ resolution, limit: 300 }).forEach(({ startMs, close }, i) => {
        const atMs = Math.min(bucketAfter(resolution, startMs, 1), perpetual.endMs)
        const exact = (indexes[i]?.close ?? 0) * (1 + premium(atMs))
        expect(Math.abs(close - exact) / exact).toBeLessThan(0.00005)
      })
    }
  })

  test('preparing a path does not change its candles', () => {
    const path = createPricePath(sol)
    let left = path.prepare(10)
    expect(left).toBe(Math.ceil((path.endMs - path.startMs) / dayMs) - 10)
    while (left > 0) left = path.prepare(200)
    expect(path.prepare(1)).toBe(0)
    // That path has prepared nothing, and computes the days of a question when it is asked.
    const asked = { resolution: '240', limit: 1_000 } as const
    expect(path.candles(asked)).toEqual(solPath.candles(asked))
  })
})

describe('the end of history', () => {
  test.each([
    ['inside a day', simulationStartMs],
    ['at midnight', Date.UTC(2026, 10, 21)],
    ['one minute after midnight', Date.UTC(2026, 10, 21, 0, 1)],
    ['at the first of a month', Date.UTC(2026, 11, 1)],
    ['on a leap day', Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
  ])('history ends at the start price: %s', (_, atMs) => {
    const path = createPricePath({ ...btc, simulationStartMs: atMs })
    expect(path.endMs).toBe(bucketStart('1', atMs))
    for (const resolution of resolutions) {
      const last = path.candles({ resolution, limit: 1 }).at(0)
      expect(last?.close).toBe(btc.startPriceTicks)
      expect(last?.startMs).toBe(bucketStart(resolution, path.endMs - 1))
    }
    expect(path.endMs - path.startMs).toBeGreaterThanOrEqual(3 * 365 * dayMs)
  })
})

describe('statistics of the prices', () => {
  const ethPath = createPricePath({ ...btc, coin: 'ETH', startPriceTicks: 25_000 })
  const paths = [btcPath, ethPath, solPath, dogePath]
  let walked: Candle[][] | undefined
  const daily = (): Candle[][] =>
    (walked ??= paths.map((path) => path.candles({ resolution: '1D', limit: 2000 })))

  test('three years stay within 1 % and 100 times the start price', () => {
    for (const seed of proofSeeds([0, 1, 2, 3, 4], 1)) {
      // The most volatile coin moves the farthest.
      const path = createPricePath({ ...btc, coin: 'SUI', seed })
      const beforeMs = performance.now()
      const months = path.candles({ resolution: '1M' })
      const ms = performance.now() - beforeMs
      console.info(`price path: three years from their minutes in ${ms.toFixed(0)} ms`)
      for (const month of months) {
        expectSound(month)
        expect(month.low).toBeGreaterThan(btc.startPriceTicks / 100)
        expect(month.high).toBeLessThan(btc.startPriceTicks * 100)
      }
    }
  })

  test('annual volatility is within the range of the coin, from daily and from minute candles', () => {
    const [btcDays = [], , , dogeDays = []] = daily()
    for (const [days, low, high] of [
      [btcDays, 0.35, 0.75],
      [dogeDays, 0.65, 1.4],
    ] as const) {
      expect(annualVolatility(logReturns(days), 365)).toBeGreaterThan(low)
      expect(annualVolatility(logReturns(days), 365)).toBeLessThan(high)
    }
    const minutes = btcPath.candles({ resolution: '1', limit: 60 * 1440 })
    expect(annualVolatility(logReturns(minutes), 525_600)).toBeGreaterThan(0.25)
    expect(annualVolatility(logReturns(minutes), 525_600)).toBeLessThan(1)
  })

  test('no day has a range of 70 % or more, and no hour has a range of 0', () => {
    for (const days of daily()) {
      for (const { open, high, low } of days) expect((high - low) / open).toBeLessThan(0.7)
    }
    for (const path of paths) {
      for (const { high, low } of path.candles({ resolution: '60', limit: 5000 })) {
        expect(high).toBeGreaterThan(low)
      }
    }
  })

  test('daily returns of coins are correlated, and minute returns of Bitcoin and Ether too', () => {
    const [btcDays = [], ethDays = [], solDays = [], dogeDays = []] = daily()
    for (const other of [ethDays, solDays, dogeDays]) {
      expect(correlation(logReturns(btcDays), logReturns(other))).toBeGreaterThan(0.35)
    }
    const minuteReturns = paths.map((path) =>
      logReturns(path.candles({ resolution: '1', limit: 5000 })),
    )
    expect(correlation(minuteReturns[0] ?? [], minuteReturns[1] ?? [])).toBeGreaterThan(0.3)
  })

  test('volatile days follow volatile days, and turnover is higher when prices move', () => {
    for (const days of daily()) {
      const sizes = logReturns(days).map(Math.abs)
      expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.05)
      expect(
        correlation(
          sizes,
          days.map((day) => Number(day.turnover)),
        ),
      ).toBeGreaterThan(0.3)
    }
  })

  test('returns of neighbouring minutes are uncorrelated, and minutes at midnight are not unusual', () => {
    const minutes = btcPath.candles({ resolution: '1', limit: 40 * 1440 })
    const returns = logReturns(minutes)
    expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.06)
    const atMidnight = minutes.filter(({ startMs }) => startMs % dayMs === 0)
    const usual = annualVolatility(returns, 525_600)
    expect(annualVolatility(logReturns(atMidnight), 525_600)).toBeLessThan(3 * usual)
  })
})
