// Grid bots by rules 17: levels, cells, profit, sizes and refused terms.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Instrument } from '../instrument/instrument.ts'
import { amount, leverageE2, parseDecimal, priceTicks, qtyLots, rateE8 } from '../numbers/fixed.ts'
import { enteredCells, entryLots, filledCell, firstCells, nextCell } from './cells.ts'
import { gridLevels } from './levels.ts'
import { annualisedE4, cellProfit, cellRates, soldLots } from './profit.ts'
import { gridLiquidation, gridLots, gridNeed, investmentBounds, leastLots } from './sizing.ts'
import { gridProblem } from './grid-rules.ts'
import type { GridTerms } from './terms.ts'
import { usualGrid as terms } from '../../testing/grid-terms.ts'

const coins = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const tier = { initialRateE8: 0, maintenanceRateE8: 500_000, maxLeverageE2: 10_000 }
const common = {
  tickSizeE8: 100_000_000,
  lotSizeE8: 1,
  minPriceTicks: 1,
  maxPriceTicks: 10_000_000,
  minQtyLots: 1000,
  maxQtyLots: 1_000_000_000_000,
  minNotional: coins('5'),
  minLeverageE2: 100,
  riskTiers: [{ ...tier, limit: coins('1000000000000'), deduction: 0n }],
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
}
const spot = { ...common, kind: 'Spot', riskTiers: [] } as unknown as Instrument
const perpetual = {
  ...common,
  kind: 'Linear',
  contractType: 'LinearPerpetual',
} as unknown as Instrument

const permille = { makerE8: rateE8(100_000), takerE8: rateE8(100_000) }
const futuresFees = { makerE8: rateE8(20_000), takerE8: rateE8(55_000) }
const price = priceTicks(54_000)

describe('EX-13.4', () => {
  const levels = gridLevels(terms)
  const lots = qtyLots(8_795_882)
  const size = { lots, makerE8: permille.makerE8 }
  const cells = firstCells('Spot', { levels, price }, size)

  test('EX-13.4: levels, buys below the price, sells above the empty cell, and their quantities', () => {
    expect(levels).toEqual([45_000, 49_000, 53_000, 57_000, 61_000, 65_000])
    const orders = cells.map(({ side, lots: size }, k) => [
      side,
      levels[side === 'Buy' ? k : k + 1],
      size,
    ])
    expect(orders).toEqual([
      ['Buy', 45_000, 8_795_882],
      ['Buy', 49_000, 8_795_882],
      ['Buy', 53_000, 8_795_882],
      ['Sell', 61_000, 8_787_086],
      ['Sell', 65_000, 8_787_086],
    ])
  })

  test('EX-13.4: one cell from 53,000 to 57,000 earns 341.81292098', () => {
    const cell = { buyTicks: priceTicks(53_000), sellTicks: priceTicks(57_000) }
    expect(cellProfit(spot, { ...cell, lots, makerE8: permille.makerE8 })).toBe(
      coins('341.81292098'),
    )
  })

  test('EX-13.4: the same cell, filled order by order, earns the same', () => {
    const bought = { lots, value: coins('4661.81746'), fee: 8795n }
    const [, , third] = cells
    if (third === undefined) throw new Error('there are five cells')
    const { cell: selling, profit: none } = nextCell(spot, filledCell(spot, third, bought), size)
    expect([none, selling.side, selling.lots]).toEqual([undefined, 'Sell', 8_787_086])
    const sold = { lots: selling.lots, value: coins('5008.63902'), fee: coins('5.00863902') }
    const next = nextCell(spot, filledCell(spot, selling, sold), size)
    expect(next.profit).toBe(coins('341.81292098'))
    expect([next.cell.side, next.cell.lots, next.cell.half]).toEqual(['Buy', lots, undefined])
  })

  test('17.2: the entry buys the quantity of the sells plus its fee; its cost is allocated exactly', () => {
    const entry = entryLots('Spot', cells, permille.takerE8)
    expect(soldLots(entry, permille.takerE8)).toBeGreaterThanOrEqual(2 * 8_787_086)
    const entered = enteredCells(cells, -1001n)
    expect(entered.map(({ half }) => half)).toEqual([undefined, undefined, undefined, -500n, -501n])
    expect(entered.some(({ isWaiting }) => isWaiting)).toBe(false)
  })
})

