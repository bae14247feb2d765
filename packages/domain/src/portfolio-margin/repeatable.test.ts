import { expect, test } from 'vitest'
import { createPrng } from '../numbers/prng.ts'
import { normalCdf } from '../options/black76.ts'
import {
  repeatableCdf,
  repeatableDensity,
  repeatableExp,
  repeatableLn,
  repeatableRoot,
} from './repeatable.ts'

const { nextFloat } = createPrng(51)
const between = (low: number, high: number): number => low + (high - low) * nextFloat()
const apart = (a: number, b: number): number => (a === b ? 0 : Math.abs(a / b - 1))

test('exponential (to 2e-15 between −2 and 2), logarithm and square root agree with those of Math', () => {
  for (let k = 0; k < 20_000; k += 1) {
    const x = between(-300, 300)
    expect(apart(repeatableExp(x), Math.exp(x))).toBeLessThan(1e-13)
    const small = between(-2, 2)
    expect(apart(repeatableExp(small), Math.exp(small))).toBeLessThan(2e-15)
    const positive = Math.exp(between(-20, 20))
    expect(Math.abs(repeatableLn(positive) - Math.log(positive))).toBeLessThan(8e-15)
    expect(apart(repeatableRoot(positive), Math.sqrt(positive))).toBeLessThan(1e-15)
  }
  expect(repeatableRoot(0)).toBe(0)
  expect(repeatableExp(-1000)).toBe(0)
})

test('the normal distribution agrees with the series, to 2e-15', () => {
  for (let x = -9; x <= 9; x += 0.001) {
    expect(Math.abs(repeatableCdf(x) - normalCdf(x))).toBeLessThan(2e-15)
  }
  expect([repeatableCdf(-1e9), repeatableCdf(0), repeatableCdf(1e9)]).toEqual([0, 0.5, 1])
  expect(repeatableDensity(0)).toBeCloseTo(0.3989422804014327, 15)
})
