// What a dragged order is asked to become.

import { describe, expect, test } from 'vitest'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { changeOf } from './order-moves.ts'

const instrument = {
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: 10,
  maxPriceTicks: 1_000_000,
  minQtyLots: 1,
  maxQtyLots: 1_000_000,
  maxMarketQtyLots: 1_000_000,
  minNotional: 0n,
} as unknown as Instrument

const order = {
  side: 'Buy',
  orderType: 'Limit',
  status: 'New',
  priceTicks: 640_000,
  qtyLots: 20,
  reduceOnly: true,
} as Order

describe('a drag means', () => {
  test('another price of a resting order, another trigger of a waiting one', () => {
    expect(changeOf(order, priceTicks(650_000), instrument)).toEqual({ priceTicks: 650_000 })
    const stop = { stopType: 'Stop', triggerDirection: 1 }
    const waiting = { ...order, status: 'Untriggered', stop } as Order
    expect(changeOf(waiting, priceTicks(650_000), instrument)).toEqual({ triggerTicks: 650_000 })
  })

  test('a problem where the instrument has no such price', () => {
    expect(changeOf(order, priceTicks(2_000_000), instrument)).toMatchObject({
      name: 'priceTooHigh',
    })
  })

  test('no price beyond the TP/SL that the order brings', () => {
    const stopLoss = { triggerTicks: priceTicks(630_000), triggerBy: 'LastPrice' }
    const stop = { stopType: 'Order', triggerTicks: 0, triggerDirection: 0, stopLoss }
    const buy = { ...order, reduceOnly: false, stop } as unknown as Order
    const to = (ticks: number) => changeOf(buy, priceTicks(ticks), instrument)
    expect(to(630_000)).toEqual({ priceTicks: 630_000 })
    expect(to(629_999)).toMatchObject({ name: 'slPriceTooHigh' })
  })
})
