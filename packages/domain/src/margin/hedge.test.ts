// Opposite orders and hedged pairs by domain.md 6: the examples, and law 14.2.20.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceTicks,
  qtyLots,
  rateE8,
  type Amount,
} from '../numbers/fixed.ts'
import {
  closeFeeReserve,
  crossInitialMargin,
  orderCost,
  withDeductions,
  type MarginInput,
} from './cross-margin.ts'
import {
  addedMargin,
  costBeyond,
  hedgeInitial,
  hedgeMaintenance,
  hedgeRole,
  matchedLots,
  mayHedge,
  modeSwitchProblem,
  oneWayMargin,
  positionModeOf,
  type CostOf,
  type HedgeSide,
  type MarginOrder,
} from './hedge.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const tenTimes = leverageE2(1000)
const taker = rateE8(55_000)
const free = rateE8(0)
const at = (price: number, lots: number): MarginOrder => ({
  priceTicks: priceTicks(price),
  leavesLots: qtyLots(lots),
})
/** Prices in whole units, lots of 0.1 BTC: the value is price × lots ÷ 10. */
const costWith =
  (fee: typeof free): CostOf =>
  (sign, price, lots) =>
    orderCost(sign, amount(BigInt(price) * BigInt(lots) * 10_000_000n), tenTimes, fee)

describe('one-way', () => {
  test('EX-6.1: X 200, Y 150: a sell of cost 40 needs 0, one of 70 needs 20', () => {
    const now = { long: e8('200'), short: e8('150'), initial: e8('200') }
    expect(addedMargin(now, -1, e8('40'))).toBe(0n)
    expect(addedMargin(now, -1, e8('70'))).toBe(e8('20'))
    expect(addedMargin(now, 1, e8('40'))).toBe(e8('40'))
  })
  test('EX-6.2: long 1, buy 0.5 @ 58,000, sells 3 @ 62,000: 12,400 over 8,900', () => {
    const margin = oneWayMargin({
      sign: 1,
      lots: qtyLots(10),
      positionMargin: e8('6000'),
      buys: [at(58_000, 5)],
      sells: [at(62_000, 10), at(62_000, 20)],
      costOf: costWith(free),
    })
    expect(margin).toEqual({ long: e8('8900'), short: e8('12400'), initial: e8('12400') })
  })
  test('a short is mirrored, and flat both sides count in full', () => {
    const symbol = {
      lots: qtyLots(10),
      positionMargin: e8('6000'),
      buys: [at(50_000, 15)],
      sells: [at(60_000, 1)],
      costOf: costWith(free),
    }
    expect(oneWayMargin({ ...symbol, sign: -1 })).toMatchObject({
      long: e8('2500'),
      short: e8('6600'),
    })
    expect(oneWayMargin({ ...symbol, sign: 0, positionMargin: e8('0') })).toMatchObject({
      long: e8('7500'),
      short: e8('600'),
    })
  })
  test('the first lots to close are those at the best price', () => {
    const sells = [at(70_000, 10), at(60_000, 10)]
    expect(costBeyond(-1, sells, 10, costWith(free))).toBe(e8('7000'))
    const buys = [at(50_000, 10), at(40_000, 10)]
    expect(costBeyond(1, buys, 15, costWith(free))).toBe(e8('2000'))
    expect(costBeyond(1, buys, 20, costWith(free))).toBe(0n)
  })
  test('14.2.20: the order of placement changes nothing', () => {
    const anyOrder = fc.record({
      price: fc.integer({ min: 1, max: 5 }),
      lots: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(anyOrder, { maxLength: 8 }),
        fc.integer({ min: 0, max: 30 }),
        fc.constantFrom<1 | -1>(1, -1),
        fc.infiniteStream(fc.nat()),
        (...[orders, freeLots, sign, noise]) => {
          const placed = orders.map(({ price, lots }) => at(price, lots))
          const keys = new Map(placed.map((order) => [order, noise.next().value]))
          const shuffled = placed.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
          const costOf = costWith(taker)
          const cost = costBeyond(sign, placed, freeLots, costOf)
          expect(costBeyond(sign, shuffled, freeLots, costOf)).toBe(cost)
        },
      ),
    )
  })
})

