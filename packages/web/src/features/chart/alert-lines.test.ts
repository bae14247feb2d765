// Alerts that wait stand on the chart of their symbol, and are found again by their lines.

import { expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { alertLines, alertOfLine } from './alert-lines.ts'

const instrument = {
  symbol: 'BTCUSDT',
  tickSizeE8: 10_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 9_999_999,
} as Instrument

const waiting = { symbol: 'BTCUSDT', way: 'rise', madeMs: 1 } as const

test('a line for each alert of the symbol that waits', () => {
  const lines = alertLines(
    [
      { ...waiting, id: 'a', priceTicks: 650_000 },
      { ...waiting, id: 'b', priceTicks: 660_000, hitMs: 5 },
      { ...waiting, id: 'c', priceTicks: 3_000, symbol: 'ETHUSDT' },
    ],
    instrument,
    { alert: 'Alert', remove: 'Remove' },
  )
  expect(lines.map(({ id, price, kind }) => [id, price, kind])).toEqual([
    ['alert:a', 65_000, 'alert'],
  ])
  expect(lines[0]?.tick).toBe(0.1)
  expect(alertOfLine(lines[0]?.id ?? '')).toBe('a')
  expect(alertOfLine('order:5')).toBeUndefined()
})
