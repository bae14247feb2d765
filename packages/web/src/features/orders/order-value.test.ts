// The value of an open order, and the activation price of a trailing one.

import { expect, test } from 'vitest'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
import { activationOf, orderValue } from './order-value.ts'

const inverse = {
  kind: 'Inverse',
  tickSizeE8: 50_000_000,
  lotSizeE8: 100_000_000,
} as unknown as Instrument

const order = {
  orderType: 'Limit',
  priceTicks: priceTicks(100_000),
  qtyLots: qtyLots(1_000),
} as unknown as Order

test('a limit order is valued at its limit, an untriggered market order at its trigger price', () => {
  // 1,000 contracts of a dollar at 50,000 and at 40,000.
  expect(orderValue(order, inverse)).toBe(2_000_000n)
  const stop = { stopType: 'Stop', triggerTicks: 80_000 }
  const waiting = { ...order, orderType: 'Market', priceTicks: 0, stop } as unknown as Order
  expect(orderValue(waiting, inverse)).toBe(2_500_000n)
})

test('a trailing stop that is not activated has no value', () => {
  const stop = { stopType: 'TrailingStop', triggerTicks: 0 }
  const trailing = { ...order, orderType: 'Market', priceTicks: 0, stop } as unknown as Order
  expect(orderValue(trailing, inverse)).toBeUndefined()
})

test('a trailing stop has the activation price of its position until it is activated', () => {
  const trailing = (orderId: number) => ({
    tpsl: {
      trailing: { orderId, activationTicks: priceTicks(105_000) },
    } as unknown as ExistingTpsl,
  })
  const stop = { stopType: 'TrailingStop', triggerTicks: 0 }
  const waiting = { id: 7, stop } as unknown as Order
  expect(activationOf(waiting, [trailing(6), trailing(7)])).toBe(105_000)
  expect(activationOf(waiting, [trailing(6)])).toBeUndefined()
  const following = { id: 7, stop: { ...stop, triggerTicks: 104_000 } } as unknown as Order
  expect(activationOf(following, [trailing(7)])).toBeUndefined()
})

test('a spot trailing order has its own activation price', () => {
  const stop = { planType: 4, triggerTicks: 0, trailing: { activationTicks: 98_000 } }
  expect(activationOf({ id: 7, stop } as unknown as Order, [])).toBe(98_000)
})
