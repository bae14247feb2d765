// The forms of untriggered spot orders: their requests, and their problems by the engine's own
// rules before they are sent.

import { amount, leverageE2, priceTicks, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { expect, test } from 'vitest'
import type { TicketContext } from '../ticket.ts'
import { emptyPlan, planOrder, type PlanForm } from './plan-form.ts'

const instrument: Instrument = {
  ...btcUsdt,
  kind: 'Spot',
  takerFeeE8: rateE8(100_000),
  riskTiers: [],
}
const coin = 100_000_000n
const context: TicketContext = {
  instrument,
  leverage: leverageE2(100),
  last: priceTicks(600_000),
  bid: priceTicks(599_999),
  ask: priceTicks(600_001),
  markE8: undefined,
  band: undefined,
  funds: {
    available: amount(10_000n * coin),
    base: amount(coin),
    equity: amount(70_000n * coin),
    maintenance: amount(0n),
  },
  position: undefined,
  isIsolated: false,
}

const asked = (form: Partial<PlanForm>, side: Side, around: Partial<TicketContext> = {}) => {
  const { problem, request } = planOrder(
    { ...emptyPlan, qty: '0.1', ...form },
    { ...context, ...around },
    side,
  )
  return problem === undefined ? request : [problem.name, problem.field]
}
const legs = (takeProfit: string, stopLoss: string) => ({
  takeProfit: { trigger: takeProfit, limit: '' },
  stopLoss: { trigger: stopLoss, limit: '' },
})

test('a conditional order has a trigger price, a stop-limit order a limit price too', () => {
  expect(asked({ trigger: '66000' }, 'Buy')).toEqual({ planType: 1, triggerPrice: '66000.0' })
  expect(asked({}, 'Buy')).toEqual(['priceRequired', 'triggerPrice'])
  const stopLimit = { kind: 'stopLimit', trigger: '54000', price: '53900' } as const
  expect(asked(stopLimit, 'Sell')).toEqual({
    planType: 8,
    triggerPrice: '54000.0',
    price: '53900.0',
  })
  expect(asked({ ...stopLimit, qty: '' }, 'Sell')).toEqual(['qtyRequired', 'qty'])
})

test('a sell has its take-profit above and its stop-loss below the price, a buy the opposite', () => {
  const oco = { kind: 'oco', ...legs('66000', '54000') } as const
  expect(asked(oco, 'Sell')).toEqual({
    planType: 10,
    tpTriggerPrice: '66000.0',
    tpOrderType: 'MARKET',
    slTriggerPrice: '54000.0',
    slOrderType: 'MARKET',
  })
  expect(asked(oco, 'Buy')).toEqual(['triggerBelowRequired', 'tpTriggerPrice'])
  expect(asked({ kind: 'oco', ...legs('66000', '') }, 'Sell')).toEqual([
    'planFieldMissing',
    'slTriggerPrice',
  ])
  const limited = { trigger: '66000', limit: '66100' }
  expect(asked({ kind: 'tpsl', takeProfit: limited }, 'Sell')).toEqual({
    planType: 11,
    tpTriggerPrice: '66000.0',
    tpLimitPrice: '66100.0',
    tpOrderType: 'LIMIT',
  })
})

test('an order that locks its coins at once needs them when it is placed', () => {
  const oco = { kind: 'oco', ...legs('54000', '66000') } as const
  expect(asked({ ...oco, qty: '0.2' }, 'Buy')).toEqual(['insufficientBalance', 'qty'])
  expect(asked({ kind: 'oco', ...legs('66000', '54000'), qty: '1.1' }, 'Sell')).toEqual([
    'insufficientCoin',
    'qty',
  ])
  // A conditional order needs them only when it triggers.
  expect(asked({ trigger: '66000', qty: '5' }, 'Buy')).toHaveProperty('planType', 1)
})

test('a trailing order has a percentage or a distance; a trailing profit must activate in profit', () => {
  expect(asked({ kind: 'trailingStop', trail: '1.5' }, 'Sell')).toEqual({
    planType: 4,
    trailingPercentage: '1.5',
  })
  const byPrice = { kind: 'trailingStop', trail: '100', trailBy: 'price' } as const
  expect(asked({ ...byPrice, activation: '61000' }, 'Sell')).toEqual({
    planType: 4,
    trailingValue: '100.0',
    activationPrice: '61000.0',
  })
  const profit = { kind: 'trailingProfit', trail: '1' } as const
  expect(asked(profit, 'Sell')).toEqual(['priceRequired', 'activationPrice'])
  expect(asked({ ...profit, activation: '60100' }, 'Sell')).toEqual([
    'trailingNotInProfit',
    'activationPrice',
  ])
  expect(asked({ ...profit, activation: '63000' }, 'Sell')).toHaveProperty('planType', 5)
})

test('a limit order can have TP/SL for its fills; a side that is banned is refused', () => {
  const attached = { kind: 'attached', price: '59000', ...legs('66000', '54000') } as const
  expect(asked(attached, 'Buy')).toMatchObject({ planType: 0, price: '59000.0' })
  expect(asked(attached, 'Sell')).toEqual(['triggerBelowRequired', 'tpTriggerPrice'])
  expect(asked({ kind: 'attached', price: '59000' }, 'Buy')).toEqual([
    'priceRequired',
    'tpTriggerPrice',
  ])
  const banned = { instrument: { ...instrument, banned: 'Buy' as const } }
  expect(asked(attached, 'Buy', banned)).toEqual(['buyBanned', 'side'])
})
