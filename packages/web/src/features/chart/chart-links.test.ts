// Linked charts share interval and crosshair, without echoes, if they are linked by them.

import type { ChartWidget } from '@basis/chart/widget'
import { expect, test } from 'vitest'
import { decodeGrid, firstGrid, tickerAt } from './chart-grid.ts'
import { ChartLinks, type Links } from './chart-links.ts'

function fakeChart(interval = '30') {
  const changed = new Set<(interval: string) => void>()
  const moved = new Set<(place: { time: number }) => void>()
  const frame = new EventTarget()
  const asked: string[] = []
  const shown: (number | undefined)[] = []
  let resolution = interval
  const subscription = <Listener>(set: Set<Listener>) => ({
    subscribe: (_: null, listener: Listener) => void set.add(listener),
    unsubscribe: (_: null, listener: Listener) => void set.delete(listener),
  })
  const setResolution = (next: string) => {
    asked.push(next)
    resolution = next
    for (const listener of changed) listener(next)
    return Promise.resolve(true)
  }
  const one = {
    resolution: () => resolution,
    setResolution,
    onIntervalChanged: () => subscription(changed),
    crossHairMoved: () => subscription(moved),
  }
  const widget = {
    activeChart: () => one,
    _iFrame: frame,
    showCrosshair: (time: number | undefined) => void shown.push(time),
  }
  return {
    widget: widget as unknown as ChartWidget,
    asked,
    shown,
    setResolution,
    listeners: () => changed.size + moved.size,
    enter: () => frame.dispatchEvent(new Event('pointerenter')),
    leave: () => frame.dispatchEvent(new Event('pointerleave')),
    point: (time: number) => moved.forEach((listener) => listener({ time })),
  }
}

const all: Links = { symbol: true, interval: true, crosshair: true }
const none: Links = { symbol: false, interval: false, crosshair: false }

test('linked charts get the interval of one of them, each by one call', () => {
  const links = new ChartLinks()
  const charts = [fakeChart('60'), fakeChart(), fakeChart()] as const
  links.set(none)
  for (const { widget } of charts) links.join(widget)
  expect(charts.map(({ asked }) => asked)).toEqual([[], [], []])
  links.set(all)
  expect(charts.map(({ asked }) => asked)).toEqual([[], ['60'], ['60']])
  void charts[2].setResolution('5')
  expect(charts.map(({ asked }) => asked.at(-1))).toEqual(['5', '5', '5'])
  expect(charts.map(({ asked }) => asked.length)).toEqual([1, 2, 2])
})

test('a chart that joins later gets the interval; one that has left gets nothing', () => {
  const links = new ChartLinks()
  links.set(all)
  const [first, second] = [fakeChart('240'), fakeChart()]
  links.join(first.widget)
  const leave = links.join(second.widget)
  expect(second.asked).toEqual(['240'])
  leave()
  void first.setResolution('1')
  expect([second.asked, second.listeners()]).toEqual([['240'], 0])
})

test('the crosshair of the chart under the pointer is shown on the others', () => {
  const links = new ChartLinks()
  links.set(all)
  const [first, second] = [fakeChart(), fakeChart()]
  links.join(first.widget)
  links.join(second.widget)
  first.point(1)
  expect(second.shown).toEqual([])
  first.enter()
  first.point(2)
  second.point(3)
  first.leave()
  expect([first.shown, second.shown]).toEqual([[], [2, undefined]])
  links.set(none)
  first.enter()
  first.point(4)
  expect(second.shown).toHaveLength(2)
})

test('an invalid stored grid gives the default one; places show their own symbols unless linked', () => {
  expect(decodeGrid({ count: 3, links: 7, tickers: 'x' })).toEqual(firstGrid)
  const grid = { ...firstGrid, count: 4 as const, tickers: ['ETHUSDT', ''] }
  expect([1, 2, 3].map((place) => tickerAt(grid, place, 'BTCUSDT'))).toEqual([
    'ETHUSDT',
    'BTCUSDT',
    'BTCUSDT',
  ])
  const linked = { ...grid, links: { ...grid.links, symbol: true } }
  expect(tickerAt(linked, 1, 'BTCUSDT')).toBe('BTCUSDT')
})
