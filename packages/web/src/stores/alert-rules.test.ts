// Price alerts: their direction, when one is reached, the limit of the list, and stored alerts.

import { expect, test } from 'vitest'
import {
  decodeAlerts,
  freshPrices,
  mostAlerts,
  type PriceAlert,
  reachedAt,
  wayTo,
  withAlert,
} from './alert-rules.ts'

const alert = (id: string, priceTicks: number, rest: Partial<PriceAlert> = {}): PriceAlert => ({
  id,
  symbol: 'BTCUSDT',
  priceTicks,
  way: 'rise',
  madeMs: 1,
  ...rest,
})

test('an alert at or above the last price waits for a rise, one below it for a fall', () => {
  expect(wayTo(101, 100)).toBe('rise')
  expect(wayTo(99, 100)).toBe('fall')
  expect(wayTo(100, 100)).toBe('rise')
})

test('a price reaches the alerts of its symbol that it touches or jumps over, each once', () => {
  const list = [
    alert('above', 110),
    alert('far', 120),
    alert('below', 90, { way: 'fall' }),
    alert('other', 105, { symbol: 'ETHUSDT' }),
  ]
  const first = reachedAt(list, { symbol: 'BTCUSDT', lastTicks: 115, timeMs: 7 })
  expect(first.reached.map(({ id }) => id)).toEqual(['above'])
  expect(first.alerts[0]?.hitMs).toBe(7)
  const again = reachedAt(first.alerts, { symbol: 'BTCUSDT', lastTicks: 116, timeMs: 8 })
  expect(again.reached).toEqual([])
  expect(again.alerts).toBe(first.alerts)
  const fallen = reachedAt(first.alerts, { symbol: 'BTCUSDT', lastTicks: 90, timeMs: 9 })
  expect(fallen.reached.map(({ id }) => id)).toEqual(['below'])
})

test('a full list drops its oldest reached alert for a new one, and refuses one if all are waiting', () => {
  const waiting = Array.from({ length: mostAlerts }, (_, at) => alert(`${at}`, 100 + at))
  expect(withAlert(waiting, alert('new', 5))).toBeUndefined()
  const [first, ...others] = waiting
  const full = [...others, { ...(first as PriceAlert), hitMs: 3 }]
  const next = withAlert(full, alert('new', 5))
  expect(next).toHaveLength(mostAlerts)
  expect(next?.at(-1)?.id).toBe('new')
  expect(next?.some(({ id }) => id === '0')).toBe(false)
})

test('stored alerts are read; invalid ones are left out', () => {
  const good = alert('a', 100)
  const list = [good, { ...good, priceTicks: 'x' }, { ...good, way: 'up' }, 5, null]
  expect(decodeAlerts(JSON.parse(JSON.stringify(list)))).toEqual([good])
  expect(decodeAlerts({})).toBeUndefined()
})

test('every trade since the last check counts; at the first check none does', () => {
  const trades = [3, 2, 1].map((id) => ({ id: String(id), ticks: id * 10 }))
  expect(freshPrices(trades, undefined)).toEqual([])
  expect(freshPrices(trades, '1')).toEqual([20, 30])
  expect(freshPrices(trades, '3')).toEqual([])
  // So many have come that the last one seen is no longer listed.
  expect(freshPrices(trades, '0')).toEqual([10, 20, 30])
})