describe('profit', () => {
  test('EX-13.5: 0.152 BTC from 18,000 to 22,000 at a fee of 0.02 % earns 606.784', () => {
    const range = { lowTicks: priceTicks(10_000), highTicks: priceTicks(30_000) }
    expect(gridLevels({ ...terms, ...range })).toEqual([
      10_000, 14_000, 18_000, 22_000, 26_000, 30_000,
    ])
    const cell = { lots: qtyLots(15_200_000), buyTicks: priceTicks(18_000) }
    const sellTicks = priceTicks(22_000)
    const made = cellProfit(perpetual, { ...cell, sellTicks, makerE8: futuresFees.makerE8 })
    expect(made).toBe(coins('606.784'))
  })

  test('EX-13.6: rates of EX-13.4: 8.68 % to 6.3508 %; geometric 7.4241 % in every cell', () => {
    const { min, max } = cellRates(gridLevels(terms), permille.makerE8)
    expect(max).toBe(8_680_000)
    expect(Math.round(min / 100)).toBe(63_508)
    const fine = { lowTicks: priceTicks(45_000_000), highTicks: priceTicks(65_000_000) }
    const geometric = gridLevels({ ...terms, ...fine, spacing: 'Geometric' })
    const rates = cellRates(geometric, permille.makerE8)
    expect([Math.round(rates.min / 100), Math.round(rates.max / 100)]).toEqual([74_241, 74_241])
  })

  test('17.3: the annual rate is extrapolated linearly', () => {
    expect(annualisedE4(10n, 1000n, 36.5 * 86_400_000)).toBe(1000)
    expect(annualisedE4(10n, 1000n, 999)).toBe(0)
    expect(annualisedE4(-10n, 1000n, 365 * 86_400_000)).toBe(-100)
  })
})

describe('levels', () => {
  const ranges = fc.record({
    lowTicks: fc.integer({ min: 1000, max: 1_000_000 }).map(priceTicks),
    wider: fc.integer({ min: 500, max: 1_000_000 }),
    cells: fc.integer({ min: 2, max: 200 }),
    spacing: fc.constantFrom('Arithmetic' as const, 'Geometric' as const),
  })

  test('17.1: levels rise from the low to the high price; a moved range continues the same series', () => {
    fc.assert(
      fc.property(ranges, fc.nat(5), ({ wider, ...range }, shift) => {
        const terms = { ...range, highTicks: priceTicks(range.lowTicks + wider) }
        const levels = gridLevels(terms)
        expect([levels[0], levels.at(-1)]).toEqual([terms.lowTicks, terms.highTicks])
        expect(levels).toEqual([...levels].sort((a, b) => a - b))
        const by = Math.min(shift, terms.cells)
        const moved = gridLevels(terms, by)
        expect(moved.slice(0, levels.length - by)).toEqual(levels.slice(by))
      }),
      { numRuns: 60 },
    )
  })

  test('17.1: a geometric level is the nearest tick of the exact root', () => {
    const doubled = { lowTicks: priceTicks(100_000), highTicks: priceTicks(1_600_000), cells: 4 }
    expect(gridLevels({ ...doubled, spacing: 'Geometric' })).toEqual([
      100_000, 200_000, 400_000, 800_000, 1_600_000,
    ])
  })
})

