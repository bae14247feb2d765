// Traded volume: which fills count, in dollars, over which days (rules 3.6).

import { dayMs } from '@basis/domain/instrument/candle'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { Event } from '@basis/engine/events'
import { beforeEach, expect, test } from 'vitest'
import { TradedVolumes, volumeDays, type VolumeMarket } from './traded-volume.ts'

const coins = { baseCoin: 'BTC', lotSizeE8: 100_000 }
const markets: readonly VolumeMarket[] = [
  { symbol: 'BTCUSDT', kind: 'Linear', quoteCoin: 'USDT', ...coins },
  { symbol: 'BTC/USDT', kind: 'Spot', quoteCoin: 'USDT', ...coins },
  { symbol: 'BTC/EUR', kind: 'Spot', quoteCoin: 'EUR', ...coins },
  { symbol: 'BTC/USDE', kind: 'Spot', quoteCoin: 'USDE', ...coins },
  { symbol: 'USDT/EUR', kind: 'Spot', quoteCoin: 'EUR', baseCoin: 'USDT', lotSizeE8: 1_000_000 },
  { symbol: 'BTCUSD', kind: 'Inverse', quoteCoin: 'USD', baseCoin: 'BTC', lotSizeE8: 100_000_000 },
]
const today = Date.UTC(2026, 10, 21)
const trader = accountId(1001)
const isTrader = (account: number): boolean => account === trader
const dollars = (many: number) => amount(BigInt(many) * 100_000_000n)
let volumes = new TradedVolumes(markets, { rows: [], nowMs: today }, isTrader)
beforeEach(() => {
  volumes = new TradedVolumes(markets, { rows: [], nowMs: today }, isTrader)
})

let seq = 0
const applyOn = (day: number, ...events: readonly object[]): void => {
  seq += 1
  volumes.apply({ seq, timeMs: today + day * dayMs + 1, events: events as Event[] })
}
const fill = (symbol: string, terms: { lots?: number; value?: bigint; account?: number }) => ({
  kind: 'OrderFilled',
  order: { symbol, account: terms.account ?? trader },
  fill: { qtyLots: terms.lots ?? 0, value: terms.value ?? 0n },
})

test('spot and derivatives are counted separately, each fill at its value in dollars', () => {
  applyOn(0, fill('BTCUSDT', { value: dollars(600) }), fill('BTC/USDT', { value: dollars(70) }))
  applyOn(0, fill('BTCUSD', { lots: 25, value: 50_000n }))
  expect(volumes.of(trader)).toEqual({ spot: dollars(70), derivatives: dollars(625) })
})

test('both legs of a spread combination count, each in its own market', () => {
  const leg = (symbol: string, many: number) => ({ symbol, qtyLots: 0, value: dollars(many) })
  applyOn(0, {
    kind: 'SpreadFilled',
    spread: { account: trader, symbol: 'BTCUSDT_BTC/USDT' },
    fill: { far: leg('BTCUSDT', 601), near: leg('BTC/USDT', 600), value: dollars(1) },
  })
  expect(volumes.of(trader)).toEqual({ spot: dollars(600), derivatives: dollars(601) })
  expect(volumes.takeMoved()).toEqual([trader])
})

test('a pair with another quote coin counts its base coin at the index price', () => {
  applyOn(0, { kind: 'PricesChanged', symbol: 'BTCUSDT', indexE8: 50_000 * 100_000_000 })
  applyOn(0, fill('BTC/EUR', { lots: 2000, value: dollars(92_000) }))
  expect(volumes.of(trader).spot).toBe(dollars(100_000))
})

test('a dollar coin counts as one dollar on either side of a pair', () => {
  applyOn(0, { kind: 'PricesChanged', symbol: 'BTCUSDT', indexE8: 50_000 * 100_000_000 })
  applyOn(0, fill('USDT/EUR', { lots: 30_000, value: dollars(276) }))
  expect(volumes.of(trader).spot).toBe(dollars(300))
  applyOn(0, fill('BTC/USDE', { lots: 2000, value: dollars(99_000) }))
  expect(volumes.of(trader).spot).toBe(dollars(99_300))
})

test('fills of robots and events that are not fills do not count', () => {
  applyOn(0, fill('BTCUSDT', { value: dollars(600), account: 1 }))
  applyOn(0, { kind: 'PnlClosed', account: trader, symbol: 'BTCUSDT', exitValue: dollars(600) })
  expect(volumes.of(trader).derivatives).toBe(0n)
  expect(volumes.of(accountId(1)).derivatives).toBe(0n)
  expect(volumes.takeMoved()).toEqual([])
})

test('the last thirty days count, and a day drops out when a new one begins', () => {
  applyOn(0, fill('BTCUSDT', { value: dollars(600) }))
  applyOn(1, fill('BTCUSDT', { value: dollars(5) }))
  applyOn(volumeDays - 1)
  expect(volumes.of(trader).derivatives).toBe(dollars(605))
  volumes.takeMoved()
  applyOn(volumeDays)
  expect(volumes.of(trader).derivatives).toBe(dollars(5))
  expect(volumes.takeMoved()).toEqual([trader])
  expect(volumes.takeMoved()).toEqual([])
})

test('traded volumes continue from the stored rows after a restart', () => {
  applyOn(0, fill('BTCUSDT', { value: dollars(600) }))
  const rows = volumes.takeChanges()
  expect(rows).toEqual([
    { account: trader, startMs: today, spot: '0.00000000', derivatives: '600.00000000' },
  ])
  expect(volumes.takeChanges()).toEqual([])
  volumes = new TradedVolumes(markets, { rows, nowMs: today + dayMs }, isTrader)
  expect(volumes.takeMoved()).toEqual([trader])
  applyOn(1, fill('BTCUSDT', { value: dollars(1) }))
  expect(volumes.of(trader).derivatives).toBe(dollars(601))
})
