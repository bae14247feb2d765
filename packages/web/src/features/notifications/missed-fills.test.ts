// Fills missed while the connection was lost.

import type { WireExecution } from '@basis/protocol/order'
import { afterEach, expect, test, vi } from 'vitest'
import { useConnection } from '../../client/connection.ts'
import { onNotice } from '../../shell/notices.ts'
import { missedFills, startMissedFills } from './missed-fills.ts'

const { asked } = vi.hoisted(() => ({
  asked: vi.fn<(name: string, request: { fromE3: number }) => Promise<object>>(),
}))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: { fromE3: number }) => asked(name, request),
}))
afterEach(() => vi.useRealTimers())

const fill = (execId: string, execTimeE3: number) =>
  ({ execId, orderId: '1', execTimeE3 }) as WireExecution

test('fills before and after the gap and those already reported are left out', () => {
  const fills = [fill('1', 90), fill('2', 100), fill('3', 150), fill('4', 200), fill('5', 201)]
  const missed = missedFills(fills, { fromMs: 100, toMs: 200 }, new Set(['3 1']))
  expect(missed.map(({ execId }) => execId)).toEqual(['2', '4'])
})

test('after a sleep the gap begins with the last message, not when the loss is noticed', async () => {
  const hourMs = 3_600_000
  const sleptMs = Date.UTC(2026, 10, 30, 1)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(sleptMs)
  const keys: string[] = []
  const stops = [onNotice(({ title }) => keys.push(title.key)), startMissedFills()]
  const list = [fill('7', sleptMs + hourMs)]
  asked.mockResolvedValue({ ok: true, value: { list, nextPageCursor: '' } })
  useConnection.setState({ privateLink: 'open', privateReceivedMs: sleptMs })
  // The socket is found dead when the machine wakes up.
  vi.setSystemTime(sleptMs + 8 * hourMs)
  useConnection.setState({ privateLink: 'waiting' })
  useConnection.setState({ privateLink: 'open' })
  await vi.waitFor(() => expect(keys).toEqual(['msg.missedFills']))
  expect(asked.mock.lastCall?.[1].fromE3).toBe(sleptMs - 2_000)
  for (const stop of stops) stop()
})
