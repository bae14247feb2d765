// Positions on the wire (spec 3), and the rows of closed profit and loss.

import { formatTrimmed, type Amount, type PriceE8, type PriceTicks } from '@basis/domain/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument'
import { sides } from '@basis/domain/order'
import { positionModes, type Position } from '@basis/domain/position'
import { roiE2 } from '@basis/domain/pnl'
import * as z from 'zod/mini'
import { encodeAmount, positionIdx } from './order.ts'
import { decimal, decimalOrEmpty, signedDecimal, timeMs } from './wire.ts'

export const wirePosition = z.object({
  symbol: z.string(),
  side: z.enum([...sides, 'None']),
  size: decimal,
  positionIdx,
  mode: z.enum(positionModes),
  isIsolated: z.boolean(),
  isAutoAddMargin: z.boolean(),
  /** Margin added to an isolated position; below zero where funding ate into its own. */
  extraMargin: signedDecimal,
  leverage: decimal,
  entryPrice: decimal,
  /**
   * Exact value at entry of what is held; PnL is computed from it, not from the rounded entry
   * price.
   */
  entryValue: decimal,
  markPrice: decimal,
  /** Empty when no price within the limits liquidates the position. */
  liqPrice: decimalOrEmpty,
  bustPrice: decimalOrEmpty,
  breakevenPrice: decimalOrEmpty,
  positionValue: decimal,
  positionIM: signedDecimal,
  positionMM: signedDecimal,
  positionUPL: signedDecimal,
  /** Realised since the position was opened. */
  positionRPL: signedDecimal,
  cumRealisedPnl: signedDecimal,
  /** Funding not yet assigned to a closed part; received above zero. */
  positionFundingFee: signedDecimal,
  /** Opening fees not yet assigned to a closed part; paid above zero. */
  openFee: signedDecimal,
  /** In hundredths of a percent. */
  roiE4: z.int(),
  firstOpenPzTime: timeMs,
  updatedAtE3: timeMs,
})
export type WirePosition = z.output<typeof wirePosition>

/** What is said of a position: the fact, and the engine's figures for it. */
export type PositionFigures = {
  readonly position: Position
  readonly entryPriceE8: PriceE8
  readonly markPriceE8: PriceE8
  readonly positionValue: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly unrealisedPnl: Amount
  readonly liquidationPriceTicks?: PriceTicks
  readonly bankruptcyPriceTicks?: PriceTicks
  readonly breakEvenPriceE8: PriceE8
}

/** Writes a position in one-way mode. */
export function encodePosition(figures: PositionFigures, instrument: Instrument): WirePosition {
  const { position } = figures
  const price = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  return {
    symbol: position.symbol,
    side: position.side,
    size: formatQty(instrument, position.sizeLots),
    positionIdx: position.positionIdx,
    mode: position.positionIdx === 0 ? 'MergedSingle' : 'BothSide',
    isIsolated: position.isIsolated,
    isAutoAddMargin: position.isAutoAddMargin,
    extraMargin: encodeAmount(position.extraMargin),
    leverage: formatTrimmed(BigInt(position.leverageE2), 2),
    entryPrice: formatTrimmed(BigInt(figures.entryPriceE8), 8),
    entryValue: encodeAmount(position.entryValue),
    markPrice: formatTrimmed(BigInt(figures.markPriceE8), 8),
    liqPrice: price(figures.liquidationPriceTicks),
    bustPrice: price(figures.bankruptcyPriceTicks),
    breakevenPrice:
      position.sizeLots === 0 ? '' : formatTrimmed(BigInt(figures.breakEvenPriceE8), 8),
    positionValue: encodeAmount(figures.positionValue),
    positionIM: encodeAmount(figures.initialMargin),
    positionMM: encodeAmount(figures.maintenanceMargin),
    positionUPL: encodeAmount(figures.unrealisedPnl),
    positionRPL: encodeAmount(position.realisedPnl),
    cumRealisedPnl: encodeAmount(position.cumRealisedPnl),
    positionFundingFee: encodeAmount(position.openFunding),
    openFee: encodeAmount(position.openFees),
    roiE4: roiE2(figures.unrealisedPnl, position.leverageE2, position.entryValue),
    firstOpenPzTime: position.openedMs,
    updatedAtE3: position.updatedMs,
  }
}

/** A part of a position that was closed; closedPnl = tradePnl − openFee − closeFee + funding. */
export const wireClosedPnl = z.object({
  symbol: z.string(),
  /** The side of the position that was closed. */
  side: z.enum(sides),
  orderId: z.string(),
  closedSize: decimal,
  avgEntryPrice: decimal,
  avgExitPrice: decimal,
  entryValue: decimal,
  exitValue: decimal,
  tradePnl: signedDecimal,
  openFee: signedDecimal,
  closeFee: signedDecimal,
  fundingFee: signedDecimal,
  closedPnl: signedDecimal,
  cause: z.enum(['Trade', 'Liquidation', 'TakeOver']),
  openedAtE3: timeMs,
  closedAtE3: timeMs,
})
export type WireClosedPnl = z.output<typeof wireClosedPnl>
