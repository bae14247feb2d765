// Option strategies: legs from clicks and templates, their prices, orders and payoff.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { premiumOf } from '@basis/domain/options/strategy'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { Expiry } from '../chain-rows.ts'
import {
  emptyStrategy,
  filledPrices,
  intentsOf,
  legPrice,
  legsOfName,
  nothingFilled,
  payoffLegs,
  reversed,
  stepped,
  strategyProblem,
  timesRatio,
  withLeg,
  withoutSent,
  withRatio,
  type LegMarket,
  type Markets,
} from './strategy-draft.ts'

const deliveryMs = Date.UTC(2026, 10, 27, 8)
const nowMs = deliveryMs - 10 * 86_400_000

function option(right: 'Call' | 'Put', strike: number): Instrument {
  return {
    ...btcUsdt,
    symbol: symbolId(`BTC-27NOV26-${strike}-${right[0] ?? ''}`),
    contractType: 'Option',
    tickSizeE8: 500_000_000,
    lotSizeE8: 1_000_000,
    minPriceTicks: priceTicks(1),
    maxPriceTicks: priceTicks(200_000),
    minQtyLots: qtyLots(1),
    maxQtyLots: qtyLots(50_000),
    maxMarketQtyLots: qtyLots(50_000),
    deliveryMs,
    option: { right, strikeE8: priceE8(strike * 1e8) },
  }
}

function market(instrument: Instrument, bid: string, ask: string, mark: string): LegMarket {
  return { instrument, quote: { bid, ask, mark }, volatility: 0.6, forward: '60600' }
}

const [short, long] = [option('Put', 58_000), option('Put', 54_000)]
const markets: Markets = new Map([
  [short.symbol, market(short, '1500', '1520', '1511')],
  [long.symbol, market(long, '600', '620', '611')],
])
const spread = withLeg(withLeg(emptyStrategy, short.symbol, 'Sell'), long.symbol, 'Buy')

test('a click adds a leg, another one increases its ratio, one on the opposite side removes it', () => {
  expect(spread.legs).toEqual([
    { symbol: short.symbol, ratio: -1 },
    { symbol: long.symbol, ratio: 1 },
  ])
  expect(withLeg(spread, short.symbol, 'Sell').legs[0]?.ratio).toBe(-2)
  expect(withLeg(spread, short.symbol, 'Buy').legs).toEqual([{ symbol: long.symbol, ratio: 1 }])
  expect(withRatio(spread, long.symbol, 3).legs[1]?.ratio).toBe(3)
  expect(reversed(spread).legs.map(({ ratio }) => ratio)).toEqual([1, -1])
})

test('what was added or changed while the legs were sent stays', () => {
  const [first] = spread.legs
  const since = withLeg({ ...spread, qty: '0.3' }, 'later', 'Buy')
  expect(withoutSent(since, spread)).toEqual({
    ...spread,
    qty: '0.3',
    legs: [{ symbol: 'later', ratio: 1 }],
  })
  expect(withoutSent(spread, spread).legs).toEqual([])
  expect(withoutSent(withRatio(spread, first?.symbol ?? '', 5), spread).legs).toHaveLength(1)
})

test('a ratio is never 0, and a quantity is multiplied by it exactly', () => {
  expect([stepped(1, -1), stepped(-1, 1), stepped(2, -1)]).toEqual([-1, 1, 1])
  expect(timesRatio('0.07', -3)).toBe('0.21')
  expect(timesRatio('', 2)).toBe('')
})

test('a bought leg is priced at the ask, a sold one at the bid, and mid prices are on a tick', () => {
  const at = markets.get(short.symbol) as LegMarket
  expect(legPrice('Buy', 'Market', at)).toBe('1520')
  expect(legPrice('Sell', 'Best', at)).toBe('1500')
  expect(legPrice('Buy', 'Mid', at)).toBe('1510')
  // A mid price between two ticks is rounded toward the own side.
  const odd = market(short, '1500', '1515', '1511')
  expect([legPrice('Buy', 'Mid', odd), legPrice('Sell', 'Mid', odd)]).toEqual(['1505', '1510'])
  // Exactly 1.20: as floating-point numbers, 1.1 and 1.3 are more than 2.4 together.
  const sol = { ...short, tickSizeE8: 1_000_000 }
  expect(legPrice('Sell', 'Mid', market(sol, '1.10', '1.30', '1.21'))).toBe('1.20')
  expect(legPrice('Sell', 'Mid', market(sol, '', '1.30', '1.21'))).toBe('1.21')
  expect(legPrice('Buy', 'Market', market(short, '', '', '1511'))).toBe('1511')
})

