// Which changes of a page the grid of its picture detects, and which it does not.

import { expect, test } from 'vitest'
import { cellsOf, difference } from './page-cells.ts'
import type { Picture } from './picture.ts'

const width = 1440
const height = 900

/** A dark page with bright boxes: [left, top, width, height]. */
function page(...boxes: readonly (readonly [number, number, number, number])[]): Picture {
  const pixels = new Uint8Array(width * height * 3).fill(20)
  for (const [left, top, wide, high] of boxes) {
    for (let y = top; y < top + high; y += 1) {
      pixels.fill(220, (y * width + left) * 3, (y * width + left + wide) * 3)
    }
  }
  return { width, height, pixels }
}

const dialog = [500, 200, 440, 500] as const
const golden = cellsOf(page(dialog))

test('a page is 36 by 22 cells, a phone 15 by 32', () => {
  expect(golden).toHaveLength(36 * 22)
  const phone = { width: 390, height: 844, pixels: new Uint8Array(390 * 844 * 3) }
  expect(cellsOf(phone)).toBe('A'.repeat(15 * 32))
})

test('the same page, and one with another figure in it, do not differ', () => {
  expect(difference('page', cellsOf(page(dialog)), golden)).toBeUndefined()
  expect(difference('page', cellsOf(page(dialog, [60, 60, 40, 12])), golden)).toBeUndefined()
})

test('moved, grown and removed parts are detected', () => {
  const moved = cellsOf(page([460, 200, 440, 500]))
  expect(difference('page', moved, golden)).toMatch(/^page differs in \d+ of 792 cells$/)
  expect(difference('page', cellsOf(page()), golden)).toMatch(/differs/)
  expect(difference('page', cellsOf(page([500, 200, 440, 560])), golden)).toMatch(/differs/)
  expect(difference('page', golden.slice(1), golden)).toMatch(/another shape/)
})
