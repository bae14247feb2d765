// A position's row against the worked examples of rules 1 and 5.

import { expect, test } from 'vitest'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { realisedParts } from '@basis/domain/instrument/pnl'
import { distanceE2 } from './position-row.ts'
import { isHeld } from '../../stores/positions.ts'
import { held, instrument } from '../../../testing/held-position.ts'

test('the distance to liquidation is in hundredths of a percent of the mark price', () => {
  expect(distanceE2(instrument, priceE8(6_000_000_000_000), priceTicks(540_000))).toBe(1_000)
})

test('realised P&L is split into trades, fees and funding', () => {
  expect(realisedParts(held)).toEqual({ trade: 0n, fees: -1_650_000_000n, funding: -300_000_000n })
})

test('a position of size 0 does not count as held', () => {
  expect(isHeld({ ...held, side: 'None', sizeLots: qtyLots(0) })).toBe(false)
})
