// Previews of a dialog: a failed request is repeated, and an answer is kept current.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '../client/http.ts'
import { useSession } from '../client/session.ts'
import { createSharedRequests, keepAsking } from './previews.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const refused = { ok: false } as Outcome<number>

test('a preview that failed is requested again, and an answer is requested again to stay current', async () => {
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

test('after it has ended, no answer is delivered and nothing more is requested', async () => {
  const taken: number[] = []
  let asked = 0
  const end = keepAsking(
    () => {
      asked += 1
      return new Promise<Outcome<number>>((resolve) => {
        setTimeout(() => resolve({ ok: true, value: 1 }), 500)
      })
    },
    (value) => taken.push(value),
  )
  await vi.advanceTimersByTimeAsync(400)
  end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(taken).toEqual([])
  expect(asked).toBe(1)
})

test('during a sign-out no preview is requested; afterwards it is, unless it has ended', async () => {
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

test('equal requests are sent once; each caller receives every answer, a later one the newest', async () => {
  const askShared = createSharedRequests<number>()
  let sent = 0
  const question = () => {
    sent += 1
    return Promise.resolve({ ok: true, value: sent } as Outcome<number>)
  }
  const received = { first: [] as number[], second: [] as number[], other: [] as number[] }
  const endFirst = askShared('a', question, (value) => received.first.push(value))
  await vi.advanceTimersByTimeAsync(300)
  const endSecond = askShared('a', question, (value) => received.second.push(value))
  expect(received).toEqual({ first: [1], second: [1], other: [] })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(received).toEqual({ first: [1, 2], second: [1, 2], other: [] })
  endFirst()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(received).toEqual({ first: [1, 2], second: [1, 2, 3], other: [] })
  endSecond()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toBe(3)
  // A request after the last caller has ended starts again, without an old answer.
  const endOther = askShared('a', question, (value) => received.other.push(value))
  expect(received.other).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(received.other).toEqual([4])
  endOther()
  endOther()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toBe(4)
})
