// The trader's positions in the legs of a combination, each at the price of its leg.

import { qtyLots } from '@basis/domain/numbers/fixed'
import { beforeEach, expect, test } from 'vitest'
import { held } from '../../../testing/held-position.ts'
import { applyContracts } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import type { HeldPosition } from '../../stores/positions.ts'
import { heldInLegs } from './spread-legs.ts'

const legs = [{ symbol: 'ETHUSDT' }, { symbol: 'BTCUSDT' }]
const short: HeldPosition = { ...held, positionIdx: 2, side: 'Sell', sizeLots: qtyLots(7) }

beforeEach(() => applyContracts(fallbackContracts(), 'network'))

test('both sides of a hedge in a leg are its positions', () => {
  const found = heldInLegs(legs, ['2500.5', '60012.34'], [held, short])
  expect(found.map(({ position, markE8 }) => [position.side, markE8])).toEqual([
    ['Buy', 6_001_234_000_000],
    ['Sell', 6_001_234_000_000],
  ])
})

test('a leg without a price has no price of 0', () => {
  const [found] = heldInLegs(legs, ['2500.5', ''], [held])
  expect(found?.position).toBe(held)
  expect(found?.markE8).toBeUndefined()
})
