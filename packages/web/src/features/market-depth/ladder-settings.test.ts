// The default preset sizes of the ladder of a symbol.

import { afterEach, expect, test, vi } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { firstPresets, setFollowing, setSizes, useLadderSettings } from './ladder-settings.ts'

afterEach(() => vi.unstubAllGlobals())

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

test('sizes set in another tab are kept, and do not change the next click of this one', () => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  })
  const stored = () => JSON.parse(texts.get('basis.ladder') ?? '{}').value
  const sizes = (first: number) => ({ presets: [first, 20, 50, 100], chosen: 0 })
  setSizes('BTCUSDT', sizes(10))
  const elsewhere = { isFollowing: true, sizes: { BTCUSDT: sizes(1), ETHUSDT: sizes(2) } }
  texts.set('basis.ladder', JSON.stringify({ version: 1, value: elsewhere }))
  setFollowing(false)
  expect(stored()).toEqual({ ...elsewhere, isFollowing: false })
  expect(useLadderSettings.getState().sizes['BTCUSDT']).toEqual(sizes(10))
  setSizes('SOLUSDT', sizes(3))
  expect(stored().sizes).toEqual({ ...elsewhere.sizes, SOLUSDT: sizes(3) })
})
