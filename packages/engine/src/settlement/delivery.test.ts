// Dated contracts are delivered once, at the average index of their last half hour, also after
// restarts and downtimes (rules 11.1; reliability L7, L13).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import type { Command } from '../api/commands.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import type { Event } from '../api/events.ts'
import { brokenInvariants } from '../replay/invariants.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../replay/snapshot/snapshot.ts'
import { runScenario } from '../../testing/scenario.ts'
import { parseCommand } from '../replay/text/format.ts'

/** A scenario begins at 00:00 UTC. */
const midnight = 1_790_035_200_000
const eight = midnight + 8 * 3_600_000
const list = `list BTCUSDT-25SEP26 LinearFutures delivery=${eight}`

describe('EX-11.1', () => {
  test('linear: long 2 BTC from 58,000, delivered at 60,000, gains 4,000 and pays a fee of 60', () => {
    const story = `
    ${list}
    index BTCUSDT-25SEP26 58000
    deposit alice 100000 USDT
    deposit bob 100000 USDT
    place alice Buy BTCUSDT-25SEP26 2 @ 58000
      → placed 1
    place bob Sell BTCUSDT-25SEP26 2 @ 58000
      → alice filled 1: 2 @ 58000 fee 23.2 USDT
      → filled 2: 2 @ 58000 fee 63.8 USDT
    +7h
    index BTCUSDT-25SEP26 60000
    +1h
    time
      → BTCUSDT-25SEP26 delivered at 60000 of 1800 s
      → alice closed 2 BTCUSDT-25SEP26: 3916.8 = 4000 - 23.2 - 60 + 0
      → alice delivered long 2 BTCUSDT-25SEP26: 4000, fee 60
      → bob closed 2 BTCUSDT-25SEP26: -4123.8 = - 4000 - 63.8 - 60 + 0
      → bob delivered short 2 BTCUSDT-25SEP26: -4000, fee 60
    show alice
      → 103916.8 USDT; available 103916.8
    show bob
      → 95876.2 USDT; available 95876.2`
    expect(runScenario(story)).toBe(story)
  })

  test('inverse: long 20,000 from 50,000, delivered at 62,500, gains 0.08 BTC and pays a fee of 0.00016', () => {
    const story = `
    list BTCUSD-25SEP26 InverseFutures BTC/USD/BTC tick=0.5 lot=1 least=0 delivery=${eight}
    index BTCUSD-25SEP26 50000
    deposit alice 10 BTC
    deposit bob 10 BTC
    place alice Buy BTCUSD-25SEP26 20000 @ 50000
      → placed 1
    place bob Sell BTCUSD-25SEP26 20000 @ 50000
      → alice filled 1: 20000 @ 50000 fee 0.00008 BTC
      → filled 2: 20000 @ 50000 fee 0.00022 BTC
    +7h
    index BTCUSD-25SEP26 62500
    +1h
    time
      → BTCUSD-25SEP26 delivered at 62500 of 1800 s
      → alice closed 20000 BTCUSD-25SEP26: 0.07976 = 0.08 - 0.00008 - 0.00016 + 0
      → alice delivered long 20000 BTCUSD-25SEP26: 0.08, fee 0.00016
      → bob closed 20000 BTCUSD-25SEP26: -0.08038 = - 0.08 - 0.00022 - 0.00016 + 0
      → bob delivered short 20000 BTCUSD-25SEP26: -0.08, fee 0.00016`
    expect(runScenario(story)).toBe(story)
  })

  test('USDC: delivery costs no fee (D-17) and pays the profit since the last session', () => {
    const story = `
    list BTC-25SEP26 UsdcFutures BTC/USDC tick=1 delivery=${eight + 8 * 3_600_000}
    index BTC-25SEP26 50000
    deposit alice 100000 USDC
    deposit bob 100000 USDC
    place alice Buy BTC-25SEP26 1 @ 50000
      → placed 1
    place bob Sell BTC-25SEP26 1 @ 50000
      → alice filled 1: 1 @ 50000 fee 10 USDC
      → filled 2: 1 @ 50000 fee 27.5 USDC
    +7h
    index BTC-25SEP26 51000
    +1h
    time
      → BTC-25SEP26 session at 51000
      → alice session 1000 on BTC-25SEP26
      → bob session -1000 on BTC-25SEP26
    index BTC-25SEP26 51500
    +8h
    time
      → BTC-25SEP26 delivered at 51500 of 1800 s
      → alice closed 1 BTC-25SEP26: 1490 = 1500 - 10 + 0 + 0
      → alice delivered long 1 BTC-25SEP26: 500, fee 0
      → bob closed 1 BTC-25SEP26: -1527.5 = - 1500 - 27.5 + 0 + 0
      → bob delivered short 1 BTC-25SEP26: -500, fee 0
    show alice
      → 101490 USDC; available 101490`
    expect(runScenario(story)).toBe(story)
  })
})

