// Worked examples of rules 11 in the engine: the contracts of the calendar are listed by commands
// and trade from launch to delivery.

import { symbolId } from '@basis/domain/numbers/brand'
import {
  codeOfDelivery,
  deliveryOfCode,
  futuresSymbol,
  listedDeliveries,
  listedSinceMs,
  type FuturesCode,
} from '@basis/domain/instrument/futures-calendar'
import { describe, expect, test } from 'vitest'
import { venue, type Venue } from '../../../testing/example-venue.ts'

const at = (text: string): number => Date.parse(`${text}:00Z`)
const future = 'tick=0.5 lot=1 band=90:90 impact=10 least=0 tiers=150:1:0.5:100'

/** Lists each of BTC's inverse contracts that the calendar has at the venue's time once. */
function roll({ say, engine, nowMs }: Venue): void {
  for (const deliveryMs of listedDeliveries(nowMs())) {
    const symbol = futuresSymbol('Inverse', 'BTC', deliveryMs)
    const launchMs = listedSinceMs(deliveryMs)
    if (engine.views.symbols().includes(symbolId(symbol))) continue
    const days = `launch=${launchMs} delivery=${deliveryMs}`
    say(`list ${symbol} InverseFutures BTC/USD/BTC ${future} ${days}`)
  }
}

const open = 'BTCUSD InversePerpetual BTC/USD/BTC tick=0.5 lot=1 least=0 tiers=150:1:0.5:100'

/** The listed contracts that trade at the venue's time, by delivery. */
const trading = ({ engine, nowMs }: Venue): readonly string[] =>
  engine.views
    .symbols()
    .map((symbol) => engine.views.instrument(symbol))
    .filter((instrument) => (instrument?.deliveryMs ?? 0) > nowMs())
    .filter((instrument) => (instrument?.launchMs ?? 0) <= nowMs())
    .sort((a, b) => (a?.deliveryMs ?? 0) - (b?.deliveryMs ?? 0))
    .map((instrument) => instrument?.symbol ?? '')

describe('the calendar (11.2)', () => {
  test('EX-11.2: 2026-03-10: the contracts, their codes, and the third quarter from 13 March', () => {
    const made = venue(open, { coin: 'BTC', atMs: at('2026-03-10T00:00') })
    roll(made)
    const named = (code: FuturesCode): string => {
      const delivery = deliveryOfCode(code, made.nowMs())
      return new Date(delivery).toISOString().slice(0, 10)
    }
    expect((['W', 'BIW', 'NBIW'] as const).map(named)).toEqual([
      '2026-03-13',
      '2026-03-20',
      '2026-03-27',
    ])
    expect((['M', 'BIM', 'NBIM'] as const).map(named)).toEqual([
      '2026-03-27',
      '2026-04-24',
      '2026-05-29',
    ])
    expect((['Q', 'BIQ', 'NBIQ'] as const).map(named)).toEqual([
      '2026-03-27',
      '2026-06-26',
      '2026-09-25',
    ])
    expect(codeOfDelivery(at('2026-03-27T08:00'), made.nowMs())).toBe('Q')
    const first = ['BTCUSD-13MAR26', 'BTCUSD-20MAR26', 'BTCUSDH26', 'BTCUSD-24APR26']
    expect(trading(made)).toEqual([...first, 'BTCUSD-29MAY26', 'BTCUSDM26'])
    made.wait(at('2026-03-13T08:00') - made.nowMs())
    made.say('time')
    roll(made)
    expect(trading(made)).toContain('BTCUSDU26')
    expect(trading(made)).not.toContain('BTCUSD-13MAR26')
  })

  test('EX-11.3: 2026-03-27 08:00:00: the contract that was Q is delivered, and the next quarter is Q', () => {
    const made = venue(open, { coin: 'BTC', atMs: at('2026-03-27T08:00') - 1000 })
    const named = (code: FuturesCode): string =>
      new Date(deliveryOfCode(code, made.nowMs())).toISOString().slice(0, 10)
    roll(made)
    made.say('index BTCUSDH26 70000')
    expect(named('Q')).toBe('2026-03-27')
    expect(made.emitted.some(({ kind }) => kind === 'Delivered')).toBe(false)
    made.wait(1000)
    made.say('time')
    const delivered = made.emitted.flatMap((event) =>
      event.kind === 'Delivered' ? event.symbol : [],
    )
    expect(delivered).toEqual(['BTCUSDH26'])
    expect((['Q', 'BIQ', 'NBIQ', 'W', 'M'] as const).map(named)).toEqual([
      '2026-06-26',
      '2026-09-25',
      '2026-12-25',
      '2026-04-03',
      '2026-04-24',
    ])
  })

  test.each([
    { delivery: '2021-03-26', symbol: 'BTCUSDH21', launch: '2020-09-11' },
    { delivery: '2021-06-25', symbol: 'BTCUSDM21', launch: '2020-12-11' },
    { delivery: '2022-09-30', symbol: 'BTCUSDU22', launch: '2022-03-11' },
  ])('EX-11.4: $symbol trades from $launch 08:00', ({ delivery, symbol, launch }) => {
    const launchMs = at(`${launch}T08:00`)
    expect(listedSinceMs(at(`${delivery}T08:00`))).toBe(launchMs)
    const made = venue(open, { coin: 'BTC', atMs: launchMs - 1000 })
    roll(made)
    expect(trading(made)).not.toContain(symbol)
    made.wait(1000)
    roll(made)
    expect(trading(made)).toContain(symbol)
  })
})
