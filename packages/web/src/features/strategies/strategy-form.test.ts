// The form of an algorithmic order by rules 8.9: request, problems, and outline before the start.

import { describe, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { strategyRequest } from '../../actions/strategies.ts'
import {
  firstDraft,
  isMostValue,
  isWrong,
  outlineOf,
  readStrategy,
  type StrategyDraft,
} from './strategy-form.ts'

// Tick 0.1, lot 0.001: 60,000.0 is 600,000 ticks.
const last = priceTicks(600_000)
const draft = (change: Partial<StrategyDraft>): StrategyDraft => ({
  ...firstDraft('Twap', 'Buy'),
  qty: '0.6',
  ...change,
})
const read = (change: Partial<StrategyDraft>) => readStrategy(draft(change), btcUsdt, last)
const wrongOf = (change: Partial<StrategyDraft>): string | undefined => {
  const reading = read(change)
  return isWrong(reading) ? `${reading.name} ${reading.field}` : undefined
}
const asked = (change: Partial<StrategyDraft>) => {
  const reading = read(change)
  if (isWrong(reading)) throw new Error(reading.name)
  return reading
}
const requestOf = (change: Partial<StrategyDraft>) =>
  strategyRequest({ ...asked(change), reduceOnly: false }, btcUsdt)

const iceberg = { kind: 'Iceberg', subSize: '0.1' } as const
const scaled = { kind: 'Scaled', priceFrom: '58000', priceTo: '59000' } as const

describe('the request has the typed values', () => {
  const common = { symbol: 'BTCUSDT', side: 'Buy', qty: '0.600', reduceOnly: false, positionIdx: 0 }
  test.each<[Partial<StrategyDraft>, object]>([
    [
      { minutes: '30', intervalSec: 30 },
      { strategyType: 'TWAP', duration: 1800, interval: 30, isRandom: false },
    ],
    [
      { minutes: '5', intervalSec: 5, isRandom: true, maxChasePrice: '61000.5' },
      {
        strategyType: 'TWAP',
        duration: 300,
        interval: 5,
        isRandom: true,
        maxChasePrice: '61000.5',
      },
    ],
    [iceberg, { strategyType: 'Iceberg', subSize: '0.100', priceType: 'Own' }],
    [
      { ...iceberg, sliceBy: 'orderCount', sliceCount: '6', pricing: 'Fixed', price: '59000' },
      { strategyType: 'Iceberg', orderCount: 6, priceType: 'Fixed', price: '59000.0' },
    ],
    [
      { ...iceberg, pricing: 'Offset', offset: '-0.5' },
      { strategyType: 'Iceberg', subSize: '0.100', priceType: 'Offset', offset: '-0.5' },
    ],
    [
      scaled,
      {
        priceFrom: '58000.0',
        priceTo: '59000.0',
        orderCount: 5,
        shape: 'Flat',
        strategyType: 'ScaledOrder',
      },
    ],
    [
      { ...scaled, orderCount: '2', shape: 'Custom', shares: ['33.33', '66.67'] },
      {
        strategyType: 'ScaledOrder',
        priceFrom: '58000.0',
        priceTo: '59000.0',
        orderCount: 2,
        shape: 'Custom',
        shares: ['33.33', '66.67'],
      },
    ],
    [{ kind: 'Chase' }, { strategyType: 'ChaseLimit' }],
    [
      { kind: 'Chase', maxDistance: '120' },
      { strategyType: 'ChaseLimit', maxDistance: '120' },
    ],
  ])('%o', (change, terms) => {
    expect(requestOf(change)).toEqual({ ...common, ...terms })
  })
})

test.each<[Partial<StrategyDraft>, string]>([
  [{ qty: '' }, 'qtyRequired qty'],
  [{ qty: '0' }, 'qtyRequired qty'],
  [{ qty: '0.0005' }, 'lotSizeFixNumTips qty'],
  [{ minutes: '4' }, 'algoDurationInvalid duration'],
  [{ minutes: '1441' }, 'algoDurationInvalid duration'],
  [{ minutes: '' }, 'qtyInvalid duration'],
  // 60 orders of at least 1.1 × 5 USDT and of at least a lot.
  [{ qty: '0.059' }, 'algoQtyTooSmall qty'],
  [{ maxChasePrice: '60000.05' }, 'tickSizeFixNumTips maxChasePrice'],
  [{ ...iceberg, subSize: '' }, 'qtyRequired subSize'],
  [{ ...iceberg, subSize: '0.6' }, 'algoChildCountInvalid subSize'],
  [{ ...iceberg, sliceBy: 'orderCount', sliceCount: '1' }, 'algoChildCountInvalid orderCount'],
  [{ ...iceberg, pricing: 'Fixed' }, 'priceRequired price'],
  [{ ...iceberg, pricing: 'Offset', offset: '0.05' }, 'tickSizeFixNumTips offset'],
  [{ ...scaled, priceTo: '' }, 'priceRequired priceTo'],
  [{ ...scaled, orderCount: '21' }, 'algoChildCountInvalid orderCount'],
  [{ ...scaled, priceTo: '58000.3' }, 'algoPriceRangeInvalid priceTo'],
  [{ ...scaled, shape: 'Custom', orderCount: '2', shares: ['50'] }, 'algoSharesInvalid shares'],
  [
    { ...scaled, shape: 'Custom', orderCount: '2', shares: ['50', '49.99'] },
    'algoSharesInvalid shares',
  ],
  [{ kind: 'Chase', maxDistance: '0' }, 'priceInvalid maxDistance'],
])('%o has the problem %s', (change, wrong) => {
  expect(wrongOf(change)).toBe(wrong)
})

test('without a last price the form has the problem priceUnavailable', () => {
  expect(readStrategy(draft({}), btcUsdt, undefined)).toMatchObject({ name: 'priceUnavailable' })
})

describe('the outline before an algorithmic order starts', () => {
  const outline = (change: Partial<StrategyDraft>) =>
    outlineOf(asked(change), btcUsdt, { last, best: priceTicks(599_999) })
  test('a TWAP has the number and size of its orders, its worst price, value and fees', () => {
    // 0.6 in 60 orders of 0.01; without a limit the value is that of the last price.
    expect(outline({})).toMatchObject({ orders: 60, eachLots: qtyLots(10), worstTicks: undefined })
    expect(outline({}).value).toBe(36_000_00000000n)
    const limited = outline({ maxChasePrice: '61000' })
    expect(limited).toMatchObject({ worstTicks: 610_000, value: 36_600_00000000n })
    // 0.055 % of it.
    expect(limited.fees).toBe(20_13000000n)
  })
  test('a scaled order has the sizes of its smallest and its largest order', () => {
    // The middle one of the three is the largest.
    const custom = {
      ...scaled,
      orderCount: '3',
      shape: 'Custom',
      shares: ['10', '80', '10'],
    } as const
    const { ladder } = outline(custom)
    const lots = ladder.map((each) => each.lots)
    expect(lots).toEqual([60, 480, 60])
    expect(outline(custom)).toMatchObject({ eachLots: 60, mostLots: 480 })
    expect(outline({})).toMatchObject({ eachLots: 10, mostLots: 10 })
  })
  test('the fees are marked as the maximum only if no better price can raise the value of an order', () => {
    // Without a limit the market decides.
    expect(outline({}).isMost).toBe(false)
    expect(outline(iceberg).isMost).toBe(false)
    expect(outline({ maxChasePrice: '61000' }).isMost).toBe(true)
    // A chase may start at another price than this one.
    expect(outline({ kind: 'Chase', maxDistance: '10' }).isMost).toBe(false)
    // A ladder through the market takes with all its orders; one that rests may still take.
    const taking = { ...scaled, priceFrom: '60000', priceTo: '61000' }
    expect(outline(taking).isMost).toBe(true)
    expect(outline(scaled).isMost).toBe(false)
    // A sell at 60,500 instead of its limit of 59,000 pays more.
    expect(outline({ maxChasePrice: '59000', side: 'Sell' }).isMost).toBe(false)
    const inverse = { ...btcUsdt, kind: 'Inverse' } as const
    expect(isMostValue(inverse, 'Sell', last)).toBe(true)
    expect(isMostValue(inverse, 'Buy', last)).toBe(false)
  })
  test('a ladder has each order, the sum of their values and its worst price', () => {
    const { ladder, value, worstTicks } = outline({ ...scaled, orderCount: '3' })
    expect(ladder.map(({ priceTicks: price, lots }) => [price, lots])).toEqual([
      [580_000, 200],
      [585_000, 200],
      [590_000, 200],
    ])
    expect(value).toBe(35_100_00000000n)
    expect(worstTicks).toBe(590_000)
    expect(outline({ ...scaled, side: 'Sell' }).worstTicks).toBe(580_000)
  })
  test('resting orders pay the maker rate of 0.02 %, orders that take 0.055 %', () => {
    // Post-only, at most 60,009.9 for 0.6.
    const chase = outline({ kind: 'Chase', maxDistance: '10' })
    expect([chase.value, chase.fees]).toEqual([36_005_94000000n, 7_20118800n])
    // On its own side of the book: 0.6 at the last price of 60,000.
    expect(outline(iceberg).fees).toBe(7_20000000n)
    // Three of 0.2 at 58,000 to 59,000, below the best bid of 59,999.9.
    const ladder = { ...scaled, orderCount: '3' }
    expect(outline(ladder).fees).toBe(7_02000000n)
    // The order at 59,000 rests, those at 60,000 and 61,000 take: 11,800 and 24,200.
    const across = { ...ladder, priceFrom: '59000', priceTo: '61000' }
    expect(outline(across).fees).toBe(2_36000000n + 13_31000000n)
  })
  test('an iceberg has the number and size of its slices, a chase its worst price', () => {
    expect(outline(iceberg)).toMatchObject({ orders: 6, eachLots: qtyLots(100) })
    expect(outline({ kind: 'Chase', maxDistance: '10' }).worstTicks).toBe(600_099)
    expect(outline({ kind: 'Chase', maxDistance: '10', side: 'Sell' }).worstTicks).toBe(599_899)
  })
})