test('L7: in the last ten minutes only reducing orders are accepted; delivery cancels all orders', () => {
  const story = `
  ${list}
  index BTCUSDT-25SEP26 60000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  deposit carol 1 USDT
  place alice Buy BTCUSDT-25SEP26 1 @ 60000
    → placed 1
  place bob Sell BTCUSDT-25SEP26 1 @ 60000
    → alice filled 1: 1 @ 60000 fee 12 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
  place bob Sell BTCUSDT-25SEP26 1 @ 60100
    → placed 3
  place bob Buy BTCUSDT-25SEP26 0.5 @ 59000 when=fall:55000:MarkPrice
    → placed 4 Stop 55000
  tpsl alice BTCUSDT-25SEP26 Full tp=70000
    → placed 5 TakeProfit 70000
  +7h
  +50m
  place alice Buy BTCUSDT-25SEP26 0.1 @ 59000
    → rejected preDeliveryReduceOnly
  replace bob 3 1100l
    → rejected preDeliveryReduceOnly
  replace bob 3 900l
    → replaced 3: 0.9 @ 60100
  place alice Sell BTCUSDT-25SEP26 0.4 @ 60200 reduce
    → placed 6
  +10m
  place carol Sell BTCUSDT-25SEP26 0.4 @ 60200
    → alice cancelled 5 CancelBySettle
    → alice cancelled 6 CancelBySettle
    → bob cancelled 3 CancelBySettle
    → bob cancelled 4 CancelBySettle
    → BTCUSDT-25SEP26 delivered at 60000 of 1800 s
    → alice closed 1 BTCUSDT-25SEP26: -42 = 0 - 12 - 30 + 0
    → alice delivered long 1 BTCUSDT-25SEP26: 0, fee 30
    → bob closed 1 BTCUSDT-25SEP26: -63 = 0 - 33 - 30 + 0
    → bob delivered short 1 BTCUSDT-25SEP26: 0, fee 30
    → rejected instrumentNotTrading
  status BTCUSDT-25SEP26 Trading
    → rejected commandRefused
  ${list}
    → rejected commandRefused
  index BTCUSDT-25SEP26 61000
  +24h
  time`
  expect(runScenario(story)).toBe(story)
})

const symbol = symbolId('BTCUSDT-25SEP26')
const instruments = new Map()

function venue(): { give: (at: number, text: string) => readonly Event[]; restart: () => void } {
  let engine: Engine = createEngine()
  let seq = 0
  const give = (at: number, text: string): readonly Event[] => {
    const command: Command = parseCommand(text, { instruments })
    if (command.kind === 'ListInstrument') instruments.set(symbol, command.instrument)
    seq += 1
    const { events } = engine.apply({ seq, timeMs: at, command })
    expect(brokenInvariants(engine)).toEqual([])
    return events
  }
  const restart = (): void => {
    const copy = engineFromSnapshot(takeSnapshot(engine))
    expect(stateHash(copy)).toBe(stateHash(engine))
    engine = copy
  }
  return { give, restart }
}

const deliveries = (events: readonly Event[]): readonly Event[] =>
  events.filter(({ kind }) => kind === 'Delivered')

