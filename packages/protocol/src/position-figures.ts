// Derived figures of a position: last price, USD amounts, ROI, tier, term and decimals (spec 3).

import { pnlOverEntry, valueSide } from '@basis/domain/instrument/contract'
import { termOf, terms } from '@basis/domain/instrument/futures-calendar'
import {
  formatPrice,
  priceDecimals,
  qtyAmount,
  qtyDecimals,
  ticksToE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { marketTypeOf, marketTypes } from '@basis/domain/instrument/market'
import { realisedParts, roiE2 } from '@basis/domain/instrument/pnl'
import { orderCost, tierOf } from '@basis/domain/margin/cross-margin'
import {
  amount,
  formatTrimmed,
  mulDiv,
  unitE8,
  type Amount,
  type PriceE8,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { sideSign } from '@basis/domain/orders/order'
import type { Position } from '@basis/domain/orders/position'
import * as z from './schema/deferred.ts'
import { encodeAmount } from './order.ts'
import { decimal, decimalOrEmpty, signedDecimal, timeMs, optionalField } from './wire.ts'

export const positionStatuses = ['Normal', 'Liq'] as const

export const derivedFields = {
  marketsType: z.enum(marketTypes),
  /**
   * A liquidation ends within the command that starts it, so a sent position is always `Normal`.
   */
  positionStatus: z.enum(positionStatuses),
  /** The ID of its tier in the list of risk limits; 0 without a position. */
  riskId: z.int(),
  /** Empty before the first trade. */
  lastPrice: decimalOrEmpty,
  /** Liquidation is by mark price: the same price under both names. */
  liqPriceByMp: decimalOrEmpty,
  /** The position's margin: its initial margin and added margin. */
  positionBalance: signedDecimal,
  positionMargin: signedDecimal,
  /** Margin is computed at the mark: the same figures under both names. */
  positionIMByMp: signedDecimal,
  positionMMByMp: signedDecimal,
  /** In USD at the settle coin's index price, toward minus infinity; absent without one. */
  positionBalanceUsd: optionalField(signedDecimal),
  positionIMUsd: optionalField(signedDecimal),
  positionMMUsd: optionalField(signedDecimal),
  positionUPLUsd: optionalField(signedDecimal),
  /** Absent before the first trade. */
  positionUPLByLastPrice: optionalField(signedDecimal),
  /** Percent, two decimals (spec 9); one figure under both names. */
  ROI: signedDecimal,
  roi: signedDecimal,
  roiByLastPrice: optionalField(signedDecimal),
  /** The part of `positionRPL` from trades, before fees and funding. */
  tradePnl: signedDecimal,
  /** The margin left if all added margin is removed. */
  minPositionCost: signedDecimal,
  /** The contract is reduce-only. */
  reduceOnly: z.boolean(),
  /** 0 for a perpetual. */
  deliveryTime: timeMs,
  term: z.enum(['Perpetual', ...terms]),
  /** Order cost of a value of 1 at this leverage, including both fees (rules 3.2). */
  buyValueToCost: decimal,
  sellValueToCost: decimal,
  /** Decimals of prices, of quantities and of profit. */
  priceScale: z.int(),
  lotFraction: z.int(),
  upnlFraction: z.int(),
}
/** The inputs of the derived fields. */
export type DerivedFrom = {
  readonly position: Position
  readonly positionValue: Amount
  readonly initialMargin: Amount
  readonly maintenanceMargin: Amount
  readonly unrealisedPnl: Amount
  readonly liquidationPriceTicks?: PriceTicks
  /** 0 or absent before the first trade. */
  readonly lastTicks?: PriceTicks
  /** Of the settle coin; 0 or absent if it has no price. */
  readonly coinUsdE8?: PriceE8
}

/** Encodes the derived figures of a position. */
export function encodeDerived(from: DerivedFrom, instrument: Instrument) {
  const { position, initialMargin, maintenanceMargin } = from
  const { contractType = 'LinearPerpetual', deliveryMs, riskTiers } = instrument
  const balance = amount(initialMargin + position.extraMargin)
  const held = encodeAmount(balance)
  const { liquidationPriceTicks: liquidation } = from
  const tier = tierOf(riskTiers, from.positionValue)
  const roi = percent(roiE2(from.unrealisedPnl, position.leverageE2, position.entryValue))
  return {
    marketsType: marketTypeOf(contractType, instrument.settleCoin),
    positionStatus: 'Normal' as const,
    riskId: position.sizeLots === 0 ? 0 : riskTiers.indexOf(tier) + 1,
    lastPrice: from.lastTicks ? formatPrice(instrument, from.lastTicks) : '',
    liqPriceByMp: liquidation === undefined ? '' : formatPrice(instrument, liquidation),
    positionBalance: held,
    positionMargin: held,
    positionIMByMp: encodeAmount(initialMargin),
    positionMMByMp: encodeAmount(maintenanceMargin),
    ...inDollars(from, balance),
    ...atLast(from, instrument),
    ROI: roi,
    roi,
    tradePnl: encodeAmount(realisedParts(position).trade),
    minPositionCost: encodeAmount(initialMargin),
    reduceOnly: instrument.status === 'ReduceOnly',
    deliveryTime: deliveryMs ?? 0,
    term: deliveryMs === undefined ? ('Perpetual' as const) : termOf(deliveryMs),
    buyValueToCost: valueToCost(instrument, position, 'Buy'),
    sellValueToCost: valueToCost(instrument, position, 'Sell'),
    priceScale: priceDecimals(instrument),
    lotFraction: qtyDecimals(instrument),
    upnlFraction: upnlDecimals,
  }
}

/** Decimals of unrealised PnL, for every contract. */
export const upnlDecimals = 8

const percent = (e2: number): string => formatTrimmed(BigInt(e2), 2)

function inDollars(from: DerivedFrom, balance: Amount) {
  const { coinUsdE8 = 0, initialMargin, maintenanceMargin } = from
  if (coinUsdE8 === 0) return {}
  const usd = (value: Amount): string =>
    encodeAmount(amount(mulDiv(value, BigInt(coinUsdE8), unitE8, 'down')))
  return {
    positionBalanceUsd: usd(balance),
    positionIMUsd: usd(initialMargin),
    positionMMUsd: usd(maintenanceMargin),
    positionUPLUsd: usd(from.unrealisedPnl),
  }
}

function atLast({ position, lastTicks }: DerivedFrom, instrument: Instrument) {
  if (!lastTicks || position.side === 'None') return {}
  const { kind } = instrument
  if (kind === 'Spot') return {}
  const exposure = {
    kind,
    sign: sideSign(position.side),
    qty: qtyAmount(instrument, position.sizeLots),
  }
  const pnl = pnlOverEntry(exposure, position.entryValue, ticksToE8(instrument, lastTicks))
  return {
    positionUPLByLastPrice: encodeAmount(pnl),
    roiByLastPrice: percent(roiE2(pnl, position.leverageE2, position.entryValue)),
  }
}

function valueToCost(
  { kind, takerFeeE8 }: Instrument,
  { leverageE2 }: Position,
  side: 'Buy' | 'Sell',
): string {
  const sign = kind === 'Inverse' ? valueSide('Inverse', sideSign(side)) : sideSign(side)
  return encodeAmount(orderCost(sign, amount(unitE8), leverageE2, takerFeeE8))
}
