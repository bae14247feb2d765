// Painted candles: whole device pixels, the theme's colours, no missing extremes.

import { describe, expect, it } from 'vitest'
import { appearanceOf } from '../model/appearance.ts'
import { barWidths, type PaintView } from './paint-view.ts'
import { paintPrice, paintVolume } from './price-painter.ts'
import { chartTypes } from '../model/chart-type.ts'

const appearance = appearanceOf('dark')
const { palette } = appearance

type Rect = { x: number; y: number; width: number; height: number; color: string }

/** A canvas that records rectangles and ignores paths. */
function recorder() {
  const rects: Rect[] = []
  const noted = { fillStyle: '' as unknown }
  const context = new Proxy(noted, {
    get: (target, name) => {
      if (name === 'fillRect') {
        return (x: number, y: number, width: number, height: number) =>
          rects.push({ x, y, width, height, color: String(target.fillStyle) })
      }
      if (name === 'createLinearGradient') return () => ({ addColorStop: () => {} })
      return Reflect.get(target, name) ?? (() => {})
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  })
  return { rects, ctx: context as unknown as CanvasRenderingContext2D }
}

function viewOf(closes: readonly number[], stepPx: number, ratio = 1): PaintView {
  const bars = closes.map((close, index) => {
    const open = closes[index - 1] ?? close
    const high = Math.max(open, close) + 1
    return { timestamp: index, open, close, high, low: Math.min(open, close) - 1, volume: close }
  })
  return {
    bars,
    count: bars.length,
    lastBar: bars.at(-1),
    from: 0,
    to: bars.length,
    ratio,
    stepPx,
    widthPx: 0,
    heightPx: 300,
    xOf: (index) => index * stepPx + stepPx / 3,
    yOf: (value) => 300 - value * 1.37,
  }
}

const closes = Array.from({ length: 60 }, (_, at) => 100 + 20 * Math.sin(at / 3) + (at % 7))

describe('candles', () => {
  for (const ratio of [1, 1.25, 1.5, 2, 3]) {
    for (const step of [0.9, 1.6, 2.4, 3.7, 8, 21.3]) {
      it(`are on whole pixels at ratio ${ratio}, ${step} px a bar`, () => {
        for (const type of chartTypes) {
          const { rects, ctx } = recorder()
          paintPrice(ctx, viewOf(closes, step * ratio, ratio), type, appearance)
          if (type === 'candles') expect(rects.length).toBeGreaterThan(closes.length / 2)
          for (const { x, y, width, height } of rects) {
            expect([x, y, width, height].every(Number.isInteger)).toBe(true)
            expect(width).toBeGreaterThanOrEqual(1)
            expect(height).toBeGreaterThanOrEqual(0)
          }
        }
      })
    }
  }

  it('use only the colours of the theme', () => {
    const { rects, ctx } = recorder()
    paintPrice(ctx, viewOf(closes, 8), 'candles', appearance)
    expect(new Set(rects.map(({ color }) => color))).toEqual(new Set([palette.up, palette.down]))
  })

  it('are centred on their wick', () => {
    for (let step = 1; step < 40; step += 0.37) {
      for (const ratio of [1, 1.5, 2]) {
        const { body, wick } = barWidths(step, ratio)
        expect((body - wick) % 2).toBe(0)
        expect(body).toBeGreaterThanOrEqual(wick)
        expect(body).toBeLessThanOrEqual(Math.max(wick, step))
      }
    }
  })

  it('that share a column of pixels lose no extreme', () => {
    const spiked = closes.map((close, at) => (at === 31 ? 200 : close))
    const { rects, ctx } = recorder()
    paintPrice(ctx, viewOf(spiked, 0.25), 'candles', appearance)
    expect(rects.length).toBeLessThanOrEqual(17)
    expect(Math.min(...rects.map(({ y }) => y))).toBe(Math.round(300 - 201 * 1.37))
  })

  it('without height are still visible', () => {
    const { rects, ctx } = recorder()
    const view = viewOf([100, 100, 100], 8)
    paintPrice(ctx, view, 'candles', appearance)
    expect(rects.filter(({ width, height }) => width > 1 && height >= 1)).toHaveLength(3)
  })
})

describe('volume', () => {
  it('starts at the bottom in muted colours', () => {
    const { rects, ctx } = recorder()
    paintVolume(ctx, viewOf(closes, 8), palette)
    expect(rects.every(({ y, height }) => y + height === 300)).toBe(true)
    expect(new Set(rects.map(({ color }) => color))).toEqual(
      new Set([palette.volumeUp, palette.volumeDown]),
    )
  })

  it('that shares a column of pixels is not drawn twice', () => {
    const { rects, ctx } = recorder()
    paintVolume(ctx, viewOf(closes, 0.3), palette)
    const covered = new Map<string, number>()
    for (const { x, y, height } of rects) {
      for (let row = y; row < y + height; row += 1) {
        covered.set(`${x} ${row}`, (covered.get(`${x} ${row}`) ?? 0) + 1)
      }
    }
    expect(Math.max(...covered.values())).toBe(1)
  })

  it('that is missing or zero is not drawn', () => {
    const { rects, ctx } = recorder()
    paintVolume(ctx, viewOf([0, 0], 8), palette)
    expect(rects).toEqual([])
  })
})
