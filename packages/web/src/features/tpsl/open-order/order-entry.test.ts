// What an open order may bring, and what its TP/SL are held against.

import { expect, test } from 'vitest'
import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { entryOfOrder, mayBringTpsl, modeOfOrder, orderContext } from './order-entry.ts'

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

test('what may open a position brings TP/SL, what closes or protects one does not', () => {
  const may = (order: Order) => mayBringTpsl(order, contract)
  expect(may(resting)).toBe(true)
  expect(may(withStop({ stopType: 'Order', takeProfit: leg(15_000) }))).toBe(true)
  expect(may(withStop({ stopType: 'Stop' }))).toBe(true)
  expect(may({ ...resting, reduceOnly: true })).toBe(false)
  expect(may({ ...resting, closeOnTrigger: true })).toBe(false)
  expect(may({ ...resting, algoId: 3 })).toBe(false)
  for (const stopType of ['StopLoss', 'PartialTakeProfit', 'TrailingStop']) {
    expect(may(withStop({ stopType }))).toBe(false)
  }
  expect(mayBringTpsl(resting, { kind: 'Spot' })).toBe(false)
})

test('what it brings is known by the order, each leg that is there', () => {
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

test('spec 5: it is held against the order’s price, and a stop against today’s unless it waits', () => {
  const held = (order: Order, last?: number) => {
    const { referenceTicks, marketTicks } = orderContext(order, contract, last)
    return [referenceTicks, marketTicks]
  }
  expect(held(resting, 15_650)).toEqual([15_700, 15_650])
  const waits = { status: 'Untriggered' } as const
  const stop = { stopType: 'Stop', triggerTicks: priceTicks(15_400) }
  expect(held(withStop(stop, { ...waits, orderType: 'Market' }), 15_650)).toEqual([
    15_400,
    undefined,
  ])
  expect(held(withStop(stop, waits), 15_650)).toEqual([15_700, undefined])
  expect(orderContext(resting, contract, undefined)).toMatchObject({
    scene: 'Order',
    side: 'Sell',
    sizeLots: 42,
  })
})
