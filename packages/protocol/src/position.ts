// Positions on the wire (spec 3), and the records of closed PnL.

import {
  formatTrimmed,
  type Amount,
  type PriceE8,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { sides } from '@basis/domain/orders/order'
import type { ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
import { positionModes, type Position } from '@basis/domain/orders/position'
import { roiE2 } from '@basis/domain/instrument/pnl'
import { explainedRules } from '@basis/domain/margin/explanation'
import * as z from './schema/deferred.ts'
import { wireGreeks, type WireGreeks } from './options/chain.ts'
import { encodeAmount, positionIdx } from './order.ts'
import { derivedFields, encodeDerived } from './position-figures.ts'
import { encodeTpsl, wireTpsl } from './tpsl.ts'
import { decimal, decimalOrEmpty, signedDecimal, timeMs, optionalField } from './wire.ts'

export const wirePosition = z.object({
  symbol: z.string(),
  side: z.enum([...sides, 'None']),
  size: decimal,
  positionIdx,
  mode: z.enum(positionModes),
  isIsolated: z.boolean(),
  isAutoAddMargin: z.boolean(),
  /** Margin added to an isolated position; negative if funding reduced its own margin. */
  extraMargin: signedDecimal,
  leverage: decimal,
  /** Average entry price, unchanged by sessions (rules 1.8). */
  entryPrice: decimal,
  /** USDC contracts: the price of the last session, on which the PnL is based. */
  sessionAvgPrice: optionalField(decimal),
  /** USDC contracts: exact value at `entryPrice`; `entryValue` is at `sessionAvgPrice`. */
  averageValue: optionalField(decimal),
  /**
   * Exact entry value of the open quantity; PnL is computed from it, not from the rounded entry
   * price.
   */
  entryValue: decimal,
  markPrice: decimal,
  /** Empty if no price within the limits liquidates the position. */
  liqPrice: decimalOrEmpty,
  bustPrice: decimalOrEmpty,
  /** The ADL indicator: 5 is first in line, 0 is no position. */
  adlRankIndicator: optionalField(z.int()),
  breakevenPrice: decimalOrEmpty,
  positionValue: decimal,
  positionIM: signedDecimal,
  positionMM: signedDecimal,
  positionUPL: signedDecimal,
  /** Realised since the position was opened. */
  positionRPL: signedDecimal,
  cumRealisedPnl: signedDecimal,
  /** Funding not yet assigned to a closed part; positive if received. */
  positionFundingFee: signedDecimal,
  /** Opening fees not yet assigned to a closed part; positive if paid. */
  openFee: signedDecimal,
  /** In hundredths of a percent. */
  roiE4: z.int(),
  firstOpenPzTime: timeMs,
  updatedAtE3: timeMs,
  /** The trigger rate of its waiting MMR close order, 4 decimals (rules 8.8). */
  mmrCloseRateE4: optionalField(z.int()),
  /** When that order was set. */
  mmrCloseAtE3: optionalField(timeMs),
  /** Options only: per base coin, at the mark volatility. */
  greeks: optionalField(wireGreeks),
  strikePrice: optionalField(decimal),
  ...derivedFields,
  ...wireTpsl,
})
export type WirePosition = z.output<typeof wirePosition>

/** A position and the engine's figures for it. */
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
  /** 1 to 5; 0 without a position (rules 5.9). */
  readonly adlIndicator?: number
  readonly tpsl?: ExistingTpsl
  readonly mmrClose?: { readonly rateE4: number; readonly createdMs: number }
  /** 0 or absent before the first trade. */
  readonly lastTicks?: PriceTicks
  /** Of the settle coin; 0 or absent if it has no price. */
  readonly coinUsdE8?: PriceE8
  readonly greeks?: WireGreeks
}

/** Contracts with sessions: the average entry price and the session price (1.8). */
function encodeSession({ position, entryPriceE8 }: PositionFigures) {
  const { averageValue, averagePriceE8 } = position
  if (averageValue === undefined) return {}
  return {
    entryPrice: formatTrimmed(BigInt(averagePriceE8 ?? 0), 8),
    sessionAvgPrice: formatTrimmed(BigInt(entryPriceE8), 8),
    averageValue: encodeAmount(averageValue),
  }
}

/** Encodes a position: one-way, or a side of a hedge. */
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
    ...encodeSession(figures),
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
    ...(figures.adlIndicator === undefined ? {} : { adlRankIndicator: figures.adlIndicator }),
    cumRealisedPnl: encodeAmount(position.cumRealisedPnl),
    positionFundingFee: encodeAmount(position.openFunding),
    openFee: encodeAmount(position.openFees),
    roiE4: roiE2(figures.unrealisedPnl, position.leverageE2, position.entryValue),
    firstOpenPzTime: position.openedMs,
    updatedAtE3: position.updatedMs,
    ...encodeMmrClose(figures),
    ...(figures.greeks === undefined ? {} : { greeks: figures.greeks }),
    ...(instrument.option === undefined
      ? {}
      : { strikePrice: formatTrimmed(BigInt(instrument.option.strikeE8), 8) }),
    ...encodeDerived(figures, instrument),
    ...encodeTpsl(figures.tpsl, instrument),
  }
}

