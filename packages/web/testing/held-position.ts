// A position for tests: 0.5 BTC long from 60,000 with 10x, cross (rules 1, EX-1.8).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { HeldPosition } from '../src/stores/positions.ts'

/** BTCUSDT with the first of its risk tiers. */
export const instrument: Instrument = {
  ...btcUsdt,
  riskTiers: [
    {
      limit: amount(200_000_000_000_000n),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
      deduction: amount(0n),
    },
  ],
}

export const held: HeldPosition = {
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
