// Lines of active alerts on the chart of their symbol, and the alert of a line.

import { expect, test } from 'vitest'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import { alertLines, alertOfLine } from './alert-lines.ts'

const instrument = {
  symbol: 'BTCUSDT',
  tickSizeE8: 10_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 9_999_999,
} as Instrument

const waiting = {
  symbols: ['BTCUSDT'],
  figure: 'last',
  operator: 'crosses',
  note: '',
  status: 'active',
} as unknown as WireAlert

test('each active alert on a price of the symbol has a line, from which it is found again', () => {
  const lines = alertLines(
    [
      { ...waiting, alertId: 'a', value: '65000' },
      { ...waiting, alertId: 'b', value: '66000', status: 'fired' },
      { ...waiting, alertId: 'c', value: '3000', symbols: ['ETHUSDT'] },
      { ...waiting, alertId: 'd', value: '0.01', figure: 'change1h' },
      { ...waiting, alertId: 'e', value: '64000', figure: 'mark', note: 'the low of May' },
    ],
    instrument,
    { alert: 'Alert', remove: 'Remove' },
  )
  expect(lines.map(({ id, price, text }) => [id, price, text])).toEqual([
    ['alert:a', 65_000, 'Alert'],
    ['alert:e', 64_000, 'the low of May'],
  ])
  expect(lines[0]?.tick).toBe(0.1)
  expect(alertOfLine(lines[0]?.id ?? '')).toBe('a')
  expect(alertOfLine('order:5')).toBeUndefined()
})
