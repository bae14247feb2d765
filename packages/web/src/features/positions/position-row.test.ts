// A position's row against the worked examples of rules 1 and 5.

import { expect, test } from 'vitest'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { realisedParts } from '@basis/domain/instrument/pnl'
import { distanceE2 } from './position-row.ts'
import { isHeld } from '../../stores/positions.ts'
import { held, instrument } from '../../../testing/held-position.ts'

test('the way to liquidation is told in hundredths of a percent of the mark', () => {
  expect(distanceE2(instrument, priceE8(6_000_000_000_000), priceTicks(540_000))).toBe(1_000)
})

test('realised profit is told in its parts', () => {
  expect(realisedParts(held)).toEqual({ trade: 0n, fees: -1_650_000_000n, funding: -300_000_000n })
})

test('a flat position is not held', () => {
  expect(isHeld({ ...held, side: 'None', sizeLots: qtyLots(0) })).toBe(false)
})