test('orders are by market, bought legs first, each for the quantity times its ratio', () => {
  const draft = { ...withRatio(spread, short.symbol, -2), qty: '0.1' }
  expect(intentsOf(draft, markets)).toMatchObject([
    { symbol: long.symbol, side: 'Buy', orderType: 'Market', qtyLots: 10 },
    { symbol: short.symbol, side: 'Sell', orderType: 'Market', qtyLots: 20 },
  ])
  expect(intentsOf({ ...draft, pricing: 'Best' }, markets)).toMatchObject([
    { orderType: 'Limit', timeInForce: 'FillOrKill', priceTicks: 124 },
    { orderType: 'Limit', timeInForce: 'FillOrKill', priceTicks: 300 },
  ])
  expect(intentsOf(draft, new Map())).toBeUndefined()
  expect(intentsOf(emptyStrategy, markets)).toBeUndefined()
})

test('a problem of a leg by the exchange’s rules names the leg', () => {
  const wrong = strategyProblem({ ...spread, qty: '0.001' }, markets, nowMs)
  expect(wrong).toMatchObject({ symbol: short.symbol, problem: { field: 'qty' } })
  expect(strategyProblem(spread, markets, nowMs)).toBeUndefined()
})

test('payoff legs have signed quantities, volatility as a fraction and the forward ÷ index basis', () => {
  expect(
    payoffLegs({ ...spread, qty: '0.5' }, { markets, filled: nothingFilled }, '60000'),
  ).toEqual([
    {
      right: 'Put',
      strike: 58_000,
      deliveryMs,
      volatility: 0.6,
      basis: 1.01,
      qty: -0.5,
      price: 1_500,
    },
    {
      right: 'Put',
      strike: 54_000,
      deliveryMs,
      volatility: 0.6,
      basis: 1.01,
      qty: 0.5,
      price: 620,
    },
  ])
  expect(payoffLegs(spread, { markets, filled: nothingFilled }, undefined)).toEqual([])
})

test('a leg that would fill beyond the best price is priced at its average', () => {
  // 0.93 of 1.5 at the bid of 1,500 and the rest at 1,425 are 1,471.5 each.
  const filled = filledPrices([
    { symbol: short.symbol, orderStatus: 'Filled', avgPrice: '1471.5' },
    { symbol: long.symbol, orderStatus: 'New', avgPrice: '0' },
  ])
  const legs = payoffLegs({ ...spread, qty: '1.5' }, { markets, filled }, '60000')
  expect(legs.map(({ price }) => price)).toEqual([1_471.5, 620])
  // 1.5 × (1,471.5 − 620) are received.
  expect(premiumOf(legs)).toBeCloseTo(-1_277.25, 8)
})

test('a named strategy has legs of the shown expiry with strikes around the index price', () => {
  const rows = [54, 56, 58, 60, 62, 64, 66].map((k) => ({
    strike: String(k * 1000),
    call: `C${k}`,
    put: `P${k}`,
  }))
  const expiries: Expiry[] = [
    { deliveryMs: 1, rows },
    { deliveryMs: 2, rows: rows.map((row) => ({ ...row, call: `${row.call}later` })) },
  ]
  const chain = { expiries, shown: 1, index: '60300', underlying: 'BTCUSDT' }
  expect(legsOfName('bullPutSpread', chain)).toEqual([
    { symbol: 'P54', ratio: 1 },
    { symbol: 'P58', ratio: -1 },
  ])
  expect(legsOfName('calendar', chain)).toEqual([
    { symbol: 'C60later', ratio: 1 },
    { symbol: 'C60', ratio: -1 },
  ])
  expect(legsOfName('calendar', { ...chain, shown: 2 })).toBeUndefined()
  expect(legsOfName('coveredCall', chain)?.[0]).toEqual({ symbol: 'BTCUSDT', ratio: 1 })
  expect(legsOfName('coveredCall', { ...chain, underlying: undefined })).toBeUndefined()
})
