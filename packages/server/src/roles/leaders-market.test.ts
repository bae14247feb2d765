// A leader's market that cannot be opened at once, or is stopped meanwhile.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leadersMarket } from './leaders-market.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a market that could not be opened is opened later, and then stays open', async () => {
  const stop = vi.fn()
  const open = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue({ stop })
  const onFailure = vi.fn()
  const market = leadersMarket(open, onFailure)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(open).toHaveBeenCalledTimes(2)
  expect(onFailure).toHaveBeenCalledTimes(1)
  expect(stop).not.toHaveBeenCalled()
  market.stop()
  expect(stop).toHaveBeenCalledTimes(1)
})

test('a market that is stopped while it opens, or waits to, is not left open', async () => {
  const stop = vi.fn()
  const opening = Promise.withResolvers<{ readonly stop: () => void }>()
  leadersMarket(() => opening.promise, vi.fn()).stop()
  opening.resolve({ stop })
  await vi.advanceTimersByTimeAsync(0)
  expect(stop).toHaveBeenCalledTimes(1)

  const open = vi.fn().mockRejectedValue(new Error('busy'))
  const waiting = leadersMarket(open, vi.fn())
  await vi.advanceTimersByTimeAsync(500)
  waiting.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(open).toHaveBeenCalledTimes(1)
})
