// The health of the index (rules 2.1, D-09; reliability L1, L2): at least three sources, unhealthy
// ones left out or clamped, and no opening of positions without an index.

import { symbolId } from '@basis/domain/numbers/brand'
import { indexPrice } from '@basis/domain/pricing/index-price'
import { expect, test } from 'vitest'
import { listings } from '../instruments/listings.ts'
import { IndexHealth } from './index-health.ts'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import { VenueBoard, venues } from './venues.ts'

const startMs = Date.UTC(2026, 10, 23, 14)
const fairE8 = 65_000e8
const board = () => new VenueBoard(1, { coin: 'BTC', tickSizeE8: 1e7 }).quote(fairE8, startMs)

test('L1: the index is the average of at least three healthy sources, else a median; stale ones are left out', () => {
  expect(venues.length).toBeGreaterThanOrEqual(3)
  const sources = board()
  expect(indexPrice(sources, startMs)).toMatchObject({
    basis: 'average',
    healthySources: venues.length,
  })
  const stale = (count: number) =>
    sources.map((source, i) =>
      i < count ? { ...source, priceE8: 1e8, changedMs: startMs - 60_001 } : source,
    )
  const three = indexPrice(stale(venues.length - 3), startMs)
  expect(three).toMatchObject({ basis: 'average', healthySources: 3 })
  expect((three?.priceE8 ?? 0) / fairE8).toBeCloseTo(1, 3)
  const two = indexPrice(stale(venues.length - 2), startMs)
  expect(two).toMatchObject({ basis: 'median', healthySources: 2 })
  expect(indexPrice(stale(venues.length), startMs)).toBeUndefined()
})

test('L1: an outlying source counts no further than 5 % from the median', () => {
  for (const factor of [10, 0.1]) {
    const sources = board().map((source, i) =>
      i === 0 ? { ...source, priceE8: Math.round(source.priceE8 * factor) } : source,
    )
    const others = sources.slice(1).map(({ priceE8 }) => priceE8)
    const { priceE8 = 0 } = indexPrice(sources, startMs) ?? {}
    expect(priceE8).toBeGreaterThanOrEqual(Math.min(...others))
    expect(priceE8).toBeLessThanOrEqual(Math.max(...others))
  }
})

test('L2, D-09: without a source a symbol is reduce-only until its index has been healthy again for a time', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const health = new IndexHealth(listings, exchange.views)
  const all = new Set(listings.map(({ coin }) => coin))
  const others = new Set([...all].filter((coin) => coin !== 'BTC'))
  const ofBtc = listings.filter(({ coin }) => coin === 'BTC').map(({ instrument }) => instrument)
  const statuses = (): readonly string[] =>
    ofBtc.map(({ symbol }) => exchange.views.instrument(symbol)?.status ?? '')
  const step = async (alive: ReadonlySet<string>, afterMs: number): Promise<number> => {
    const commands = health.step(alive, startMs + afterMs)
    for (const command of commands) {
      expect((await exchange.submit(command)).problem).toBeUndefined()
    }
    return commands.length
  }

  expect(await step(all, 0)).toBe(0)
  expect(await step(others, 250)).toBe(ofBtc.length)
  expect(new Set(statuses())).toEqual(new Set(['ReduceOnly']))
  expect(await step(others, 500)).toBe(0)

  // The sources return briefly and fail again: the waiting time starts again.
  expect(await step(all, 1_000)).toBe(0)
  expect(await step(others, 2_000)).toBe(0)
  for (let ms = 3_000; ms < 6_000; ms += 500) expect(await step(all, ms)).toBe(0)
  expect(await step(all, 6_000)).toBe(ofBtc.length)
  expect(new Set(statuses())).toEqual(new Set(['Trading']))

  // A market that restarts while symbols are reduce-only waits the same time and opens them.
  await step(others, 7_000)
  const fresh = new IndexHealth(listings, exchange.views)
  const steps = [8_000, 9_000, 10_000, 11_000, 12_000].map((ms) => fresh.step(all, startMs + ms))
  expect(steps.map((commands) => commands.length)).toEqual([0, 0, 0, 0, ofBtc.length])
})

test('L2: a change of status that a busy exchange refused is asked for again after a second', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const health = new IndexHealth(listings, exchange.views)
  const all = new Set(listings.map(({ coin }) => coin))
  const others = new Set([...all].filter((coin) => coin !== 'BTC'))
  const count = listings.filter(({ coin }) => coin === 'BTC').length
  const apply = async (commands: ReturnType<IndexHealth['step']>): Promise<number> => {
    for (const command of commands) await exchange.submit(command)
    return commands.length
  }
  // Lost, on their way for a moment, and asked for again.
  expect(health.step(others, startMs)).toHaveLength(count)
  expect(health.step(others, startMs + 250)).toEqual([])
  expect(await apply(health.step(others, startMs + 1_000))).toBe(count)
  expect(health.step(others, startMs + 2_000)).toEqual([])

  for (let ms = 3_000; ms < 6_000; ms += 500) expect(health.step(all, startMs + ms)).toEqual([])
  expect(health.step(all, startMs + 6_000)).toHaveLength(count)
  expect(health.step(all, startMs + 6_250)).toEqual([])
  expect(await apply(health.step(all, startMs + 7_000))).toBe(count)
  expect(health.step(all, startMs + 8_000)).toEqual([])
})

test('D-09: a symbol that opens while its coin has no index is reduce-only too', async () => {
  const { exchange } = createInMemoryExchange(listings, startMs)
  const health = new IndexHealth(listings, exchange.views)
  const others = new Set(listings.map(({ coin }) => coin).filter((coin) => coin !== 'BTC'))
  for (const command of health.step(others, startMs)) await exchange.submit(command)
  const symbol = symbolId('BTCUSDT')
  await exchange.submit({ kind: 'SetInstrumentStatus', symbol, status: 'Trading' })
  expect(health.step(others, startMs + 1_000)).toEqual([
    { kind: 'SetInstrumentStatus', symbol, status: 'ReduceOnly' },
  ])
})