describe('hedge', () => {
  const tiers = withDeductions([
    {
      limit: e8('2000000'),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
  ])
  const side = (sign: 1 | -1): HedgeSide => {
    const input: MarginInput = {
      sign,
      entryValue: e8('120000'),
      markValue: e8('120000'),
      leverage: tenTimes,
      takerFee: taker,
    }
    return {
      positionMargin: crossInitialMargin(input),
      closeFee: closeFeeReserve(input),
      orderCost: e8('0'),
    }
  }
  test('EX-6.3: 2 BTC each way: X 12,059.40, Y 12,072.60, IM 12,132.00, MM 132.00', () => {
    expect(hedgeInitial(side(1), side(-1))).toEqual({
      long: e8('12059.4'),
      short: e8('12072.6'),
      initial: e8('12132'),
    })
    const shares = [side(1), side(-1)].map(({ closeFee }) =>
      hedgeMaintenance(closeFee, e8('0'), tiers),
    )
    expect(shares).toEqual([e8('59.4'), e8('72.6')])
    expect(matchedLots(qtyLots(20), qtyLots(15))).toBe(15)
  })
  test('the net size alone needs maintenance, by the tier of its own value', () => {
    const larger = hedgeMaintenance(side(1).closeFee, e8('60000'), tiers)
    const smaller = hedgeMaintenance(side(-1).closeFee, e8('0'), tiers)
    expect(larger + smaller).toBe(e8('432'))
  })
  test('orders count for the side they increase; of equal sides the larger reserve is kept', () => {
    const long = { ...side(1), orderCost: e8('13.2') }
    expect(hedgeInitial(long, side(-1)).initial).toBe(e8('12145.2'))
    const longer = { ...side(1), orderCost: e8('100') }
    expect(hedgeInitial(longer, side(-1)).initial).toBe(e8('12232'))
  })
  test('idx 1 is the long, idx 2 the short: Buy and Sell open or reduce them', () => {
    expect(hedgeRole(1, 'Buy')).toEqual({ sign: 1, opens: true })
    expect(hedgeRole(1, 'Sell')).toEqual({ sign: 1, opens: false })
    expect(hedgeRole(2, 'Sell')).toEqual({ sign: -1, opens: true })
    expect(hedgeRole(2, 'Buy')).toEqual({ sign: -1, opens: false })
  })
})

describe('switching the mode', () => {
  test('symbol before coin before one-way', () => {
    expect(positionModeOf(undefined, undefined)).toBe('MergedSingle')
    expect(positionModeOf(undefined, 'BothSide')).toBe('BothSide')
    expect(positionModeOf('MergedSingle', 'BothSide')).toBe('MergedSingle')
  })
  test('USDT perpetuals only, and only without position and orders', () => {
    const wish = {
      mode: 'BothSide',
      contract: 'LinearPerpetual',
      isPortfolio: false,
      hasPosition: false,
      hasOrders: false,
    } as const
    const named = (change: object): string | undefined =>
      modeSwitchProblem({ ...wish, ...change })?.name
    expect(named({})).toBeUndefined()
    expect(named({ contract: 'LinearFutures' })).toBe('hedgeUnsupported')
    expect(named({ isPortfolio: true })).toBe('hedgeUnsupported')
    expect(named({ hasPosition: true, hasOrders: true })).toBe('positionBlocksModeSwitch')
    expect(named({ hasOrders: true })).toBe('ordersBlockModeSwitch')
    expect(mayHedge('UsdcPerpetual', false)).toBe(false)
    expect(mayHedge('InversePerpetual', false)).toBe(false)
  })
})
