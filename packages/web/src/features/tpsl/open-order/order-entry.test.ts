// TP/SL attached to an open order: which orders can have them, and their reference prices.

import { expect, test } from 'vitest'
import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { entryOfOrder, mayAttachTpsl, modeOfOrder, orderContext } from './order-entry.ts'

const contract = { kind: 'Linear' } as Instrument
const resting = {
  id: orderId(71),
  orderType: 'Limit',
  side: 'Sell',
  status: 'New',
  reduceOnly: false,
  closeOnTrigger: false,
  priceTicks: priceTicks(15_700),
  qtyLots: qtyLots(42),
  updatedMs: 9,
} as unknown as Order
const withStop = (stop: object, more: object = {}) => ({ ...resting, ...more, stop }) as Order
const leg = (ticks: number) =>
  ({
    triggerTicks: priceTicks(ticks),
    triggerBy: 'MarkPrice',
    orderType: 'Market',
  }) as const

test('orders that can open a position can have TP/SL; those that close or protect one cannot', () => {
  const may = (order: Order) => mayAttachTpsl(order, contract)
  expect(may(resting)).toBe(true)
  expect(may(withStop({ stopType: 'Order', takeProfit: leg(15_000) }))).toBe(true)
  expect(may(withStop({ stopType: 'Stop' }))).toBe(true)
  expect(may({ ...resting, reduceOnly: true })).toBe(false)
  expect(may({ ...resting, closeOnTrigger: true })).toBe(false)
  expect(may({ ...resting, algoId: 3 })).toBe(false)
  for (const stopType of ['StopLoss', 'PartialTakeProfit', 'TrailingStop']) {
    expect(may(withStop({ stopType }))).toBe(false)
  }
  expect(mayAttachTpsl(resting, { kind: 'Spot' })).toBe(false)
})

test('the TP/SL entry of an order has its mode and each existing leg', () => {
  expect(entryOfOrder(resting)).toBeUndefined()
  expect(modeOfOrder(resting)).toBe('Full')
  const order = withStop({ stopType: 'Order', tpslMode: 'Partial', stopLoss: leg(16_100) })
  expect(modeOfOrder(order)).toBe('Partial')
  expect(entryOfOrder(order)).toEqual({
    qtyLots: 42,
    updatedMs: 9,
    stopLoss: { ...leg(16_100), orderId: 71 },
  })
})

test('spec 5: TP/SL are compared with the order’s price, and with the market unless untriggered', () => {
  const compared = (order: Order, last?: number) => {
    const { referenceTicks, marketTicks } = orderContext(order, contract, last)
    return [referenceTicks, marketTicks]
  }
  expect(compared(resting, 15_650)).toEqual([15_700, 15_650])
  const waits = { status: 'Untriggered' } as const
  const stop = { stopType: 'Stop', triggerTicks: priceTicks(15_400) }
  expect(compared(withStop(stop, { ...waits, orderType: 'Market' }), 15_650)).toEqual([
    15_400,
    undefined,
  ])
  expect(compared(withStop(stop, waits), 15_650)).toEqual([15_700, undefined])
  expect(orderContext(resting, contract, undefined)).toMatchObject({
    scene: 'Order',
    side: 'Sell',
    sizeLots: 42,
  })
})
