// Orders of algorithms over the open API: their rows have the createType of the algorithm while it
// runs and after it has ended, in answers and on the private topics.

import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { AlgoTerms } from '@basis/domain/algo/order'
import type { Event } from '@basis/engine/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { AccountStream } from '../sockets/account-stream.ts'

let venue: TestServer
let client: V5TestClient
beforeAll(async () => {
  venue = await startTestServer()
  client = await V5TestClient.open(venue)
})
afterAll(() => venue.stop())

const place = (symbol: string, terms: AlgoTerms) =>
  venue.parts.exchange.submit({
    kind: 'PlaceAlgo',
    account: client.account,
    symbol: symbolId(symbol),
    side: 'Buy',
    qtyLots: qtyLots(symbol === 'BTCUSDT' ? 100 : 100_000),
    reduceOnly: false,
    positionIdx: 0,
    linkId: '',
    selfTrade: 'None',
    terms,
  })
const twap = { kind: 'Twap', durationSec: 300, intervalSec: 60 } as const
const createTypes = async (path: string, category = 'linear') =>
  ((await client.get(path, { category, symbol: 'BTCUSDT' })).result.list ?? []).map(
    (row) => row['createType'],
  )

/** The createTypes that the private topics push for the account's orders and executions. */
function listen() {
  const stream = new AccountStream(venue.parts, client.account)
  const pushedTypes: unknown[] = []
  const stop = venue.parts.exchange.subscribe((batch) => {
    const isOwn = (event: Event): boolean => {
      const owner = 'order' in event ? event.order.account : 'account' in event && event.account
      return owner === client.account
    }
    const { order, execution } = stream.take(batch, batch.events.filter(isOwn)).rows
    for (const { row } of [...order, ...execution]) pushedTypes.push(Reflect.get(row, 'createType'))
  })
  return { pushedTypes, stop }
}

test('all orders and executions of a TWAP have createType CreateByTWAP, the last one too', async () => {
  const { pushedTypes, stop } = listen()
  await place('BTCUSDT', twap)
  expect(await createTypes('order/history')).toEqual(['CreateByTWAP'])
  for (let child = 0; child < 4; child += 1) {
    venue.clock.advance(60_000)
    await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
  }
  stop()
  expect(venue.parts.exchange.views.algos(client.account)).toEqual([])
  expect(await createTypes('order/history')).toEqual(Array(5).fill('CreateByTWAP'))
  expect(await createTypes('execution/list')).toEqual(Array(5).fill('CreateByTWAP'))
  expect(new Set(pushedTypes)).toEqual(new Set(['CreateByTWAP']))
  expect(pushedTypes.length).toBeGreaterThanOrEqual(10)
})

test('a chase order has createType CreateByChaseOrder, open and ended; spot rows have no createType', async () => {
  await place('BTCUSDT', { kind: 'Chase' })
  expect(await createTypes('order/realtime')).toEqual(['CreateByChaseOrder'])
  const [chase] = venue.parts.exchange.views.algos(client.account)
  await venue.parts.exchange.submit({
    kind: 'CancelAlgo',
    account: client.account,
    algoId: chase?.id ?? 0,
  })
  expect((await createTypes('order/history'))[0]).toBe('CreateByChaseOrder')
  await place('BTC/USDT', twap)
  expect(await createTypes('order/history', 'spot')).toEqual([undefined])
})
