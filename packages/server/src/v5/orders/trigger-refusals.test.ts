// Orders that are refused at their trigger: the row has the venue's reject reason, in the history
// and on the private topic, and `EC_Others` if the venue has none.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
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
  // Orders are triggered only after prices have come in for a while.
  for (let second = 0; second < 10; second += 1) {
    await index(65_000)
    venue.clock.advance(1_000)
  }
})
afterAll(() => venue.stop())

const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
const symbol = symbolId('BTCUSDT')

async function conditional(qty: string, triggerPrice: string): Promise<string> {
  const terms = { side: 'Buy', orderType: 'Market', triggerDirection: 1, triggerBy: 'IndexPrice' }
  const answer = await client.post('order/create', { ...linear, ...terms, qty, triggerPrice })
  expect(answer).toMatchObject({ retCode: 0 })
  return String(answer.result['orderId'])
}

const index = (dollars: number) => {
  const prices = [{ symbol, indexE8: priceE8(dollars * 100_000_000) }]
  return venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
}

/** Returns the row of an order in the history, and the last one of the private topic. */
async function endOf(orderId: string, action: () => Promise<unknown>) {
  const stream = new AccountStream(venue.parts, client.account)
  let pushed: object | undefined
  const stop = venue.parts.exchange.subscribe((batch) => {
    const isOwn = (event: Event): boolean =>
      'order' in event && event.order.account === client.account
    pushed = stream.take(batch, batch.events.filter(isOwn)).rows.order.at(-1)?.row ?? pushed
  })
  await action()
  stop()
  const { list } = (await client.get('order/history', { ...linear, orderId })).result
  return { kept: list?.[0], pushed }
}

test('an order triggered in a reduce-only market is rejected with EC_InvalidSymbolStatus', async () => {
  const orderId = await conditional('0.01', '66000')
  await venue.parts.exchange.submit({ kind: 'SetInstrumentStatus', symbol, status: 'ReduceOnly' })
  const { kept, pushed } = await endOf(orderId, () => index(66_100))
  const reason = { orderId, cancelType: 'UNKNOWN', rejectReason: 'EC_InvalidSymbolStatus' }
  expect(kept).toMatchObject(reason)
  expect(pushed).toMatchObject(reason)
  await venue.parts.exchange.submit({ kind: 'SetInstrumentStatus', symbol, status: 'Trading' })
})

test('an order triggered without enough balance is rejected with EC_Others', async () => {
  await index(65_000)
  // The account has not enough margin for this quantity.
  const orderId = await conditional('60', '66000')
  const { kept, pushed } = await endOf(orderId, () => index(66_100))
  const reason = { orderId, cancelType: 'UNKNOWN', rejectReason: 'EC_Others' }
  expect(kept).toMatchObject(reason)
  expect(pushed).toMatchObject(reason)
})
