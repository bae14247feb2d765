// The arrangement of the panels begins complete, and comes back complete.

import type { IJsonModel } from 'flexlayout-react'
import { expect, test } from 'vitest'
import {
  firstLayout,
  layoutRecord,
  panelIds,
  panelsIn,
  placeAmong,
  withoutWindows,
} from './layout-model.ts'

const room = { widthPx: 1440, heightPx: 772 }
const shapes = ['wide', 'desk', 'narrow', 'tablet'] as const

test.each(shapes)('the first arrangement of %s holds every panel once', (shape) => {
  expect(panelsIn(firstLayout(shape, room)).toSorted()).toEqual([...panelIds].toSorted())
})

function memory() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('an arrangement is remembered for its shape alone', () => {
  const storage = memory()
  const model = firstLayout('desk', room)
  layoutRecord('desk', storage).write(model)
  expect(layoutRecord('desk', storage).read()).toEqual(model)
  expect(layoutRecord('wide', storage).read()).toBeUndefined()
})

test('an arrangement that lacks a panel, or knows another, is forgotten', () => {
  const storage = memory()
  const text = JSON.stringify({ version: 1, value: firstLayout('desk', room) })
  for (const broken of [
    text.replaceAll('fills', 'ghosts'),
    text.replaceAll('"row"', '"heap"'),
    '{',
  ]) {
    storage.texts.set('basis.layout.desk', broken)
    const read = layoutRecord('desk', storage).read()
    expect(read === undefined ? panelIds.length : panelsIn(read).length).toBe(panelIds.length)
  }
})

test('panels that stood in windows come back beside their neighbours', () => {
  const first = firstLayout('desk', room)
  const opened: IJsonModel = JSON.parse(JSON.stringify(first), (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((child) => !isTab(child, 'trades')) : value,
  )
  opened.subLayouts = {
    w1: {
      type: 'window',
      layout: {
        type: 'row',
        children: [
          { type: 'tabset', children: [{ type: 'tab', id: 'trades', component: 'trades' }] },
        ],
      },
    },
  }
  const { model, popped } = withoutWindows(opened)
  expect(popped).toEqual(['trades'])
  expect(model.subLayouts).toBeUndefined()
  expect(panelsIn(model)).toEqual(panelsIn(first))
})

test('a panel comes back to its old place among its neighbours', () => {
  expect(placeAmong(['trades'], 'book')).toBe(0)
  expect(placeAmong(['positions', 'assets'], 'fills')).toBe(1)
  expect(placeAmong(['book'], 'trades')).toBe(1)
})

function isTab(node: unknown, id: string): boolean {
  return typeof node === 'object' && node !== null && 'id' in node && node.id === id
}
