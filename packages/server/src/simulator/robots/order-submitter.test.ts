// Robots' commands on a machine that stalls for seconds: late quotes are dropped, accounts are
// not.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { OrderSubmitter } from './order-submitter.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
})
afterAll(() => venue.stop())

test('commands five seconds late open and fund accounts, but place no order', async () => {
  const { exchange } = venue.parts
  const account = accountId(7)
  const submitter = new OrderSubmitter(exchange, (error) => {
    throw error
  })
  const sent = submitter.send(
    [
      { kind: 'OpenAccount', account, role: 'robot' },
      { kind: 'Deposit', account, coin: 'USDT', amount: amount(10n ** 14n) },
      {
        kind: 'PlaceOrder',
        account,
        symbol: symbolId('BTCUSDT'),
        side: 'Buy',
        orderType: 'Limit',
        timeInForce: 'GoodTillCancel',
        priceTicks: priceTicks(600_000),
        qtyLots: qtyLots(10),
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
        linkId: '',
        selfTrade: 'None',
      },
    ],
    venue.clock.nowMs(),
  )
  venue.clock.advance(5000)
  await sent
  expect(exchange.views.account(account)?.coins).toMatchObject([
    { coin: 'USDT', balance: 10n ** 14n },
  ])
  expect(exchange.views.openOrders(account)).toEqual([])
})
