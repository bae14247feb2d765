// The arrangement of panels: the first one, stored ones, popout windows and sizes.

import { Actions, Model } from 'flexlayout-react'
import type { IJsonModel, IJsonRowNode, IJsonTabSetNode } from 'flexlayout-react'
import { expect, test } from 'vitest'
import { Sizes } from './layout-sizes.ts'
import {
  firstLayout,
  fitsWindow,
  layoutRecord,
  panelIds,
  panelSetsOf,
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

test('an arrangement is stored for its window shape only', () => {
  const storage = memory()
  const remembered = { model: firstLayout('desk', room), hasOwnSizes: true }
  layoutRecord('desk', storage).write(remembered)
  expect(layoutRecord('desk', storage).read()).toEqual(remembered)
  expect(layoutRecord('wide', storage).read()).toBeUndefined()
})

test('an arrangement stored before a panel existed gets that panel at its place, with nothing lost', () => {
  const storage = memory()
  const model = firstLayout('desk', room)
  const text = JSON.stringify({ version: 3, value: { model, hasOwnSizes: true } })
  const tab = JSON.stringify({ type: 'tab', id: 'ladder', name: 'ladder', component: 'ladder' })
  storage.texts.set('basis.layout.desk', text.replace(`,${tab}`, ''))
  expect(text).toContain(`,${tab}`)
  const read = layoutRecord('desk', storage).read()
  expect(read?.hasOwnSizes).toBe(true)
  expect(read && panelsIn(read.model)).toEqual(panelsIn(model))
})

test('a stored arrangement with an unknown or doubled panel, or invalid contents, is discarded', () => {
  const storage = memory()
  const value = { model: firstLayout('desk', room), hasOwnSizes: false }
  const text = JSON.stringify({ version: 3, value })
  for (const broken of [
    text.replaceAll('fills', 'ghosts'),
    text.replaceAll('"chart"', '"book"'),
    text.replace('"model":', '"other":'),
    '{',
  ]) {
    storage.texts.set('basis.layout.desk', broken)
    expect(layoutRecord('desk', storage).read()).toBeUndefined()
  }
  storage.texts.set('basis.layout.desk', text)
  expect(layoutRecord('desk', storage).read()).toEqual(value)
  // The library checks the rest when the arrangement is shown.
  storage.texts.set('basis.layout.desk', text.replaceAll('"row"', '"heap"'))
  const read = layoutRecord('desk', storage).read()
  expect(() => read && Model.fromJson(read.model)).toThrow('heap')
})

test('panels of popout windows return beside their neighbours', () => {
  const first = firstLayout('desk', room)
  const withWindows: IJsonModel = JSON.parse(JSON.stringify(first), (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((child) => !isTab(child, 'trades')) : value,
  )
  withWindows.subLayouts = {
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
  const { model, popped } = withoutWindows(withWindows)
  expect(popped).toEqual(['trades'])
  expect(model.subLayouts).toBeUndefined()
  expect(panelsIn(model)).toEqual(panelsIn(first))
})

test('a panel that left an empty tab set is selected again, and takes no other selection', () => {
  const first = firstLayout('desk', room)
  const shown = (model: IJsonModel) => {
    const sets = setsOf(model.layout)
    return sets.map(({ children = [], selected = 0 }) => children[selected]?.id)
  }
  const withWindows: IJsonModel = JSON.parse(JSON.stringify(first), (_key, value: unknown) =>
    isSetOf(value, 'chart') ? { ...value, selected: -1, children: [] } : value,
  )
  const [book] = setsOf(withWindows.layout).filter((set) => isSetOf(set, 'book'))
  if (book !== undefined) {
    book.children = book.children?.filter((child) => !isTab(child, 'book')) ?? []
  }
  const windowOf = (id: string) => ({
    type: 'window' as const,
    layout: {
      type: 'row' as const,
      children: [{ type: 'tabset' as const, children: [{ type: 'tab', id, component: id }] }],
    },
  })
  withWindows.subLayouts = { w1: windowOf('chart'), w2: windowOf('book') }
  expect(shown(withoutWindows(withWindows).model)).toEqual([
    'chart',
    'ladder',
    'positions',
    'ticket',
    'account',
  ])
  // An arrangement that was stored without a selected tab is repaired as well.
  const withoutSelection: IJsonModel = JSON.parse(JSON.stringify(first), (_key, value: unknown) =>
    isSetOf(value, 'chart') ? { ...value, selected: -1 } : value,
  )
  expect(shown(withoutWindows(withoutSelection).model)[0]).toBe('chart')
})

test('a returning panel is placed in its old order among its neighbours', () => {
  expect(placeAmong(['trades'], 'book')).toBe(0)
  expect(placeAmong(['positions', 'assets'], 'fills')).toBe(1)
  expect(placeAmong(['book'], 'trades')).toBe(1)
})

function setsOf(node: IJsonRowNode | IJsonTabSetNode): IJsonTabSetNode[] {
  if (node.type === 'tabset') return [node as IJsonTabSetNode]
  return ((node as IJsonRowNode).children ?? []).flatMap(setsOf)
}

function isSetOf(value: unknown, id: string): value is IJsonTabSetNode {
  const set = value as IJsonTabSetNode | undefined
  return set?.type === 'tabset' && (set.children ?? []).some((child) => isTab(child, id))
}

function isTab(node: unknown, id: string): boolean {
  return typeof node === 'object' && node !== null && 'id' in node && node.id === id
}

test('sizes follow the window until the trader moves an edge', () => {
  const model = Model.fromJson(firstLayout('desk', room))
  const sizes = new Sizes(model, 'desk', false)
  model.addChangeListener((action) => sizes.heard(action.type))
  const wide = { widthPx: 1_590, heightPx: 900 }
  const weights = ({ layout }: IJsonModel) => layout.children?.map(({ weight }) => weight)
  sizes.fit(wide)
  expect(weights(model.toJson())).toEqual(weights(firstLayout('desk', wide)))
  expect(sizes.areOwn).toBe(false)
  model.doAction(Actions.adjustWeights(model.getRootRow()?.getId() ?? '', [50, 50]))
  expect(sizes.areOwn).toBe(true)
  sizes.fit(room)
  expect(weights(model.toJson())).toEqual([50, 50])
})

test('after a tab is chosen, sizes still follow the window', () => {
  const sizes = new Sizes(Model.fromJson(firstLayout('desk', room)), 'desk', false)
  sizes.heard(Actions.SELECT_TAB)
  expect(sizes.areOwn).toBe(false)
})

test('on a tablet held upright the chart has most of the height', () => {
  const { layout } = firstLayout('tablet', { widthPx: 760, heightPx: 888 })
  const chart = setsOf(layout).find((set) => isSetOf(set, 'chart'))
  expect(chart?.weight).toBeGreaterThan(600)
})

test('a tablet too low for an order book below the ticket has one tab set less', () => {
  const [upright, low] = [888, 660].map((heightPx) => ({ widthPx: 760, heightPx }))
  if (upright === undefined || low === undefined) throw new Error('two rooms')
  expect(panelSetsOf('tablet', upright)).toBe(panelSetsOf('tablet', low) + 1)
  const model = firstLayout('tablet', low)
  expect(fitsWindow(model, 'tablet', low)).toBe(true)
  expect(fitsWindow(model, 'tablet', upright)).toBe(false)
})
