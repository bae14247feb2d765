// Scrolling and zooming by keys: eased along a cosine, or at once with reduced motion.

import type { Chart } from 'klinecharts'
import { expect, test } from 'vitest'
import { Viewport } from './viewport.ts'

function setUp(wantsNoMotion: boolean) {
  const frames: ((nowMs: number) => void)[] = []
  const steps: number[] = []
  const chart = {
    scrollByDistance: (px: number) => void steps.push(px),
    zoomAtCoordinate: (factor: number) => void steps.push(factor),
  } as unknown as Chart
  const view = {
    matchMedia: () => ({ matches: wantsNoMotion }),
    requestAnimationFrame: (frame: (nowMs: number) => void) => frames.push(frame),
    cancelAnimationFrame: () => void frames.splice(0),
  } as unknown as Window
  /** Runs the frames of 220 ms in quarters of it and returns the distance after each. */
  const play = (): number[] => {
    let sum = 0
    return [0, 55, 110, 165, 220].map((ms) => {
      steps.length = 0
      frames.shift()?.(1_000 + ms)
      sum += steps.reduce((all, step) => all + step, 0)
      return sum
    })
  }
  return { viewport: new Viewport(chart, view), frames, steps, play }
}

test('a scroll follows half a cosine: slow, fast, slow', () => {
  const { viewport, frames, play } = setUp(false)
  viewport.scrollBy(100)
  const eased = [0, 1, 2, 3, 4].map((part) => 50 * (1 - Math.cos((Math.PI * part) / 4)))
  for (const [at, far] of play().entries()) expect(far).toBeCloseTo(eased[at] ?? 0, 9)
  expect(frames).toEqual([])
})

test('with reduced motion scrolling and zooming happen at once', () => {
  const { viewport, frames, steps } = setUp(true)
  viewport.scrollBy(100)
  viewport.zoomBy(2)
  expect([steps, frames.length]).toEqual([[100, 2], 0])
})
