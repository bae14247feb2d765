// Parsing of amendments and cancellations of the open API into commands (reference 4.2, 4.3, 5.3).

import { priceTicks, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import { movedOrderProblem, settledQuantities } from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import type { CancelOrder, ReplaceOrder, SetTpSl } from '@basis/engine/commands'
import type { PositionView } from '@basis/engine/views'
import { readVolatility } from './create-order.ts'
import { readChangedLegs, readLegs, readMode, type LegFields } from './legs.ts'
import {
  readOrderName,
  readPositionIdx,
  readPriceField,
  readQty,
  type Fields,
  type LegFieldName,
  type Trader,
} from './order-fields.ts'
import { V5Refused } from '../refused.ts'
import { TraderProblem } from './wrong.ts'

export type AmendFields = Fields<
  LegFieldName | 'orderId' | 'orderLinkId' | 'qty' | 'price' | 'triggerPrice' | 'orderIv'
>

/** Reads an amendment of an order. Throws for one that changes nothing. */
export function readAmendment(
  trader: Trader,
  instrument: Instrument,
  fields: AmendFields,
): ReplaceOrder {
  const order = readOrderName(trader, instrument, fields)
  const standing = trader.parts.exchange.views.openOrder(trader.account, order)
  const { qty, price, triggerPrice, orderIv } = fields
  const limit =
    orderIv !== undefined
      ? readVolatility(trader, instrument, orderIv)
      : price === undefined
        ? undefined
        : readPriceField(instrument, price)
  const change = {
    ...(qty === undefined ? {} : { qtyLots: readQty(instrument, qty) }),
    ...(limit === undefined ? {} : { priceTicks: limit }),
    ...(triggerPrice === undefined
      ? {}
      : { triggerTicks: readPriceField(instrument, triggerPrice, 'triggerPrice') }),
    ...readChangedLegs(instrument, fields, standing?.stop),
  }
  if (Object.keys(change).length === 0) throw new TraderProblem(problem('orderUnchanged'))
  const wrong = standing && movedOrderProblem(standing, change, instrument)
  if (wrong !== undefined) throw new TraderProblem(wrong)
  return { kind: 'ReplaceOrder', account: trader.account, order, ...change }
}

export const readCancellation = (
  trader: Trader,
  instrument: Instrument,
  fields: Fields<'orderId' | 'orderLinkId'>,
): CancelOrder => ({
  kind: 'CancelOrder',
  account: trader.account,
  order: readOrderName(trader, instrument, fields),
})

export type TradingStopFields = LegFields &
  Fields<'positionIdx' | 'trailingStop' | 'activePrice' | 'tpSize' | 'slSize'>

/**
 * Reads the TP/SL and trailing stop of a position. Throws `not modified` if all are set already.
 */
export function readTradingStop(
  trader: Trader,
  instrument: Instrument,
  fields: TradingStopFields,
): SetTpSl {
  const positionIdx = readPositionIdx(fields.positionIdx)
  const mode = readMode(fields.tpslMode) ?? 'Full'
  const legs = readLegs(instrument, fields)
  const trailing = readTrailing(instrument, fields)
  const held = trader.parts.exchange.views
    .positions(trader.account)
    .find(
      ({ position }) =>
        position.symbol === instrument.symbol && position.positionIdx === positionIdx,
    )
  const isUnchanged =
    mode === 'Full'
      ? isAlreadySet(held, legs, trailing)
      : Object.keys(legs).length === 0 && isSameTrailing(held, trailing)
  if (isUnchanged && held !== undefined) throw new V5Refused(34040, 'not modified')
  if (held === undefined) throw new TraderProblem(problem('tpslWithoutPosition'))
  return {
    kind: 'SetTpSl',
    account: trader.account,
    symbol: instrument.symbol,
    positionIdx,
    mode,
    ...legs,
    ...(mode === 'Full' ? {} : readSizes(instrument, fields)),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

function readTrailing(
  instrument: Instrument,
  { trailingStop, activePrice }: TradingStopFields,
): TrailingRequest | undefined {
  if (trailingStop === undefined && activePrice === undefined) return undefined
  const distance: { distanceTicks?: PriceTicks } =
    trailingStop === undefined
      ? {}
      : { distanceTicks: readPriceField(instrument, trailingStop, 'trailingStop') }
  const isWaiting = activePrice !== undefined && Number(activePrice) !== 0
  const activation = isWaiting
    ? { activationTicks: readPriceField(instrument, activePrice, 'activePrice') }
    : {}
  return { ...distance, ...activation }
}

function readSizes(
  instrument: Instrument,
  { tpSize, slSize }: TradingStopFields,
): { readonly qtyLots?: QtyLots } {
  const settled = settledQuantities({
    tpLots: tpSize === undefined ? undefined : readQty(instrument, tpSize, 'tpSize'),
    slLots: slSize === undefined ? undefined : readQty(instrument, slSize, 'slSize'),
  })
  if ('name' in settled) throw new TraderProblem(settled)
  return settled.tpslLots === undefined ? {} : { qtyLots: settled.tpslLots }
}

/** Returns whether everything that is named is already set. */
function isAlreadySet(
  held: PositionView | undefined,
  legs: ReturnType<typeof readLegs>,
  trailing: TrailingRequest | undefined,
): boolean {
  const full = held?.tpsl.full
  const isSame = (name: 'takeProfit' | 'stopLoss'): boolean => {
    const asked = legs[name]
    if (asked === undefined) return true
    const standing = full?.[name]
    if (asked.triggerTicks === 0) return standing === undefined
    if (standing === undefined) return false
    return standing.triggerTicks === asked.triggerTicks && standing.triggerBy === asked.triggerBy
  }
  return isSame('takeProfit') && isSame('stopLoss') && isSameTrailing(held, trailing)
}

function isSameTrailing(
  held: PositionView | undefined,
  trailing: TrailingRequest | undefined,
): boolean {
  if (trailing === undefined) return true
  const standing = held?.tpsl.trailing
  if (trailing.distanceTicks === 0) return standing === undefined
  return (
    standing !== undefined &&
    (trailing.distanceTicks ?? standing.distanceTicks) === standing.distanceTicks &&
    (trailing.activationTicks ?? priceTicks(0)) === (standing.activationTicks ?? priceTicks(0))
  )
}
