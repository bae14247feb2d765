// Stops when a single command fills, closes and moves the price several times (rules 8.3, 8.5,
// 14.2.30). The simulator found each of these cases.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import type { Event } from '../../api/events.ts'
import { createEngine } from '../../engine/engine.ts'
import { runScenario } from '../../../testing/scenario.ts'
import { parseCommand } from '../../replay/text/format.ts'

/** Returns a function that applies a command's line to a new engine, and returns its events. */
function newVenue(): (line: string) => readonly Event[] {
  const engine = createEngine()
  const instruments = new Map()
  return (line) => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(symbolId('BTCUSDT'), command.instrument)
    }
    return engine.apply({ seq: engine.lastSeq() + 1, timeMs: 1_790_035_200_000, command }).events
  }
}

test('14.2.30: the size of a partial entry excludes what the same command closed', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  place alice Buy BTCUSDT 8 @ 48900
    → placed 1
  place maker Buy BTCUSDT 1 @ 49000
    → placed 2
  place alice Sell BTCUSDT 2 @ 48000 tp=47000 sl=50000 tpsl=Partial
    → maker filled 2: 1 @ 49000 fee 9.8 USDT
    → filled 3: 1 @ 49000 fee 26.95 USDT left 1
    → closed 1 BTCUSDT: 63.27 = 100 - 26.95 - 9.78 + 0
    → filled 1: 1 @ 48900 fee 9.78 USDT left 7
    → filled 3: 1 @ 48900 fee 26.895 USDT
    → placed 4 PartialTakeProfit 47000
    → placed 5 PartialStopLoss 50000
  orders alice
    → 1 Buy BTCUSDT 7 @ 48900 PartiallyFilled
    → 4 Buy BTCUSDT 1 @ 0 Untriggered PartialTakeProfit 47000
    → 5 Buy BTCUSDT 1 @ 0 Untriggered PartialStopLoss 50000`
  expect(runScenario(story)).toBe(story)
})

test('O9: a stop fired by a price extreme within a command reports that price', () => {
  const say = newVenue()
  say('list BTCUSDT LinearPerpetual band=50:60')
  say('index BTCUSDT 49000')
  for (const account of [1, 2]) {
    say(`open #${accountId(account)} trader`)
    say(`deposit #${accountId(account)} 10000000 USDT`)
  }
  say('place #1 Sell BTCUSDT 1 @ 49000')
  say('place #2 Buy BTCUSDT 1 @ 49000')
  say('place #1 Buy BTCUSDT 1 market when=rise:49050')
  say('place #1 Sell BTCUSDT 1 market when=fall:48800')
  for (const price of [48_700, 49_100]) say(`place #2 Sell BTCUSDT 1 @ ${price}`)
  // It trades at 48,700 first and at 49,100 last.
  const events = say('place #1 Buy BTCUSDT 2 @ 49100')
  const fired = events.flatMap((event) =>
    event.kind === 'OrderTriggered' && event.order.status === 'Triggered' ? [event] : [],
  )
  expect(fired.map(({ order, reachedE8 }) => [order.id, reachedE8])).toEqual([
    [4, 4_870_000_000_000],
    [3, 4_910_000_000_000],
  ])
  expect(fired[0]?.explanation?.numbers['lastPrice']?.value).toBe(4_870_000_000_000n)
})

test('8.9: a child order may be reduced or moved, never enlarged', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  algo alice Buy BTCUSDT 1 scaled from=48000 to=48900 n=2 shape=Flat
    → placed 1
    → placed 2
    → algo 1 Scaled Running filled 0 of 1, 2 of 2 open
  replace alice 1 600l
    → rejected commandRefused
  replace alice 1 400l @ 481000t
    → replaced 1: 0.4 @ 48100
  cancel-all alice
    → cancelled 1 CancelByUser
    → cancelled 2 CancelByUser
    → algo 1 Scaled Cancelled CancelByUser filled 0 of 1, 0 of 2 open`
  expect(runScenario(story)).toBe(story)
})

test('8.3: every trigger that a command reaches fires in that command, however many', () => {
  const say = newVenue()
  const sent = (events: readonly Event[]): number =>
    events.filter((event) => event.kind === 'OrderTriggered' && event.order.status === 'New').length
  say('list BTCUSDT LinearPerpetual band=50:60')
  say('index BTCUSDT 49000')
  // 23 accounts with ten orders each, as many as one contract allows.
  for (let account = 1; account <= 25; account += 1) {
    say(`open #${account} trader`)
    say(`deposit #${account} 1000000 USDT`)
    // The first two give the contract its last price.
    if (account <= 2) say(`place #${account} ${account === 1 ? 'Sell' : 'Buy'} BTCUSDT 1 @ 49000`)
    if (account <= 2) continue
    for (let k = 0; k < 10; k += 1) {
      say(`place #${account} Buy BTCUSDT 0.01 @ 40000 when=rise:49050`)
    }
  }
  say('place #1 Sell BTCUSDT 1 @ 49100')
  expect(sent(say('place #2 Buy BTCUSDT 1 @ 49100'))).toBe(230)
  expect(sent(say('deposit #1 1 USDT'))).toBe(0)
})
