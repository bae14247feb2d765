// Requests of the engine and bars of the loader, in either order.

import type { DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import { beforeEach, expect, it } from 'vitest'
import { EngineBars } from './engine-bars.ts'

const bars = (...times: number[]) =>
  times.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1 }))

let log: string[] = []
let wanted = 0
let loader = new EngineBars(() => {})

function ask(type: DataLoaderGetBarsParams['type']): void {
  void loader.loader.getBars({
    type,
    timestamp: null,
    symbol: { ticker: 'A', pricePrecision: 2, volumePrecision: 0 },
    period: { type: 'minute', span: 1 },
    callback: (given: KLineData[], more) => {
      log.push(`${type} ${given.map(({ timestamp }) => timestamp).join()} ${JSON.stringify(more)}`)
    },
  })
}

beforeEach(() => {
  log = []
  wanted = 0
  loader = new EngineBars(() => {
    wanted += 1
  })
})

it('a request is not answered until there are bars to show', () => {
  ask('init')
  expect(log).toEqual([])
  loader.show(bars(1, 2), true, () => ask('init'))
  expect(log).toEqual(['init 1,2 {"forward":true,"backward":false}'])
  ask('init')
  expect(log).toHaveLength(1)
})

it('older bars are requested and passed on when they arrive', () => {
  loader.show(bars(5), true, () => ask('init'))
  ask('forward')
  expect(wanted).toBe(1)
  loader.prepend(bars(3, 4), false)
  expect(log.at(-1)).toBe('forward 3,4 {"forward":false,"backward":false}')
})

// A feed that answers at once might give a page that belongs to the replaced bars.
it('while bars are being replaced, pages are neither requested nor passed on', () => {
  loader.show(bars(5), true, () => ask('init'))
  loader.show(bars(8, 9), true, () => {
    ask('forward')
    expect(loader.hasPage).toBe(true)
    ask('init')
    ask('forward')
  })
  expect(wanted).toBe(1)
  loader.prepend(bars(7), true)
  expect(log.slice(1)).toEqual([
    'init 8,9 {"forward":true,"backward":false}',
    'forward 7 {"forward":true,"backward":false}',
  ])
})

it('an early page is kept until it is requested, and passed on after that request', async () => {
  loader.show(bars(5), true, () => ask('init'))
  loader.prepend(bars(4), true)
  expect(loader.hasPage).toBe(true)
  ask('forward')
  expect(log).toHaveLength(1)
  await Promise.resolve()
  expect(log.at(-1)).toBe('forward 4 {"forward":true,"backward":false}')
  expect(wanted).toBe(0)
})

it('a page of a series that is no longer shown is dropped', async () => {
  loader.show(bars(5), true, () => ask('init'))
  loader.prepend(bars(4), true)
  ask('forward')
  loader.show(bars(50), true, () => ask('init'))
  await Promise.resolve()
  expect(log.filter((line) => line.startsWith('forward'))).toEqual([])
})

it('ticks are passed on only while the engine is subscribed', () => {
  const pushed: number[] = []
  const [tick] = bars(6)
  if (tick === undefined) throw new Error('no bar')
  loader.push(tick)
  loader.loader.subscribeBar?.({
    symbol: { ticker: 'A', pricePrecision: 2, volumePrecision: 0 },
    period: { type: 'minute', span: 1 },
    callback: ({ timestamp }) => void pushed.push(timestamp),
  })
  loader.push(tick)
  expect(pushed).toEqual([6])
})
