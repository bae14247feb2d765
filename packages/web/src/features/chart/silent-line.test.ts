// A line of an order whose accepted change is followed by no update: the exchange is asked.

import { beforeEach, expect, test, vi } from 'vitest'
import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { encodeOrder } from '@basis/protocol/order'
import { listingsOf, useCatalogue } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { applyReceipt, clearOrders, openOrder } from '../../stores/orders.ts'
import { lineHandlers } from './line-actions.ts'

const answers = vi.hoisted((): Record<string, object[]> => ({}))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string) => Promise.resolve({ ok: true, value: { list: answers[name] ?? [] } }),
}))

const [listing] = listingsOf(fallbackContracts(), [])
if (listing === undefined) throw new Error('one contract is built in')
const { instrument } = listing

const resting: Order = {
  id: orderId(7),
  linkId: '',
  account: accountId(0),
  symbol: instrument.symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(100_000),
  qtyLots: qtyLots(5),
  leavesLots: qtyLots(5),
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  fee: amount(0n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'New',
  closedPnl: amount(0n),
  createdMs: 1,
  updatedMs: 1,
  updateNo: 1,
}

beforeEach(() => {
  useCatalogue.setState({ listings: new Map([[listing.symbol, listing]]) })
  clearOrders()
  for (const name of Object.keys(answers)) answers[name] = []
  applyReceipt(encodeOrder(resting, instrument))
})

test('an order that is still open gets the price that the exchange has', async () => {
  const moved = { ...resting, priceTicks: priceTicks(90_000), updateNo: 2 }
  answers['openOrders'] = [encodeOrder(moved, instrument)]
  lineHandlers(instrument).silent?.('order:7')
  await vi.waitFor(() => expect(openOrder(7)?.priceTicks).toBe(90_000))
})

test('an order that has ended meanwhile is no longer shown as open', async () => {
  const filled: Order = {
    ...resting,
    status: 'Filled',
    leavesLots: qtyLots(0),
    filledLots: qtyLots(5),
    updateNo: 3,
  }
  answers['orderHistory'] = [encodeOrder(filled, instrument)]
  lineHandlers(instrument).silent?.('order:7')
  await vi.waitFor(() => expect(openOrder(7)).toBeUndefined())
})
