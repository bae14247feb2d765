// Saved settings and drawings of the chart, kept for each account.

import { expect, test } from 'vitest'
import { capChars, chartMemory, lastInterval, withinCap } from './chart-memory.ts'

function setUp() {
  const kept = new Map<string, string>()
  const waiting: (() => void)[] = []
  const pauses: number[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const ports = {
    storage,
    after: (delayMs: number, run: () => void) => {
      pauses.push(delayMs)
      waiting.push(run)
      return () => void waiting.splice(waiting.indexOf(run), 1)
    },
  }
  return { kept, waiting, pauses, ports }
}

test('many changes are written once, at the latest by a flush', () => {
  const { kept, waiting, ports } = setUp()
  const memory = chartMemory('7', ports)
  memory.adapter.setValue('drawings', '[1]')
  memory.adapter.setValue('drawings', '[1,2]')
  expect([kept.size, waiting.length]).toEqual([0, 1])
  memory.flush()
  expect(waiting).toHaveLength(0)
  expect(chartMemory('7', ports).adapter.initialSettings).toEqual({ drawings: '[1,2]' })
})

test('changes are written at most once in 500 ms', () => {
  const { kept, waiting, pauses, ports } = setUp()
  const memory = chartMemory('7', ports)
  memory.adapter.setValue('drawings', '[1]')
  memory.adapter.setValue('drawings', '[2]')
  expect([pauses, kept.size]).toEqual([[500], 0])
  waiting[0]?.()
  memory.adapter.setValue('drawings', '[3]')
  expect([pauses, kept.size]).toEqual([[500, 500], 1])
})

test('each account has its own settings, and a new one begins with those of the visitor', () => {
  const { ports } = setUp()
  const visitor = chartMemory('visitor', ports)
  visitor.adapter.setValue('drawings', '["v"]')
  visitor.flush()
  const trader = chartMemory('7', ports)
  expect(trader.adapter.initialSettings).toEqual({ drawings: '["v"]' })
  trader.adapter.setValue('drawings', '["t"]')
  trader.flush()
  expect(chartMemory('visitor', ports).adapter.initialSettings).toEqual({ drawings: '["v"]' })
  expect(chartMemory('8', ports).adapter.initialSettings).toEqual({ drawings: '["v"]' })
  expect(chartMemory('7', ports).adapter.initialSettings).toEqual({ drawings: '["t"]' })
})

test('invalid stored values are ignored', () => {
  const { kept, ports } = setUp()
  kept.set('basis.chart.7', '{"version":1,"value":{"a":1,"b":"2"}}')
  expect(chartMemory('7', ports).adapter.initialSettings).toEqual({ b: '2' })
  kept.set('basis.chart.7', '{{')
  expect(chartMemory('7', ports).adapter.initialSettings).toEqual({})
})

const drawing = (id: number) => ({ type: 'LineToolBrush', id: `d${id}`, points: 'x'.repeat(900) })

test('above the size limit the oldest drawings are dropped, other values stay', () => {
  const drawings = Array.from({ length: 500 }, (_each, id) => drawing(id))
  const values = { magnet: '"weak"', drawings: JSON.stringify(drawings) }
  const { kept, hasDropped } = withinCap(values)
  const left = JSON.parse(kept['drawings'] ?? '') as { id: string }[]
  expect([hasDropped, kept['magnet'], left.at(-1)?.id]).toEqual([true, '"weak"', 'd499'])
  expect(JSON.stringify(kept).length).toBeLessThanOrEqual(capChars)
  expect(JSON.stringify(kept).length).toBeGreaterThan(capChars - 2_000)
  expect(withinCap(kept)).toEqual({ kept, hasDropped: false })
})

test('a refused write and dropped drawings are each reported once', () => {
  const { waiting, ports } = setUp()
  const reported: string[] = []
  const refuse = () => {
    throw new Error('full')
  }
  const memory = chartMemory('7', {
    ...ports,
    storage: { ...ports.storage, setItem: refuse },
    report: (error) => void reported.push(error),
  })
  for (const round of [1, 2, 3]) {
    const drawings = Array.from({ length: 400 + round }, (_each, id) => drawing(id))
    memory.adapter.setValue('drawings', JSON.stringify(drawings))
    waiting[0]?.()
  }
  expect(reported).toEqual(['dropped', 'refused'])
  memory.adapter.setValue('magnet', '"off"')
  memory.flush()
  expect(reported).toEqual(['dropped', 'refused'])
})

test('a chart begins in the interval that it showed last, the first time in its default', () => {
  const { ports } = setUp()
  const first = chartMemory('7', ports)
  expect(lastInterval(first.adapter)).toBeUndefined()
  // As the chart writes it: every setting is JSON.
  first.adapter.setValue('interval', '"5"')
  first.flush()
  expect(lastInterval(chartMemory('7', ports).adapter)).toBe('5')
  first.adapter.setValue('interval', '"7"')
  first.flush()
  expect(lastInterval(chartMemory('7', ports).adapter)).toBeUndefined()
})

test('two tabs of a trader keep what each has changed, and of the same value the last one', () => {
  const { ports } = setUp()
  const [one, other] = [chartMemory('7', ports), chartMemory('7', ports)]
  one.adapter.setValue('drawings', '["one"]')
  one.flush()
  other.adapter.setValue('interval', '"5"')
  other.flush()
  const kept = () => chartMemory('7', ports).adapter.initialSettings
  expect(kept()).toEqual({ drawings: '["one"]', interval: '"5"' })
  other.adapter.setValue('drawings', '["other"]')
  other.flush()
  one.adapter.removeValue('interval')
  one.adapter.setValue('magnet', '"weak"')
  one.flush()
  // The first tab never had the interval, so it removes none.
  expect(kept()).toEqual({ drawings: '["other"]', interval: '"5"', magnet: '"weak"' })
  other.adapter.removeValue('interval')
  other.flush()
  expect(kept()).toEqual({ drawings: '["other"]', magnet: '"weak"' })
})
