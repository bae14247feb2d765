// The cells of a grid and what a filled order makes of them; the exchange and the backtest run by
// these alone (rules 17.2).

import { divRound, qtyLots, type PriceTicks, type QtyLots, type RateE8 } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { oppositeSide, type Side } from '../orders/order.ts'
import { soldLots } from './profit.ts'
import type { GridMode } from './terms.ts'

/** One cell between two levels: it buys at the lower and sells at the upper one. */
export type GridCell = {
  /** The order that it has, or is about to have. */
  readonly side: Side
  readonly lots: QtyLots
  /** What of it was filled by orders that are final, and what that brought (or cost, below 0). */
  readonly filledLots: QtyLots
  readonly cash: bigint
  /** The fee in kind of a spot buy, 1e-8 base coin. */
  readonly feeBase: bigint
  /** What the first order of the pair brought; undefined while there is none. */
  readonly half: bigint | undefined
  /** It has no order before the entry is filled. */
  readonly isWaiting: boolean
}

/** What a final order did. */
export type CellFill = {
  readonly lots: number
  readonly value: bigint
  /** In kind for a spot buy, else in the quote coin. */
  readonly fee: bigint
}

/** How many of the first cells buy: those whose lower level lies below the price. */
export const buyingCells = (levels: readonly PriceTicks[], price: PriceTicks): number =>
  levels.slice(0, -1).filter((level) => level < price).length

/**
 * Returns the cells as they begin: each below the price, the one that holds it included, buys at
 * its lower level, each above sells at its upper one, so that the level between has no order
 * (EX-13.4). What is sold must be there: in spot and long grids the cells above wait for the entry,
 * in a short grid those below.
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

/** The side whose first orders need an entry before them; undefined for neutral grids. */
export function waitingSide(mode: GridMode): Side | undefined {
  if (mode === 'Neutral') return undefined
  return mode === 'Short' ? 'Buy' : 'Sell'
}

/**
 * Returns how many lots the entry trades at its limit: what the waiting cells close; in spot enough
 * more to pay the fee in kind.
 */
export function entryLots(mode: GridMode, cells: readonly GridCell[], takerE8: RateE8): QtyLots {
  const lots = cells.reduce((sum, cell) => (cell.isWaiting ? sum + cell.lots : sum), 0)
  if (mode !== 'Spot') return qtyLots(lots)
  const whole = 100_000_000n
  return qtyLots(Number(divRound(BigInt(lots) * whole, whole - BigInt(takerE8), 'up')))
}

/**
 * Returns the cells once the entry is filled: those that waited carry equal shares of what it
 * brought or cost, the last the remainder, and get their orders.
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

/** Returns what an order brought in quote coin, fees in; below zero what it cost. */
export function cashOf({ kind }: Instrument, side: Side, { value, fee }: CellFill): bigint {
  if (side === 'Sell') return value - fee
  return kind === 'Spot' ? -value : -value - fee
}

/** Returns a cell with what a final order of it did, filled or not. */
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
 * Returns what a filled cell does next: after a buy it sells what came in at the upper level, after
 * a sell it buys at the lower one. The second order of a pair completes the cell, and the next pair
 * has the quantity that the grid has by then.
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
