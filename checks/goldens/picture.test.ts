// Pictures survive their files, and two are told apart by what an eye would see.

import { expect, it } from 'vitest'
import { differing, type Picture, readPng, writePng } from './picture.ts'

/** A dark field with a line across it. */
function field(color: readonly number[], row = 20): Picture {
  const [width, height] = [60, 40]
  const pixels = new Uint8Array(width * height * 3).fill(16)
  for (let x = 0; x < width; x += 1) pixels.set(color, (row * width + x) * 3)
  return { width, height, pixels }
}
const whole = { left: 0, top: 0, width: 60, height: 40 }
const green = [34, 190, 120]

it('a line that has gone or has another colour differs; one softened by a pixel does not', () => {
  expect(differing(field(green), field(green), whole)).toBe(0)
  expect(differing(field(green), field([16, 16, 16]), whole)).toBe(60)
  expect(differing(field(green), field([190, 34, 120]), whole)).toBe(60)
  expect(differing(field(green), field(green, 21), whole)).toBe(0)
  expect(differing(field(green), field(green, 24), whole)).toBe(120)
})

it('a picture comes back from its file: few colours as they were, many as near ones', () => {
  expect(readPng(writePng(field(green)))).toEqual(field(green))
  const many = field(green)
  many.pixels.forEach((_, at) => (many.pixels[at] = (at * 7) % 256))
  const back = readPng(writePng(many))
  const apart = back.pixels.map((value, at) => Math.abs(value - (many.pixels[at] ?? 0)))
  expect(Math.max(...apart)).toBeLessThan(24)
})
