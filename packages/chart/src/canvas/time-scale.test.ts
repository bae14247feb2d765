// Showing a range of times: zoomed to its bars, or at the nearest end if there are none.

import type { Chart } from 'klinecharts'
import { expect, it } from 'vitest'
import { TimeView } from './time-scale.ts'

const minute = 60_000

/** A chart of a hundred minutes from the epoch, 800 pixels wide; returns what is done with it. */
function setUp() {
  const bars = Array.from({ length: 100 }, (_, at) => ({ timestamp: at * minute }))
  const done: string[] = []
  const chart = {
    getDataList: () => bars,
    getSize: () => ({ width: 800 }),
    setBarSpace: (px: number) => void done.push(`spacing ${px}`),
    setOffsetRightDistance: (px: number) => void done.push(`offset ${px}`),
    scrollToDataIndex: (index: number) => void done.push(`bar ${index}`),
  }
  const times = new TimeView(chart as unknown as Chart, { min: 0.8, max: 50 })
  const shown = (fromBar: number, toBar: number): string[] => {
    done.length = 0
    times.show({ fromMs: fromBar * minute, toMs: toBar * minute }, 80)
    return [...done]
  }
  return { shown }
}

it('a range of bars fills the width', () => {
  const { shown } = setUp()
  expect(shown(20, 59)).toEqual(['spacing 20', 'bar 60'])
  // Up to the latest bar there is some space at the right.
  expect(shown(64, 99)).toEqual(['spacing 20', 'offset 80'])
})

it('a range before the oldest bar, or after the latest, changes no zoom', () => {
  const { shown } = setUp()
  expect(shown(-500, -100)).toEqual(['bar 0'])
  expect(shown(300, 400)).toEqual(['offset 80'])
})
