// The scale beside compared symbols: in percent with the first, as before without the last.

import { expect, test } from 'vitest'
import { sampleContext } from '../../testing/sample-context.ts'
import { followCompared } from './compared-scale.ts'
import { SeriesStyle } from './series-style.ts'
import { Studies } from './studies.ts'

/** A chart that goes on with the settings of an earlier one. */
function chartIn(kept = new Map<string, string>()) {
  const context = sampleContext(kept)
  const style = new SeriesStyle(context, false)
  const studies = new Studies(context, {})
  followCompared(context, style)
  const compare = (symbol: string, inOwnPane = false): string =>
    studies.add({ name: 'COMPARE', inputs: { symbol }, inOwnPane }) ?? ''
  return { studies, style, compare, history: context.workspace.history, state: context.state }
}

test('the scale is in percent until the last compared symbol is removed', () => {
  const { studies, compare, state } = chartIn()
  const first = compare('ETHUSDT')
  const second = compare('SOLUSDT')
  expect(state.scale).toBe('percent')
  studies.remove(first)
  expect(state.scale).toBe('percent')
  studies.remove(second)
  expect(state.scale).toBe('normal')
})

test('undo and redo of a comparison change the scale with it', () => {
  const { compare, history, state } = chartIn()
  compare('ETHUSDT')
  history.undo()
  expect(state.scale).toBe('normal')
  history.redo()
  expect(state.scale).toBe('percent')
})

test('a chart after a reload removes the comparison with its scale', () => {
  const kept = new Map<string, string>()
  const id = chartIn(kept).compare('ETHUSDT')
  const { studies, state } = chartIn(kept)
  expect(state.scale).toBe('percent')
  studies.remove(id)
  expect(state.scale).toBe('normal')
})

test('the trader’s own choice of a scale stays', () => {
  const own = chartIn()
  own.style.setScale('percent')
  own.studies.remove(own.compare('ETHUSDT'))
  expect(own.state.scale).toBe('percent')
  const changed = chartIn()
  const id = changed.compare('ETHUSDT')
  changed.style.setScale('log')
  changed.style.setScale('percent')
  changed.studies.remove(id)
  expect(changed.state.scale).toBe('percent')
})

test('a compared symbol in a pane of its own leaves the scale alone', () => {
  const { studies, compare, state } = chartIn()
  compare('ETHUSDT', true)
  expect(state.scale).toBe('normal')
  const moved = compare('SOLUSDT')
  studies.unmerge(moved)
  expect(state.scale).toBe('normal')
})
