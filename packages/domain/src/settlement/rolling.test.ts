// The calendar of dated contracts as it rolls (domain.md 11.2).

import { describe, expect, it } from 'vitest'
import { listedDeliveries } from '../futures-calendar.ts'
import { contractsDue, launchOfDelivery } from './rolling.ts'

const utc = (year: number, month: number, day: number, hour = 8): number =>
  Date.UTC(year, month - 1, day, hour)

describe('launchOfDelivery', () => {
  it('EX-11.4: a third quarter-end begins 14 days before the front one delivers', () => {
    expect(launchOfDelivery(utc(2021, 3, 26))).toBe(utc(2020, 9, 11))
    expect(launchOfDelivery(utc(2021, 6, 25))).toBe(utc(2020, 12, 11))
    expect(launchOfDelivery(utc(2022, 9, 30))).toBe(utc(2022, 3, 11))
  })
  it('a week begins three Fridays before', () => {
    expect(launchOfDelivery(utc(2026, 3, 20))).toBe(utc(2026, 2, 27))
  })
  it('a contract is listed from its launch to its delivery, without a hole', () => {
    for (const deliveryMs of listedDeliveries(utc(2026, 3, 10))) {
      const launchMs = launchOfDelivery(deliveryMs)
      expect(listedDeliveries(launchMs - 1)).not.toContain(deliveryMs)
      for (let at = launchMs; at < deliveryMs; at += 7 * 86_400_000) {
        expect(listedDeliveries(at)).toContain(deliveryMs)
      }
      expect(listedDeliveries(deliveryMs)).not.toContain(deliveryMs)
    }
  })
})

describe('contractsDue', () => {
  it('EX-11.2: what of BTC is listed on 2026-03-10, each in three families', () => {
    const due = contractsDue('BTC', utc(2026, 3, 10, 0))
    expect(due.map(({ symbol }) => symbol)).toEqual([
      'BTCUSDT-13MAR26',
      'BTC-13MAR26',
      'BTCUSD-13MAR26',
      'BTCUSDT-20MAR26',
      'BTC-20MAR26',
      'BTCUSD-20MAR26',
      'BTCUSDT-27MAR26',
      'BTC-27MAR26',
      'BTCUSDH26',
      'BTCUSDT-24APR26',
      'BTC-24APR26',
      'BTCUSD-24APR26',
      'BTCUSDT-29MAY26',
      'BTC-29MAY26',
      'BTCUSD-29MAY26',
      'BTCUSDT-26JUN26',
      'BTC-26JUN26',
      'BTCUSDM26',
    ])
    expect(due[0]).toEqual({
      symbol: 'BTCUSDT-13MAR26',
      contractType: 'LinearFutures',
      launchMs: utc(2026, 2, 20),
      deliveryMs: utc(2026, 3, 13),
    })
  })
  it('what is coming soon is told ahead of its launch, and rolls at the very second', () => {
    const next = utc(2026, 3, 13)
    const symbols = (at: number, ahead?: number): readonly string[] =>
      contractsDue('ETH', at, ahead).map(({ symbol }) => symbol)
    expect(symbols(next - 1)).not.toContain('ETHUSDU26')
    expect(symbols(next)).toContain('ETHUSDU26')
    expect(symbols(next)).not.toContain('ETHUSD-13MAR26')
    expect(symbols(next - 3_600_000, 3_600_000)).toContain('ETHUSDU26')
    expect(symbols(next - 3_600_000, 3_599_999)).not.toContain('ETHUSDU26')
  })
})
