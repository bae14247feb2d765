// For every kind of position the formulas that explain its liquidation hold with the emitted
// numbers (rules 5.1, 5.6, 5.8), so that a trader can verify them by hand.

import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { explanationText } from '@basis/domain/margin/explanation'
import { formulasOf } from '@basis/domain/margin/formulas'
import { formulaValue, numberNamed } from '@basis/domain/testing/formula-value'
import { expect, test } from 'vitest'
import { createEngine } from '../engine/engine.ts'
import type { Event } from '../api/events.ts'
import { parseCommand } from '../replay/text/format.ts'

type Kind = 'Linear' | 'Inverse'

/** Plays lines, then index prices; returns the events that carry an explanation. */
function explanationsOf(kind: Kind, lines: readonly string[], prices: readonly string[]) {
  const symbol = kind === 'Linear' ? 'BTCUSDT' : 'BTCUSD'
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  const say = (line: string): readonly Event[] => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(symbolId(symbol), command.instrument)
    }
    const { events, problem } = engine.apply({
      seq: engine.lastSeq() + 1,
      timeMs: 1_790_035_200_000 + 1000 * engine.lastSeq(),
      command,
    })
    if (problem !== undefined) throw new Error(`${line}: ${problem.name}`)
    return events
  }
  const terms = kind === 'Linear' ? '' : ' BTC/USD/BTC tick=0.5 lot=1 least=0'
  say(`list ${symbol} ${kind}Perpetual${terms} band=50:60 funding=0`)
  say(`index ${symbol} 50000`)
  for (const line of lines) say(line.replaceAll('$', symbol))
  for (let k = 0; k < 160; k += 1) say(`index ${symbol} 50000`)
  const explained: Event[] = []
  for (const price of prices) explained.push(...say(`index ${symbol} ${price}`))
  return explained.flatMap((event) => {
    if (!('explanation' in event) || event.explanation === undefined) return []
    return [{ event, ...explanationText(event.explanation) }]
  })
}

const people = (coin: string, much: string): readonly string[] => [
  'open #1 trader',
  'open #2 trader',
  `deposit #1 ${much} ${coin}`,
  `deposit #2 ${much} ${coin}`,
  'mode #1 $ Isolated',
]

const cases = [
  { kind: 'Linear', side: 'Buy', coin: 'USDT', much: '100000', qty: '1', extra: '0', far: '44000' },
  {
    kind: 'Linear',
    side: 'Sell',
    coin: 'USDT',
    much: '100000',
    qty: '1',
    extra: '0',
    far: '56000',
  },
  {
    kind: 'Linear',
    side: 'Buy',
    coin: 'USDT',
    much: '100000',
    qty: '1',
    extra: '900',
    far: '43000',
  },
  { kind: 'Inverse', side: 'Buy', coin: 'BTC', much: '10', qty: '50000', extra: '0', far: '45000' },
  {
    kind: 'Inverse',
    side: 'Sell',
    coin: 'BTC',
    much: '10',
    qty: '50000',
    extra: '0.02',
    far: '58000',
  },
] as const

test.each(cases)(
  '5.1: the formulas of an isolated $kind $side with $extra margin added hold',
  ({ kind, side, coin, much, qty, extra, far }) => {
    const other = side === 'Buy' ? 'Sell' : 'Buy'
    const explained = explanationsOf(
      kind,
      [
        ...people(coin, much),
        `place #2 ${other} $ ${qty} @ 50000`,
        `place #1 ${side} $ ${qty} @ 50000`,
        ...(extra === '0' ? [] : [`margin #1 $ 0 ${extra}`]),
      ],
      [far],
    )
    const started = explained.find(({ rule }) => rule === 'isolatedLiquidation')
    if (started === undefined) throw new Error('Nobody fell')
    const formulas = formulasOf({ ...started, side }, kind)
    expect(formulas.map(({ result }) => result)).toEqual(['liquidationPrice', 'unrealisedPnl'])
    for (const formula of formulas) {
      const value = formulaValue(formula, started.numbers)
      const emitted = numberNamed(started.numbers, formula.result)
      // A liquidation price is rounded to the tick.
      const slack = formula.result === 'liquidationPrice' ? 0.5 : 2e-8
      expect(Math.abs(value - emitted)).toBeLessThanOrEqual(slack)
    }
    const over = explained.find(({ rule }) => rule === 'takeOver')
    if (over === undefined) throw new Error('nothing was taken over')
    const takenOver = formulasOf({ ...over, side }, kind)
    expect(takenOver.map(({ result }) => result)).toEqual(['bankruptcyPrice'])
    for (const formula of takenOver) {
      const value = formulaValue(formula, over.numbers)
      expect(value / numberNamed(over.numbers, formula.result)).toBeCloseTo(1, 4)
    }
  },
)

test('5.6: the formulas of a cross liquidation hold, the margin balance among them', () => {
  const explained = explanationsOf(
    'Linear',
    [
      'open #1 trader',
      'open #2 trader',
      'deposit #1 6000 USDT',
      'deposit #2 100000 USDT',
      'place #2 Sell $ 1 @ 50000',
      'place #1 Buy $ 1 @ 50000',
    ],
    ['44100'],
  )
  const started = explained.find(({ rule }) => rule === 'crossMaintenance')
  if (started === undefined) throw new Error('Nobody fell')
  const formulas = formulasOf(started, 'Linear')
  expect(formulas.map(({ result }) => result)).toContain('marginBalance')
  for (const formula of formulas) {
    const value = formulaValue(formula, started.numbers)
    expect(value).toBeCloseTo(numberNamed(started.numbers, formula.result), 7)
  }
})
