// The fills behind the chart's marks: requested once, then pushed, and requested again after a lost
// connection.

import { afterEach, expect, test, vi } from 'vitest'
import type { WireExecution } from '@basis/protocol/order'
import { useConnection } from '../../client/connection.ts'
import { applyFills } from '../../stores/orders.ts'
import { followFills } from './use-executions.ts'

afterEach(() => {
  useConnection.setState({ privateLink: 'closed' })
  vi.unstubAllGlobals()
})

test('fills that were missed while the connection was lost are requested when it is back', async () => {
  let requests = 0
  vi.stubGlobal('fetch', () => {
    requests += 1
    const result = { list: [], nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  const taken: string[][] = []
  useConnection.setState({ privateLink: 'open' })
  const stop = followFills('BTCUSDT', (fills) => taken.push(fills.map(({ execId }) => execId)))
  await vi.waitFor(() => expect(taken).toEqual([[]]))
  const fill = { execId: '1', symbol: 'BTCUSDT' } as WireExecution
  applyFills([fill, { ...fill, symbol: 'ETHUSDT' }])
  expect(taken).toEqual([[], ['1']])
  // Neither the loss itself nor another change of the connection requests them.
  useConnection.setState({ privateLink: 'waiting' })
  useConnection.setState({ privateLink: 'connecting' })
  expect(requests).toBe(1)
  useConnection.setState({ privateLink: 'open' })
  useConnection.setState({ ackMs: 5 })
  await vi.waitFor(() => expect(taken).toEqual([[], ['1'], []]))
  stop()
  useConnection.setState({ privateLink: 'waiting' })
  useConnection.setState({ privateLink: 'open' })
  applyFills([fill])
  expect([requests, taken.length]).toEqual([2, 3])
})
