// The rules for listing an instrument, field by field (reliability D9, M10).

import { describe, expect, test } from 'vitest'
import { symbolId } from '../numbers/brand.ts'
import { amount, leverageE2, priceTicks, qtyLots, rateE8 } from '../numbers/fixed.ts'
import { type Instrument } from './instrument.ts'
import { isCoinName, listingFault, mostPriceTicks } from './listing-rules.ts'
import { withDeductions } from '../margin/cross-margin.ts'
import { btcUsdt } from '../../testing/instruments.ts'

const tier = (limit: bigint, initial = 1_000_000, maintenance = 500_000) => ({
  limit: amount(limit),
  initialRateE8: rateE8(initial),
  maintenanceRateE8: rateE8(maintenance),
  maxLeverageE2: leverageE2(10_000),
})

const good: Instrument = {
  ...btcUsdt,
  riskTiers: withDeductions([tier(100n), tier(200n)]),
}

describe('listingFault', () => {
  test('the sample of rules 8.1 has no fault', () => {
    expect(listingFault(good)).toBeUndefined()
    expect(listingFault({ ...good, symbol: symbolId('BTC/USDT') })).toBeUndefined()
  })

  test.each<[Partial<Instrument>, keyof Instrument]>([
    // A text that begins with a tilde would be read as a number from a snapshot.
    [{ symbol: symbolId('~5') }, 'symbol'],
    [{ symbol: symbolId('') }, 'symbol'],
    [{ baseCoin: '~1' }, 'baseCoin'],
    [{ quoteCoin: 'US DT' }, 'quoteCoin'],
    [{ settleCoin: '' }, 'settleCoin'],
    [{ tickSizeE8: 0 }, 'tickSizeE8'],
    [{ tickSizeE8: 0.5 }, 'tickSizeE8'],
    [{ lotSizeE8: -1 }, 'lotSizeE8'],
    [{ tickSizeE8: 1, lotSizeE8: 1 }, 'lotSizeE8'],
    [{ maxPriceTicks: priceTicks(mostPriceTicks + 1) }, 'maxPriceTicks'],
    [{ tickSizeE8: 10 ** 15 }, 'maxPriceTicks'],
    [{ minPriceTicks: priceTicks(0) }, 'minPriceTicks'],
    [{ minPriceTicks: priceTicks(20_000_000) }, 'minPriceTicks'],
    [{ minQtyLots: qtyLots(0) }, 'minQtyLots'],
    [{ minQtyLots: qtyLots(2_000_000) }, 'minQtyLots'],
    [{ maxQtyLots: qtyLots(2 ** 40) }, 'maxQtyLots'],
    [{ maxMarketQtyLots: qtyLots(2 ** 40) }, 'maxMarketQtyLots'],
    [{ takerFeeE8: rateE8(-1) }, 'takerFeeE8'],
    [{ makerFeeE8: rateE8(55_001) }, 'makerFeeE8'],
    [{ makerFeeE8: rateE8(-5000) }, 'makerFeeE8'],
    [{ bandXE8: rateE8(2_000_001) }, 'bandXE8'],
    [{ bandYE8: rateE8(100_000_000) }, 'bandYE8'],
    [{ fundingIntervalMin: 0.5 }, 'fundingIntervalMin'],
    [{ minNotional: amount(-1n) }, 'minNotional'],
    [{ impactNotional: amount(-1n) }, 'impactNotional'],
    [{ minLeverageE2: leverageE2(99) }, 'minLeverageE2'],
    [{ riskTiers: withDeductions([tier(200n), tier(200n)]) }, 'riskTiers'],
    [{ riskTiers: withDeductions([tier(200n, 500_000, 500_001)]) }, 'riskTiers'],
    [{ riskTiers: withDeductions([tier(0n)]) }, 'riskTiers'],
    [{ kind: 'Inverse' }, 'contractType'],
    [{ contractType: 'InversePerpetual' }, 'contractType'],
    [{ contractType: 'UsdcPerpetual' }, 'settleCoin'],
    [{ settleCoin: 'BTC' }, 'settleCoin'],
    [{ launchMs: -1 }, 'launchMs'],
    [{ deliveryMs: 1 }, 'deliveryMs'],
    [{ contractType: 'LinearFutures', fundingIntervalMin: 0 }, 'deliveryMs'],
    [{ contractType: 'LinearFutures', deliveryMs: 5, launchMs: 5 }, 'deliveryMs'],
    [{ contractType: 'LinearFutures', deliveryMs: 5 }, 'fundingIntervalMin'],
  ])('the invalid value of case %# is refused with the name of its field', (change, field) => {
    expect(listingFault({ ...good, ...change })).toBe(field)
  })

  test('each contract type needs its kind and its settle coin (1.1)', () => {
    const dated = { fundingIntervalMin: 0, launchMs: 1, deliveryMs: 5 }
    for (const change of [
      { contractType: 'LinearFutures', ...dated },
      { contractType: 'UsdcPerpetual', settleCoin: 'USDC' },
      { contractType: 'UsdcFutures', settleCoin: 'USDC', ...dated },
      { contractType: 'InversePerpetual', kind: 'Inverse', settleCoin: 'BTC' },
      { contractType: 'InverseFutures', kind: 'Inverse', settleCoin: 'BTC', ...dated },
    ] satisfies Partial<Instrument>[]) {
      expect(listingFault({ ...good, ...change })).toBeUndefined()
    }
  })

  test('the name of a coin has only letters and digits', () => {
    expect(['USDT', '1000PEPE'].every(isCoinName)).toBe(true)
    expect(['', '~5', 'A B', 'x'.repeat(21), 'İ'].some(isCoinName)).toBe(false)
  })
})
