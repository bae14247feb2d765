// The schedule of fees: thresholds and rates as the rules have them (rules 3.6).

import { describe, expect, test } from 'vitest'
import { amount, rateE8 } from '../numbers/fixed.ts'
import { feeLevels, feeMarkets, feeRateOf, feeRatesFault, higherLevel } from './fee-levels.ts'
import { feeLevelOf, feeSchedule, levelAbove, ratesOfLevel } from './fee-schedule.ts'

const usd = (dollars: number) => amount(BigInt(dollars) * 100_000_000n)
const linear = { kind: 'Linear', takerFeeE8: rateE8(55_000), makerFeeE8: rateE8(20_000) }
const spot = { kind: 'Spot', takerFeeE8: rateE8(100_000), makerFeeE8: rateE8(100_000) }

describe('the schedule', () => {
  test('has every level once, and each asks for more and charges no more than the one below', () => {
    expect(feeSchedule.map(({ level }) => level)).toEqual(feeLevels)
    for (const [k, { from, rates }] of feeSchedule.entries()) {
      const below = feeSchedule[k - 1]
      for (const market of feeMarkets) {
        const { takerE8, makerE8 } = rates[market]
        expect(makerE8).toBeLessThanOrEqual(takerE8)
        if (below === undefined) continue
        expect(from[market] > below.from[market]).toBe(true)
        expect(takerE8).toBeLessThanOrEqual(below.rates[market].takerE8)
        expect(makerE8).toBeLessThan(below.rates[market].makerE8)
      }
    }
  })
})

describe('the level of a volume', () => {
  test('EX-3.10: either volume is enough, to the last cent', () => {
    const volume = (onSpot: number, onDerivatives: number) => ({
      spot: usd(onSpot),
      derivatives: usd(onDerivatives),
    })
    expect(feeLevelOf(volume(0, 0))).toBe('VIP 0')
    expect(feeLevelOf(volume(999_999, 9_999_999))).toBe('VIP 0')
    expect(feeLevelOf(volume(1_000_000, 0))).toBe('VIP 1')
    expect(feeLevelOf(volume(0, 10_000_000))).toBe('VIP 1')
    expect(feeLevelOf(volume(1_000_000, 30_000_000))).toBe('VIP 2')
    expect(feeLevelOf(volume(100_000_000, 0))).toBe('PRO 1')
    expect(feeLevelOf(volume(0, 70_000_000_000))).toBe('PRO 6')
  })

  test('the row above says what is missing; above the highest there is none', () => {
    expect(levelAbove('VIP 5')?.level).toBe('PRO 1')
    expect(levelAbove('PRO 6')).toBeUndefined()
  })

  test('of two levels the higher one counts', () => {
    expect(higherLevel('VIP 5', 'PRO 1')).toBe('PRO 1')
    expect(higherLevel('VIP 3', 'VIP 1')).toBe('VIP 3')
  })
})

describe('the rate of a fill', () => {
  test('EX-3.11: the level’s, unless the listing asks for less', () => {
    const own = ratesOfLevel('VIP 2')
    expect(feeRateOf(linear, false, own)).toBe(37_500)
    expect(feeRateOf(linear, true, own)).toBe(16_000)
    expect(feeRateOf(spot, false, own)).toBe(77_500)
    expect(feeRateOf({ ...linear, takerFeeE8: rateE8(30_000) }, false, own)).toBe(30_000)
    expect(feeRateOf({ ...spot, makerFeeE8: rateE8(0) }, true, own)).toBe(0)
  })

  test('the first level pays as listed, however much that is', () => {
    expect(ratesOfLevel('VIP 0')).toBeUndefined()
    expect(feeRateOf({ ...linear, takerFeeE8: rateE8(90_000) }, false, undefined)).toBe(90_000)
  })

  test('rates that nobody could be charged are named', () => {
    const rates = ratesOfLevel('VIP 1')
    if (rates === undefined) throw new Error('VIP 1 has rates')
    const { spot: own } = rates
    expect(feeRatesFault(rates)).toBeUndefined()
    expect(feeRatesFault({ ...rates, spot: { ...own, makerE8: rateE8(90_000) } })).toBe('spot')
    expect(feeRatesFault({ ...rates, spot: { ...own, makerE8: rateE8(-1) } })).toBe('spot')
  })
})
