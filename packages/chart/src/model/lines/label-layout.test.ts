// Offscreen lines by the edge of the pane beyond which they are, the nearest first.

import { expect, it } from 'vitest'
import type { ChartLine } from '../../options/trading-lines.ts'
import { noneOutside, outsideLines } from './label-layout.ts'
import type { ShownLine } from './line-state.ts'

const shown = (price: number): ShownLine => {
  const line: ChartLine = { id: String(price), kind: 'order', price, text: '' }
  return { line, price, state: 'idle' } as ShownLine
}

/** Prices 100 to 200 on 100 pixels, the highest on top. */
const area = { heightPx: 100, yOf: (price: number) => 200 - price }

it('returns the lines above and below the pane', () => {
  const lines = [90, 120, 300, 210, 10].map(shown)
  expect(outsideLines(lines, area)).toEqual({ above: [210, 300], below: [90, 10] })
})

it('returns no visible line and no price without a position', () => {
  expect(outsideLines([100, 150, 200].map(shown), area)).toBe(noneOutside)
  expect(outsideLines([shown(50)], { ...area, yOf: () => Number.NaN })).toBe(noneOutside)
})
