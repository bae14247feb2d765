// Formats of numbers and times: exact digits in the notation of the language.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimal } from '@basis/domain/numbers/fixed'
import { pastedText, unitsOf } from '../ui/number-text.ts'
import { shownText } from '@basis/domain/numbers/number-marks'
import { decimalSeparatorOf, formatFor, numberMarksOf } from './format.ts'
import { languages } from './i18n.ts'

const format = formatFor('en', 'utc')
const german = formatFor('de-DE', 'utc')

describe('prices: exactly the scale of the symbol, trailing zeros kept', () => {
  test.each([
    ['64210.5', 1, '64,210.5'],
    ['64210.5', 2, '64,210.50'],
    ['0.00001234', 8, '0.00001234'],
    ['999', 2, '999.00'],
    ['-1234567.891', 2, '-1,234,567.89'],
    ['123456789012345678901234.12345678', 8, '123,456,789,012,345,678,901,234.12345678'],
  ])('%s at %d', (value, scale, text) => {
    expect(format.price(value, scale)).toBe(text)
  })
  test('scaled integers are formatted without being text first', () => {
    expect(format.price({ units: 642105, scale: 1 }, 2)).toBe('64,210.50')
    expect(format.price({ units: 6_421_050_000_000n, scale: 8 }, 1)).toBe('64,210.5')
  })
  test('extra digits are rounded in the given direction, halves away from zero by default', () => {
    expect(format.price('1.005', 2)).toBe('1.01')
    expect(format.price('1.009', 2, 'down')).toBe('1.00')
    expect(format.price('1.001', 2, 'up')).toBe('1.01')
    expect(format.price('-1.001', 2, 'down')).toBe('-1.01')
  })
  test('an undefined or invalid value is --', () => {
    expect(format.price(undefined, 2)).toBe('--')
    expect(format.price('', 2)).toBe('--')
    expect(format.price('NaN', 2)).toBe('--')
    expect(format.price('1e5', 2)).toBe('--')
    expect(format.funding(undefined)).toBe('--')
    expect(format.leverage(undefined)).toBe('--')
  })
  test('a value that rounds to zero has no sign', () => {
    expect(format.percent('-0.001')).toBe('0.00%')
    expect(format.percent('0.001')).toBe('0.00%')
  })
})

test('grouping and decimal marks are those of the locale, digits are Latin', () => {
  expect(german.price('1234567.5', 2)).toBe('1.234.567,50')
  expect(formatFor('th-TH', 'utc').price('1234.5', 1)).toBe('1,234.5')
  expect(decimalSeparatorOf('de-DE')).toBe(',')
  expect(decimalSeparatorOf('en')).toBe('.')
})

test('PnL precision 2 for USDT/USDC, otherwise at least 5.', () => {
  expect(format.money('1234.567', 'USDT')).toBe('1,234.57')
  expect(format.money('12.3', 'USDC', { signed: true })).toBe('+12.30')
  expect(format.money('0.1', 'BTC')).toBe('0.10000')
  expect(format.money('0.12345678', 'BTC')).toBe('0.12345678')
  expect(format.money({ units: -1n, scale: 8 }, 'BTC')).toBe('-0.00000001')
  expect(format.money('99.999', 'USDT', { rounding: 'down' })).toBe('99.99')
})

test('percentages have a sign, funding rates four decimals, leverage no trailing zeros', () => {
  expect(format.percent('1.2345')).toBe('+1.23%')
  expect(format.percent('-12.3')).toBe('-12.30%')
  expect(format.percent('12.3', { signed: false })).toBe('12.30%')
  expect(format.funding('0.0001')).toBe('0.0100%')
  expect(format.funding({ units: -12345, scale: 8 })).toBe('-0.0123%')
  expect(format.leverage(1000)).toBe('10x')
  expect(format.leverage(1250)).toBe('12.5x')
  expect(format.leverage(1)).toBe('0.01x')
})

test('Value formatted K/M/B above 1e3/1e6/1e9.', () => {
  expect(format.compact('999.999')).toBe('999.99')
  expect(format.compact('1000')).toBe('1,000.00')
  expect(format.compact('1000.01')).toBe('1.00K')
  expect(format.compact('12345')).toBe('12.34K')
  expect(format.compact('1999999.99')).toBe('1.99M')
  expect(format.compact('-3456789012')).toBe('-3.45B')
  expect(format.compact('12345678901234')).toBe('12,345.67B')
})

