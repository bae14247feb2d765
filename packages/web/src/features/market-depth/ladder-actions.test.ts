// Orders of the ladder, and their problems by the rules of the order form.

import { describe, expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { intentOf, ladderProblem, type LadderOrder } from './ladder-actions.ts'

// A tick of 0.1, a lot of 0.001.
const order: LadderOrder = {
  side: 'Buy',
  ticks: priceTicks(600_000),
  lots: qtyLots(10),
  isStop: false,
}
const ticker = { lastTicks: 600_500, maxBuyTicks: 610_000, minSellTicks: 590_000 }
const problem = (change: Partial<LadderOrder>) =>
  ladderProblem(btcUsdt, { ...order, ...change }, ticker)?.name

test('a click makes a limit order at its price, in stop mode a market order triggered there', () => {
  expect(intentOf(btcUsdt, order)).toEqual({
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: 600_000,
    qtyLots: 10,
    reduceOnly: false,
  })
  expect(intentOf(btcUsdt, { ...order, isStop: true })).toMatchObject({
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    triggerTicks: 600_000,
  })
  expect(intentOf(btcUsdt, { ...order, isStop: true })).not.toHaveProperty('priceTicks')
  // The direction is that at the click: reached by a fall from 60,050, by a rise from 59,990.
  const from = (last: number) =>
    intentOf(btcUsdt, { ...order, isStop: true }, priceTicks(last)).triggerDirection
  expect([from(600_500), from(599_900)]).toEqual([2, 1])
})

describe('the problem of a ladder order', () => {
  test('is undefined for what the exchange accepts', () => {
    expect(problem({})).toBeUndefined()
    expect(problem({ isStop: true })).toBeUndefined()
    expect(problem({ ticks: priceTicks(610_000) })).toBeUndefined()
  })

  test.each([
    ['a price beyond the band', { ticks: priceTicks(610_001) }, 'priceAboveBand'],
    ['a price below the band', { side: 'Sell', ticks: priceTicks(589_999) }, 'priceBelowBand'],
    [
      'a quantity above the maximum of an order',
      { lots: qtyLots(1_000_000_000) },
      'orderMaxQtyReplace',
    ],
    [
      'a trigger at the last price',
      { isStop: true, ticks: priceTicks(600_500) },
      'triggerBelowRequired',
    ],
  ] as const)('names %s', (_what, change, name) => {
    expect(problem(change)).toBe(name)
  })

  test('is that a pair has no stop orders, so that none is sent as a market order at once', () => {
    const pair = { ...btcUsdt, kind: 'Spot' } as const
    expect(ladderProblem(pair, { ...order, isStop: true }, ticker)?.name).toBe('triggerNotAllowed')
    expect(ladderProblem(pair, { ...order, isStop: true }, undefined)?.name).toBe(
      'triggerNotAllowed',
    )
    expect(ladderProblem(pair, order, ticker)).toBeUndefined()
  })
})
