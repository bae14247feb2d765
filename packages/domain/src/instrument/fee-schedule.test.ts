// The fee schedule: its thresholds and rates (rules 3.6).

import { describe, expect, test } from 'vitest'
import { amount, rateE8 } from '../numbers/fixed.ts'
import { feeLevels, feeMarkets, feeRateOf, feeRatesFault, higherLevel } from './fee-levels.ts'
import { feeLevelOf, feeSchedule, levelAbove, ratesOfLevel } from './fee-schedule.ts'

const usd = (dollars: number) => amount(BigInt(dollars) * 100_000_000n)
const linear = { kind: 'Linear', takerFeeE8: rateE8(55_000), makerFeeE8: rateE8(20_000) }
const spot = { kind: 'Spot', takerFeeE8: rateE8(100_000), makerFeeE8: rateE8(100_000) }

describe('the schedule', () => {
  test('has every level once; each needs more volume and charges no more than the one below', () => {
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
  test('EX-3.10: either the spot or the derivatives volume is enough, exactly from the threshold on', () => {
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

  test('the next higher level is returned, and none above the highest', () => {
    expect(levelAbove('VIP 5')?.level).toBe('PRO 1')
    expect(levelAbove('PRO 6')).toBeUndefined()
  })

  test('of two levels the higher one counts', () => {
    expect(higherLevel('VIP 5', 'PRO 1')).toBe('PRO 1')
    expect(higherLevel('VIP 3', 'VIP 1')).toBe('VIP 3')
  })
})

describe('the rate of a fill', () => {
  test('EX-3.11: is the level’s rate, unless the listed rate is lower', () => {
    const own = ratesOfLevel('VIP 2')
    expect(feeRateOf(linear, false, own)).toBe(37_500)
    expect(feeRateOf(linear, true, own)).toBe(16_000)
    expect(feeRateOf(spot, false, own)).toBe(77_500)
    expect(feeRateOf({ ...linear, takerFeeE8: rateE8(30_000) }, false, own)).toBe(30_000)
    expect(feeRateOf({ ...spot, makerFeeE8: rateE8(0) }, true, own)).toBe(0)
  })

  test('is the listed rate for the first level, however high', () => {
    expect(ratesOfLevel('VIP 0')).toBeUndefined()
    expect(feeRateOf({ ...linear, takerFeeE8: rateE8(90_000) }, false, undefined)).toBe(90_000)
  })

  test('invalid rates are found and name their market', () => {
    const rates = ratesOfLevel('VIP 1')
    if (rates === undefined) throw new Error('VIP 1 has rates')
    const { spot: own } = rates
    expect(feeRatesFault(rates)).toBeUndefined()
    expect(feeRatesFault({ ...rates, spot: { ...own, makerE8: rateE8(90_000) } })).toBe('spot')
    expect(feeRatesFault({ ...rates, spot: { ...own, makerE8: rateE8(-1) } })).toBe('spot')
  })
})
