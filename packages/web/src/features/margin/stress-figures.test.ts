import { expect, test } from 'vitest'
import { amount } from '@basis/domain/numbers/fixed'
import type { WireUnit } from '@basis/protocol/margin/portfolio'
import { gaugeE4, heatRows, vegaOfPoint } from './stress-figures.ts'

const unit: WireUnit = {
  baseCoin: 'BTC',
  initialMargin: '120',
  maintenanceMargin: '100',
  positionIM: '120',
  positionMM: '100',
  orders: 'None',
  maxLoss: '90',
  maxLossPriceMove: '0.02',
  maxLossIvShock: '0.24',
  shortOption: '10',
  vegaSpread: '0',
  deltaSpread: '0',
  stablecoinSpread: '0',
  perpFutures: '0',
  delta: '-1',
  spotHedgingQty: '0',
  vega: '0',
  priceMoves: ['-0.02', '0', '0.02'],
  ivShocks: ['0.24', '0', '-0.2'],
  pnl: ['40', '45', '50', '-5', '0', '5', '-90', '-80', '-70'],
}

test('rows are price moves, one cell has the largest loss, and heat is a share of the largest', () => {
  const rows = heatRows(unit)
  expect(rows.map(({ move }) => move)).toEqual(['-0.02', '0', '0.02'])
  const binding = rows.map(({ cells }) => cells.map(({ isBinding }) => isBinding))
  expect(binding).toEqual([
    [false, false, false],
    [false, false, false],
    [true, false, false],
  ])
  expect(rows.map(({ cells }) => cells.map(({ heat }) => heat))).toEqual([
    [2, 2, 3],
    [1, 0, 1],
    [4, 4, 4],
  ])
})

test('a result that is written as 0.00 has no heat', () => {
  const pnl = unit.pnl.map((profit) => (profit === '0' ? '-0.00499' : profit))
  expect(heatRows({ ...unit, pnl })[1]?.cells[1]?.heat).toBe(0)
})

test('vega is per point of volatility, as that of a position is', () => {
  expect(vegaOfPoint({ ...unit, vega: '-53.72' })).toBe(-53_720_000n)
})

test('without losses no cell is marked as the largest loss', () => {
  const withoutLoss = { ...unit, pnl: unit.pnl.map(() => '0'), maxLossPriceMove: '-0.02' }
  expect(heatRows(withoutLoss).some(({ cells }) => cells.some(({ isBinding }) => isBinding))).toBe(
    false,
  )
})

test('the gauge is maintenance margin ÷ margin balance, and 0 without a balance', () => {
  expect(gaugeE4(unit, amount(40_000_000_000n))).toBe(2_500)
  expect(gaugeE4(unit, amount(0n))).toBe(0)
})
