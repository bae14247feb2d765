// The layout shown before the docking library is loaded, at the places the library will use.

import type { IJsonModel, IJsonRowNode } from 'flexlayout-react'
import { expect, test } from 'vitest'
import {
  fitted,
  isPlain,
  leastSizeOf,
  panelsShown,
  shownFirst,
  shownInPlaceOf,
  withShown,
} from './arrangement.ts'
import { firstLayout, layoutRecord } from './layout-model.ts'

const room = { widthPx: 1440, heightPx: 772 }
const wider = { widthPx: 1590, heightPx: 872 }

function memory() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('a window without a stored arrangement shows the first one, each tab set with its first panel', () => {
  const arrangement = shownFirst('desk', room, memory())
  expect(arrangement).toEqual({
    model: firstLayout('desk', room),
    hasOwnSizes: false,
    popped: [],
  })
  expect(panelsShown(arrangement.model)).toEqual([
    'chart',
    'book',
    'ticket',
    'account',
    'positions',
  ])
})

test('sizes follow the window until the trader has set them', () => {
  const model = firstLayout('desk', room)
  expect(fitted({ model, hasOwnSizes: false }, 'desk', wider)).toEqual(firstLayout('desk', wider))
  expect(fitted({ model, hasOwnSizes: true }, 'desk', wider)).toEqual(model)
})

test('a chosen tab stays when the sizes follow the window, and is stored', () => {
  const storage = memory()
  const model = withShown(firstLayout('desk', room), 'assets')
  const after = fitted({ model, hasOwnSizes: false }, 'desk', wider)
  expect(after).toEqual(withShown(firstLayout('desk', wider), 'assets'))
  expect(panelsShown(after)).toContain('assets')
  layoutRecord('desk', storage).write({ model, hasOwnSizes: false })
  expect(panelsShown(shownFirst('desk', wider, storage).model)).toContain('assets')
})

test('a switch between two panels brings the other one to the front', () => {
  const model = firstLayout('desk', room)
  expect(shownInPlaceOf(model, 'ladder', 'book')).toBe('ladder')
  expect(shownInPlaceOf(withShown(model, 'ladder'), 'ladder', 'book')).toBe('book')
})

test('the least size of a row is that of its parts and the edges between them', () => {
  // Chart 320, an edge of 5 as the library measures it, book 240; an edge, and the ticket 300.
  const { layout } = firstLayout('desk', room)
  expect(leastSizeOf(layout, true).widthPx).toBe(320 + 5 + 240 + 5 + 300)
  // Two sets of tabs below one another: each 120 and its bar of 36.
  expect(leastSizeOf(layout, true).heightPx).toBe(156 + 5 + 156)
})

test('a layout with a maximised panel or a popout window is left to the library', () => {
  const model = firstLayout('desk', room)
  expect(isPlain(model)).toBe(true)
  const [left, ...others] = model.layout.children as readonly IJsonRowNode[]
  const [row, tables] = left?.children ?? []
  const enlarged = { ...left, children: [row, { ...tables, maximized: true }] }
  const over = { ...model, layout: { ...model.layout, children: [enlarged, ...others] } }
  expect(isPlain(over as IJsonModel)).toBe(false)
  const layout: IJsonRowNode = { type: 'row', children: [] }
  expect(isPlain({ ...model, subLayouts: { w1: { type: 'window', layout } } })).toBe(false)
})
