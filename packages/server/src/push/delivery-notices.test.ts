// A delivery is announced to all readers of notices a day and an hour before, once each.

import { createEngine } from '@basis/engine/engine'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { DeliveryNotices } from './delivery-notices.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 8, 22)

test('11.1: each of two deliveries is announced a day and an hour before it, and never twice', () => {
  const engine = createEngine()
  const [near, far] = [nowMs + 30 * hourMs, nowMs + 60 * hourMs]
  const lines = [
    'list BTCUSDT LinearPerpetual',
    `list BTCUSDT-23SEP26 LinearFutures BTC/USDT delivery=${near}`,
    `list BTCUSDT-24SEP26 LinearFutures BTC/USDT delivery=${far}`,
  ]
  lines.forEach((line, k) => {
    engine.apply({
      seq: k + 1,
      timeMs: nowMs,
      command: parseCommand(line, { instruments: new Map() }),
    })
  })
  const notices = new DeliveryNotices(engine.views)
  const reported: string[] = []
  for (let minute = 0; minute <= 61 * 60; minute += 1) {
    for (const { symbol, text } of notices.take(nowMs + minute * 60_000)) {
      reported.push(`${symbol} ${(Number(text) - nowMs) / hourMs} at ${minute / 60}`)
    }
  }
  expect(reported).toEqual([
    'BTCUSDT-23SEP26 30 at 6',
    'BTCUSDT-23SEP26 30 at 29',
    'BTCUSDT-24SEP26 60 at 36',
    'BTCUSDT-24SEP26 60 at 59',
  ])
})

test('a watch that starts two hours before a delivery announces only the notice of the last hour', () => {
  const engine = createEngine()
  const delivery = nowMs + 2 * hourMs
  const line = `list BTCUSDT-22SEP26 LinearFutures BTC/USDT delivery=${delivery}`
  const command = parseCommand(line, { instruments: new Map() })
  engine.apply({ seq: 1, timeMs: nowMs, command })
  const notices = new DeliveryNotices(engine.views)
  expect(notices.take(nowMs)).toEqual([])
  expect(notices.take(nowMs + hourMs)).toHaveLength(1)
  expect(notices.take(nowMs + 2 * hourMs)).toEqual([])
})
