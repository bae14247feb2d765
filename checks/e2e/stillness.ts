// Checks that elements keep their positions on the page while its numbers change.

import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/**
 * Elements that may not move while prices do: labels, headings, controls. Numbers may get wider.
 */
const still = [
  '[aria-label="Market statistics"] dt',
  '[aria-label="Market statistics"] button',
  '[role="tab"]',
  'th',
  '[aria-label="Order"] button',
  '[aria-label="Order"] input',
  '[aria-label="Order"] dt',
  '[aria-label="Order book"] [role="combobox"]',
  '[aria-label="Status"] button',
]

const lookEveryMs = 100
/** Columns may shift by invisible fractions of a pixel. */
const seenPx = 0.5

/** Expects all elements except numbers to keep their positions for a while. */
export async function expectStill(page: Page, forMs: number): Promise<void> {
  const moves = await page.evaluate(watchPlaces, { selectors: still, forMs, lookEveryMs, seenPx })
  expect(moves, 'nothing moves when numbers change').toEqual([])
}

type Watch = { selectors: string[]; forMs: number; lookEveryMs: number; seenPx: number }

// Runs inside the page.
async function watchPlaces(watch: Watch): Promise<string[]> {
  const { selectors, forMs, lookEveryMs: everyMs, seenPx: leastPx } = watch
  const elements = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  const place = (element: Element): readonly number[] => {
    const { x, y, height } = element.getBoundingClientRect()
    return [x, y, height]
  }
  const first = elements.map(place)
  const moves = new Set<string>()
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    elements.forEach((element, at) => {
      const [before = [], now] = [first[at], place(element)]
      const isMoved = now.some((px, k) => Math.abs(px - (before[k] ?? px)) >= leastPx)
      if (!element.isConnected || !isMoved) return
      const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
      moves.add(`${element.tagName} ${name.slice(0, 40)}: ${before.join(' ')} → ${now.join(' ')}`)
    })
  }
  return [...moves]
}
