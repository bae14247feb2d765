// Inputs of the TP/SL dialog: the examples of rules 8.5, ranges of spec 5, and round trips.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractKinds } from '../instrument/contract.ts'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  type Amount,
} from '../numbers/fixed.ts'
import {
  figuresAt,
  clampedRequest,
  priceOfRequest,
  shownPercentE2,
  tpslMaxima,
  tpslQtySlider,
  tpslSliders,
  type TpslBase,
} from './tpsl-input.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const linear: TpslBase = {
  kind: 'Linear',
  sign: 1,
  entry: priceE8(Number(e8('60000'))),
  qty: e8('0.5'),
  leverage: leverageE2(1000),
  tickSizeE8: 10_000_000,
}
const inverse: TpslBase = { ...linear, kind: 'Inverse', qty: e8('60000'), tickSizeE8: 50_000_000 }
const short = { ...linear, sign: -1 } as const

describe('the price of an entered ROI, PnL or percentage', () => {
  test('EX-8.5: long @ 60,000, 10×: ROI +50 % is 63,000, ROI −25 % is 58,500', () => {
    expect(priceOfRequest(linear, { by: 'ROI', roiE2: 5000 })).toBe(630_000)
    expect(priceOfRequest(linear, { by: 'ROI', roiE2: -2500 })).toBe(585_000)
    expect(priceOfRequest(short, { by: 'ROI', roiE2: 5000 })).toBe(570_000)
  })
  test('EX-8.5: inverse long @ 60,000, 10×: ROI +50 % is 63,157.89…, 63,158.0 at tick 0.5', () => {
    const ticks = priceOfRequest(inverse, { by: 'ROI', roiE2: 5000 })
    expect(ticks).toBe(126_316)
    const figures = figuresAt(inverse, priceTicks(126_316))
    expect(figures).toMatchObject({ priceE8: Number(e8('63158')), roiE2: 5000 })
    // 60,000 × (1/60,000 − 1/63,158) = 0.05000158…
    expect(figures.pnl).toBe(e8('0.05000158'))
  })
  test('by PnL: +1,500 on 0.5 BTC is 3,000 away; inverse by PnL in its coin', () => {
    expect(priceOfRequest(linear, { by: 'PnL', pnl: e8('1500') })).toBe(630_000)
    expect(priceOfRequest(short, { by: 'PnL', pnl: e8('-1500') })).toBe(630_000)
    expect(priceOfRequest(inverse, { by: 'PnL', pnl: e8('0.04') })).toBe(125_000)
    expect(figuresAt(inverse, priceTicks(125_000)).pnl).toBe(e8('0.04'))
  })
  test('by percent of the entry price, for every contract', () => {
    expect(priceOfRequest(linear, { by: 'Percent', percentE2: 500 })).toBe(630_000)
    expect(priceOfRequest(inverse, { by: 'Percent', percentE2: -1000 })).toBe(108_000)
    expect(priceOfRequest(linear, { by: 'Price', priceE8: linear.entry })).toBe(600_000)
  })
  test('an entry that would need a price of 0 or less has none', () => {
    expect(priceOfRequest(linear, { by: 'ROI', roiE2: -100_000 })).toBeUndefined()
    expect(priceOfRequest(inverse, { by: 'ROI', roiE2: 100_000 })).toBeUndefined()
    expect(priceOfRequest(inverse, { by: 'PnL', pnl: e8('1') })).toBeUndefined()
    expect(priceOfRequest({ ...linear, qty: e8('0') }, { by: 'PnL', pnl: e8('1') })).toBeUndefined()
  })
})

describe('fields and sliders (spec 5)', () => {
  test('the percentage of a stop-loss is negative except in price mode', () => {
    const figures = figuresAt(linear, priceTicks(585_000))
    expect(figures).toMatchObject({ roiE2: -2500, percentE2: -250, pnl: e8('-750') })
    expect(shownPercentE2('ROI', figures)).toBe(-2500)
    expect(shownPercentE2('PnL', figures)).toBe(-2500)
    expect(shownPercentE2('Price', figures)).toBe(250)
  })
  test('TP 0–25 step 1, SL 0–10; ROI TP 0–150, SL 0–75, step 0.1; quantity 0–100 step 5', () => {
    const { takeProfit, stopLoss } = tpslSliders
    expect(takeProfit.percent).toMatchObject({ maxE2: 2500, stepE2: 100 })
    expect(takeProfit.percent.marksE2).toEqual([0, 500, 1000, 1500, 2000, 2500])
    expect(takeProfit.roi).toMatchObject({ maxE2: 15_000, stepE2: 10 })
    expect(takeProfit.roi.marksE2).toEqual([0, 5000, 10_000, 15_000])
    expect([stopLoss.percent.maxE2, stopLoss.roi.maxE2]).toEqual([1000, 7500])
    expect(tpslQtySlider).toMatchObject({ maxE2: 10_000, stepE2: 500 })
  })
  test('maxima: 999999999.9 %, stop-loss 99.9 %, PnL 999999999', () => {
    expect(tpslMaxima.pnl).toBe(e8('999999999'))
    const wish = { by: 'Percent', percentE2: -10_000 } as const
    expect(clampedRequest('stopLoss', wish)).toEqual({ by: 'Percent', percentE2: -9990 })
    expect(clampedRequest('takeProfit', wish)).toEqual(wish)
    const much = { by: 'ROI', roiE2: 1e11 } as const
    expect(clampedRequest('stopLoss', much)).toEqual({ by: 'ROI', roiE2: 99_999_999_990 })
    expect(clampedRequest('stopLoss', { by: 'PnL', pnl: amount(-tpslMaxima.pnl - 1n) })).toEqual({
      by: 'PnL',
      pnl: -tpslMaxima.pnl,
    })
  })
})

test('the figures of a price lead back to the same tick, by PnL and by price', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...contractKinds),
      fc.constantFrom<1 | -1>(1, -1),
      fc.integer({ min: 1000, max: 2_000_000 }),
      fc.integer({ min: 100, max: 10_000 }),
      (kind, sign, ticks, leverage) => {
        const sample = kind === 'Linear' ? linear : inverse
        const base = { ...sample, sign, qty: e8('100000'), leverage: leverageE2(leverage) }
        const figures = figuresAt(base, priceTicks(ticks))
        expect(priceOfRequest(base, { by: 'PnL', pnl: figures.pnl })).toBe(ticks)
        expect(priceOfRequest(base, { by: 'Price', priceE8: figures.priceE8 })).toBe(ticks)
        expect(Math.sign(figures.roiE2) * Math.sign(figures.percentE2)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
