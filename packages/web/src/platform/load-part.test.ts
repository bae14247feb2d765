// Loading of parts of the page: retries, and one report of a failure.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart, onMissingPart } from './load-part.ts'

const reported = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  reported.mockClear()
  onMissingPart(reported)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A load that fails the given number of times, then succeeds. */
function failing(times: number) {
  let asked = 0
  const load = vi.fn<() => Promise<string>>(() => {
    asked += 1
    return asked <= times ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('x')
  })
  return load
}

test('a part that loads is requested once and nothing is reported', async () => {
  const load = failing(0)
  expect(await loadPart(load)).toBe('x')
  expect(load).toHaveBeenCalledOnce()
  expect(reported).not.toHaveBeenCalled()
})

test('a part that fails to load is requested with growing delays until it loads, and reported once', async () => {
  const load = failing(7)
  const part = loadPart(load)
  const counts: number[] = []
  for (const ms of [0, 499, 1, 1_000, 2_000, 4_000, 8_000, 7_999, 1]) {
    await vi.advanceTimersByTimeAsync(ms)
    counts.push(load.mock.calls.length)
  }
  expect(counts).toEqual([1, 1, 2, 3, 4, 5, 6, 6, 7])
  expect(reported).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await part).toBe('x')
})

test('a failed part is requested at once when the network is back', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  const load = failing(4)
  const part = loadPart(load)
  for (let count = 1; count <= 4; count += 1) {
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledTimes(count)
    network.dispatchEvent(new Event('online'))
  }
  expect(await part).toBe('x')
  vi.unstubAllGlobals()
})
