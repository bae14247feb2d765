// Public liquidations: take-overs at the bankruptcy price, and the fills of liquidation orders,
// summed for each position.

import type { Event } from '@basis/engine/events'
import { expect, test } from 'vitest'
import { Liquidations, liquidationsIn } from './liquidations.ts'

const symbol = 'BTCUSDT'
/** A thousandth of a coin a lot; prices in dollars ×1e8. */
const market = { symbol, kind: 'Linear', tickSizeE8: 10_000_000, lotSizeE8: 100_000 } as const
const dollarE8 = 100_000_000
const batch = (...events: readonly object[]) => ({
  seq: 7,
  timeMs: 1_000,
  events: events as Event[],
})
const closing = (account: number, side: string, closedLots: number, dollars: bigint) => ({
  kind: 'PnlClosed',
  account,
  symbol,
  side,
  closedLots,
  cause: 'Liquidation',
  exitValue: dollars * 100_000_000n,
})
const takeOver = {
  kind: 'PositionTakenOver',
  account: 9,
  symbol,
  side: 'Buy',
  sizeLots: 40,
  bankruptcyPriceE8: 60_000 * dollarE8,
}

test('the fills of a liquidation order are one public liquidation, at their average price', () => {
  const listed = batch(
    closing(5, 'Buy', 10, 640n),
    closing(5, 'Buy', 30, 1_800n),
    closing(6, 'Sell', 10, 650n),
    { ...closing(6, 'Sell', 10, 650n), cause: 'Trade' },
    { ...closing(9, 'Buy', 40, 2_400n), cause: 'TakeOver' },
  )
  expect(liquidationsIn(listed, () => market)).toEqual([
    { timeMs: 1_000, symbol, side: 'Buy', qtyLots: 40, priceE8: 61_000 * dollarE8 },
    { timeMs: 1_000, symbol, side: 'Sell', qtyLots: 10, priceE8: 65_000 * dollarE8 },
  ])
})

test('a take-over is listed at the bankruptcy price, and stored with its value', () => {
  const liquidations = new Liquidations([market], [])
  liquidations.apply(batch(takeOver))
  const listed = { timeMs: 1_000, symbol, side: 'Buy', qtyLots: 40, priceE8: 60_000 * dollarE8 }
  expect(liquidations.newest(undefined, 10)).toEqual([listed])
  expect(liquidations.newest('ETHUSDT', 10)).toEqual([])
  const [row, ...others] = liquidations.takeChanges()
  expect([row, others]).toEqual([{ ...listed, seq: 7, place: 0, valueE4: 24_000_000 }, []])
  expect(liquidations.takeChanges()).toEqual([])
  // The stored row is known after a restart.
  expect(new Liquidations([market], row === undefined ? [] : [row]).newest(symbol, 1)).toEqual([
    listed,
  ])
})

test('the value of an inverse liquidation is in coins', () => {
  const inverse = { symbol, kind: 'Inverse', tickSizeE8: 50_000_000, lotSizeE8: 100_000_000 }
  const liquidations = new Liquidations([{ ...inverse, kind: 'Inverse' }], [])
  liquidations.apply(batch({ ...takeOver, sizeLots: 6_000 }))
  // 6,000 dollars at 60,000 are a tenth of a coin.
  expect(liquidations.takeChanges()[0]?.valueE4).toBe(1_000)
})
