// The ticket's request for the maximum quantity of an order, and the reading of its answer.

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { maxQtyRequest, readMaxQty, withMost } from './max-order-qty.ts'
import { emptyDraft, type TicketContext } from './ticket.ts'

const symbol = 'BTCUSDT'

test('the maximum is requested at the price that the order would have', () => {
  const limit = { ...emptyDraft, price: '60000.5' }
  expect(maxQtyRequest(limit, btcUsdt)).toEqual({
    symbol,
    price: '60000.5',
    timeInForce: 'GoodTillCancel',
  })
  const ending = { ...limit, timeInForce: 'ImmediateOrCancel' } as const
  expect(maxQtyRequest(ending, btcUsdt)?.timeInForce).toBe('ImmediateOrCancel')
  const market = { ...emptyDraft, orderType: 'Market', price: '60000.5' } as const
  expect(maxQtyRequest(market, btcUsdt)).toEqual({ symbol })
  const waiting = { ...market, terms: { trigger: '61000' } }
  expect(maxQtyRequest(waiting, btcUsdt)).toEqual({ symbol, price: '61000.0' })
  expect(maxQtyRequest({ ...waiting, ...limit, orderType: 'Limit' }, btcUsdt)?.price).toBe(
    '60000.5',
  )
})

test('without a valid price, and for a reduce-only order of a contract, nothing is requested', () => {
  expect(maxQtyRequest({ ...emptyDraft, price: '' }, btcUsdt)).toBeUndefined()
  expect(maxQtyRequest({ ...emptyDraft, price: '60000.05' }, btcUsdt)).toBeUndefined()
  expect(maxQtyRequest({ ...emptyDraft, price: '60000', reduceOnly: true }, btcUsdt)).toBe(
    undefined,
  )
  const spot = { ...btcUsdt, kind: 'Spot' } as const
  expect(maxQtyRequest({ ...emptyDraft, price: '60000', reduceOnly: true }, spot)?.symbol).toBe(
    symbol,
  )
})

test('quantities of the answer are converted to lots', () => {
  const answer = { symbol, buyQty: '0.654', sellQty: '2.647' }
  expect(readMaxQty(answer, btcUsdt)).toEqual({ Buy: 654, Sell: 2647 })
})

test('an answer with a quantity that is not in whole lots is ignored, not read as 0', () => {
  const answer = { symbol, buyQty: '0.6541', sellQty: '2.647' }
  expect(readMaxQty(answer, btcUsdt)).toBeUndefined()
})

test('the available balance for a spot pair is what the exchange lets an order pay', () => {
  const answer = { symbol, buyQty: '1.5', sellQty: '2.3', buyPaid: '49999.98', sellPaid: '2.3004' }
  const spot = { ...btcUsdt, kind: 'Spot' } as const
  const maximum = readMaxQty(answer, spot)
  const e8 = (value: number) => amount(BigInt(Math.round(value * 1e8)))
  const funds = { available: e8(100_000), base: e8(3), equity: e8(1), maintenance: e8(0) }
  const context = { instrument: spot, funds } as TicketContext
  expect(withMost(context, maximum).funds).toEqual({
    ...funds,
    available: e8(49_999.98),
    base: e8(2.3004),
  })
  // Before the answer, and for a contract, it is that of the wallet.
  expect(withMost(context, undefined).funds).toBe(funds)
  expect(withMost(context, { Buy: qtyLots(1), Sell: qtyLots(1) }).funds).toBe(funds)
})
