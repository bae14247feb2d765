// The side of takers: most, but never all, follow the index and reduce their inventory.

import { priceTicks } from '@basis/domain/numbers/fixed'
import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { listingOf } from '../../instruments/listings.ts'
import { liquidityOf } from './liquidity.ts'
import { Taker, type TakerMoment } from './taker.ts'

const listing = listingOf('BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const { instrument, startPriceTicks } = listing
const liquidity = liquidityOf(listing, startPriceTicks)
const { exchange } = createInMemoryExchange([listing], 1)
const listed = exchange.views.symbol(instrument.symbol)
if (listed === undefined) throw new Error('The exchange does not list it')
const view = {
  ...listed,
  lastTicks: startPriceTicks,
  bestBidTicks: startPriceTicks,
  bestAskTicks: priceTicks(startPriceTicks + 1),
}

/** The share of buys among some thousands of orders under unchanging conditions. */
function buysOf(pullTicks: number, inventoryValue: number): number {
  const taker = new Taker(instrument, createPrng(7))
  const sides = Array.from({ length: 4_000 }, (_, k) => {
    const arrivals = { timeMs: (k + 1) * 250, speed: 1, level: 1, liquidity }
    const moment: TakerMoment = {
      ...arrivals,
      view,
      fairTicks: startPriceTicks,
      pullTicks,
      inventoryValue,
      foreignAt: () => undefined,
    }
    return taker.orders(arrivals, () => moment).map(({ side }) => side)
  }).flat()
  expect(sides.length).toBeGreaterThan(2_000)
  return sides.filter((side) => side === 'Buy').length / sides.length
}

test('without pull or inventory takers buy and sell equally often', () => {
  expect(Math.abs(buysOf(0, 0) - 0.5)).toBeLessThan(0.06)
})

test('takers mostly buy below the index, and mostly sell with too large an inventory', () => {
  expect(buysOf(20 * liquidity.basisPointTicks, 0)).toBeGreaterThan(0.75)
  expect(buysOf(0, 1e6 * liquidity.blockValue)).toBeLessThan(0.25)
})

test('far below the index and with a large short inventory one taker in six still sells', () => {
  const buys = buysOf(20 * liquidity.basisPointTicks, -1e6 * liquidity.blockValue)
  expect(Math.abs(buys - 0.84)).toBeLessThan(0.02)
})
