// Terms of alerts, reading and writing of levels, and the evaluations at which an alert triggers.

import { expect, test } from 'vitest'
import type { Instrument } from '../instrument/instrument.ts'
import {
  alertProblem,
  isTriggered,
  longestAlertMs,
  sideOfLevel,
  type AlertTerms,
  type LevelSide,
} from './alert.ts'
import { formatLevel, marketFigures, parseLevel } from './figures.ts'

const bitcoin = {
  symbol: 'BTCUSDT',
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 9_999_999,
} as Instrument
const pair = { ...bitcoin, symbol: 'BTC/USDT', kind: 'Spot' } as Instrument
const usual = { figure: 'last', operator: 'above', level: 7_000_000_000_000, note: '' } as const
const nowMs = 1_000

const wrong = (terms: Partial<AlertTerms>, instruments: readonly Instrument[] = [bitcoin]) => {
  const found = alertProblem(instruments, { ...usual, ...terms }, nowMs)
  return found && [found.field, found.name, found.params]
}

test('an alert with valid terms has no problem', () => {
  expect(wrong({})).toBeUndefined()
  expect(wrong({ figure: 'change1h', level: -5_000_000 }, [bitcoin, pair])).toBeUndefined()
  expect(wrong({ coolDownSec: 10, expiresMs: nowMs + 1, note: 'x'.repeat(140) })).toBeUndefined()
})

test('invalid terms give the field, the rule and its bounds', () => {
  const step = { step: '0.1' }
  expect(wrong({ level: 7_000_000_000_001 })).toEqual(['value', 'tickSizeFixNumTips', step])
  expect(wrong({ level: 0 })).toEqual(['value', 'priceTooLow', { min: '0.1' }])
  expect(wrong({ level: 1e14 })).toEqual(['value', 'priceTooHigh', { max: '999999.9' }])
  expect(wrong({}, [bitcoin, pair])).toEqual(['symbols', 'alertSymbolsInvalid', { max: '1' }])
  expect(wrong({ figure: 'spread', level: 1 }, [])).toEqual([
    'symbols',
    'alertSymbolsInvalid',
    { max: '100' },
  ])
  expect(wrong({ figure: 'funding', level: 1 }, [bitcoin, pair])).toEqual([
    'figure',
    'alertFigureMissing',
    { symbol: 'BTC/USDT' },
  ])
  expect(wrong({ figure: 'correlation', level: 1_000_001 })).toEqual([
    'value',
    'alertLevelOutOfRange',
    { min: '-1', max: '1' },
  ])
  const seconds = { min: '10', max: '86400' }
  expect(wrong({ coolDownSec: 9 })).toEqual(['coolDown', 'alertCoolDownInvalid', seconds])
  expect(wrong({ coolDownSec: 86_401 })?.[1]).toBe('alertCoolDownInvalid')
  const days = { days: '366' }
  expect(wrong({ expiresMs: nowMs })).toEqual(['expiresAtE3', 'alertExpiryInvalid', days])
  expect(wrong({ expiresMs: nowMs + longestAlertMs + 1 })?.[1]).toBe('alertExpiryInvalid')
  expect(wrong({ note: 'x'.repeat(141) })).toEqual(['note', 'alertNoteTooLong', { max: '140' }])
})

test('a level is parsed and formatted with the decimals of its figure', () => {
  expect(parseLevel('last', '70000.1')).toBe(7_000_010_000_000)
  expect(parseLevel('funding', '-0.0001')).toBe(-10_000)
  expect(parseLevel('openInterest', '1000000000000')).toBe(1e14)
  expect(parseLevel('openInterest', '0.001')).toBeUndefined()
  expect(parseLevel('last', 'much')).toBeUndefined()
  expect(parseLevel('last', '9'.repeat(15))).toBeUndefined()
  for (const figure of marketFigures) {
    expect(parseLevel(figure, formatLevel(figure, -125_00))).toBe(-125_00)
  }
})

test.each([
  // The operator, the values of the figure for a level of 100, and the indices that trigger.
  ['above', [99, 100, 101, 102, 100, 103], [2, 5]],
  ['above', [101, 102], [0]],
  ['below', [101, 100, 99, 98, 100, 97], [2, 5]],
  ['below', [99], [0]],
  ['crosses', [99, 98, 100, 101, 102, 99], [2, 5]],
  ['crosses', [99, 101, 99], [1, 2]],
  ['crosses', [100, 101, 100], [2]],
] as const)(
  '%s 100 with the values %j triggers at the indices %j',
  (operator, values, expected) => {
    let before: LevelSide | undefined
    const at = values.flatMap((value, index) => {
      const now = sideOfLevel(value, 100)
      const isNow = isTriggered(operator, before, now)
      before = now
      return isNow ? [index] : []
    })
    expect(at).toEqual(expected)
  },
)