describe('L13: a contract is delivered once', () => {
  const half = eight - 30 * 60_000
  const prices = [60_000, 60_600, 59_400, 61_200]

  function played(restarts: boolean): readonly Event[] {
    const { give, restart } = venue()
    const emitted: Event[] = []
    const say = (at: number, text: string): void => {
      emitted.push(...give(at, text))
      if (restarts) restart()
    }
    say(midnight, list)
    for (const account of [1, 2]) {
      say(midnight, `open #${account} trader`)
      say(midnight, `deposit #${account} 100000 USDT`)
    }
    say(midnight, `index ${symbol} 60000`)
    say(midnight, `place #1 Buy ${symbol} 1 @ 60000`)
    say(midnight, `place #2 Sell ${symbol} 1 @ 60000`)
    prices.forEach((price, k) => say(half + k * 450_000, `index ${symbol} ${price}`))
    say(eight - 1, 'time')
    say(eight, 'time')
    say(eight, 'time')
    say(eight + 1, `index ${symbol} 70000`)
    return emitted
  }

  test('at the mean of every second, with the same events after a restart before every command', () => {
    const emitted = played(false)
    // Each price was in force for a quarter of the half hour: the mean is 60,300.
    expect(deliveries(emitted)).toEqual([
      {
        kind: 'Delivered',
        symbol,
        priceE8: priceE8(6_030_000_000_000),
        samples: 1800,
        atMs: eight,
      },
    ])
    expect(emitted.filter(({ kind }) => kind === 'PositionDelivered')).toHaveLength(2)
    expect(played(true)).toEqual(emitted)
  })

  test('after a downtime across the delivery, at the index that was in force', () => {
    const { give, restart } = venue()
    give(midnight, list)
    give(midnight, `open #${accountId(1)} trader`)
    give(half + 900_000, `index ${symbol} 60000`)
    restart()
    const emitted = give(eight + 7 * 86_400_000, `index ${symbol} 90000`)
    // Seconds before the first price are not samples; missed seconds count with the last index.
    expect(deliveries(emitted)).toMatchObject([{ priceE8: 6_000_000_000_000, samples: 900 }])
    restart()
    expect(deliveries(give(eight + 8 * 86_400_000, 'time'))).toEqual([])
  })

  test('at a price of 0 if there never was an index', () => {
    const { give } = venue()
    give(midnight, list)
    expect(deliveries(give(eight, 'time'))).toMatchObject([{ priceE8: 0, samples: 0 }])
  })

  test('and cannot be listed after its delivery time', () => {
    const { give } = venue()
    expect(give(eight, list)).toMatchObject([{ kind: 'CommandRejected' }])
  })
})

test('a contract in PreLaunch begins to trade at its launch', () => {
  const story = `
  ${list} launch=${midnight + 3_600_000} status=PreLaunch
  index BTCUSDT-25SEP26 60000
  deposit alice 100000 USDT
  place alice Buy BTCUSDT-25SEP26 1 @ 60000
    → rejected instrumentNotTrading
  +1h
  place alice Buy BTCUSDT-25SEP26 1 @ 60000
    → placed 1`
  expect(runScenario(story)).toBe(story)
})

test('EX-2.4: the mark is the index plus the fair basis; in the last half hour the mean index so far', () => {
  const { give } = venue()
  give(midnight, list.replace('Futures', 'Futures impact=50000'))
  const emitted: Event[] = []
  give(midnight, 'open #1 trader')
  give(midnight, 'deposit #1 100000000 USDT')
  give(midnight, `index ${symbol} 50000`)
  give(midnight + 500, `place #1 Buy ${symbol} 10 @ 50180`)
  give(midnight + 500, `place #1 Sell ${symbol} 10 @ 50220`)
  for (let second = 1; second <= 600; second += 1) {
    emitted.push(...give(midnight + second * 1000, `index ${symbol} 50000`))
  }
  const marks = (events: readonly Event[]): number[] =>
    events.flatMap((event) => (event.kind === 'PricesChanged' ? [event.markE8] : []))
  expect(marks(give(midnight + 601_000, `index ${symbol} 50000`))).toEqual([5_020_000_000_000])
  const half = eight - 30 * 60_000
  give(half, `index ${symbol} 50000`)
  give(half + 60_000, `index ${symbol} 53000`)
  expect(marks(give(half + 180_000, `index ${symbol} 53000`))).toEqual([5_200_000_000_000])
})
