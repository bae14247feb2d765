// What was made on the chart is found again by whoever made it, and by nobody else.

import { expect, test } from 'vitest'
import { chartMemory } from './chart-memory.ts'

function desk() {
  const kept = new Map<string, string>()
  const waiting: (() => void)[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const seams = {
    storage,
    after: (_delayMs: number, run: () => void) => {
      waiting.push(run)
      return () => void waiting.splice(waiting.indexOf(run), 1)
    },
  }
  return { kept, waiting, seams }
}

test('is written once for many changes, and at the end', () => {
  const { kept, waiting, seams } = desk()
  const memory = chartMemory('7', seams)
  memory.adapter.setValue('drawings', '[1]')
  memory.adapter.setValue('drawings', '[1,2]')
  expect([kept.size, waiting.length]).toEqual([0, 1])
  memory.flush()
  expect(waiting).toHaveLength(0)
  expect(chartMemory('7', seams).adapter.initialSettings).toEqual({ drawings: '[1,2]' })
})

test('belongs to one trader; a new one begins with the visitor’s', () => {
  const { seams } = desk()
  const visitor = chartMemory('visitor', seams)
  visitor.adapter.setValue('drawings', '["v"]')
  visitor.flush()
  const trader = chartMemory('7', seams)
  expect(trader.adapter.initialSettings).toEqual({ drawings: '["v"]' })
  trader.adapter.setValue('drawings', '["t"]')
  trader.flush()
  expect(chartMemory('visitor', seams).adapter.initialSettings).toEqual({ drawings: '["v"]' })
  expect(chartMemory('8', seams).adapter.initialSettings).toEqual({ drawings: '["v"]' })
  expect(chartMemory('7', seams).adapter.initialSettings).toEqual({ drawings: '["t"]' })
})

test('what is broken is nothing', () => {
  const { kept, seams } = desk()
  kept.set('basis.chart.7', '{"version":1,"value":{"a":1,"b":"2"}}')
  expect(chartMemory('7', seams).adapter.initialSettings).toEqual({ b: '2' })
  kept.set('basis.chart.7', '{{')
  expect(chartMemory('7', seams).adapter.initialSettings).toEqual({})
})
