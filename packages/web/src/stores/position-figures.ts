// The figures of a position at a live price, by the domain's formulas, for its row, its card and
// its lines on the chart.

import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { pnlOverEntry, valueSide, type ContractKind } from '@basis/domain/instrument/contract'
import {
  qtyAmount,
  ticksToE8,
  valueAtE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import {
  closeFeeReserve,
  crossInitialMargin,
  crossMaintenanceMargin,
  tierOf,
  type MarginInput,
} from '@basis/domain/margin/cross-margin'
import { hedgeMaintenance } from '@basis/domain/margin/hedge'
import { sideSign, type Side } from '@basis/domain/orders/order'
import { breakEvenPriceE8, roiE2 } from '@basis/domain/instrument/pnl'
import { positionOf, type HeldPosition } from './positions.ts'
import type { PnlBasis } from './settings.ts'
import type { Ticker } from './tickers.ts'

export type PositionFigures = {
  /** The average entry price, which sessions do not change (1.8). */
  readonly entryE8: PriceE8
  /** Of a contract with sessions: the last session's price, from which profit is computed. */
  readonly sessionE8?: PriceE8
  /** 0 if there is no break-even price. */
  readonly breakEvenE8: PriceE8
  readonly markE8: PriceE8
  /** The price profit is computed at: the last price only if it is chosen and known. */
  readonly basis: PnlBasis
  readonly basisE8: PriceE8
  /** At the mark price, 1e-8 settle coin. */
  readonly value: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  /** At the chosen basis; ROI in hundredths of a percent. */
  readonly unrealised: Amount
  readonly roiE2: number
}

type FiguresAt = {
  readonly markE8: PriceE8
  readonly last?: PriceTicks | undefined
  readonly basis: PnlBasis
  /** In a hedge: the size of the other side. */
  readonly otherLots?: QtyLots | undefined
}

/** Returns a position's figures; without a price of the basis the profit is at the mark price. */
export function positionFigures(
  position: HeldPosition,
  instrument: Instrument,
  prices: FiguresAt,
): PositionFigures {
  const kind = contractKind(instrument)
  const sign = sideSign(position.side)
  const qty = qtyAmount(instrument, position.sizeLots)
  const value = valueAtE8(instrument, qty, prices.markE8)
  const lastE8 =
    prices.basis === 'LastPrice' && prices.last !== undefined
      ? ticksToE8(instrument, prices.last)
      : undefined
  const basisE8 = lastE8 ?? prices.markE8
  const unrealised = pnlOverEntry({ kind, sign, qty }, position.entryValue, basisE8)
  const margin = {
    sign: valueSide(kind, sign),
    entryValue: position.entryValue,
    markValue: value,
    leverage: position.leverageE2,
    takerFee: instrument.takerFeeE8,
  }
  return {
    entryE8: position.averagePriceE8 ?? position.entryPriceE8,
    ...(position.averagePriceE8 === undefined ? {} : { sessionE8: position.entryPriceE8 }),
    breakEvenE8: breakEvenPriceE8({
      kind,
      sign,
      qty,
      entryValue: position.entryValue,
      realised: position.realisedPnl,
      takerFee: instrument.takerFeeE8,
    }),
    markE8: prices.markE8,
    basis: lastE8 === undefined ? 'MarkPrice' : 'LastPrice',
    basisE8,
    value,
    initialMargin: initialMarginOf(position, margin),
    maintenanceMargin: maintenanceMarginOf(position, instrument, margin, prices),
    unrealised,
    roiE2: roiE2(unrealised, position.leverageE2, position.entryValue),
  }
}

/** Returns a position's figures at current prices; undefined until the first mark price. */
export function figuresNow(
  position: HeldPosition,
  instrument: Instrument,
  ticker: Pick<Ticker, 'markE8' | 'lastTicks'> | undefined,
  basis: PnlBasis,
): PositionFigures | undefined {
  if (ticker?.markE8 === undefined) return undefined
  const { markE8, lastTicks } = ticker
  const last = lastTicks === undefined ? undefined : priceTicks(lastTicks)
  const { symbol, positionIdx } = position
  const other = positionIdx === 0 ? undefined : positionOf(symbol, positionIdx === 1 ? 2 : 1)
  const otherLots = other?.position.sizeLots
  return positionFigures(position, instrument, { markE8: priceE8(markE8), last, basis, otherLots })
}

type MarginFigure = 'initialMargin' | 'maintenanceMargin'
/** The figures as shown; margins only if the position has its own. */
export type ShownFigures = Omit<PositionFigures, MarginFigure> &
  Partial<Pick<PositionFigures, MarginFigure>>

/** Portfolio margin covers a coin as a whole: no position has a margin of its own (rules 10.1). */
export function withoutMargins(figures: PositionFigures): ShownFigures {
  const { initialMargin: _initial, maintenanceMargin: _maintenance, ...shown } = figures
  return shown
}

/**
 * The margin of a cross position follows from its value, that of an isolated one from its cost and
 * the margin added to it (rules 4.4, 5.3).
 */
function initialMarginOf(position: HeldPosition, margin: MarginInput): Amount {
  if (!position.isIsolated) return crossInitialMargin(margin)
  const own = crossInitialMargin({ ...margin, markValue: position.entryValue })
  return amount(own + position.extraMargin)
}

/**
 * In a cross hedge each side has its share of the pair's margin: its closing fee, and for the
 * larger side the maintenance margin of the part that is not hedged (rules 6.3).
 */
function maintenanceMarginOf(
  { isIsolated, sizeLots }: HeldPosition,
  instrument: Instrument,
  margin: MarginInput,
  { markE8, otherLots }: FiguresAt,
): Amount {
  const { riskTiers } = instrument
  if (isIsolated || otherLots === undefined) {
    return crossMaintenanceMargin(margin, tierOf(riskTiers, margin.markValue))
  }
  const net = qtyAmount(instrument, qtyLots(Math.max(0, sizeLots - otherLots)))
  return hedgeMaintenance(closeFeeReserve(margin), valueAtE8(instrument, net, markE8), riskTiers)
}

const contractKind = ({ kind }: Instrument): ContractKind =>
  kind === 'Inverse' ? 'Inverse' : 'Linear'

/** The sign of the change in value: an inverse long loses value as the price rises (1.2). */
export const valueSideOf = (instrument: Instrument, side: Side): 1 | -1 =>
  valueSide(contractKind(instrument), sideSign(side))

/**
 * Returns the liquidation price to display: undefined at or outside the instrument's price limits
 * or if there is none (spec 5, display).
 */
export function shownLiquidation(
  instrument: Instrument,
  ticks: PriceTicks | undefined,
): PriceTicks | undefined {
  if (ticks === undefined) return undefined
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? undefined : ticks
}
