// Every listed coin has a sector, and no sector is empty.

import { sectors } from '@basis/protocol/instrument'
import { expect, test } from 'vitest'
import { listings } from './listings.ts'
import { sectorsOf } from './sectors.ts'

test('every coin has a sector, and every sector has a coin', () => {
  const coins = [...new Set(listings.map(({ instrument }) => instrument.baseCoin))]
  expect(coins.filter((coin) => sectorsOf(coin).length === 0)).toEqual([])
  const used = new Set(coins.flatMap(sectorsOf))
  expect(sectors.filter((sector) => !used.has(sector))).toEqual([])
  expect(sectorsOf('NOPE')).toEqual([])
})
