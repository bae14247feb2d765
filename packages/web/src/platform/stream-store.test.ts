// The stream store keeps changes at once and notifies its readers once per frame.

import { expect, test } from 'vitest'
import { oncePerFrame } from './frames.ts'
import type { Frames } from './frames.ts'
import { createStreamStore, frameClock } from './stream-store.ts'

function manualFrames(): Frames & { paint: () => void; asked: () => number } {
  let works: (() => void)[] = []
  let count = 0
  return {
    next(work) {
      count += 1
      works.push(work)
      return () => {
        works = works.filter((each) => each !== work)
      }
    },
    paint() {
      const due = works
      works = []
      for (const work of due) work()
    },
    asked: () => count,
  }
}

test('a hundred changes in one frame notify a reader once, with the last value', () => {
  const frames = manualFrames()
  const store = createStreamStore<string, number>(frameClock(frames))
  const seen: (number | undefined)[] = []
  store.subscribe('BTCUSDT', () => seen.push(store.shown('BTCUSDT')))
  for (let value = 1; value <= 100; value += 1) store.set('BTCUSDT', value)
  expect(store.current('BTCUSDT')).toBe(100)
  expect(store.shown('BTCUSDT')).toBeUndefined()
  frames.paint()
  expect(seen).toEqual([100])
  expect(frames.asked()).toBe(1)
})

test('readers of other keys and of a value that changed back within the frame are not notified', () => {
  const frames = manualFrames()
  const store = createStreamStore<string, string>(frameClock(frames))
  let notified = 0
  store.subscribe('ETHUSDT', () => (notified += 1))
  store.set('BTCUSDT', 'a')
  frames.paint()
  expect(notified).toBe(0)
  store.set('ETHUSDT', 'a')
  frames.paint()
  store.set('ETHUSDT', 'b')
  store.set('ETHUSDT', 'a')
  frames.paint()
  expect(notified).toBe(1)
})

test('when a reader is notified, every store of the page already shows its newest value', () => {
  const frames = manualFrames()
  const clock = frameClock(frames)
  const bids = createStreamStore<string, number>(clock)
  const asks = createStreamStore<string, number>(clock)
  const pairs: (number | undefined)[][] = []
  bids.subscribe('x', () => pairs.push([bids.shown('x'), asks.shown('x')]))
  bids.set('x', 1)
  asks.set('x', 2)
  frames.paint()
  expect(pairs).toEqual([[1, 2]])
})

test('a removed key has no value from the next frame on', () => {
  const frames = manualFrames()
  const store = createStreamStore<string, number>(frameClock(frames))
  store.set('a', 1)
  frames.paint()
  store.remove('a')
  expect(store.shown('a')).toBe(1)
  frames.paint()
  expect(store.shown('a')).toBeUndefined()
  expect(store.keys()).toEqual([])
})

test('a reader is not notified after it has unsubscribed, and is after it subscribes again', () => {
  const frames = manualFrames()
  const store = createStreamStore<string, number>(frameClock(frames))
  let notified = 0
  const reader = (): void => {
    notified += 1
  }
  store.subscribe('a', reader)()
  store.set('a', 1)
  frames.paint()
  expect(notified).toBe(0)
  store.subscribe('a', reader)
  store.set('a', 2)
  frames.paint()
  expect(notified).toBe(1)
})

test('a change made while readers are notified is shown at the next frame', () => {
  const frames = manualFrames()
  const store = createStreamStore<string, number>(frameClock(frames))
  store.subscribe('a', () => {
    if (store.shown('a') === 1) store.set('a', 2)
  })
  store.set('a', 1)
  frames.paint()
  expect(store.shown('a')).toBe(1)
  frames.paint()
  expect(store.shown('a')).toBe(2)
})

test('work requested twice in a frame is done once, and not at all if it is cancelled', () => {
  const frames = manualFrames()
  let done = 0
  const work = oncePerFrame(() => (done += 1), frames)
  work.request()
  work.request()
  frames.paint()
  expect(done).toBe(1)
  work.request()
  work.cancel()
  frames.paint()
  expect(done).toBe(1)
})
