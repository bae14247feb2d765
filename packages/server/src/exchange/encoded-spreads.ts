// Combinations, their orders and fills, encoded for the wire (rules 20).

import { divRound, formatSteps, formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty } from '@basis/domain/instrument/instrument'
import { oppositeSide } from '@basis/domain/orders/order'
import { annualFunding } from '@basis/domain/pricing/mark-price'
import type { Combination } from '@basis/domain/spread/combination'
import {
  formatSpreadQty,
  legOrderIds,
  type SpreadFill,
  type SpreadLegFill,
  type SpreadOrder,
} from '@basis/domain/spread/order'
import { annualYieldE8, earnedOverMs, formatSpread } from '@basis/domain/spread/pricing'
import type { SpreadTraded } from '@basis/engine/events'
import type { Views } from '@basis/engine/views'
import type {
  WireSpreadBook,
  WireSpreadInstrument,
  WireSpreadTicker,
  WireSpreadTrade,
} from '@basis/protocol/spread/market'
import type {
  WireSpreadExecution,
  WireSpreadLeg,
  WireSpreadOrder,
} from '@basis/protocol/spread/order'

export type SpreadView = NonNullable<ReturnType<Views['spreads']['market']>>

const money = (value: bigint): string => formatTrimmed(value, 8)

/** Returns the combinations that are not settling. */
export const liveSpreads = ({ spreads }: Views): readonly SpreadView[] =>
  spreads.symbols().flatMap((symbol) => {
    const view = spreads.market(symbol)
    return view === undefined || view.status === 'Settling' ? [] : [view]
  })

export function encodeSpreadInstrument(views: Views, view: SpreadView): WireSpreadInstrument {
  const { combination, status, band } = view
  const { tickSizeE8, lotSizeE8, closesMs = 0 } = combination
  const leg = (symbol: Combination['far']) => ({
    symbol,
    contractType: views.instrument(symbol)?.contractType ?? 'Spot',
  })
  return {
    symbol: combination.symbol,
    contractType: combination.kind,
    status,
    baseCoin: combination.baseCoin,
    quoteCoin: combination.quoteCoin,
    settleCoin: combination.quoteCoin,
    tickSize: formatSteps(1, tickSizeE8),
    minPrice: band === undefined ? '' : formatSpread(combination, band.low),
    maxPrice: band === undefined ? '' : formatSpread(combination, band.high),
    lotSize: formatSteps(1, lotSizeE8),
    minSize: formatSpreadQty(combination, combination.minQtyLots),
    maxSize: formatSpreadQty(combination, combination.maxQtyLots),
    maxMarketSize: formatSpreadQty(combination, combination.maxMarketQtyLots),
    deliveryTime: closesMs,
    legs: [leg(combination.far), leg(combination.near)],
  }
}

export function encodeSpreadTicker(
  views: Views,
  view: SpreadView,
  nowMs: number,
): WireSpreadTicker {
  const { combination, fairTicks, lastTicks, farMarkE8, nearMarkE8 } = view
  const { symbol } = combination
  const depth = views.spreads.depth(symbol, 1)
  const [bid, ask] = [depth?.bids[0], depth?.asks[0]]
  const price = (ticks: typeof lastTicks) =>
    ticks === undefined ? '' : formatSpread(combination, ticks)
  const size = (level: typeof bid) =>
    level === undefined ? '' : formatSpreadQty(combination, level.qtyLots)
  return {
    symbol,
    bidPrice: price(bid?.priceTicks),
    bidSize: size(bid),
    askPrice: price(ask?.priceTicks),
    askSize: size(ask),
    lastPrice: price(lastTicks),
    fairPrice: price(fairTicks),
    farPrice: farMarkE8 === 0 ? '' : money(BigInt(farMarkE8)),
    nearPrice: nearMarkE8 === 0 ? '' : money(BigInt(nearMarkE8)),
    annualYield: money(BigInt(yieldOf(views, view, nowMs))),
  }
}

/** Perpetual against spot: the funding; with an expiring leg: the spread (20.5). */
function yieldOf(views: Views, view: SpreadView, nowMs: number): number {
  const { combination, fairTicks = 0, nearMarkE8 } = view
  const [far, near] = [views.symbol(combination.far), views.symbol(combination.near)]
  if (far === undefined || near === undefined) return 0
  if (combination.closesMs === undefined) {
    return annualFunding(far.fundingRateE8, far.instrument.fundingIntervalMin)
  }
  const spreadE8 = fairTicks * combination.tickSizeE8
  const legs = [far.instrument, near.instrument] as const
  return annualYieldE8(spreadE8, nearMarkE8, earnedOverMs(combination.closesMs, legs, nowMs))
}

