// Scaled integers by example, at the boundaries of rules 0.3, and by law for random ones.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimalsOfStepE8,
  divRound,
  formatDecimal,
  formatSteps,
  formatTrimmed,
  mulDiv,
  parseDecimal,
  type Rounding,
} from './fixed.ts'

const big = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisor = big.filter((value) => value !== 0n)
const decimals = fc.integer({ min: 0, max: 18 })

describe('divisions with a stated rounding', () => {
  test.each<[bigint, bigint, Rounding, bigint]>([
    [7n, 2n, 'down', 3n],
    [7n, 2n, 'up', 4n],
    [7n, 2n, 'nearest', 4n],
    [7n, 2n, 'truncate', 3n],
    [-7n, 2n, 'down', -4n],
    [-7n, 2n, 'up', -3n],
    [-7n, 2n, 'nearest', -4n],
    [-7n, 2n, 'truncate', -3n],
    [7n, -2n, 'down', -4n],
    [-7n, -2n, 'up', 4n],
    [1n, 3n, 'nearest', 0n],
    [2n, 3n, 'nearest', 1n],
    [-1n, 3n, 'nearest', 0n],
    [6n, 3n, 'up', 2n],
    [0n, 5n, 'up', 0n],
    [-6n, 3n, 'down', -2n],
  ])('%d ÷ %d %s is %d', (a, b, rounding, result) => {
    expect(divRound(a, b, rounding)).toBe(result)
  })

  test('0.3: an average price is half-up, a fee truncated, PnL toward minus infinity', () => {
    expect(divRound(25n, 10n, 'nearest')).toBe(3n)
    expect(divRound(29n, 10n, 'truncate')).toBe(2n)
    expect(divRound(-21n, 10n, 'down')).toBe(-3n)
  })

  test('division by 0 throws', () => {
    expect(() => divRound(1n, 0n, 'down')).toThrow(RangeError)
  })

  test('law: down ≤ exact ≤ up, at most 1 apart, and nearest is the nearer of both', () => {
    fc.assert(
      fc.property(big, divisor, (a, b) => {
        const down = divRound(a, b, 'down')
        const up = divRound(a, b, 'up')
        const sign = b > 0n ? 1n : -1n
        expect(down * b * sign <= a * sign).toBe(true)
        expect(up * b * sign >= a * sign).toBe(true)
        expect(up - down).toBe(a % b === 0n ? 0n : 1n)
        const nearest = divRound(a, b, 'nearest')
        const off = (value: bigint): bigint => {
          const gap = (value * b - a) * sign
          return gap < 0n ? -gap : gap
        }
        expect(off(nearest) <= off(down) && off(nearest) <= off(up)).toBe(true)
        expect(divRound(a, b, 'truncate')).toBe(a / b)
      }),
      { seed: 1, numRuns: 2000 },
    )
  })

  test('law: mulDiv rounds once, at the end', () => {
    fc.assert(
      fc.property(big, big, divisor, (a, b, c) => {
        expect(mulDiv(a, b, c, 'nearest')).toBe(divRound(a * b, c, 'nearest'))
      }),
      { seed: 2, numRuns: 500 },
    )
  })
})

describe('decimal texts', () => {
  test.each<[string, number, bigint | undefined]>([
    ['1.5', 8, 150_000_000n],
    ['-0.00000001', 8, -1n],
    ['.5', 8, 50_000_000n],
    ['-.5', 1, -5n],
    ['5.', 2, 500n],
    ['1.500', 1, 15n],
    ['1.501', 2, undefined],
    ['0', 0, 0n],
    ['-0', 3, 0n],
    ['00012', 0, 12n],
    ['', 8, undefined],
    ['.', 8, undefined],
    ['-', 8, undefined],
    ['+1', 8, undefined],
    ['1e5', 8, undefined],
    ['1e309', 8, undefined],
    [' 1', 8, undefined],
    ['1 ', 8, undefined],
    ['1\n', 8, undefined],
    ['0x10', 8, undefined],
    ['1,000', 8, undefined],
    ['1.2.3', 8, undefined],
    ['Infinity', 8, undefined],
    ['NaN', 8, undefined],
    ['١', 8, undefined],
  ])('%j with %d decimals is %s', (text, scale, value) => {
    expect(parseDecimal(text, scale)).toBe(value)
  })

  test('are written with all decimals or without trailing zeros', () => {
    expect(formatDecimal(150_000_000n, 8)).toBe('1.50000000')
    expect(formatDecimal(-5n, 3)).toBe('-0.005')
    expect(formatDecimal(42n, 0)).toBe('42')
    expect(formatTrimmed(150_000_000n, 8)).toBe('1.5')
    expect(formatTrimmed(-100_000_000n, 8)).toBe('-1')
    expect(formatTrimmed(1000n, 0)).toBe('1000')
    expect(formatTrimmed(0n, 8)).toBe('0')
  })

  test('law: parse(format(x)) is x, trimmed or not', () => {
    fc.assert(
      fc.property(big, decimals, (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toBe(value)
        expect(parseDecimal(formatTrimmed(value, scale), scale)).toBe(value)
      }),
      { seed: 3, numRuns: 2000 },
    )
  })

  test('law: no text makes parse throw', () => {
    fc.assert(
      fc.property(fc.string(), decimals, (text, scale) => {
        const value = parseDecimal(text, scale)
        if (value !== undefined) expect(/^-?\d*\.?\d*$/.test(text)).toBe(true)
      }),
      { seed: 4, numRuns: 2000 },
    )
  })

  test('the number of decimals follows from a step', () => {
    expect(decimalsOfStepE8(100_000)).toBe(3)
    expect(decimalsOfStepE8(50_000_000)).toBe(1)
    expect(decimalsOfStepE8(100_000_000)).toBe(0)
    expect(decimalsOfStepE8(1_000_000_000)).toBe(0)
    expect(decimalsOfStepE8(1)).toBe(8)
  })
})

test.each([
  [1234, 10_000_000, '123.4'],
  [-7, 50_000_000, '-3.5'],
  [500, 100_000, '0.500'],
  [3, 1_000_000_000, '30'],
])('%i steps of %i × 1e-8 are written as %s', (steps, stepE8, text) => {
  expect(formatSteps(steps, stepE8)).toBe(text)
})
