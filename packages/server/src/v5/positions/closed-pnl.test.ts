// Closed PnL over the open API: closings without an order (open API 5.4).

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceE8, qtyLots } from '@basis/domain/numbers/fixed'
import type { Event } from '@basis/engine/events'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'

let venue: TestServer
let client: V5TestClient

beforeAll(async () => {
  venue = await startTestServer()
  client = await V5TestClient.open(venue)
})
afterAll(() => venue.stop())

test('the fills of a closing order are counted, not read', async () => {
  const other = await V5TestClient.open(venue)
  const market = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Market', qty: '2.5' }
  for (const side of ['Buy', 'Sell']) {
    expect(await other.post('order/create', { ...market, side })).toMatchObject({ retCode: 0 })
  }
  const read = vi.spyOn(venue.parts.readModel, 'executions')
  const { result } = await other.get('position/closed-pnl', { category: 'linear' })
  expect(new Set(result.list?.map(({ fillCount }) => fillCount))).toEqual(new Set(['3']))
  expect(read).not.toHaveBeenCalled()
  read.mockRestore()
})

// Comes last: it gives the history commands that the exchange does not have.
test('each closing without an order has one fill, however many the account has had', async () => {
  const { readModel, exchange, clock } = venue.parts
  const zero = amount(0n)
  const closed: Event = {
    kind: 'PnlClosed',
    account: client.account,
    symbol: symbolId('BTCUSDT'),
    positionIdx: 0,
    side: 'Buy',
    orderId: orderId(0),
    closedLots: qtyLots(1),
    entryPriceE8: priceE8(1),
    entryValue: amount(1n),
    exitValue: amount(1n),
    tradePnl: zero,
    openFee: zero,
    closeFee: zero,
    funding: zero,
    closedPnl: zero,
    openedMs: 1,
    cause: 'Adl',
  }
  for (let k = 0; k < 3; k += 1) {
    readModel.apply({ seq: exchange.lastSeq() + 1 + k, timeMs: clock.nowMs(), events: [closed] })
  }
  const { result } = await client.get('position/closed-pnl', { category: 'linear' })
  expect(result.list?.map(({ fillCount }) => fillCount)).toEqual(['1', '1', '1'])
})
