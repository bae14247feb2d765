// The figures of a position's row: value, margins, profit and loss, by the domain's formulas at a
// live price.

import { amount, mulDiv, qtyLots, unitE8, zero } from '@basis/domain/fixed'
import type { Amount, PriceE8, PriceTicks } from '@basis/domain/fixed'
import {
  priceOfValue,
  qtyAmount,
  ticksToE8,
  valueAtE8,
  valueOf,
  valueSign,
  type Instrument,
} from '@basis/domain/instrument'
import {
  crossInitialMargin,
  crossMaintenanceMargin,
  tierOf,
  type MarginInput,
} from '@basis/domain/margin'
import { oppositeSide, sideSign, type Side } from '@basis/domain/order'
import { breakEvenPriceE8, roiE2, unrealisedPnl } from '@basis/domain/pnl'
import type { Position } from '@basis/domain/position'
import type { HeldPosition } from '../../exchange/positions.ts'

/** Which price the profit column is reckoned at; risk always uses the mark (domain.md 1.4). */
export const pnlBases = ['MarkPrice', 'LastPrice'] as const
export type PnlBasis = (typeof pnlBases)[number]

export type PositionFigures = {
  readonly entryE8: PriceE8
  readonly breakEvenE8: PriceE8
  /** At the mark, 1e-8 settle coin. */
  readonly value: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  /** At the chosen basis; ROI in hundredths of a percent. */
  readonly unrealised: Amount
  readonly roiE2: number
}

/** Returns a row's figures; without a price of the basis the profit is that at the mark. */
export function positionFigures(
  position: HeldPosition,
  instrument: Instrument,
  prices: { readonly markE8: PriceE8; readonly last?: PriceTicks | undefined; basis: PnlBasis },
): PositionFigures {
  const sign = sideSign(position.side)
  const qty = qtyAmount(instrument, position.sizeLots)
  const value = valueAtE8(instrument, qty, prices.markE8)
  const basisE8 =
    prices.basis === 'LastPrice' && prices.last !== undefined
      ? ticksToE8(instrument, prices.last)
      : prices.markE8
  const unrealised = unrealisedPnl(
    valueSideOf(instrument, position.side),
    valueAtE8(instrument, qty, basisE8),
    position.entryValue,
  )
  const margin = {
    sign: valueSideOf(instrument, position.side),
    entryValue: position.entryValue,
    markValue: value,
    leverage: position.leverageE2,
    takerFee: instrument.takerFeeE8,
  }
  return {
    entryE8: priceOfValue(instrument, position.entryValue, qty),
    breakEvenE8: breakEvenPriceE8({
      kind: instrument.kind === 'Inverse' ? 'Inverse' : 'Linear',
      sign,
      qty,
      entryValue: position.entryValue,
      realised: position.realisedPnl,
      takerFee: instrument.takerFeeE8,
    }),
    value,
    initialMargin: initialMarginOf(position, margin),
    maintenanceMargin: crossMaintenanceMargin(margin, tierOf(instrument.riskTiers, value)),
    unrealised,
    roiE2: roiE2(unrealised, position.leverageE2, position.entryValue),
  }
}

/**
 * A cross position is margined by what it is worth, an isolated one by what it cost and what was
 * added to it (domain.md 4.4, 5.3).
 */
function initialMarginOf(position: HeldPosition, margin: MarginInput): Amount {
  if (!position.isIsolated) return crossInitialMargin(margin)
  const own = crossInitialMargin({ ...margin, markValue: position.entryValue })
  return amount(own + position.extraMargin)
}

/** The side by which value moves: an inverse long loses value as the price rises (1.2). */
const valueSideOf = (instrument: Instrument, side: Side): 1 | -1 =>
  sideSign(side) === valueSign(instrument) ? 1 : -1

/**
 * Returns the liquidation price as it may be shown: undefined at or outside the instrument's price
 * limits or when there is none (spec 5, display).
 */
export function shownLiquidation(
  instrument: Instrument,
  ticks: PriceTicks | undefined,
): PriceTicks | undefined {
  if (ticks === undefined) return undefined
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? undefined : ticks
}

/**
 * Returns how far the mark is from the liquidation price, in hundredths of a percent of the mark.
 */
export function distanceE2(
  instrument: Instrument,
  markE8: PriceE8,
  liquidation: PriceTicks,
): number {
  if (markE8 === 0) return 0
  const away = Math.abs(markE8 - ticksToE8(instrument, liquidation))
  return Math.round((away / markE8) * 10_000)
}

/**
 * Returns realised PnL's parts for its tooltip: what trades brought, fees not yet assigned,
 * funding.
 */
export function realisedParts(position: Position): {
  trade: Amount
  fees: Amount
  funding: Amount
} {
  const trade = position.realisedPnl + position.openFees - position.openFunding
  return {
    trade: amount(trade),
    fees: amount(-position.openFees),
    funding: position.openFunding,
  }
}

/** An order that closes a position, whole or in part. */
export type ClosingOrder = {
  readonly side: Side
  readonly lots: Position['sizeLots']
  /** Expected profit of the closed part at the price, after the closing fee, 1e-8 settle coin. */
  readonly expectedPnl: Amount
}

/**
 * Returns the order that closes `percent` of a position, floored to the lot but never to nothing.
 */
export function closingOrder(
  position: HeldPosition,
  instrument: Instrument,
  close: { readonly percent: number; readonly price: PriceTicks | undefined },
): ClosingOrder {
  const share = Math.floor((position.sizeLots * close.percent) / 100)
  const lots = qtyLots(Math.min(position.sizeLots, Math.max(share, 1)))
  const side = oppositeSide(position.side)
  if (close.price === undefined) return { side, lots, expectedPnl: zero }
  const exit = valueOf(instrument, close.price, lots)
  const entry = mulDiv(position.entryValue, BigInt(lots), BigInt(position.sizeLots), 'nearest')
  const gain = unrealisedPnl(valueSideOf(instrument, position.side), exit, amount(entry))
  const fee = mulDiv(exit, BigInt(instrument.takerFeeE8), unitE8, 'up')
  return { side, lots, expectedPnl: amount(gain - fee) }
}
