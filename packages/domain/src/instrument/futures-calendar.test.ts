// The calendar of dated futures by rules 11.2.
import { describe, expect, it } from 'vitest'
import {
  codeOfDelivery,
  deliveryOfCode,
  futuresSymbol,
  legacyInverseSymbol,
  listedDeliveries,
  listedSinceMs,
  nextFriday,
  tenorOf,
  termOf,
  type FuturesCode,
} from './futures-calendar.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('EX-11.2: on 2026-03-10 00:00 UTC', () => {
  const now = at('2026-03-10T00:00:00')
  const cases: readonly (readonly [FuturesCode, string])[] = [
    ['W', '2026-03-13'],
    ['BIW', '2026-03-20'],
    ['NBIW', '2026-03-27'],
    ['M', '2026-03-27'],
    ['BIM', '2026-04-24'],
    ['NBIM', '2026-05-29'],
    ['Q', '2026-03-27'],
    ['BIQ', '2026-06-26'],
    ['NBIQ', '2026-09-25'],
  ]
  it.each(cases)('%s delivers on %s at 08:00', (code, date) => {
    expect(deliveryOfCode(code, now)).toBe(at(`${date}T08:00:00`))
  })
  it('NBIW, M and Q are one instrument, whose code in links is Q', () => {
    expect(codeOfDelivery(at('2026-03-27T08:00:00'), now)).toBe('Q')
    expect(codeOfDelivery(at('2026-04-24T08:00:00'), now)).toBe('BIM')
    expect(codeOfDelivery(at('2026-03-13T08:00:00'), now)).toBe('W')
  })
  it('names them BTCUSDH26, BTCUSDM26, BTCUSDU26', () => {
    const names = (['Q', 'BIQ', 'NBIQ'] as const).map((code) =>
      futuresSymbol('Inverse', 'BTC', deliveryOfCode(code, now)),
    )
    expect(names).toEqual(['BTCUSDH26', 'BTCUSDM26', 'BTCUSDU26'])
  })
  it('NBIQ is not listed before 13 March 08:00, and names no other contract until then', () => {
    const third = at('2026-09-25T08:00:00')
    expect(listedDeliveries(now)).not.toContain(third)
    expect(deliveryOfCode('NBIQ', now)).toBe(third)
    expect(listedSinceMs(third)).toBe(at('2026-03-13T08:00:00'))
    expect(listedDeliveries(at('2026-03-13T08:00:00'))).toContain(third)
  })
})

it('EX-11.3: on 2026-03-27 at 08:00:00 every code has rolled, one second earlier none', () => {
  const now = at('2026-03-27T08:00:00')
  const dates = { Q: '06-26', BIQ: '09-25', NBIQ: '12-25', W: '04-03', M: '04-24' } as const
  for (const [code, date] of Object.entries(dates)) {
    expect(deliveryOfCode(code as FuturesCode, now)).toBe(at(`2026-${date}T08:00:00`))
  }
  expect(deliveryOfCode('Q', now - 1000)).toBe(now)
})

it('rolls at 08:00:00 of the delivery day', () => {
  const friday = at('2026-03-13T08:00:00')
  expect(nextFriday(friday - 1)).toBe(friday)
  expect(nextFriday(friday)).toBe(at('2026-03-20T08:00:00'))
})

it('symbols follow the grammar of each family', () => {
  const march = at('2026-03-27T08:00:00')
  expect(futuresSymbol('Linear', 'BTC', march)).toBe('BTCUSDT-27MAR26')
  expect(futuresSymbol('Usdc', 'BTC', march)).toBe('BTC-27MAR26')
  expect(futuresSymbol('Inverse', 'BTC', at('2026-04-03T08:00:00'))).toBe('BTCUSD-03APR26')
  expect(legacyInverseSymbol('BTC', march)).toBe('BTCUSD0327')
})

it('every listed delivery of ten years is on a Friday at 08:00, and its tenor fits its date', () => {
  for (let day = 0; day < 3653; day += 5) {
    const now = at('2024-01-01T00:00:00') + day * 86_400_000
    const deliveries = listedDeliveries(now)
    // Three weekly, three monthly and three or four quarterly dates, of which some coincide.
    expect(deliveries.length).toBeGreaterThanOrEqual(6)
    for (const delivery of deliveries) {
      const date = new Date(delivery)
      expect(date.getUTCDay()).toBe(5)
      expect(date.toISOString().slice(11)).toBe('08:00:00.000Z')
      const last = new Date(delivery + 7 * 86_400_000).getUTCMonth() !== date.getUTCMonth()
      const quarter = date.getUTCMonth() % 3 === 2
      expect(tenorOf(delivery)).toBe(last ? (quarter ? 'Quarterly' : 'Monthly') : 'Weekly')
    }
  }
})

it.each([
  [Date.UTC(2021, 2, 26, 8), Date.UTC(2020, 8, 11, 8)],
  [Date.UTC(2021, 5, 25, 8), Date.UTC(2020, 11, 11, 8)],
  [Date.UTC(2022, 8, 30, 8), Date.UTC(2022, 2, 11, 8)],
])(
  'EX-11.4: a quarterly is listed fourteen days before the front quarter delivers',
  (at, since) => {
    expect(listedSinceMs(at)).toBe(since)
  },
)

it('a weekly is listed for three weeks', () => {
  const delivery = Date.UTC(2026, 11, 4, 8)
  expect(listedSinceMs(delivery)).toBe(delivery - 3 * 7 * 86_400_000)
})

it('a contract is listed without interruption from its launch to its delivery', () => {
  const deliveries = listedDeliveries(Date.UTC(2026, 2, 10, 8))
  expect(deliveries).toHaveLength(6)
  for (const deliveryMs of deliveries) {
    const launchMs = listedSinceMs(deliveryMs)
    expect(listedDeliveries(launchMs - 1)).not.toContain(deliveryMs)
    for (let at = launchMs; at < deliveryMs; at += 7 * 86_400_000) {
      expect(listedDeliveries(at)).toContain(deliveryMs)
    }
    expect(listedDeliveries(deliveryMs)).not.toContain(deliveryMs)
  }
})

it('an option that expires on another day than a Friday is daily, also at the end of a month', () => {
  const days = ['2026-11-27', '2026-11-30', '2026-12-04', '2026-12-25', '2026-12-30']
  expect(days.map((day) => termOf(at(`${day}T08:00:00`)))).toEqual([
    'Monthly',
    'Daily',
    'Weekly',
    'Quarterly',
    'Daily',
  ])
})