test('only prices with many leading zeros have them folded', () => {
  expect(format.folded('0.00000921', 8)).toBe('0.0₅921')
  expect(format.folded('0.0000000000001', 13)).toBe('0.0₁₂1')
  expect(format.folded('0.00012', 5)).toBe('0.00012')
  expect(format.folded('1.00000921', 8)).toBe('1.00000921')
})

describe('times', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 4, 5, 678)
  test('are written as HH:mm:ss, dates in the order of ISO 8601', () => {
    expect(format.time(noon)).toBe('12:04:05')
    expect(format.dateTime(noon)).toBe('2026-11-21 12:04:05')
    expect(format.dateTime(noon, true)).toBe('2026-11-21 12:04:05.678')
    expect(format.date(noon)).toBe('2026-11-21')
    expect(format.zoneName(noon)).toBe('UTC')
    expect(format.time(undefined)).toBe('--')
  })
  test('in the local zone are those of the machine, also in daylight saving time', () => {
    const local = formatFor('en', 'local')
    for (const timeMs of [noon, Date.UTC(2026, 6, 1, 23, 59, 59)]) {
      const date = new Date(timeMs)
      const clock = [date.getHours(), date.getMinutes(), date.getSeconds()]
      expect(local.time(timeMs)).toBe(clock.map((part) => String(part).padStart(2, '0')).join(':'))
    }
  })
  test('that remain are written as a countdown with days, never below zero', () => {
    expect(format.countdown(11_565_000)).toBe('03:12:45')
    expect(format.countdown(2 * 86_400_000 + 1_000)).toBe('2d 00:00:01')
    expect(format.countdown(-5)).toBe('00:00:00')
  })
})

test('any number is formatted with exactly its digits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(12), (units, scale) => {
      const text = format.price({ units, scale }, scale).replaceAll(',', '')
      const back = BigInt(text.replace('.', ''))
      expect(back).toBe(units)
      expect(text.split('.')[1]?.length ?? 0).toBe(scale)
    }),
    { seed: 7 },
  )
})

describe('a figure of the page pasted into a field keeps its value', () => {
  test.each(languages.map(({ code }) => code))('%s', (code) => {
    const written = formatFor(code, 'utc')
    const scales = fc.integer({ min: 0, max: 8 })
    const values = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    fc.assert(
      fc.property(values, scales, (units, scale) => {
        const text = written.decimal({ units, scale }, { scale })
        const pasted = pastedText(text, { scale }, decimalSeparatorOf(code))
        expect(unitsOf(pasted ?? '', scale)).toBe(units)
      }),
    )
  })
})

describe('figures of the page and numbers in fields are written as Intl writes them', () => {
  test.each(languages.map(({ code }) => code))('%s', (code) => {
    const written = formatFor(code, 'utc')
    const marks = numberMarksOf(code)
    expect(marks.group).toHaveLength(1)
    expect(marks.group).not.toBe(marks.decimal)
    const scales = fc.integer({ min: 0, max: 8 })
    const values = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    fc.assert(
      fc.property(values, scales, (units, scale) => {
        const plain = formatDecimal(units, scale)
        const intl = new Intl.NumberFormat(`${code}-u-nu-latn`, { minimumFractionDigits: scale })
        // Intl formats a decimal text exactly, but writes a minus before zero and its own minus.
        const text = intl.format(plain as `${number}`).replace('−', '-')
        expect(shownText(plain, marks)).toBe(text)
        expect(written.decimal({ units, scale }, { scale })).toBe(text)
      }),
      {
        examples: [
          [0n, 0],
          [1_234n, 0],
          [12_345n, 0],
          [-123_456n, 2],
          [1_234_567n, 0],
        ],
      },
    )
  })
})

test('a figure inside a sentence has all its decimals, with the marks of the language', () => {
  const words = (locale: string, figure: string) => formatFor(locale, 'utc').trimmed(figure)
  expect([words('ru-RU', '150.5'), words('de-DE', '1505.25')]).toEqual(['150,5', '1.505,25'])
  expect([words('en-US', '26.7'), words('de-DE', '-10'), words('de-DE', '20')]).toEqual([
    '26.7',
    '-10',
    '20',
  ])
})
