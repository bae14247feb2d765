// Scenarios of auto-deleveraging (rules 5.9, 14.1, 14.2.26, 14.2.27; reliability L10, L11, L12,
// M1); after every line `runScenario` checks that money is conserved and no pool is below zero.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import { createEngine } from '../engine/engine.ts'
import { runScenario } from '../../testing/scenario.ts'
import { parseCommand } from '../replay/text/format.ts'

const prices = (text: string, times: number): string =>
  `  index ${text}\n  +1s\n`.repeat(times).trim()

test('L10, L11, M1: a cascade empties the pool, then profitable accounts are deleveraged by rank', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  deposit #0 200 USDT
  deposit alice 500 USDT
  deposit carol 600 USDT
  deposit bob 100000 USDT
  deposit dave 1000 USDT
  index BTCUSDT 60000
  leverage alice BTCUSDT 100
  leverage carol BTCUSDT 100
  leverage dave BTCUSDT 100
  place alice Buy BTCUSDT 0.5 @ 60000
  place bob Sell BTCUSDT 0.5 @ 60000
  place carol Buy BTCUSDT 0.5 @ 60000
  place dave Sell BTCUSDT 0.5 @ 60000
${prices('BTCUSDT 60000', 150)}
  index BTCUSDT 57600
  show bob
  show dave`
  const emitted = runScenario(story)
  // Dave, with little equity behind his position, ranks before Bob, with much.
  const names = [...emitted.matchAll(/→ (\w+) deleveraged: short ([\d.]+) BTCUSDT @ (\S+)/g)]
  expect(names.map(([, name, lots, price]) => [name, lots, price])).toEqual([
    ['dave', '0.5', '58900'],
    ['bob', '0.454', '58900'],
  ])
  // 1 BTC from 58,900 loses 1,300 at 57,600; the pool covers three tenths of its 200, not the
  // 1,240.
  expect(emitted).toContain('alice taken over: long 0.5 BTCUSDT @ 59000')
  expect(emitted).toContain('carol taken over: long 0.5 BTCUSDT @ 58800')
})

test('L8, D-29: a market may use three tenths of the pool; further losses are deleveraged', () => {
  const emitted = runScenario(`
  list BTCUSDT LinearPerpetual fees=0:0
  deposit #0 10000 USDT
  deposit alice 500 USDT
  deposit bob 100000 USDT
  index BTCUSDT 60000
  leverage alice BTCUSDT 100
  place alice Buy BTCUSDT 4 @ 60000
  place alice Buy BTCUSDT 0.5 @ 60000
  place bob Sell BTCUSDT 0.5 @ 60000
${prices('BTCUSDT 60000', 150)}
  index BTCUSDT 59100
  index BTCUSDT 57000
  show bob
  index BTCUSDT 52900`)
  // 0.5 BTC from 59,000 loses 1,000 at 57,000: less than 3,000, so nothing is deleveraged. At
  // 52,900 it loses 3,050, and 59,000 is more than 5 % away: the pool bears the loss and the whole
  // position is deleveraged at the mark (D-31).
  const [before, after] = emitted.split('show bob')
  expect(before).toContain('alice taken over')
  expect(before).not.toContain('deleveraged')
  expect(after).toContain('bob deleveraged: short 0.5 BTCUSDT @ 52900')
})

test('5.9: the ADL indicator shows in which fifth of its side a position ranks', () => {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const lines = ['list BTCUSDT LinearPerpetual fees=0:0', 'index BTCUSDT 60000']
  for (let k = 1; k <= 10; k += 1) {
    lines.push(`open #${k} trader`, `deposit #${k} ${k <= 5 ? 1000 * k : 100000} USDT`)
  }
  for (let k = 1; k <= 5; k += 1) {
    lines.push(`place #${k} Buy BTCUSDT 0.1 @ 60000`, `place #${k + 5} Sell BTCUSDT 0.1 @ 60000`)
  }
  for (let k = 0; k < 151; k += 1) lines.push('index BTCUSDT 60000')
  lines.push('index BTCUSDT 60600')
  lines.forEach((line, k) => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    engine.apply({ seq: k + 1, timeMs: 1_790_035_200_000 + 1000 * k, command })
  })
  const indicatorOf = (account: number): number =>
    engine.views.adlIndicator({
      account: accountId(account),
      symbol: symbolId('BTCUSDT'),
      positionIdx: 0,
    })
  // The smaller the account behind the same profit, the higher its effective leverage.
  expect([1, 2, 3, 4, 5].map(indicatorOf)).toEqual([5, 4, 3, 2, 1])
  expect(indicatorOf(11)).toBe(0)
})
