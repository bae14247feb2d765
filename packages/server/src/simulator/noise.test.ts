// Statistics of noise that can be computed at any position.

import { expect, test } from 'vitest'
import { bellAt, mix32, momentKey, noiseKey, smoothNoise, uniformAt } from './noise.ts'

const count = 50_000

function moments(draw: (n: number) => number): { mean: number; variance: number; echo: number } {
  let [sum, squares, echo] = [0, 0, 0]
  for (let n = 0; n < count; n += 1) {
    const value = draw(n)
    sum += value
    squares += value * value
    echo += value * draw(n + 1)
  }
  return { mean: sum / count, variance: squares / count - (sum / count) ** 2, echo: echo / count }
}

test('normal noise has mean 0 and variance 1, also between knots, and neighbours are uncorrelated', () => {
  const key = noiseKey(1, 'test')
  const normal = moments((n) => bellAt(key, n))
  expect(Math.abs(normal.mean)).toBeLessThan(0.02)
  expect(Math.abs(normal.variance - 1)).toBeLessThan(0.03)
  expect(Math.abs(normal.echo)).toBeLessThan(0.02)
  expect(Math.abs(moments((n) => smoothNoise(key, n * 1.37)).variance - 1)).toBeLessThan(0.05)
})

test('streams of neighbouring keys, names and seeds are uncorrelated', () => {
  const key = noiseKey(1, 'a')
  for (const other of [key + 1, mix32(key, 1), noiseKey(1, 'b'), noiseKey(2, 'a')]) {
    let product = 0
    for (let n = 0; n < count; n += 1) product += bellAt(key, n) * bellAt(other, n)
    expect(Math.abs(product / count)).toBeLessThan(0.02)
  }
  expect(noiseKey(1, 'ab', 'c')).not.toBe(noiseKey(1, 'a', 'bc'))
})

test('smooth noise has no jumps', () => {
  const key = noiseKey(1, 'smooth')
  for (let at = -3; at < 3; at += 0.001) {
    expect(Math.abs(smoothNoise(key, at) - smoothNoise(key, at + 0.001))).toBeLessThan(0.02)
  }
})

test('keys of times 2^32 milliseconds apart differ, and uniform values are never 0 or 1', () => {
  const now = 1_795_253_760_000
  expect(momentKey(5, now)).not.toBe(momentKey(5, now + 4_294_967_296))
  expect(momentKey(5, now)).not.toBe(momentKey(5, now + 1))
  for (let n = 0; n < count; n += 1) {
    const value = uniformAt(9, n)
    if (value <= 0 || value >= 1) expect.fail(`${value} at ${n}`)
  }
})
