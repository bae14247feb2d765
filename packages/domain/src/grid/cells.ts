// The cells of a grid and their changes by filled orders, shared by the exchange and the backtest
// (rules 17.2).

import { divRound, qtyLots, type PriceTicks, type QtyLots, type RateE8 } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { oppositeSide, type Side } from '../orders/order.ts'
import { soldLots } from './profit.ts'
import type { GridMode } from './terms.ts'

/** One cell between two levels: it buys at the lower and sells at the upper one. */
export type GridCell = {
  /** The side of its current or next order. */
  readonly side: Side
  readonly lots: QtyLots
  /** Filled by final orders: lots, and their proceeds (negative for a cost). */
  readonly filledLots: QtyLots
  readonly cash: bigint
  /** The fee of a spot buy in base coin, 1e-8. */
  readonly feeBase: bigint
  /** The proceeds of the first order of the pair; undefined before it. */
  readonly half: bigint | undefined
  /** Whether it waits for the entry to be filled before it has an order. */
  readonly isWaiting: boolean
}

/** The result of a final order. */
export type CellFill = {
  readonly lots: number
  readonly value: bigint
  /** In base coin for a spot buy, else in the quote coin. */
  readonly fee: bigint
}

/** How many of the first cells buy: those whose lower level is below the price. */
export const buyingCells = (levels: readonly PriceTicks[], price: PriceTicks): number =>
  levels.slice(0, -1).filter((level) => level < price).length

/**
 * Returns the initial cells: each cell below the price, and the one that contains it, buys at its
 * lower level, each above sells at its upper one, so that the level between has no order (EX-13.4).
 * In spot and long grids the cells above wait for the entry, in a short grid those below.
 */
export function firstCells(
  mode: GridMode,
  { levels, price }: { readonly levels: readonly PriceTicks[]; readonly price: PriceTicks },
  { lots, makerE8 }: GridSize,
): readonly GridCell[] {
  const buying = buyingCells(levels, price)
  return levels.slice(1).map((_, k) => {
    const side = k < buying ? 'Buy' : 'Sell'
    const isWaiting = side === waitingSide(mode)
    const isSpotSale = mode === 'Spot' && isWaiting
    return { ...emptyCell, side, lots: isSpotSale ? soldLots(lots, makerE8) : lots, isWaiting }
  })
}

const emptyCell: Omit<GridCell, 'side' | 'lots'> = {
  filledLots: qtyLots(0),
  cash: 0n,
  feeBase: 0n,
  half: undefined,
  isWaiting: false,
}

/** The side whose first orders wait for the entry; undefined for neutral grids. */
export function waitingSide(mode: GridMode): Side | undefined {
  if (mode === 'Neutral') return undefined
  return mode === 'Short' ? 'Buy' : 'Sell'
}

/**
 * Returns the lots of the entry order: those that the waiting cells close; in spot enough more to
 * cover the fee paid in base coin.
 */
export function entryLots(mode: GridMode, cells: readonly GridCell[], takerE8: RateE8): QtyLots {
  const lots = cells.reduce((sum, cell) => (cell.isWaiting ? sum + cell.lots : sum), 0)
  if (mode !== 'Spot') return qtyLots(lots)
  const whole = 100_000_000n
  return qtyLots(Number(divRound(BigInt(lots) * whole, whole - BigInt(takerE8), 'up')))
}

/**
 * Returns the cells once the entry is filled: waiting cells get equal shares of its proceeds or
 * cost, the last one the remainder, and their orders.
 */
export function enteredCells(cells: readonly GridCell[], cash: bigint): readonly GridCell[] {
  const count = cells.filter(({ isWaiting }) => isWaiting).length
  if (count === 0) return cells
  const share = divRound(cash, BigInt(count), 'truncate')
  let left = count
  return cells.map((cell) => {
    if (!cell.isWaiting) return cell
    left -= 1
    const half = left === 0 ? cash - share * BigInt(count - 1) : share
    return { ...cell, isWaiting: false, half }
  })
}

/** Returns the proceeds of an order in quote coin, net of fees; negative for a cost. */
export function cashOf({ kind }: Instrument, side: Side, { value, fee }: CellFill): bigint {
  if (side === 'Sell') return value - fee
  return kind === 'Spot' ? -value : -value - fee
}

/** Returns a cell after a final order of it, filled or not. */
export function filledCell(instrument: Instrument, cell: GridCell, fill: CellFill): GridCell {
  const isInKind = instrument.kind === 'Spot' && cell.side === 'Buy'
  return {
    ...cell,
    filledLots: qtyLots(cell.filledLots + fill.lots),
    cash: cell.cash + cashOf(instrument, cell.side, fill),
    feeBase: cell.feeBase + (isInKind ? fill.fee : 0n),
  }
}

/** The quantity of the grid's new pairs, and the rate that its resting orders pay. */
export type GridSize = { readonly lots: QtyLots; readonly makerE8: RateE8 }

export type CellStep = { readonly cell: GridCell; readonly profit: bigint | undefined }

/**
 * Returns the next order of a filled cell: after a buy it sells the bought quantity at the upper
 * level, after a sell it buys at the lower one. The second order of a pair completes the cell, and
 * the next pair has the grid's quantity at that time.
 */
export function nextCell(instrument: Instrument, cell: GridCell, grid: GridSize): CellStep {
  const side = oppositeSide(cell.side)
  if (cell.half !== undefined) {
    const profit = cell.half + cell.cash
    return { cell: { ...emptyCell, side, lots: grid.lots }, profit }
  }
  const lots = receivedLots(instrument, cell, grid.makerE8)
  return { cell: { ...emptyCell, side, lots, half: cell.cash }, profit: undefined }
}

function receivedLots({ kind, lotSizeE8 }: Instrument, cell: GridCell, makerE8: RateE8): QtyLots {
  if (kind !== 'Spot' || cell.side === 'Sell') return cell.filledLots
  const lot = BigInt(lotSizeE8)
  const received = divRound(BigInt(cell.filledLots) * lot - cell.feeBase, lot, 'down')
  return qtyLots(Math.min(Number(received), soldLots(cell.filledLots, makerE8)))
}