export function encodeSpreadBook(
  views: Views,
  view: SpreadView,
  { levels, nowMs }: { readonly levels: number; readonly nowMs: number },
): WireSpreadBook {
  const { combination } = view
  const depth = views.spreads.depth(combination.symbol, levels)
  type Levels = NonNullable<typeof depth>['bids']
  const side = (of: Levels = []): WireSpreadBook['b'] =>
    of.map(({ priceTicks, qtyLots }) => [
      formatSpread(combination, priceTicks),
      formatSpreadQty(combination, qtyLots),
    ])
  const { symbol } = combination
  return {
    s: symbol,
    b: side(depth?.bids),
    a: side(depth?.asks),
    u: depth?.version ?? 0,
    ts: nowMs,
  }
}

export const encodeSpreadTrade = (
  combination: Combination,
  { tradeId, symbol, priceTicks, qtyLots, takerSide }: SpreadTraded,
  timeMs: number,
): WireSpreadTrade => ({
  execId: String(tradeId),
  symbol,
  price: formatSpread(combination, priceTicks),
  size: formatSpreadQty(combination, qtyLots),
  side: takerSide,
  time: timeMs,
})

const productOf = (views: Views, symbol: Combination['far']) =>
  views.instrument(symbol)?.kind === 'Spot' ? ('Spot' as const) : ('Futures' as const)

export function encodeSpreadOrder(
  views: Views,
  order: SpreadOrder,
  combination: Combination,
): WireSpreadOrder {
  const { side, filledLots, filledValue } = order
  const ids = legOrderIds(order.id)
  const { far, near, tickSizeE8, lotSizeE8 } = combination
  const qty = BigInt(filledLots) * BigInt(lotSizeE8)
  const average = qty === 0n ? '' : money(divRound(filledValue * 100_000_000n, qty, 'nearest'))
  const size = (lots: SpreadOrder['qtyLots']) =>
    formatSpreadQty({ ...combination, tickSizeE8 }, lots)
  return {
    orderId: String(order.id),
    orderLinkId: order.linkId,
    symbol: order.symbol,
    side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    orderStatus: order.status,
    cancelType: order.cancelType ?? '',
    price: order.orderType === 'Market' ? '' : formatSpread(combination, order.priceTicks),
    qty: size(order.qtyLots),
    leavesQty: size(order.leavesLots),
    cumExecQty: size(filledLots),
    avgPrice: average,
    cumExecValue: money(filledValue),
    cumFeeDetail: Object.fromEntries(order.fees.map(({ coin, fee }) => [coin, money(fee)])),
    legOrderId1: String(ids.far),
    legSymbol1: far,
    legSide1: side,
    legProdType1: productOf(views, far),
    legOrderId2: String(ids.near),
    legSymbol2: near,
    legSide2: oppositeSide(side),
    legProdType2: productOf(views, near),
    createdAtE3: order.createdMs,
    updatedAtE3: order.updatedMs,
  }
}

export function encodeSpreadFill(
  views: Views,
  { spread, fill, timeMs }: { spread: SpreadOrder; fill: SpreadFill; timeMs: number },
  combination: Combination,
): WireSpreadExecution | undefined {
  const far = encodeLeg(views, fill.far, timeMs)
  const near = encodeLeg(views, fill.near, timeMs)
  if (far === undefined || near === undefined) return undefined
  return {
    execId: String(fill.tradeId),
    orderId: String(spread.id),
    orderLinkId: spread.linkId,
    symbol: spread.symbol,
    side: spread.side,
    category: 'combination',
    execType: 'FutureSpread',
    execPrice: formatSpread(combination, fill.priceTicks),
    execQty: formatSpreadQty(combination, fill.qtyLots),
    execValue: money(fill.value),
    isMaker: fill.isMaker,
    referencePrice: money(BigInt(fill.referenceE8)),
    execTime: timeMs,
    legs: [far, near],
  }
}

function encodeLeg(views: Views, leg: SpreadLegFill, timeMs: number): WireSpreadLeg | undefined {
  const instrument = views.instrument(leg.symbol)
  if (instrument === undefined) return undefined
  return {
    execId: String(leg.tradeId),
    orderId: String(leg.orderId),
    symbol: leg.symbol,
    side: leg.side,
    category: instrument.kind === 'Spot' ? 'spot' : 'linear',
    execType: 'FutureSpread',
    execPrice: formatPrice(instrument, leg.priceTicks),
    execQty: formatQty(instrument, leg.qtyLots),
    execValue: money(leg.value),
    execFee: money(leg.fee),
    feeCurrency: leg.feeCoin,
    feeRate: money(BigInt(leg.feeRateE8)),
    execTime: timeMs,
  }
}
