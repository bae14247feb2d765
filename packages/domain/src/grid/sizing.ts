// Sizes of a grid: the quantity for an investment, the minimum, and the liquidation price of a
// futures grid (rules 17.4).

import type { Instrument } from '../instrument/instrument.ts'
import { qtyAmount, valueOf } from '../instrument/instrument.ts'
import { marginRates, maxValueAt, orderCostAt, tierOf } from '../margin/cross-margin.ts'
import {
  amount,
  divRound,
  mulDiv,
  priceTicks,
  qtyLots,
  type Amount,
  type PriceTicks,
  type QtyLots,
} from '../numbers/fixed.ts'
import { buyingCells, entryLots, firstCells, type GridCell } from './cells.ts'
import { gridLevels } from './levels.ts'
import { soldLots } from './profit.ts'
import type { GridFees, GridTerms } from './terms.ts'

export type GridMarket = {
  readonly instrument: Instrument
  readonly fees: GridFees
  /** The price at the start of the grid. */
  readonly price: PriceTicks
  /** How many cells the range has moved. */
  readonly shift?: number
}

/** The maximum distance of the entry's fills from the price, 4 decimals. */
const entrySlippageE4 = 50

/** Returns the entry's limit: half a percent beyond the price, within the instrument's range. */
export function entryTicks({ maxPriceTicks }: Instrument, price: number, sign: 1 | -1): PriceTicks {
  const asked = BigInt(price) * BigInt(10_000 + sign * entrySlippageE4)
  const limit = Number(divRound(asked, 10_000n, sign === 1 ? 'up' : 'down'))
  return priceTicks(Math.max(1, Math.min(limit, maxPriceTicks)))
}

type Plan = { readonly levels: readonly PriceTicks[]; readonly cells: readonly GridCell[] }

/** Returns the levels and initial cells of a grid with these lots per cell. */
export function gridPlan(market: GridMarket, terms: GridTerms, lots: QtyLots): Plan {
  const { price, fees, shift } = market
  const levels = gridLevels(terms, shift)
  const size = { lots, makerE8: fees.makerE8 }
  return { levels, cells: firstCells(terms.mode, { levels, price }, size) }
}

/**
 * Returns the investment that a grid with these lots per cell needs: in spot its buys and the entry
 * at its limit; in futures the cost of all orders of a side and the loss of their position at the
 * end of the range, so that no order within the range ever lacks margin.
 */
export function gridNeed(market: GridMarket, terms: GridTerms, lots: QtyLots): Amount {
  const { instrument, fees, price } = market
  const { levels, cells } = gridPlan(market, terms, lots)
  if (terms.mode === 'Spot') {
    const bought = levels
      .slice(0, buyingCells(levels, price))
      .reduce((sum, level) => sum + valueOf(instrument, level, lots), 0n)
    const entered = entryLots('Spot', cells, fees.takerE8)
    return amount(bought + valueOf(instrument, entryTicks(instrument, price, 1), entered))
  }
  const sides = { Long: [1], Short: [-1], Neutral: [1, -1] } as const
  const needs = sides[terms.mode].map((sign) => sideNeed(market, terms, { lots, sign, levels }))
  return amount(needs.reduce((most, need) => (need > most ? need : most), 0n))
}

type OneSide = { readonly lots: QtyLots; readonly sign: 1 | -1; readonly levels: Plan['levels'] }

/** Returns the prices at which a side of a futures grid would be opened, cell by cell. */
function openedAt({ instrument, price }: GridMarket, mode: GridTerms['mode'], side: OneSide) {
  const { sign, levels } = side
  const buying = buyingCells(levels, price)
  const entry = entryTicks(instrument, price, sign)
  const cells = levels.slice(1).map((upper, k) => ({ lower: levels[k] ?? upper, upper, k }))
  return cells.flatMap(({ lower, upper, k }) => {
    const isOwn = sign === 1 ? k < buying : k >= buying
    if (isOwn) return [sign === 1 ? lower : upper]
    return mode === 'Neutral' ? [] : [entry]
  })
}

function openedValue(market: GridMarket, mode: GridTerms['mode'], side: OneSide): Amount {
  const { instrument } = market
  const prices = openedAt(market, mode, side)
  return amount(prices.reduce((sum, price) => sum + valueOf(instrument, price, side.lots), 0n))
}

function sideNeed(market: GridMarket, { mode, leverageE2 }: GridTerms, side: OneSide): bigint {
  const { instrument, fees, price } = market
  const { sign, lots, levels } = side
  const value = openedValue(market, mode, side)
  const edge = (sign === 1 ? levels[0] : levels.at(-1)) ?? price
  const count = openedAt(market, mode, side).length
  const loss = (value - valueOf(instrument, edge, qtyLots(lots * count))) * BigInt(sign)
  const cost = orderCostAt(value, marginRates(sign, leverageE2, fees.takerE8))
  return cost + (loss > 0n ? loss : 0n)
}

/**
 * Returns the price at which a separate grid would begin that opens every cell by an order at its
 * level, as a running grid uses added money: beyond its range, a neutral one where its sides were
 * set (rules 17.4).
 */
export function addedPrice(
  { mode }: Pick<GridTerms, 'mode'>,
  { levels, start }: { readonly levels: readonly PriceTicks[]; readonly start: PriceTicks },
): PriceTicks {
  if (mode === 'Neutral') return start
  return (mode === 'Short' ? levels[0] : levels.at(-1)) ?? start
}

