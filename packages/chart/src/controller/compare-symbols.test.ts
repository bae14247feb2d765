// Additional series follow the studies, the symbol's companions and the interval.

import { expect, it } from 'vitest'
import type { CompareSeries } from '../bars/compare-series.ts'
import type { StudySpec } from '../model/studies/study-catalogue.ts'
import type { Bar, Companions, Datafeed } from '../options/datafeed.ts'
import { CompareSymbols } from './compare-symbols.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 26, 12)

/** A chart whose series have a constant close each, given by symbol. */
function chartOf(closes: Readonly<Record<string, number>>) {
  const state = { studies: [] as StudySpec[], companions: {} as Companions, interval: '60' }
  const asked: string[] = []
  const shown = new Map<string, readonly CompareSeries[]>()
  let listeners = 0
  let push: (bar: Bar) => void = () => undefined
  /** The start of the earliest changed bar of each change; undefined if all have. */
  const changes: (number | undefined)[] = []
  /** Callbacks for a later task; timers with a delay are not run. */
  const soon: (() => void)[] = []
  const datafeed: Datafeed = {
    onReady: (callback) => callback({}),
    resolveSymbol: (name, found) => found({ name, pricescale: 100, type: 'spread' }),
    getBars: (...[info, resolution, { to, countBack }, answer]) => {
      asked.push(`${info.name} ${resolution}`)
      const close = closes[info.name] ?? 0
      const lengthMs = resolution === '60' ? hourMs : 4 * hourMs
      const bar = (at: number): Bar => {
        const time = to * 1000 - (countBack - at) * lengthMs
        return { time, open: close, high: close, low: close, close }
      }
      answer(Array.from({ length: countBack }, (_, at) => bar(at)))
    },
    subscribeBars: (...[, , tick]) => {
      listeners += 1
      push = tick
    },
    unsubscribeBars: () => void (listeners -= 1),
  }
  const compare = new CompareSymbols({
    datafeed,
    clock: {
      nowMs: () => nowMs,
      after: (delayMs, run) => {
        if (delayMs === 0) soon.push(run)
        return () => undefined
      },
    },
    studies: () => state.studies,
    companions: () => state.companions,
    interval: () => state.interval,
    oldestMs: () => nowMs - hourMs,
    changed: (id, series, fromMs) => {
      shown.set(id, series)
      changes.push(fromMs)
    },
  })
  const update = () => {
    compare.update()
    for (const run of soon.splice(0)) run()
  }
  const closesNow = (id: string) => shown.get(id)?.map((series) => series.closeAt(nowMs))
  return {
    state,
    asked,
    update,
    reload: () => compare.reload(),
    close: () => compare.close(),
    closesNow,
    changes,
    tick: (time: number, close: number) =>
      push({ time, open: close, high: close, low: close, close }),
    listening: () => listeners,
  }
}

const study = (name: StudySpec['name'], inputs = {}): StudySpec => ({
  id: name,
  name,
  inputs,
  styles: {},
  isVisible: true,
})

it('a study gets the symbol’s companions in the order of the study', () => {
  const chart = chartOf({ 'X/longs': 4, 'X/shorts': 3, 'Y/longs': 40, 'Y/shorts': 30 })
  chart.state.studies = [study('LIQ')]
  chart.state.companions = { liquidatedLongs: 'X/longs', liquidatedShorts: 'X/shorts' }
  chart.update()
  expect(chart.closesNow('LIQ')).toEqual([3, 4])
  chart.state.companions = { liquidatedLongs: 'Y/longs', liquidatedShorts: 'Y/shorts' }
  chart.update()
  expect(chart.closesNow('LIQ')).toEqual([30, 40])
  expect(chart.listening()).toBe(2)
})

it('on a symbol without companions a study shows nothing, and their subscriptions end', () => {
  const chart = chartOf({ 'X/oi': 7 })
  chart.state.studies = [study('OI')]
  chart.state.companions = { openInterest: 'X/oi' }
  chart.update()
  expect(chart.closesNow('OI')).toEqual([7])
  chart.state.companions = {}
  chart.update()
  expect([chart.closesNow('OI'), chart.listening()]).toEqual([[], 0])
})

it('a compared symbol is that of the input; another interval is requested once', () => {
  const chart = chartOf({ ETHUSDT: 3000 })
  chart.state.studies = [study('COMPARE', { symbol: 'ETHUSDT' }), study('RSI')]
  chart.update()
  chart.update()
  expect(chart.closesNow('COMPARE')).toEqual([3000])
  expect(new Set(chart.asked)).toEqual(new Set(['ETHUSDT 60']))
  chart.state.interval = '240'
  chart.update()
  expect(chart.asked.at(-1)).toBe('ETHUSDT 240')
  expect(chart.listening()).toBe(1)
  chart.close()
  expect(chart.listening()).toBe(0)
})

it('a reload requests every series again and keeps the known bars until the answer', () => {
  const closes: Record<string, number> = { ETHUSDT: 3000 }
  const chart = chartOf(closes)
  chart.state.studies = [study('COMPARE', { symbol: 'ETHUSDT' })]
  chart.update()
  closes['ETHUSDT'] = 3100
  chart.reload()
  expect(chart.asked).toEqual(['ETHUSDT 60', 'ETHUSDT 60'])
  expect([chart.closesNow('COMPARE'), chart.listening()]).toEqual([[3100], 1])
})

it('a live bar changes the study from its start on, also if it is not the latest', () => {
  const chart = chartOf({ ETHUSDT: 3000 })
  chart.state.studies = [study('COMPARE', { symbol: 'ETHUSDT' })]
  chart.update()
  chart.changes.length = 0
  chart.tick(nowMs, 3050)
  chart.tick(nowMs + hourMs, 3100)
  expect(chart.changes).toEqual([nowMs, nowMs + hourMs])
  expect(chart.closesNow('COMPARE')).toEqual([3050])
})
