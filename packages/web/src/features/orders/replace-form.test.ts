// The form to amend an order: only changes are sent, validated by the rules of a new order.

import { expect, test } from 'vitest'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import { draftOf, replacementOf } from './replace-form.ts'

const instrument = {
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(1_000),
  maxMarketQtyLots: qtyLots(0),
  minNotional: amount(500_000_000n),
} as unknown as Instrument

const order = {
  orderType: 'Limit',
  side: 'Buy',
  reduceOnly: false,
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(100),
  filledLots: qtyLots(40),
} as unknown as Order

const draft = draftOf(order, instrument)

test('the form begins with the values of the order, which are no change', () => {
  expect(draft).toEqual({ price: '60000.0', trigger: undefined, qty: '0.100', legs: {} })
  expect(replacementOf(draft, order, instrument)).toMatchObject({ name: 'orderUnchanged' })
})

test('only changed values are sent', () => {
  expect(replacementOf({ ...draft, price: '60000.5' }, order, instrument)).toEqual({
    priceTicks: 600_005,
  })
  expect(replacementOf({ ...draft, qty: '0.05' }, order, instrument)).toEqual({ qtyLots: 50 })
})

test.each([
  [{ price: '' }, 'priceRequired'],
  [{ price: '60000.05' }, 'tickSizeFixNumTips'],
  [{ qty: '' }, 'qtyRequired'],
  [{ qty: '0.0001' }, 'lotSizeFixNumTips'],
  [{ qty: '2' }, 'orderMaxQtyReplace'],
  [{ qty: '0.04' }, 'qtyNotAboveFilled'],
  [{ price: '0.1', qty: '0.05' }, 'notionalTooSmall'],
])('the change %j has the problem %s', (change, name) => {
  expect(replacementOf({ ...draft, ...change }, order, instrument)).toMatchObject({ name })
})

test('a price beyond the order’s own stop-loss is refused, a smaller quantity is accepted', () => {
  const stopLoss = { triggerBy: 'LastPrice', orderType: 'Market', triggerTicks: 595_000 }
  const withStopLoss = { ...order, stop: { stopType: 'Order', stopLoss } } as unknown as Order
  const made = (change: object) => replacementOf({ ...draft, ...change }, withStopLoss, instrument)
  expect(made({ price: '59499.9' })).toMatchObject({
    name: 'slPriceTooHigh',
    field: 'price',
    params: { price: '59499.9' },
  })
  expect(made({ price: '59500' })).toEqual({ priceTicks: 595_000 })
  // An order that is beyond it already can still be reduced.
  const beyond = { ...withStopLoss, priceTicks: priceTicks(590_000) }
  expect(
    replacementOf({ ...draftOf(beyond, instrument), qty: '0.05' }, beyond, instrument),
  ).toEqual({ qtyLots: 50 })
})

const waiting = {
  ...order,
  orderType: 'Market',
  status: 'Untriggered',
  priceTicks: priceTicks(0),
  filledLots: qtyLots(0),
  stop: { stopType: 'Stop', triggerTicks: priceTicks(610_000), triggerDirection: 1 },
} as unknown as Order

test('an untriggered market order has a trigger price to amend and no price', () => {
  const own = draftOf(waiting, instrument)
  expect(own).toMatchObject({ price: undefined, trigger: '61000.0', qty: '0.100' })
  const made = replacementOf({ ...own, trigger: '61500' }, waiting, instrument, priceTicks(600_000))
  expect(made).toEqual({ triggerTicks: 615_000 })
  expect(replacementOf({ ...own, qty: '0.2' }, waiting, instrument)).toEqual({ qtyLots: 200 })
})

test.each([
  ['', 'priceRequired'],
  ['61000.05', 'tickSizeFixNumTips'],
  ['59000', 'triggerAboveRequired'],
])('the trigger price %j has the problem %s at its field', (trigger, name) => {
  const own = { ...draftOf(waiting, instrument), trigger }
  const made = replacementOf(own, waiting, instrument, priceTicks(600_000))
  expect(made).toMatchObject({ name, field: 'triggerPrice' })
})

