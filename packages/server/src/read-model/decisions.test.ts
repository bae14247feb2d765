// The explanations of decisions that a trader can read later.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { explanationText } from '@basis/domain/margin/explanation'
import { createEngine } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { parseCommand } from '@basis/engine/text'
import { expect, test } from 'vitest'
import { decisionOf } from './decisions.ts'

/** Plays a tape, a line a second, and returns the events of its last line. */
function eventsOf(lines: readonly string[]): readonly Event[] {
  const engine = createEngine()
  const instruments = new Map<string, Instrument>()
  let events: readonly Event[] = []
  lines.forEach((line, k) => {
    const command = parseCommand(line, { instruments })
    if (command.kind === 'ListInstrument') {
      instruments.set(command.instrument.symbol, command.instrument)
    }
    const timeMs = 1_790_035_200_000 + 1000 * k
    events = engine.apply({ seq: k + 1, timeMs, command }).events
  })
  return events
}

const opening = [
  'list BTCUSDT LinearPerpetual fees=0:0',
  'deposit #0 1000 USDT',
  'open #1 trader',
  'open #2 trader',
  'deposit #1 500 USDT',
  'deposit #2 100000 USDT',
  'index BTCUSDT 60000',
  'leverage #1 BTCUSDT 100',
  'place #1 Buy BTCUSDT 0.5 @ 60000',
  'place #2 Sell BTCUSDT 0.5 @ 60000',
  ...Array.from({ length: 151 }, () => 'index BTCUSDT 60000'),
]

test('L11: a liquidation, its take-over and each deleveraging have the rule and the figures that decided', () => {
  const explanations = eventsOf([...opening, 'index BTCUSDT 30000']).flatMap((event) =>
    'explanation' in event && event.explanation !== undefined
      ? [explanationText(event.explanation)]
      : [],
  )
  expect(explanations.map(({ rule, compared }) => [rule, compared])).toEqual([
    ['crossMaintenance', 'marginBalance <= maintenanceMargin'],
    ['takeOver', 'markPrice <= bankruptcyPrice'],
    ['deleverage', 'rank <= candidates'],
    ['deleverage', 'rank <= candidates'],
  ])
  // A score of 0.5 × 15,000 ÷ (130,000 − 15,000): the short goes bankrupt at a value of 130,000.
  const deleverage = {
    rank: '1',
    candidates: '1',
    score: '0.06521739',
    markPrice: '30000 USDT',
    bankruptcyPrice: '59000 USDT',
    poolBalance: '-13500 USDT',
    uncoveredLoss: '13500 USDT',
  }
  expect(explanations.map(({ numbers }) => numbers)).toMatchObject([
    { marginBalance: '-14500 USD', maintenanceMargin: '75 USD', walletBalance: '500 USD' },
    { markPrice: '30000 USDT', bankruptcyPrice: '59000 USDT', size: '0.5' },
    // The pool of 1,000 can pay the loss of 0.034 at mark; the other 0.466 close at bankruptcy.
    { ...deleverage, price: '59000 USDT' },
    { ...deleverage, price: '30000 USDT' },
  ])
})

test('a rejected order keeps the rule and the figures of its problem', () => {
  const [explanations] = eventsOf([...opening, 'place #1 Buy BTCUSDT 90 @ 60000']).flatMap(
    (event) => decisionOf(event) ?? [],
  )
  expect(explanations).toMatchObject({ event: 'OrderRejected', rule: 'riskLimitExceeded' })
  // The held 0.5 and the ordered 90 at 60,000, and the risk limit at a leverage of 100.
  expect(JSON.parse(explanations?.numbers ?? '')).toMatchObject({
    value: '5430000 USDT',
    positionValue: '30000 USDT',
    orderValue: '5400000 USDT',
    max: '2000000',
    leverage: '100',
  })
})

test('6.2, 8.2: a rejected order keeps the numbers of the formula, the field and the orderLinkId', () => {
  const [explanations] = eventsOf([
    ...opening,
    'place #1 Buy BTCUSDT 0.01 @ 61000 link=mine',
  ]).flatMap((event) => decisionOf(event) ?? [])
  expect(explanations).toMatchObject({
    event: 'OrderRejected',
    rule: 'priceAboveBand',
    compared: 'price > maxBuyPrice',
  })
  expect(JSON.parse(explanations?.numbers ?? '')).toMatchObject({
    price: '61000 USDT',
    maxBuyPrice: '60600 USDT',
    bandX: '0.01',
    field: 'price',
    orderLinkId: 'mine',
  })
})

test('a refused change is recorded under its command, a liquidation under its steps', () => {
  const change = eventsOf([...opening, 'leverage #1 BTCUSDT 101']).flatMap(
    (event) => decisionOf(event) ?? [],
  )
  expect(change).toMatchObject([
    { event: 'SetLeverage', symbol: 'BTCUSDT', rule: 'leverageOutOfRange', compared: 'leverage' },
  ])
  const steps = eventsOf([...opening, 'index BTCUSDT 30000']).flatMap(
    (event) => decisionOf(event) ?? [],
  )
  expect(steps.map(({ event, rule }) => [event, rule])).toEqual([
    ['LiquidationStarted', 'crossMaintenance'],
    ['PositionTakenOver', 'takeOver'],
    ['PositionDeleveraged', 'deleverage'],
    ['PositionDeleveraged', 'deleverage'],
  ])
})
