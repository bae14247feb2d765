// The leverage dialog's rules (spec 5, Leverage).

import { expect, test } from 'vitest'
import { amount, leverageE2, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { leverageFigures, leverageMarks, quickLeverages, readLeverage } from './leverage-form.ts'

const tier = (limit: bigint, max: number) => ({
  limit: amount(limit),
  initialRateE8: rateE8(0),
  maintenanceRateE8: rateE8(0),
  maxLeverageE2: leverageE2(max),
  deduction: amount(0n),
})
const instrument = {
  minLeverageE2: leverageE2(100),
  settleCoin: 'USDT',
  riskTiers: [tier(1000n, 5000), tier(2000n, 2500)],
} as unknown as Instrument

const now = { leverage: leverageE2(1000), heldLots: qtyLots(0), heldValue: amount(0n) }

test('slider marks are at each 10x between the minimum and the maximum', () => {
  expect(leverageMarks(instrument)).toEqual([1, 10, 20, 30, 40, 50])
  expect(quickLeverages(instrument)).toEqual([1, 5, 10, 25, 50])
})

test('a leverage has two decimals and stays within the range', () => {
  expect(readLeverage('12.5', instrument)).toBe(1250)
  expect(readLeverage('50.01', instrument)).toMatchObject({
    name: 'leverageOutOfRange',
    params: { min: '1', max: '50' },
  })
  expect(readLeverage('1.001', instrument)).toMatchObject({ name: 'leverageOutOfRange' })
  expect(readLeverage('', instrument)).toMatchObject({ name: 'leverageOutOfRange' })
})

test('High-leverage tip at 20 or more; the maximum position value follows the risk tiers', () => {
  expect(leverageFigures('19.99', instrument, now)).toMatchObject({ isHigh: false })
  expect(leverageFigures('20', instrument, now)).toMatchObject({ isHigh: true, maxValue: 2000n })
  expect(leverageFigures('30', instrument, now).maxValue).toBe(1000n)
  // An invalid leverage has no maximum position value.
  expect(leverageFigures('50.01', instrument, now).maxValue).toBeUndefined()
  expect(leverageFigures('', instrument, now).maxValue).toBeUndefined()
})

test('a position above the maximum value and an unchanged leverage are problems', () => {
  const holding = { ...now, heldValue: amount(1500n) }
  // The figures are those of the exchange, in units of 1e-8 of the settle coin.
  expect(leverageFigures('30', instrument, holding).problem).toEqual({
    name: 'leverageRiskLimit',
    field: 'leverage',
    params: { leverage: '30', value: '0.000015', max: '0.00001', coin: 'USDT' },
  })
  expect(leverageFigures('10', instrument, now).problem?.name).toBe('leverageUnchanged')
})
