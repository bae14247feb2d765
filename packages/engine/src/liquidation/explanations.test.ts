// Explanations of liquidations contain the numbers that were compared; those of an isolated hedge
// are of the liquidated side, not of the pair (rules 5.1, 6.3; reliability L6).

import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { expect, test } from 'vitest'
import { createEngine } from '../engine/engine.ts'
import type { Event } from '../api/events.ts'
import { parseCommand } from '../replay/text/format.ts'

test('L6: the liquidation of one side of an isolated hedge is explained with the figures of that side', () => {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const say = (line: string): readonly Event[] => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(symbolId('BTCUSDT'), command.instrument)
    }
    const { events, problem } = engine.apply({
      seq: engine.lastSeq() + 1,
      timeMs: 1_790_035_200_000 + 1000 * engine.lastSeq(),
      command,
    })
    if (problem !== undefined) throw new Error(`${line}: ${problem.name}`)
    return events
  }
  // Without funding the mark is the index.
  say('list BTCUSDT LinearPerpetual band=50:60 funding=0')
  say('index BTCUSDT 50000')
  for (const account of [1, 2]) {
    say(`open #${account} trader`)
    say(`deposit #${account} 1000000 USDT`)
  }
  say('hedge #1 BTCUSDT on')
  say('mode #1 BTCUSDT Isolated')
  say('place #2 Sell BTCUSDT 1 @ 50000')
  say('place #1 Buy BTCUSDT 1 @ 50000 idx=1')
  say('place #2 Buy BTCUSDT 3 @ 50000')
  say('place #1 Sell BTCUSDT 3 @ 50000 idx=2')
  // Nothing is liquidated before prices have been fresh for a while (L2).
  for (let k = 0; k < 20; k += 1) say('index BTCUSDT 50000')
  const [started] = say('index BTCUSDT 30000').flatMap((event) =>
    event.kind === 'LiquidationStarted' ? [event] : [],
  )
  const numbers = started?.explanation.numbers
  expect(started?.explanation.compared).toEqual(['markPrice', '<=', 'liquidationPrice'])
  expect(numbers?.['size']?.value).toBe(100_000_000n)
  // The loss of the 1 BTC long from 50,000; the short of 3 BTC has gained three times as much.
  const mark = numbers?.['markPrice']?.value ?? 0n
  expect(numbers?.['unrealisedPnl']?.value).toBe(mark - 50_000n * 100_000_000n)
})
