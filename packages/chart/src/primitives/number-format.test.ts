// The number format of the chart.

import { describe, expect, it } from 'vitest'
import { numberText, priceDecimals, readNumber } from './number-format.ts'

const english = numberText('en')

describe('prices', () => {
  it('keep the trailing zeros of the price scale', () => {
    expect(english.price(64210.5, 2)).toBe('64,210.50')
    expect(english.price(0.00001234, 8)).toBe('0.00001234')
    expect(english.price(1e21, 2)).toBe('1,000,000,000,000,000,000,000')
    expect(english.price(Number.NaN, 2)).toBe('--')
    expect(english.price(-0.001, 2)).toBe('0.00')
  })

  it('follow the locale', () => {
    expect(numberText('de-DE').price(1234567.8, 1)).toBe('1.234.567,8')
    expect(numberText('not a locale').price(1234.5, 1)).toBe('1,234.5')
  })

  it('take their decimals from pricescale', () => {
    expect([1, 10, 100, 100_000_000, 0, Number.NaN].map(priceDecimals)).toEqual([0, 1, 2, 8, 0, 0])
  })
})

describe('changes', () => {
  it('always carry a sign, and zero carries none', () => {
    expect(english.difference(12.5, 1)).toBe('+12.5')
    expect(english.difference(-12.5, 1)).toBe('\u221212.5')
    expect(english.percent(0.0123)).toBe('+1.23%')
    expect(english.percent(-0.0123)).toBe('\u22121.23%')
    expect(english.percent(0)).toBe('0.00%')
    expect(english.percent(Number.POSITIVE_INFINITY)).toBe('--')
  })
})

describe('volumes', () => {
  it('are abbreviated', () => {
    const volumes = [0, 0.25, 12, 12.345, 950, 1234, 123_456, 1_234_567, 7.89e9]
    expect(volumes.map(english.volume)).toEqual([
      '0',
      '0.25',
      '12',
      '12.35',
      '950',
      '1.23K',
      '123K',
      '1.23M',
      '7.89B',
    ])
  })
})

it('round volumes of an axis are abbreviated', () => {
  expect([4000, 2_500_000, 800, 0.5].map(english.roundVolume)).toEqual(['4K', '2.5M', '800', '0.5'])
})

it('numbers written by the axis are grouped again', () => {
  expect(english.regroup('64210.5')).toBe('64,210.5')
  expect(english.regroup('-1.25%')).toBe('\u22121.25%')
  expect(english.regroup('n/a')).toBe('n/a')
})

describe('a typed number', () => {
  it('may be grouped as the locale groups its digits', () => {
    expect(readNumber('10,000', 'en')).toBe(10_000)
    expect(readNumber(' 1,250,000.5 ', 'en')).toBe(1_250_000.5)
    expect(readNumber('10.000', 'de')).toBe(10_000)
    expect(readNumber('1.250.000,5', 'de')).toBe(1_250_000.5)
    expect(readNumber('10\u00a0000', 'fr')).toBe(10_000)
    expect(readNumber('10 000', 'ru')).toBe(10_000)
  })

  it('may have a point or a comma before its decimals, whichever the locale uses', () => {
    expect([readNumber('0.5', 'en'), readNumber('0,5', 'en')]).toEqual([0.5, 0.5])
    expect([readNumber('0.5', 'de'), readNumber('0,5', 'de')]).toEqual([0.5, 0.5])
    expect([readNumber('2,25', 'en'), readNumber('1000', 'de')]).toEqual([2.25, 1000])
    // No grouped number begins with a zero.
    expect([readNumber('0,125', 'en'), readNumber('0.125', 'de')]).toEqual([0.125, 0.125])
    expect([readNumber('0', 'en'), readNumber('5.', 'en'), readNumber('.5', 'en')]).toEqual([
      0, 5, 0.5,
    ])
  })

  it('is none if it is not a number', () => {
    const texts = ['', ' ', 'many', '1,2,3', '1.2.3', '10,000 USDT']
    expect(texts.map((text) => readNumber(text, 'en'))).toEqual(texts.map(() => undefined))
  })
})
