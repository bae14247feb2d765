// What a dialog tells beforehand comes although a question failed, and stays true.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '../client/http.ts'
import { useSession } from '../client/session.ts'
import { keepAsking } from './previews.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refused = { ok: false } as Outcome<number>

test('a question that failed is asked again, and an answer is kept fresh', async () => {
  const answers: Outcome<number>[] = [refused, { ok: true, value: 1 }, { ok: true, value: 2 }]
  const taken: number[] = []
  const end = keepAsking(
    () => Promise.resolve(answers.shift() ?? refused),
    (value) => taken.push(value),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual([1, 2])
  end()
})

test('who no longer asks is told nothing', async () => {
  const taken: number[] = []
  const end = keepAsking(
    () =>
      new Promise<Outcome<number>>((resolve) => {
        setTimeout(() => resolve({ ok: true, value: 1 }), 500)
      }),
    (value) => taken.push(value),
  )
  await vi.advanceTimersByTimeAsync(400)
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('an account that is being left is asked for nothing; who stays is answered afterwards', async () => {
  let asked = 0
  const question = () => {
    asked += 1
    return Promise.resolve(refused)
  }
  useSession.setState({ isBusy: true })
  const end = keepAsking(question, () => undefined)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(0)
  useSession.setState({ isBusy: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  useSession.setState({ isBusy: true })
  await vi.advanceTimersByTimeAsync(10_000)
  useSession.setState({ isBusy: false })
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toBe(1)
})