/** An untriggered spot order of a plan, whose current trigger is at 11,000. */
const planned = (planType: number): Order =>
  ({
    ...waiting,
    stop: { triggerTicks: priceTicks(110_000), triggerDirection: 2, planType },
  }) as unknown as Order

test('a spot order with legs has no trigger price of its own, a conditional one has', () => {
  expect(draftOf(planned(10), instrument).trigger).toBeUndefined()
  expect(draftOf(planned(11), instrument).trigger).toBeUndefined()
  expect(draftOf(planned(1), instrument).trigger).toBe('11000.0')
  const stopLimit = { ...planned(8), orderType: 'Limit', priceTicks: priceTicks(109_000) } as Order
  expect(draftOf(stopLimit, instrument)).toMatchObject({ trigger: '11000.0', price: '10900.0' })
})

test.each([
  ['stop', 4],
  ['profit', 5],
])('8.7: only the quantity of a trailing %s can be amended', (_name, planType) => {
  const trailing = planned(planType)
  const own = draftOf(trailing, instrument)
  expect(own).toEqual({ price: undefined, trigger: undefined, qty: '0.100', legs: {} })
  const made = (qty: string) =>
    replacementOf({ ...own, qty }, trailing, instrument, priceTicks(600_000))
  expect(made('0.25')).toEqual({ qtyLots: 250 })
  expect(made('0.1')).toMatchObject({ name: 'orderUnchanged' })
  expect(made('0')).toMatchObject({ name: 'qtyRequired' })
})

const leg = { triggerBy: 'LastPrice', orderType: 'Market' } as const
const oco = {
  ...order,
  side: 'Sell',
  status: 'Untriggered',
  filledLots: qtyLots(0),
  stop: {
    stopType: 'TakeProfitStopLossOCO',
    planType: 10,
    triggerTicks: priceTicks(0),
    triggerBy: 'LastPrice',
    triggerDirection: 0,
    takeProfit: { ...leg, triggerTicks: priceTicks(660_000) },
    stopLoss: {
      ...leg,
      orderType: 'Limit',
      triggerTicks: priceTicks(540_000),
      limitTicks: priceTicks(539_000),
    },
  },
} as unknown as Order
const last = priceTicks(600_000)

test('8.7: the legs of an OCO order can be amended with their limits, and only changed legs are sent', () => {
  const legs = draftOf(oco, instrument)
  expect(legs).toEqual({
    price: undefined,
    trigger: undefined,
    qty: '0.100',
    legs: {
      takeProfit: { trigger: '66000.0', limit: undefined },
      stopLoss: { trigger: '54000.0', limit: '53900.0' },
    },
  })
  expect(replacementOf(legs, oco, instrument, last)).toMatchObject({ name: 'orderUnchanged' })
  const moved = { ...legs.legs, stopLoss: { trigger: '55000', limit: '54900' } }
  expect(replacementOf({ ...legs, legs: moved }, oco, instrument, last)).toEqual({
    legs: { stopLoss: { ...oco.stop?.stopLoss, triggerTicks: 550_000, limitTicks: 549_000 } },
  })
  expect(replacementOf({ ...legs, qty: '0.05' }, oco, instrument, last)).toEqual({ qtyLots: 50 })
})

test('a leg on the wrong side of the market or without its limit has a problem of its field', () => {
  const { legs, ...draft } = draftOf(oco, instrument)
  const wrong = (change: Partial<typeof legs>) =>
    replacementOf({ ...draft, legs: { ...legs, ...change } }, oco, instrument, last)
  expect(wrong({ takeProfit: { trigger: '59000', limit: undefined } })).toMatchObject({
    name: 'triggerAboveRequired',
    field: 'tpTriggerPrice',
  })
  expect(wrong({ stopLoss: { trigger: '54000', limit: '' } })).toMatchObject({
    name: 'priceRequired',
    field: 'slLimitPrice',
  })
})
