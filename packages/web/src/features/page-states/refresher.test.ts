// Requesting pages again after events, with the cache that the pages use.

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refresher } from './refresher.ts'

let queries: QueryClient
/** The requests so far, each with its answer to come. */
let asked: { readonly signal: AbortSignal; readonly answer: (value: string) => void }[] = []
let ends: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers()
  asked = []
  queries = new QueryClient()
  const shown = new QueryObserver(queries, {
    queryKey: ['orders', '1'],
    queryFn: ({ signal }) =>
      new Promise<string>((answer) => {
        asked.push({ signal, answer })
      }),
  })
  ends = [shown.subscribe(() => undefined)]
  await answerLast()
})
afterEach(() => {
  for (const end of ends) end()
  queries.clear()
  vi.useRealTimers()
})

async function answerLast(): Promise<void> {
  asked.at(-1)?.answer(`answer ${asked.length}`)
  await vi.advanceTimersByTimeAsync(1)
}

function started() {
  const made = refresher(queries, ['orders'])
  ends.push(made.stop)
  return made
}

test('several events make one request', async () => {
  const { request } = started()
  for (let k = 0; k < 10; k += 1) {
    request()
    await vi.advanceTimersByTimeAsync(60)
  }
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toHaveLength(2)
})

test('a request under way is not given up by events, and is made again after its answer', async () => {
  const { request } = started()
  request()
  await vi.advanceTimersByTimeAsync(800)
  for (let k = 0; k < 5; k += 1) {
    request()
    await vi.advanceTimersByTimeAsync(800)
  }
  expect(asked).toHaveLength(2)
  expect(asked[1]?.signal.aborted).toBe(false)
  await answerLast()
  expect(queries.getQueryData(['orders', '1'])).toBe('answer 2')
  await vi.advanceTimersByTimeAsync(800)
  expect(asked).toHaveLength(3)
  await answerLast()
  await vi.advanceTimersByTimeAsync(8000)
  expect(asked).toHaveLength(3)
})

test('nothing is requested after the stop', async () => {
  const { request, stop } = started()
  request()
  stop()
  await vi.advanceTimersByTimeAsync(8000)
  expect(asked).toHaveLength(1)
})
