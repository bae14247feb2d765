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

test('exponential, logarithm and square root agree with those of Math, to 1e-15 of the value', () => {
  for (let k = 0; k < 20_000; k += 1) {
    for (const x of [between(-700, 700), between(-2, 2)]) {
      expect(apart(repeatableExp(x), Math.exp(x))).toBeLessThan(1e-15)
    }
    for (const positive of [Math.exp(between(-300, 300)), between(0.5, 2)]) {
      expect(apart(repeatableLn(positive), Math.log(positive))).toBeLessThan(1e-15)
      expect(apart(repeatableRoot(positive), Math.sqrt(positive))).toBeLessThan(1e-15)
    }
  }
  expect([repeatableRoot(0), repeatableLn(1), repeatableExp(0)]).toEqual([0, 0, 1])
  expect([repeatableExp(-700) > 0, repeatableExp(-700.001)]).toEqual([true, 0])
})

test('the normal distribution agrees with the series, to 2e-15', () => {
  for (let x = -9; x <= 9; x += 0.001) {
    expect(Math.abs(repeatableCdf(x) - normalCdf(x))).toBeLessThan(2e-15)
  }
  expect([repeatableCdf(-1e9), repeatableCdf(0), repeatableCdf(1e9)]).toEqual([0, 0.5, 1])
})

test('the normal density agrees with that of Math, to 1e-15 of the value', () => {
  for (let x = -37; x <= 37; x += 0.01) {
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
    expect(apart(repeatableDensity(x), density)).toBeLessThan(1e-15)
  }
})

test('every machine gets the same bits', () => {
  const digest = (f: (x: number) => number, low: number, high: number): string => {
    const { nextFloat: next } = createPrng(52)
    const values = Float64Array.from({ length: 5000 }, () => f(low + (high - low) * next()))
    let sum = 0n
    for (const bits of new BigUint64Array(values.buffer)) {
      sum = BigInt.asUintN(64, (sum ^ bits) * 0x100000001b3n)
    }
    return sum.toString(16)
  }
  // Recorded once; a machine with another last digit anywhere has another digest.
  expect({
    exp: digest(repeatableExp, -700, 700),
    ln: digest(repeatableLn, 0, 1e6),
    root: digest(repeatableRoot, 0, 1e6),
    density: digest(repeatableDensity, -37, 37),
    cdf: digest(repeatableCdf, -10, 10),
  }).toEqual({
    exp: '4bf4070b024f040a',
    ln: '488a1f73539caa42',
    root: '6eca971b791f8837',
    density: '6de75942925a9cf4',
    cdf: '27382cc0d52e8472',
  })
})