describe('sizes', () => {
  const market = { instrument: spot, fees: permille, price }

  test('17.4: an investment covers the computed maximum of lots, and not one lot more', () => {
    for (const [instrument, change] of [
      [spot, {}],
      [perpetual, { mode: 'Long', leverageE2: leverageE2(500) }],
      [perpetual, { mode: 'Short', leverageE2: leverageE2(1000) }],
      [perpetual, { mode: 'Neutral', leverageE2: leverageE2(1000) }],
    ] as const) {
      const asked = { ...terms, ...change }
      const at = { ...market, instrument }
      const lots = gridLots(at, asked, coins('20000'))
      expect(lots).toBeGreaterThan(0)
      expect(gridNeed(at, asked, lots)).toBeLessThanOrEqual(coins('20000'))
      expect(gridNeed(at, asked, qtyLots(lots + 1))).toBeGreaterThan(coins('20000'))
    }
  })

  test('17.4: with the minimum investment every order reaches the minimum value', () => {
    const lots = leastLots(market, terms)
    // 5 USDT at 45,000 is 11,112 lots, rounded up; a buy must leave that many after its fee.
    expect(lots).toBe(11_124)
    expect(soldLots(lots, permille.makerE8)).toBe(11_112)
    expect(investmentBounds(market, terms).least).toBe(gridNeed(market, terms, lots))
  })

  test('17.4: a long grid is liquidated below its range, a short one above', () => {
    const at = { ...market, instrument: perpetual, fees: futuresFees }
    const held = { lots: qtyLots(1_000_000), investment: coins('1000') }
    const long = { ...terms, mode: 'Long', leverageE2: leverageE2(500) } as const
    const { below = 0, above } = gridLiquidation(at, long, held)
    expect(above).toBeUndefined()
    // The average entry of five cells of 0.01 is (3 × 49,000 + 2 × 54,270) ÷ 5, less 20,000 of
    // investment per coin.
    const entry = (45_000 + 49_000 + 53_000 + 2 * 54_270) / 5
    // Rounded up to the tick, like the liquidation price of a long position.
    const exact = ((entry - 20_000) / 0.995) * (1e8 / perpetual.tickSizeE8)
    expect(below).toBe(Math.ceil(exact))
    expect(below).toBeGreaterThan(exact)
    const short = gridLiquidation(at, { ...long, mode: 'Short' }, held)
    expect(short.below).toBeUndefined()
    expect(((short.above ?? 0) * perpetual.tickSizeE8) / 1e8).toBeGreaterThan(65_000)
    expect(gridLiquidation(market, terms, held)).toEqual({})
  })
})

describe('terms of a grid', () => {
  const asked = (change: Partial<GridTerms>, instrument = spot) =>
    gridProblem(instrument, { ...terms, ...change }, { fees: permille, priceTicks: price })?.name
  const long = { mode: 'Long', leverageE2: leverageE2(500) } as const

  test.each([
    ['no change', {}, undefined],
    ['a mode of another contract kind', { mode: 'Long' }, 'gridSymbolUnsupported'],
    ['one cell', { cells: 1 }, 'gridOutOfRange'],
    ['201 cells', { cells: 201 }, 'gridOutOfRange'],
    ['a fraction of a cell', { cells: 2.5 }, 'gridOutOfRange'],
    ['a low price of 0', { lowTicks: priceTicks(0) }, 'gridOutOfRange'],
    ['a high price below the low price', { highTicks: priceTicks(44_000) }, 'gridRangeInvalid'],
    ['levels on one tick', { highTicks: priceTicks(45_002) }, 'gridStepTooSmall'],
    [
      'cells that lose money after fees',
      { cells: 150, highTicks: priceTicks(50_000) },
      'gridProfitTooSmall',
    ],
    ['leverage in spot', { leverageE2: leverageE2(200) }, 'gridTermsInvalid'],
    ['a take-profit inside the range', { takeProfitTicks: priceTicks(65_000) }, 'gridStopInvalid'],
    ['a take-profit above the range', { takeProfitTicks: priceTicks(65_001) }, undefined],
    ['a stop-loss inside the range', { stopLossTicks: priceTicks(45_000) }, 'gridStopInvalid'],
    ['a stop-loss below the range', { stopLossTicks: priceTicks(44_999) }, undefined],
  ] as const)('17.1: %s, %j, gives the problem %s', (_name, change, name) => {
    expect(asked(change)).toBe(name)
  })

  test('17.1: limits of leverage, trailing and stops of grids on perpetuals', () => {
    expect(asked(long, perpetual)).toBeUndefined()
    expect(asked({ ...long, leverageE2: leverageE2(10_001) }, perpetual)).toBe('gridOutOfRange')
    const neutral = { ...long, mode: 'Neutral', isTrailing: true } as const
    expect(asked(neutral, perpetual)).toBe('gridTermsInvalid')
    const short = { ...long, mode: 'Short' } as const
    expect(asked({ ...short, takeProfitTicks: priceTicks(44_000) }, perpetual)).toBeUndefined()
    expect(asked({ ...short, takeProfitTicks: priceTicks(66_000) }, perpetual)).toBe(
      'gridStopInvalid',
    )
  })
})
