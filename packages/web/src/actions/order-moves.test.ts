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
    const leg = (ticks: number) => ({
      triggerTicks: priceTicks(ticks),
      triggerBy: 'LastPrice',
      orderType: 'Market',
    })
    const [takeProfit, stopLoss] = [leg(660_000), leg(630_000)]
    const stop = { stopType: 'Order', triggerTicks: 0, triggerDirection: 0, takeProfit, stopLoss }
    const buy = { ...order, reduceOnly: false, stop } as unknown as Order
    const to = (of: Order, ticks: number) => changeOf(of, priceTicks(ticks), instrument)
    expect(to(buy, 630_000)).toEqual({ priceTicks: 630_000 })
    expect(to(buy, 629_999)).toMatchObject({ name: 'slPriceTooHigh', field: 'price' })
    expect(to(buy, 660_001)).toMatchObject({ name: 'tpPriceTooLow', field: 'price' })
    // Of a sale the target lies below and the stop above.
    const legs = { takeProfit: stopLoss, stopLoss: takeProfit }
    const sell = { ...buy, side: 'Sell', stop: { ...stop, ...legs } } as unknown as Order
    expect(to(sell, 650_000)).toEqual({ priceTicks: 650_000 })
    expect(to(sell, 660_001)).toMatchObject({ name: 'slPriceTooLow', field: 'price' })
    // A market order that waits is filled where it triggers, a limit order at its limit.
    const waits = {
      status: 'Untriggered',
      stop: { ...stop, stopType: 'Stop', triggerDirection: 1 },
    }
    const market = { ...buy, ...waits, orderType: 'Market' } as unknown as Order
    expect(to(market, 620_000)).toMatchObject({ name: 'slPriceTooHigh', field: 'triggerPrice' })
    expect(to({ ...buy, ...waits } as unknown as Order, 620_000)).toEqual({ triggerTicks: 620_000 })
  })
})
