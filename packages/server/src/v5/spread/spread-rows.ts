// Combinations, their orders and fills as rows of the open API (spreads 5), from the encodings of
// the terminal.

import type { SpreadFill, SpreadOrder } from '@basis/domain/spread/order'
import type { SpreadTraded } from '@basis/engine/events'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5Answer } from '@basis/protocol/v5/calls'
import type { V5SpreadOrderRow } from '@basis/protocol/v5/spread-calls'
import {
  encodeSpreadFill,
  encodeSpreadInstrument,
  encodeSpreadOrder,
  encodeSpreadTicker,
  encodeSpreadTrade,
  type SpreadView,
} from '../../exchange/encoded-spreads.ts'
import type { V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'
import { endingWords, timesInForceWords } from '../rows/row-words.ts'
import type { SpreadDay } from './spread-days.ts'

type Exchange = Pick<V5Parts, 'exchange'>
type Row<Name extends 'spreadInstruments' | 'spreadTickers' | 'spreadTrades'> =
  V5Answer<Name>['list'][number]

/** Returns the open API symbol of a leg. */
function legName({ exchange }: Exchange, symbol: SpreadOrder['symbol']): string {
  const instrument = exchange.views.instrument(symbol)
  return instrument === undefined ? symbol : v5Symbol(instrument)
}

export function spreadInstrumentRow(parts: Exchange, view: SpreadView): Row<'spreadInstruments'> {
  const { views } = parts.exchange
  const { far, near } = view.combination
  const { deliveryTime, legs, maxMarketSize: _, ...wire } = encodeSpreadInstrument(views, view)
  const launched = [far, near].map((leg) => views.instrument(leg)?.launchMs ?? 0)
  return {
    ...wire,
    launchTime: String(Math.max(...launched)),
    deliveryTime: String(deliveryTime),
    legs: [far, near].map((symbol, place) => ({
      symbol: legName(parts, symbol),
      contractType: legs[place]?.contractType ?? '',
    })),
  }
}

export function spreadTickerRow(
  { exchange }: Exchange,
  view: SpreadView,
  day: SpreadDay,
): Row<'spreadTickers'> {
  const { symbol, bidPrice, bidSize, askPrice, askSize, lastPrice } = encodeSpreadTicker(
    exchange.views,
    view,
    exchange.lastTimeMs(),
  )
  return { symbol, bidPrice, bidSize, askPrice, askSize, lastPrice, ...day }
}

export function spreadTradeRow(
  { combination }: SpreadView,
  { event, timeMs, seq }: { event: SpreadTraded; timeMs: number; seq: number },
): Row<'spreadTrades'> {
  const wire = encodeSpreadTrade(combination, event, timeMs)
  return { ...wire, time: String(timeMs), seq: String(seq) }
}

/** Encodes an order; undefined once its combination is gone. */
export function spreadOrderRow(parts: Exchange, order: SpreadOrder): V5SpreadOrderRow | undefined {
  const { views } = parts.exchange
  const combination = views.spreads.market(order.symbol)?.combination
  if (combination === undefined) return undefined
  const wire = encodeSpreadOrder(views, order, combination)
  const { cancelType, rejectReason } = endingWords(order, 'linear', undefined)
  const times = { created: String(order.createdMs), updated: String(order.updatedMs) }
  return {
    symbol: wire.symbol,
    contractType: combination.kind,
    baseCoin: combination.baseCoin,
    settleCoin: combination.quoteCoin,
    orderId: encodeV5OrderId(order.id, false),
    orderLinkId: wire.orderLinkId,
    side: wire.side,
    orderType: wire.orderType,
    timeInForce: timesInForceWords[order.timeInForce],
    orderStatus: order.status === 'PartiallyFilledCanceled' ? 'Cancelled' : order.status,
    cancelType,
    cxlRejReason: rejectReason,
    price: wire.price === '' ? '0' : wire.price,
    avgPrice: wire.avgPrice,
    qty: wire.qty,
    orderQty: wire.qty,
    leavesQty: wire.leavesQty,
    cumExecQty: wire.cumExecQty,
    cumExecValue: wire.cumExecValue,
    cumFeeDetail: wire.cumFeeDetail,
    createdTime: times.created,
    updatedTime: times.updated,
    createdAt: times.created,
    updatedAt: times.updated,
    leg1Symbol: legName(parts, combination.far),
    leg1ProdType: wire.legProdType1,
    leg1OrderId: encodeV5OrderId(Number(wire.legOrderId1), wire.legProdType1 === 'Spot'),
    leg1Side: wire.legSide1,
    leg2Symbol: legName(parts, combination.near),
    leg2ProdType: wire.legProdType2,
    leg2OrderId: encodeV5OrderId(Number(wire.legOrderId2), wire.legProdType2 === 'Spot'),
    leg2Side: wire.legSide2,
  }
}

type Filled = { readonly spread: SpreadOrder; readonly fill: SpreadFill; readonly timeMs: number }

/** Encodes a fill with both legs, the far one first. */
export function spreadExecutionRow(
  parts: Exchange,
  filled: Filled,
): V5Answer<'spreadExecutions'>['list'][number] | undefined {
  const { views } = parts.exchange
  const combination = views.spreads.market(filled.spread.symbol)?.combination
  const wire = combination && encodeSpreadFill(views, filled, combination)
  if (wire === undefined) return undefined
  const { symbol, orderLinkId, side, execId, execPrice, execQty, execValue, isMaker } = wire
  const execTime = String(filled.timeMs)
  return {
    symbol,
    orderLinkId,
    side,
    execId,
    execPrice,
    execQty,
    execValue,
    isMaker,
    execTime,
    orderId: encodeV5OrderId(filled.spread.id, false),
    execType: 'Trade',
    extraFees: '',
    legs: wire.legs.map((leg, place) => ({
      ...leg,
      symbol: legName(parts, place === 0 ? filled.fill.far.symbol : filled.fill.near.symbol),
      orderId: encodeV5OrderId(Number(leg.orderId), leg.category === 'spot'),
      execTime,
    })),
  }
}

/** Returns the rows of a fill for its topic: the combination, then each leg (spreads 5). */
export function spreadExecutionRows(
  parts: Exchange,
  filled: Filled & { readonly seq: number },
): object[] {
  const whole = spreadExecutionRow(parts, filled)
  if (whole === undefined) return []
  const { legs, ...combination } = whole
  const { seq } = filled
  const shared = { orderLinkId: whole.orderLinkId, isMaker: whole.isMaker, extraFees: '', seq }
  return [
    {
      ...combination,
      category: 'combination',
      parentExecId: '',
      execFee: '',
      feeCurrency: '',
      feeRate: '',
      isLeverage: '',
      seq,
    },
    ...legs.map(({ category, ...leg }) => ({
      ...leg,
      ...shared,
      category: category === 'spot' ? 'spot_leg' : 'future_leg',
      parentExecId: whole.execId,
      isLeverage: category === 'spot' ? '0' : '',
    })),
  ]
}
