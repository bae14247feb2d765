// The number input's rules, sentence by sentence of the specification's section 5.

import { describe, expect, test } from 'vitest'
import {
  pastedText,
  settledText,
  stepLabels,
  steppedText,
  stepsOf,
  typedText,
  unitsOf,
} from './number-text.ts'

const price = { scale: 2, min: '0.5', max: '100000', tick: '0.5' }
const free = { scale: 8 }

describe('Only an optional sign, digits and one decimal point are accepted.', () => {
  test.each(['1', '12', '1.', '1.2', '-', '-1', '-1.5', ''])('%s', (text) => {
    expect(typedText('7', text, free)).toBe(text)
  })
  test.each(['a', '1e5', '1.2.3', '--1', '1-', '0x10', 'Infinity', '1/2', '5+'])(
    '%s leaves the field as it was',
    (text) => {
      expect(typedText('7', text, free)).toBe('7')
    },
  )
  test('a plus sign is dropped', () => {
    expect(typedText('', '+5', free)).toBe('5')
  })
  test('a typed decimal comma becomes a point, full-width digits become digits, blanks are dropped', () => {
    expect(typedText('1', '1,', free)).toBe('1.')
    expect(typedText('1.', '1.,', free)).toBe('1.')
    expect(typedText('', '１２．５', free)).toBe('12.5')
    expect(typedText('1', '1 ', free)).toBe('1')
    expect(typedText('', '\u22125', free)).toBe('-5')
  })
})

describe('The fraction is cut to the allowed precision.', () => {
  test.each([
    ['1.239', 2, '1.23'],
    ['-1.999', 2, '-1.99'],
    ['1.5', 0, '1'],
    ['1.', 0, '1'],
    ['0.123456789', 8, '0.12345678'],
  ])('%s at %d decimals is %s', (text, scale, kept) => {
    expect(typedText('', text, { scale })).toBe(kept)
  })
})

test('A leading point becomes 0.', () => {
  expect(typedText('', '.', free)).toBe('0.')
  expect(typedText('', '.5', free)).toBe('0.5')
  expect(typedText('', '-.5', free)).toBe('-0.5')
  expect(typedText('', '.', { scale: 0 })).toBe('0')
})

test('Empty or a lone minus yields no value.', () => {
  for (const text of ['', '-', '.', '-.']) {
    expect(unitsOf(text, 2)).toBeUndefined()
    expect(settledText(text, price)).toBe('')
  }
  expect(unitsOf('0', 2)).toBe(0n)
  expect(unitsOf('1.', 2)).toBe(100n)
})

describe('Clamped to min and max on blur.', () => {
  test.each([
    ['0', '0.50'],
    ['-3', '0.50'],
    ['100000.5', '100000.00'],
    ['99999.5', '99999.5'],
    ['0.5', '0.5'],
  ])('%s becomes %s', (text, settled) => {
    expect(settledText(text, price)).toBe(settled)
  })
  test('while typing nothing is clamped', () => {
    expect(typedText('', '100000.5', price)).toBe('100000.5')
  })
  test('a bound with more decimals than the field is rounded into the range', () => {
    expect(settledText('9', { scale: 2, max: '1.239' })).toBe('1.23')
    expect(settledText('0', { scale: 2, min: '0.001' })).toBe('0.01')
  })
  test('a value too long for a floating-point number keeps its digits', () => {
    const text = '123456789012345678901234567890.12345678'
    expect(settledText(text, free)).toBe(text)
  })
})

describe('With tick 1, 2 or 5 the value is rounded up to a multiple of the tick.', () => {
  test.each([
    ['10.1', '0.5', '10.50'],
    ['10.5', '0.5', '10.5'],
    ['10.51', '0.5', '11.00'],
    ['10.01', '0.02', '10.02'],
    ['10.02', '0.05', '10.05'],
    ['10.1', '1', '11.00'],
    ['11', '2', '12.00'],
    ['11', '5', '15.00'],
    ['-1.2', '0.5', '-1.00'],
  ])('%s with tick %s becomes %s', (text, tick, settled) => {
    expect(settledText(text, { scale: 2, tick })).toBe(settled)
  })
  test.each(['10', '25', '0.25', '3'])('with tick %s the value is not rounded', (tick) => {
    expect(settledText('7.11', { scale: 2, tick })).toBe('7.11')
  })
  test('rounding up does not leave the range', () => {
    expect(settledText('9.8', { scale: 1, max: '9.9', tick: '0.5' })).toBe('9.5')
    expect(settledText('9.8', { scale: 1, min: '9.7', max: '9.9', tick: '0.5' })).toBe('9.8')
  })
  test('leading zeros, a trailing point and the sign of zero are removed', () => {
    expect(settledText('007.5', free)).toBe('7.5')
    expect(settledText('7.', free)).toBe('7')
    expect(settledText('-0.0', free)).toBe('0.0')
    expect(settledText('00', free)).toBe('0')
    expect(settledText('7.5', free)).toBe('7.5')
  })
})

