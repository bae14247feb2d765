// The rules of the TP/SL dialog (spec 5), one sentence of the specification per test.
import { describe, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import { type Instrument } from '../instrument/instrument.ts'
import type { Order, Side } from './order.ts'
import {
  movedOrderProblem,
  openingMode,
  readTpslPrice,
  readTpslQty,
  settledQuantities,
  tpslChangeProblems,
  tpslProblems,
  tpslTips,
  triggerPriceProblem,
  type SizedTpslRequest,
  type TpslContext,
  type TpslLegRequest,
} from './tpsl.ts'
import { btcUsdt } from '../../testing/instruments.ts'

const instrument: Instrument = {
  ...btcUsdt,
  minPriceTicks: priceTicks(10),
  maxPriceTicks: priceTicks(1_000_000),
  minQtyLots: qtyLots(2),
  maxQtyLots: qtyLots(1000),
  maxMarketQtyLots: qtyLots(500),
}
/** Prices in whole units of 0.1: 60,000 is 600,000 ticks. */
const at = (price: number): ReturnType<typeof priceTicks> => priceTicks(price * 10)
const empty: TpslLegRequest = { triggerBy: 'LastPrice', orderType: 'Market' }
const market = (price: number): TpslLegRequest => ({ ...empty, triggerTicks: at(price) })
const limit = (price: number, limitPrice: number): TpslLegRequest => ({
  ...market(price),
  orderType: 'Limit',
  limitTicks: at(limitPrice),
})
const asked = (change: Partial<SizedTpslRequest>): SizedTpslRequest => ({ mode: 'Full', ...change })
const context = (change: Partial<TpslContext> = {}): TpslContext => ({
  instrument,
  scene: 'Position',
  side: 'Buy',
  referenceTicks: at(60_000),
  sizeLots: qtyLots(400),
  isUnified: false,
  ...change,
})
const names = (change: Partial<SizedTpslRequest>, around: Partial<TpslContext> = {}): string[] =>
  tpslProblems(asked(change), context(around)).map(({ name }) => name)

describe('prices', () => {
  test('a limit order type needs a limit price and the matching TP or SL', () => {
    const partial = { mode: 'Partial', qtyLots: qtyLots(10) } as const
    const unpriced = { ...market(61_000), orderType: 'Limit' } as const
    expect(names({ ...partial, takeProfit: unpriced })).toEqual(['tpLimitPriceEmpty'])
    const lone = { ...empty, orderType: 'Limit', limitTicks: at(59_000) } as const
    expect(names({ ...partial, stopLoss: lone })).toEqual(['slLimitPriceEmpty'])
    expect(names({ ...partial, takeProfit: limit(61_000, 60_900) })).toEqual([])
  })
  test('TP or SL equal to "0" gives a takeProfitOver warning', () => {
    expect(names({ takeProfit: market(0) })).toEqual(['takeProfitOver'])
    expect(names({ stopLoss: market(0) })).toEqual(['takeProfitOver'])
    expect(readTpslPrice(instrument, 'stopLoss', '0.0')).toMatchObject({ name: 'takeProfitOver' })
    expect(readTpslPrice(instrument, 'stopLoss', '')).toBeUndefined()
  })
  test('a change of a position’s TP/SL with the trigger 0 removes the leg and has no problems', () => {
    const gone = { ...limit(0, 5), triggerTicks: at(0) }
    expect(tpslChangeProblems(asked({ stopLoss: gone }), context())).toEqual([])
    const wrong = asked({ stopLoss: gone, takeProfit: market(59_000) })
    const [first, ...more] = tpslChangeProblems(wrong, context())
    expect([first?.name, more]).toEqual(['tpPosPriceTooLow', []])
  })
  test('a price must be a multiple of the tick, a quantity of the lot', () => {
    expect(readTpslPrice(instrument, 'takeProfit', '60000.05')).toMatchObject({
      name: 'priceErrorTickTip',
      field: 'takeProfit',
      params: { step: '0.1' },
    })
    expect(readTpslPrice(instrument, 'takeProfit', '60000.1')).toBe(600_001)
    expect(readTpslPrice(instrument, 'takeProfit', 'x')).toMatchObject({ name: 'priceInvalid' })
    expect(readTpslQty(instrument, 'qty', '0.0015')).toMatchObject({ name: 'qtyErrorTickTip' })
    expect(readTpslQty(instrument, 'qty', '0.002')).toBe(2)
    expect(readTpslQty(instrument, 'qty', '0')).toBeUndefined()
  })
  test.each([
    ['Buy', 'Position', 59_999.9, 60_000.1, ['tpPosPriceTooLow', 'slPosPriceTooHigh']],
    ['Buy', 'Order', 59_999.9, 60_000.1, ['tpPriceTooLow', 'slPriceTooHigh']],
    ['Sell', 'Position', 60_000.1, 59_999.9, ['tpPosPriceTooHigh', 'slPosPriceTooLow']],
    ['Sell', 'Order', 60_000.1, 59_999.9, ['tpPriceTooHigh', 'slPriceTooLow']],
    ['Buy', 'Position', 60_000, 60_000, []],
    ['Sell', 'Order', 60_000, 60_000, []],
  ] as const)('%s in the %s scene with TP %d and SL %d has the problems %j', (...row) => {
    const [side, scene, tp, sl, expected] = row
    const legs = { takeProfit: market(tp), stopLoss: market(sl) }
    expect(names(legs, { side, scene })).toEqual(expected)
  })
  test('a stop-loss at or past the liquidation price is refused, except on unified accounts', () => {
    const liquidationTicks = at(55_000)
    expect(names({ stopLoss: market(55_000) }, { liquidationTicks })).toEqual([
      'buySlPriceUpLiqPrice',
    ])
    expect(names({ stopLoss: market(55_000.1) }, { liquidationTicks })).toEqual([])
    expect(names({ stopLoss: market(54_000) }, { liquidationTicks, isUnified: true })).toEqual([])
    const short = { side: 'Sell', liquidationTicks: at(65_000) } as const
    expect(names({ stopLoss: market(65_000) }, short)).toEqual(['sellSlPriceUpLiqPrice'])
  })
  test('a trigger is strictly within minPrice and maxPrice, and so is a limit price', () => {
    expect(names({ stopLoss: market(1) })).toEqual(['priceTooLow'])
    expect(names({ takeProfit: market(100_000) })).toEqual(['priceTooHigh'])
    const odd = {
      takeProfit: limit(61_000, 100_000),
      mode: 'Partial',
      qtyLots: qtyLots(1),
    } as const
    expect(tpslProblems(asked(odd), context())).toMatchObject([
      { name: 'priceTooHigh', field: 'limitTakeProfit', params: { max: '99999.9' } },
    ])
  })
  test('a trigger price is for Buy at most reference × 1.001, for Sell at least reference × 0.999', () => {
    const named = (side: Side, price: number): string | undefined =>
      triggerPriceProblem(instrument, {
        field: 'stopLoss',
        side,
        priceTicks: at(price),
        referenceTicks: at(60_000),
      })?.name
    expect(named('Buy', 60_060)).toBeUndefined()
    expect(named('Buy', 60_060.1)).toBe('priceTooHigh')
    expect(named('Sell', 59_940)).toBeUndefined()
    expect(named('Sell', 59_939.9)).toBe('priceTooLow')
    expect(named('Buy', 0)).toBe('takeProfitOver')
  })
  test('an order’s stop-loss that the market has already reached is refused', () => {
    const around = { scene: 'Order', marketTicks: at(50_000) } as const
    expect(names({ stopLoss: market(50_050) }, around)).toEqual([])
    expect(names({ stopLoss: market(50_050.1) }, around)).toEqual(['priceTooHigh'])
  })
})

describe('quantities', () => {
  const partial = { mode: 'Partial', takeProfit: market(61_000) } as const
  test('partial mode needs a quantity with each price', () => {
    expect(tpslProblems(asked(partial), context())).toEqual([
      { name: 'slTips1', field: 'qty', params: { orderType: 'Market' } },
    ])
    expect(names({ ...partial, takeProfit: empty })).toEqual([])
  })
  test('a quantity above the lesser of position size and max quantity gives tpSlQtyOver', () => {
    expect(names({ ...partial, qtyLots: qtyLots(400) })).toEqual([])
    expect(names({ ...partial, qtyLots: qtyLots(401) })).toEqual(['tpSlQtyOver'])
    const wide = { sizeLots: qtyLots(5000) }
    expect(names({ ...partial, qtyLots: qtyLots(501) }, wide)).toEqual(['tpSlQtyOver'])
    const limited = { ...partial, takeProfit: limit(61_000, 60_900) }
    expect(names({ ...limited, qtyLots: qtyLots(1000) }, wide)).toEqual([])
    expect(names({ ...limited, qtyLots: qtyLots(1001) }, wide)).toEqual(['tpSlQtyOver'])
  })
  test('110058: entries may not exceed the position together, in each direction', () => {
    const qty = { ...partial, qtyLots: qtyLots(100) }
    expect(names(qty, { tpFreeLots: 99 })).toEqual(['tpslQtyTooSmall'])
    expect(names(qty, { tpFreeLots: 100, slFreeLots: 0 })).toEqual([])
  })
  test('110061: at most 20 partial entries in each direction', () => {
    const qty = { ...partial, qtyLots: qtyLots(100) }
    expect(names(qty, { tpEntries: 20 })).toEqual(['tooManyPartialTpsl'])
    expect(names(qty, { tpEntries: 19, slEntries: 20 })).toEqual([])
  })
  test('quantities fall back to each other, zero counts as none, two different sizes are refused', () => {
    const lots = qtyLots(5)
    expect(settledQuantities({ qtyLots: lots })).toEqual({ orderLots: 5, tpslLots: 5 })
    expect(settledQuantities({ tpLots: lots, slLots: qtyLots(0) })).toEqual({
      orderLots: 5,
      tpslLots: 5,
    })
    expect(settledQuantities({ qtyLots: qtyLots(7), slLots: lots })).toEqual({
      orderLots: 7,
      tpslLots: 5,
    })
    expect(settledQuantities({ tpLots: lots, slLots: qtyLots(6) })).toMatchObject({
      name: 'tpslSizesDiffer',
    })
    expect(settledQuantities({})).toEqual({})
  })
})

describe('modes and tips', () => {
  test('TP/SL for the entire position allow market orders only', () => {
    const limited = { takeProfit: limit(61_000, 60_900), stopLoss: market(59_000) }
    expect(names(limited)).toEqual(['tpslFullMarketOnly'])
  })
  test('a position with partial entries and no full TP/SL opens in partial mode', () => {
    expect(openingMode(false, 1)).toBe('Partial')
    expect(openingMode(true, 1)).toBe('Full')
    expect(openingMode(false, 0)).toBe('Full')
  })
  test('rules 6.2: no TP/SL on a reduce-only order', () => {
    expect(names({ stopLoss: market(59_000) }, { reduceOnly: true })).toEqual(['tpslOnReduceOnly'])
  })
  test('limit TP/SL shows tpSlLimitExecTip; near liquidation close{side}LiqPriceTips', () => {
    const tips = (change: Partial<SizedTpslRequest>, around: Partial<TpslContext> = {}): unknown =>
      tpslTips(asked(change), context(around))
    expect(tips({ takeProfit: limit(61_000, 60_900) })).toEqual([
      { name: 'tpSlLimitExecTip', field: 'takeProfit' },
    ])
    const liquidationTicks = at(55_000)
    const near = { name: 'closeBuyLiqPriceTips', field: 'stopLoss' }
    expect(tips({ stopLoss: market(55_500) }, { liquidationTicks })).toEqual([near])
    expect(tips({ stopLoss: market(55_500.1) }, { liquidationTicks })).toEqual([])
    const unified = { liquidationTicks, isUnified: true }
    expect(tips({ stopLoss: market(55_500) }, unified)).toEqual([near])
    const beyond = [{ name: 'slBeyondLiquidation', field: 'stopLoss' }]
    expect(tips({ stopLoss: market(54_000) }, unified)).toEqual(beyond)
    expect(tips({ stopLoss: market(55_000) }, unified)).toEqual(beyond)
    const short = { side: 'Sell', liquidationTicks: at(65_000) } as const
    expect(tips({ stopLoss: market(64_600) }, short)).toEqual([
      { name: 'closeSellLiqPriceTips', field: 'stopLoss' },
    ])
  })
})

// The order scene uses the order price (spec 5): when the order is moved, its legs must stay on
// their sides of the new price.
describe('an open order that is moved', () => {
  const legs = { takeProfit: market(66_000), stopLoss: market(63_000) }
  const none = { triggerBy: 'LastPrice', triggerDirection: 0 } as const
  type Moving = Parameters<typeof movedOrderProblem>[0]
  const moving = (change: Partial<Order> = {}, stop: object = {}): Moving => ({
    orderType: 'Limit',
    side: 'Buy',
    priceTicks: at(64_000),
    stop: { ...none, stopType: 'Order', triggerTicks: at(0), ...legs, ...stop } as Order['stop'],
    ...change,
  })
  const to = (order: Moving, price: number) =>
    movedOrderProblem(order, { priceTicks: at(price) }, instrument)

  test.each([
    ['Buy', 63_000, undefined],
    ['Buy', 62_999.9, { name: 'slPriceTooHigh', field: 'stopLoss', value: '63000.0' }],
    ['Buy', 66_000, undefined],
    ['Buy', 66_000.1, { name: 'tpPriceTooLow', field: 'takeProfit', value: '66000.0' }],
    ['Sell', 65_000, undefined],
    ['Sell', 66_000.1, { name: 'slPriceTooLow', field: 'stopLoss', value: '66000.0' }],
    ['Sell', 62_999.9, { name: 'tpPriceTooHigh', field: 'takeProfit', value: '63000.0' }],
  ] as const)('a %s order moved to %s has the problem %o', (side, price, reported) => {
    const mirrored = { takeProfit: legs.stopLoss, stopLoss: legs.takeProfit }
    const order = side === 'Buy' ? moving() : moving({ side }, mirrored)
    const wrong = to(order, price)
    const { name, field } = wrong ?? {}
    expect(wrong && { name, field, value: wrong.params?.['value'] }).toEqual(reported)
  })

  test('the problem shows the new price of the order', () => {
    expect(to(moving(), 62_000)?.params).toEqual({ price: '62000.0', value: '63000.0' })
  })

  test('a conditional market order is checked at its trigger, a conditional limit order at its limit', () => {
    const waits = { stopType: 'Stop', triggerTicks: at(65_000), triggerDirection: 1 }
    const trigger = { triggerTicks: at(62_000) }
    const atMarket = moving({ orderType: 'Market' }, waits)
    expect(movedOrderProblem(atMarket, trigger, instrument)?.name).toBe('slPriceTooHigh')
    expect(movedOrderProblem(moving({}, waits), trigger, instrument)).toBeUndefined()
  })

  test('an order that is already beyond its legs may keep its price', () => {
    expect(to(moving({ priceTicks: at(62_000) }), 62_000)).toBeUndefined()
    expect(movedOrderProblem(moving({ priceTicks: at(62_000) }), {}, instrument)).toBeUndefined()
  })

  test('a leg that the same change replaces is not checked against the new price here', () => {
    const move = { priceTicks: at(62_000), tpsl: { stopLoss: market(61_000) } }
    expect(movedOrderProblem(moving(), move, instrument)).toBeUndefined()
    const other = { priceTicks: at(62_000), tpsl: { takeProfit: market(67_000) } }
    expect(movedOrderProblem(moving(), other, instrument)?.name).toBe('slPriceTooHigh')
  })

  test('a position’s stop, a spot plan order and an order without TP/SL are not checked', () => {
    expect(to(moving({}, { stopType: 'StopLoss' }), 1_000)).toBeUndefined()
    expect(to(moving({}, { planType: 'OCO' }), 1_000)).toBeUndefined()
    expect(to({ ...moving(), stop: undefined }, 1_000)).toBeUndefined()
  })
})