/** Returns the most lots per cell for an investment; 0 if it is too small. */
export function gridLots(market: GridMarket, terms: GridTerms, investment: Amount): QtyLots {
  // The need is almost linear in the lots: the need of a large grid gives the answer to within a
  // few lots.
  const probe = 1_000_000
  const need = gridNeed(market, terms, qtyLots(probe))
  if (need <= 0n || investment <= 0n) return qtyLots(0)
  const near = Number(mulDiv(investment, BigInt(probe), need, 'down'))
  let lots = Math.min(near + 2, market.instrument.maxQtyLots)
  while (lots > 0 && gridNeed(market, terms, qtyLots(lots)) > investment) lots -= 1
  return qtyLots(lots)
}

/** Returns the minimum lots per cell at which every order is large enough. */
export function leastLots({ instrument, fees, shift }: GridMarket, terms: GridTerms): QtyLots {
  const [lowest = priceTicks(1)] = gridLevels(terms, shift)
  const { minQtyLots, minNotional } = instrument
  const unit = valueOf(instrument, lowest, qtyLots(1))
  const byValue = unit === 0n ? 0 : Number(divRound(minNotional, unit, 'up'))
  let lots = Math.max(minQtyLots, byValue)
  if (terms.mode !== 'Spot') return qtyLots(lots)
  const least = lots
  while (soldLots(qtyLots(lots), fees.makerE8) < least) {
    lots += Math.max(1, least - soldLots(qtyLots(lots), fees.makerE8))
  }
  return qtyLots(lots)
}

/**
 * Returns the most lots per cell of which no order is refused for its size: those of the cells and
 * the entry are at most the largest order, and a side of a futures grid, with its orders, is worth
 * no more than the leverage allows anywhere in the range (rules 4.3).
 */
export function mostGridLots(market: GridMarket, terms: GridTerms): QtyLots {
  const { instrument, fees } = market
  const { maxQtyLots, riskTiers } = instrument
  const { levels, cells } = gridPlan(market, terms, qtyLots(1))
  const waiting = cells.filter(({ isWaiting }) => isWaiting).length
  // The entry of a spot grid also buys the fee.
  const whole = 100_000_000
  const entered = terms.mode === 'Spot' ? whole - fees.takerE8 : whole
  const byEntry = mulDiv(BigInt(maxQtyLots), BigInt(entered), BigInt(whole * waiting || 1), 'down')
  const bySize = waiting === 0 ? maxQtyLots : Number(byEntry)
  if (terms.mode === 'Spot') return qtyLots(bySize)
  const limit = maxValueAt(riskTiers, terms.leverageE2)
  const worth = highestValue(market, terms, levels)
  return qtyLots(worth === 0n ? bySize : Math.min(bySize, Number(limit / worth)))
}

/**
 * Returns the highest value of a side with a lot in each cell: a long of a cell is sold at its
 * upper level, a short can be worth the upper end of the range.
 */
function highestValue(
  { instrument, price }: GridMarket,
  { mode }: GridTerms,
  levels: Plan['levels'],
): bigint {
  const uppers = levels.slice(1)
  const buying = buyingCells(levels, price)
  const longs = mode === 'Long' ? uppers : mode === 'Neutral' ? uppers.slice(0, buying) : []
  const shorts = mode === 'Short' ? uppers : mode === 'Neutral' ? uppers.slice(buying) : []
  const top = levels.at(-1) ?? price
  const valueOfAll = (prices: readonly PriceTicks[]): bigint =>
    prices.reduce((sum, each) => sum + valueOf(instrument, each, qtyLots(1)), 0n)
  const [long, short] = [valueOfAll(longs), valueOfAll(shorts.map(() => top))]
  return long > short ? long : short
}

/** Returns the minimum and maximum investment of a grid, 1e-8 of its coin. */
export function investmentBounds(
  market: GridMarket,
  terms: GridTerms,
  mostLots: QtyLots = mostGridLots(market, terms),
): { readonly least: Amount; readonly most: Amount } {
  const least = gridNeed(market, terms, leastLots(market, terms))
  return { least, most: gridNeed(market, terms, mostLots) }
}

/**
 * Returns the estimated liquidation price of a futures grid with every order of a side filled:
 * below for its buys, above for its sells, rounded to the tick that is reached first; undefined if
 * no price of the instrument liquidates it.
 */
export function gridLiquidation(
  market: GridMarket,
  terms: GridTerms,
  held: { readonly lots: QtyLots; readonly investment: Amount },
): { readonly below?: PriceTicks; readonly above?: PriceTicks } {
  if (terms.mode === 'Spot') return {}
  const levels = gridLevels(terms, market.shift)
  const { tickSizeE8, minPriceTicks, maxPriceTicks } = market.instrument
  const at = (sign: 1 | -1): PriceTicks | undefined => {
    const side = { lots: held.lots, sign, levels }
    const value = openedValue(market, terms.mode, side)
    const count = openedAt(market, terms.mode, side).length
    const size = qtyAmount(market.instrument, qtyLots(held.lots * count))
    if (value === 0n || size === 0n) return undefined
    const { maintenanceRateE8, deduction } = tierOf(market.instrument.riskTiers, value)
    const left = value - BigInt(sign) * (held.investment + deduction)
    const rate = 100_000_000n - BigInt(sign) * BigInt(maintenanceRateE8)
    if (left <= 0n) return undefined
    const tick = size * rate * BigInt(tickSizeE8)
    const rounding = sign === 1 ? 'up' : 'down'
    const ticks = Number(divRound(left * 100_000_000n * 100_000_000n, tick, rounding))
    return ticks > minPriceTicks && ticks < maxPriceTicks ? priceTicks(ticks) : undefined
  }
  const below = terms.mode === 'Short' ? undefined : at(1)
  const above = terms.mode === 'Long' ? undefined : at(-1)
  return { ...(below === undefined ? {} : { below }), ...(above === undefined ? {} : { above }) }
}