describe('a step applies to arrow keys and never rounds', () => {
  const cost = { scale: 8, min: '0', step: '1' }
  test.each(['0.05', '100.5', '0.00000001', '1234.5678'])('%s is unchanged on blur', (text) => {
    expect(settledText(text, cost)).toBe(text)
  })
  test('arrows go to the neighbouring multiple', () => {
    expect(steppedText('0.05', cost, 1)).toBe('1')
    expect(steppedText('100.5', cost, -1)).toBe('100')
    expect(steppedText('0.059', { scale: 3, min: '0', step: '0.001' }, 1)).toBe('0.060')
    expect(steppedText('0.5', { ...cost, max: '0.75' }, 1)).toBe('0.75')
  })
})

describe('Arrow keys (up 38, down 40) step by the tick within min and max.', () => {
  test.each([
    ['10', 1, '10.50'],
    ['10', -1, '9.50'],
    ['10.3', 1, '10.50'],
    ['10.3', -1, '10.00'],
    ['0.5', -1, '0.50'],
    ['100000', 1, '100000.00'],
    ['', 1, '0.50'],
  ])('%s by %d is %s', (text, steps, stepped) => {
    expect(steppedText(text, price, steps)).toBe(stepped)
  })
  test('without a tick the last decimal place moves', () => {
    expect(steppedText('0.1', { scale: 3 }, 1)).toBe('0.101')
    expect(steppedText('0', { scale: 0, min: '0' }, -1)).toBe('0')
  })
})

test('Quick price steps: plus and minus 10, 50 and 200 times tick.', () => {
  expect(stepsOf({ shift: false, control: false })).toBe(1)
  expect(stepsOf({ shift: true, control: false })).toBe(10)
  expect(stepsOf({ shift: false, control: true })).toBe(50)
  expect(stepsOf({ shift: true, control: true })).toBe(200)
  expect(steppedText('100', price, 10)).toBe('105.00')
  expect(steppedText('100', price, -50)).toBe('75.00')
  expect(steppedText('100', price, -200)).toBe('0.50')
})

describe('a pasted number', () => {
  test.each([
    ['1,234.50', '.', '1234.50'],
    ['1.234,50', '.', '1234.50'],
    ['1.234.567', '.', '1234567'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    ['1.234', ',', '1.234'],
    ['0,5', '.', '0.5'],
    ['0,500', '.', '0.500'],
    ['12 345.6', '.', '12345.6'],
    ['12\u202f345,6', ',', '12345.6'],
    ["12'345.6", '.', '12345.6'],
    ['$ 64,210.5', '.', '64210.5'],
    ['64,210.5 USDT', '.', '64210.5'],
    ['64.210,5 USDT', '.', '64210.5'],
    ['1.234,5', '.', '1234.5'],
    ['1,234.5', ',', '1234.5'],
    ['1.234.567,8', '.', '1234567.8'],
    ['0.5 BTC', ',', '0.5'],
    ['1234,5€', '.', '1234.5'],
    ['−12.5%', '.', '-12.5'],
    ['  .5\n', '.', '0.5'],
  ] as const)('%s (decimal %s) is %s', (text, separator, plain) => {
    expect(pastedText(text, { scale: 8 }, separator)).toBe(plain)
  })
  test.each([
    '',
    'abc',
    '1e5',
    '1,23,456',
    '1.2.3',
    '12-3',
    '1,234.5,6',
    '-',
    '12 x 3',
    '64.2K',
    '5 M',
    '64.2 Mio',
    '64,2 Mrd',
    '64.2 mil',
    '64.2M€',
    '64.2 MLN',
    '6.4万',
    '64,2 тыс',
    '5 jt',
    '64,2.5',
    '1.23,4',
    '12,3456.5',
    ',5.5',
  ])('%s is not one number', (text) => {
    expect(pastedText(text, { scale: 8 })).toBeUndefined()
  })
  test('if points group digits, a point before three digits is not cut off as a fraction', () => {
    expect(pastedText('1.234', { scale: 0 }, ',')).toBe('1234')
    expect(pastedText('64.123', { scale: 1 }, ',')).toBe('64123')
    // A field of three decimals keeps them, and 0.125 is never 125.
    expect(pastedText('1.234', { scale: 3 }, ',')).toBe('1.234')
    expect(pastedText('0.125', { scale: 1 }, ',')).toBe('0.1')
    expect(pastedText('1.234', { scale: 0 }, '.')).toBe('1')
  })
  test('its fraction is cut like a typed one', () => {
    expect(pastedText('1.23999', { scale: 2 })).toBe('1.23')
  })
})

test('price steps are labelled with what they add: 10, 50 and 200 ticks', () => {
  expect(stepLabels('0.1', 1)).toEqual([
    { steps: 10, label: '1.0' },
    { steps: 50, label: '5.0' },
    { steps: 200, label: '20.0' },
  ])
  expect(stepLabels('0.5', 2).map(({ label }) => label)).toEqual(['5.00', '25.00', '100.00'])
})
