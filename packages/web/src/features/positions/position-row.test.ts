// A position's row against the worked examples of domain.md §1 and §5.

import { expect, test } from 'vitest'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  amount,
  leverageE2,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
} from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { distanceE2, realisedParts } from './position-row.ts'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'

const instrument = {
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
  takerFeeE8: rateE8(55_000),
  riskTiers: [
    {
      limit: amount(200_000_000_000_000n),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
      deduction: amount(0n),
    },
  ],
} as unknown as Instrument

const held: HeldPosition = {
  account: accountId(1),
  symbol: symbolId('BTCUSDT'),
  positionIdx: 0,
  side: 'Buy',
  sizeLots: qtyLots(500),
  entryValue: amount(3_000_000_000_000n),
  entryPriceE8: priceE8(6_000_000_000_000),
  leverageE2: leverageE2(1000),
  isIsolated: false,
  extraMargin: amount(0n),
  isAutoAddMargin: false,
  realisedPnl: amount(-1_950_000_000n),
  cumRealisedPnl: amount(0n),
  openFees: amount(1_650_000_000n),
  openFunding: amount(-300_000_000n),
  openedMs: 0,
  updatedMs: 0,
}

test('the way to liquidation is told in hundredths of a percent of the mark', () => {
  expect(distanceE2(instrument, priceE8(6_000_000_000_000), priceTicks(540_000))).toBe(1_000)
})

test('realised profit is told in its parts', () => {
  expect(realisedParts(held)).toEqual({ trade: 0n, fees: -1_650_000_000n, funding: -300_000_000n })
})

test('a flat position is not held', () => {
  expect(isHeld({ ...held, side: 'None', sizeLots: qtyLots(0) })).toBe(false)
})