const encodeMmrClose = ({ mmrClose }: PositionFigures) =>
  mmrClose === undefined
    ? {}
    : { mmrCloseRateE4: mmrClose.rateE4, mmrCloseAtE3: mmrClose.createdMs }

/** An explanation: the deciding rule, its comparison, and its numbers by name. */
export const wireDecision = z.object({
  /** The explained event, such as `LiquidationStarted`, or the rejected command. */
  event: z.string(),
  symbol: z.string(),
  orderId: z.string(),
  rule: z.string(),
  /** The compared numbers by name and their relation; for a rejection without figures its field. */
  compared: z.string(),
  /** Decimal text, with the unit after a space if there is one. */
  numbers: z.record(z.string(), z.string()),
  timeE3: timeMs,
})
export type WireDecision = z.output<typeof wireDecision>

/**
 * The part of a position that a closing order closed in all its fills, or that was closed without
 * an order of the trader; closedPnl = tradePnl − openFee − closeFee + funding.
 */
export const wireClosedPnl = z.object({
  symbol: z.string(),
  /** The closed position's side. */
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
  cause: z.enum(['Trade', 'Liquidation', 'TakeOver', 'Adl', 'Delivery']),
  openedAtE3: timeMs,
  /** Time of the first fill; the records are sorted by it. */
  closedAtE3: timeMs,
  /** Time of the last fill so far. */
  updatedAtE3: timeMs,
})
export type WireClosedPnl = z.output<typeof wireClosedPnl>

/** A step of a liquidation or a deleveraging; size 0 has its own texts (spec 8). */
export const wireLiquidation = z.object({
  symbol: z.string(),
  /** The position's side. */
  side: z.enum([...sides, 'None']),
  size: decimal,
  markPrice: decimalOrEmpty,
  bustPrice: decimalOrEmpty,
  /** `closed`: a part of the position was closed, with price and PnL. */
  step: z.enum([
    'started',
    'replenished',
    'takenOver',
    'deleveraged',
    'lossCovered',
    'closed',
    'converted',
  ]),
  /** For `closed` the closed PnL after fees and funding, in the settle coin. */
  amount: signedDecimal,
  timeE3: timeMs,
  /** For `closed`, as in a record of closed PnL. */
  positionIdx: optionalField(positionIdx),
  cause: optionalField(z.enum(['Liquidation', 'TakeOver', 'Adl'])),
  avgExitPrice: optionalField(decimal),
  exitValue: optionalField(decimal),
  /** For `lossCovered` and `converted`: the coin that was covered or repaid. */
  coin: optionalField(z.string()),
  /**
   * For `converted`, if the exchange sold coins to repay a loan (rules 12.5): the reason, the
   * amount sold including the fee, and the maintenance margin rate before, as a fraction.
   */
  conversion: optionalField(
    z.object({
      cause: z.enum(['Rate', 'Limit', 'Liquidation']),
      soldCoin: z.string(),
      sold: decimal,
      fee: decimal,
      rate: decimal,
    }),
  ),
  /** The deciding rule, its comparison, and the named numbers of its formula. */
  explanation: optionalField(
    z.object({
      rule: z.enum(explainedRules),
      compared: z.string(),
      numbers: z.record(z.string(), z.string()),
    }),
  ),
})
export type WireLiquidation = z.output<typeof wireLiquidation>
