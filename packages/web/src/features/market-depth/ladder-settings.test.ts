// The default preset sizes of the ladder of a symbol.

import { expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { firstPresets } from './ladder-settings.ts'

test('default sizes are round, from ten times the minimum order upward', () => {
  const price = priceTicks(600_000)
  // One lot of 0.001 is worth 60 USDT: two of them are the minimum order of 100.
  const large = { ...btcUsdt, minQtyLots: qtyLots(1), minNotional: amount(100_00000000n) }
  expect(firstPresets(large, price)).toEqual([20, 40, 100, 200])
  const small = { ...large, minNotional: amount(5_00000000n) }
  expect(firstPresets(small, price)).toEqual([10, 20, 50, 100])
})

test('no default size is above the maximum of an order', () => {
  const tight = { ...btcUsdt, minQtyLots: qtyLots(1), maxMarketQtyLots: qtyLots(30) }
  expect(firstPresets({ ...tight, minNotional: amount(0n) }, priceTicks(600_000))).toEqual([
    10, 20, 30, 30,
  ])
})
