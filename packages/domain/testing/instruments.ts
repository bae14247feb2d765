// Instruments for the tests of all packages: rules 8.1, changed if a test needs it.

import { defaultDepthMergeTimes, type Instrument } from '../src/instrument/instrument.ts'
import { symbolId } from '../src/numbers/brand.ts'
import { amount, leverageE2, priceTicks, qtyLots, rateE8 } from '../src/numbers/fixed.ts'

/** A linear perpetual with a tick of 0.1 USDT and a lot of 0.001 BTC; it has no risk tiers. */
export const btcUsdt: Instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  contractType: 'LinearPerpetual',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(19_999_998),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(1_190_000),
  maxMarketQtyLots: qtyLots(500_000),
  minNotional: amount(500_000_000n),
  takerFeeE8: rateE8(55_000),
  makerFeeE8: rateE8(20_000),
  bandXE8: rateE8(1_000_000),
  bandYE8: rateE8(2_000_000),
  minLeverageE2: leverageE2(100),
  riskTiers: [],
  fundingIntervalMin: 480,
  impactNotional: amount(0n),
  depthMergeTimes: defaultDepthMergeTimes,
  status: 'Trading',
}
