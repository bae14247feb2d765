// The futures of a day: named, dated and launched by the calendar, and rolled at a delivery.

import { listingFault } from '@basis/domain/instrument/listing-rules'
import { expect, test } from 'vitest'
import { futuresAt } from './futures.ts'

const nowMs = Date.UTC(2026, 10, 21, 4)
const symbolsAt = (timeMs: number) => futuresAt(timeMs).map(({ instrument }) => instrument.symbol)

test('each family lists weekly, monthly and quarterly futures of Bitcoin', () => {
  const symbols: readonly string[] = symbolsAt(nowMs)
  const bitcoin = symbols.filter((symbol) => symbol.startsWith('BTC'))
  expect(bitcoin).toEqual([
    'BTCUSDT-27NOV26',
    'BTCUSDT-04DEC26',
    'BTCUSDT-11DEC26',
    'BTCUSDT-25DEC26',
    'BTCUSDT-29JAN27',
    'BTCUSDT-26MAR27',
    'BTC-27NOV26',
    'BTC-25DEC26',
    'BTC-29JAN27',
    'BTC-26MAR27',
    'BTCUSD-27NOV26',
    'BTCUSD-04DEC26',
    'BTCUSD-11DEC26',
    'BTCUSDZ26',
    'BTCUSD-29JAN27',
    'BTCUSDH27',
  ])
  expect(new Set(symbols).size).toBe(symbols.length)
})

test('every future is valid, is launched by now, pays no funding and delivers later', () => {
  for (const { instrument } of futuresAt(nowMs)) {
    expect(listingFault(instrument)).toBeUndefined()
    expect(instrument.launchMs).toBeLessThanOrEqual(nowMs)
    expect(instrument.deliveryMs).toBeGreaterThan(nowMs)
    expect(instrument.fundingIntervalMin).toBe(0)
  }
})

test('at the time of delivery the delivered futures leave the list and the next ones join', () => {
  const deliveryMs = Date.UTC(2026, 10, 27, 8)
  const before = symbolsAt(deliveryMs - 1)
  const after: readonly string[] = symbolsAt(deliveryMs)
  expect(before.filter((symbol) => !after.includes(symbol))).toContain('BTCUSDT-27NOV26')
  const come = after.filter((symbol) => !(before as readonly string[]).includes(symbol))
  expect(come).toContain('BTCUSDT-18DEC26')
  expect(come).toContain('BTCUSDT-26FEB27')
  const born = futuresAt(deliveryMs).filter(({ instrument }) => come.includes(instrument.symbol))
  expect(born.every(({ instrument }) => instrument.launchMs === deliveryMs)).toBe(true)
})
