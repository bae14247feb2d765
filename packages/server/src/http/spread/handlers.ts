// Combination (spread) calls over HTTP: public market data, orders and executions of the caller
// (rules 20).

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { qtyLots, type QtyLots } from '@basis/domain/numbers/fixed'
import { problem } from '@basis/domain/instrument/problems'
import type { Combination } from '@basis/domain/spread/combination'
import { formatSpreadQty, parseSpreadQty } from '@basis/domain/spread/order'
import { fairSpreadTicks, formatSpread, parseSpread } from '@basis/domain/spread/pricing'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { CallRequest } from '@basis/protocol/calls'
import { spreadBookLevels } from '@basis/protocol/spread/market'
import type { OrderName } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import {
  encodeSpreadBook,
  encodeSpreadFill,
  encodeSpreadInstrument,
  encodeSpreadOrder,
  encodeSpreadTicker,
  encodeSpreadTrade,
  liveSpreads,
} from '../../exchange/encoded-spreads.ts'
import type { Handlers, Parts, SessionContext } from '../call-context.ts'
import { problemRefusal } from '../guards/refusal.ts'
import { spanOf } from '../history.ts'
import { nameOfOpen } from '../orders/order-requests.ts'
import { submit } from '../submit.ts'

export const spreadHandlers: Handlers<
  | 'spreadInstruments'
  | 'spreadBook'
  | 'spreadTickers'
  | 'spreadTrades'
  | 'spreadLine'
  | 'spreadMarket'
  | 'createSpread'
  | 'amendSpread'
  | 'cancelSpread'
  | 'cancelAllSpreads'
  | 'openSpreads'
  | 'spreadHistory'
  | 'spreadExecutions'
  | 'maxSpreadQty'
> = {
  spreadInstruments: ({ parts }, { symbol, baseCoin }) => {
    const { views } = parts.exchange
    const list = liveSpreads(parts.exchange.views)
      .filter(({ combination }) => symbol === undefined || combination.symbol === symbol)
      .filter(({ combination }) => baseCoin === undefined || combination.baseCoin === baseCoin)
      .map((view) => encodeSpreadInstrument(views, view))
    return { value: { list, nextPageCursor: '' } }
  },

  spreadBook: ({ parts }, { symbol, limit = spreadBookLevels }) => {
    const levels = Math.min(Math.max(1, limit), spreadBookLevels)
    const nowMs = parts.exchange.lastTimeMs()
    return {
      value: encodeSpreadBook(parts.exchange.views, foundSpread(parts, symbol), { levels, nowMs }),
    }
  },

  spreadTickers: ({ parts }, { symbol }) => {
    const asked =
      symbol === undefined ? liveSpreads(parts.exchange.views) : [foundSpread(parts, symbol)]
    const nowMs = parts.exchange.lastTimeMs()
    const list = asked.map((view) => encodeSpreadTicker(parts.exchange.views, view, nowMs))
    return { value: { list } }
  },

  spreadTrades: async ({ parts }, { symbol, limit = tradesShown }) => ({
    value: { list: await tradesOf(parts, foundSpread(parts, symbol).combination, limit) },
  }),

  spreadLine: async ({ parts }, { symbol, interval }) => ({
    value: { list: await lineOf(parts, foundSpread(parts, symbol).combination, interval) },
  }),

  spreadMarket: async ({ parts }, { symbol }) => {
    const { views } = parts.exchange
    const view = foundSpread(parts, symbol)
    const trades = await tradesOf(parts, view.combination, tradesShown)
    const nowMs = parts.exchange.lastTimeMs()
    return {
      value: {
        instrument: encodeSpreadInstrument(views, view),
        ticker: encodeSpreadTicker(views, view, nowMs),
        book: encodeSpreadBook(views, view, { levels: spreadBookLevels, nowMs }),
        trades,
      },
    }
  },

  createSpread: async ({ parts, account }, request) => {
    const { symbol, side, orderType, orderLinkId = '' } = request
    const { combination } = foundSpread(parts, symbol)
    const defaultTimeInForce = orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel'
    const applied = await submit(parts, {
      kind: 'PlaceSpread',
      account,
      symbol: combination.symbol,
      side,
      orderType,
      timeInForce: request.timeInForce ?? defaultTimeInForce,
      ...priceOf(combination, request.price),
      qtyLots: sizeOf(combination, request.qty),
      linkId: orderLinkId,
      // Self-match prevention cancels the resting order of the account, not the new one.
      selfTrade: 'CancelMaker',
    })
    const order = orderAfter(parts, applied, account)
    if (order === undefined) throw problemRefusal(problem('orderNotFound', 'orderLinkId'))
    return { value: { orderId: order.orderId, orderLinkId, order }, seq: applied.seq }
  },

  amendSpread: async (context, request) => {
    const { parts, account } = context
    const { combination } = foundSpread(parts, request.symbol)
    const applied = await submit(parts, {
      kind: 'ReplaceSpread',
      account,
      order: nameOf(context, request, combination.symbol),
      ...priceOf(combination, request.price),
      ...(request.qty === undefined ? {} : { qtyLots: sizeOf(combination, request.qty) }),
    })
    return { value: receiptOf(applied, request), seq: applied.seq }
  },

  cancelSpread: async (context, request) => {
    const { parts, account } = context
    const order = nameOf(context, request)
    const applied = await submit(parts, { kind: 'CancelSpread', account, order })
    return { value: receiptOf(applied, request), seq: applied.seq }
  },

  cancelAllSpreads: async ({ parts, account }, { symbol }) => {
    const applied = await submit(parts, {
      kind: 'CancelAllSpreads',
      account,
      ...(symbol === undefined ? {} : { symbol: foundSpread(parts, symbol).combination.symbol }),
    })
    const list = applied.events.flatMap((event) =>
      event.kind === 'SpreadOrderChanged' && event.spread.account === account
        ? [{ orderId: String(event.spread.id), orderLinkId: event.spread.linkId }]
        : [],
    )
    return { value: { list }, seq: applied.seq }
  },

  openSpreads: ({ parts, account }, { symbol }) => {
    const { views } = parts.exchange
    const list = views.spreads
      .openOrders(account)
      .filter((order) => symbol === undefined || order.symbol === symbol)
      .flatMap((order) => {
        const market = views.spreads.market(order.symbol)
        return market === undefined ? [] : [encodeSpreadOrder(views, order, market.combination)]
      })
    return { value: { list } }
  },

  spreadHistory: async (context, request) => {
    const { views } = context.parts.exchange
    const question = { ...ownQuestion(context, request), kind: 'SpreadOrderChanged' as const }
    const page = await context.parts.readModel.settlements(question)
    const list = page.rows.flatMap(({ event: { spread }, symbol }) => {
      const market = views.spreads.market(symbol)
      return market === undefined ? [] : [encodeSpreadOrder(views, spread, market.combination)]
    })
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },

  spreadExecutions: async (context, request) => {
    const { views } = context.parts.exchange
    const question = { ...ownQuestion(context, request), kind: 'SpreadFilled' as const }
    const page = await context.parts.readModel.settlements(question)
    const list = page.rows.flatMap(({ event, symbol, timeMs }) => {
      const market = views.spreads.market(symbol)
      return (market && encodeSpreadFill(views, { ...event, timeMs }, market.combination)) ?? []
    })
    return { value: { list, nextPageCursor: page.next ?? '' }, seq: page.seq }
  },

  maxSpreadQty: ({ parts, account }, { symbol, side, orderPrice }) => {
    const { combination } = foundSpread(parts, symbol)
    const { priceTicks } = priceOf(combination, orderPrice)
    const most = parts.exchange.views.spreads.maxQty(account, combination.symbol, priceTicks)
    const lots = side === 'Buy' ? most?.buyLots : most?.sellLots
    return { value: { ab: formatSpreadQty(combination, lots ?? qtyLots(0)) } }
  },
}

const tradesShown = 50

function foundSpread(parts: Parts, name: string) {
  const view = parts.exchange.views.spreads.market(symbolId(name))
  if (view === undefined) throw problemRefusal(problem('instrumentUnknown', 'symbol'))
  return view
}

function priceOf(combination: Combination, text: string | undefined) {
  if (text === undefined || text === '') return {}
  const price = parseSpread(combination, text)
  if (typeof price !== 'number') throw problemRefusal(price)
  return { priceTicks: price }
}

function sizeOf(combination: Combination, text: string): QtyLots {
  const lots = parseSpreadQty(combination, text)
  if (typeof lots !== 'number') throw problemRefusal(lots)
  return lots
}

/** A price is in ticks of its combination, so an order is amended only under its own symbol. */
const nameOf = (
  { parts, account }: SessionContext,
  request: CallRequest<'cancelSpread'>,
  symbol?: SymbolId,
): OrderName =>
  nameOfOpen(request, symbol, (name) => parts.exchange.views.spreads.openOrder(account, name))

const receiptOf = (
  { orderId: id }: ApplyResult,
  { orderLinkId = '' }: { readonly orderLinkId?: string },
) => ({ orderId: id === undefined ? '' : String(id), orderLinkId })

/** Returns the order after the command: the open order, or that of its last event. */
function orderAfter(parts: Parts, applied: ApplyResult, account: SessionContext['account']) {
  const { views } = parts.exchange
  const { orderId: id } = applied
  if (id === undefined) return undefined
  const emitted = applied.events.findLast(
    (event) => 'spread' in event && event.spread.id === id && event.spread.account === account,
  )
  const open = views.spreads.openOrder(account, { orderId: id })
  const order = open ?? (emitted !== undefined && 'spread' in emitted ? emitted.spread : undefined)
  const market = order && views.spreads.market(order.symbol)
  return order && market && encodeSpreadOrder(views, order, market.combination)
}

function ownQuestion({ parts, account }: SessionContext, request: CallRequest<'spreadHistory'>) {
  const { symbol } = request
  return {
    account,
    ...(symbol === undefined ? {} : { symbol: foundSpread(parts, symbol).combination.symbol }),
    ...spanOf(request),
  }
}

async function tradesOf({ readModel }: Parts, combination: Combination, limit: number) {
  const { symbol } = combination
  const question = { kind: 'SpreadTraded' as const, symbol, limit: Math.min(limit, 200) }
  const page = await readModel.settlements(question)
  return page.rows.map(({ event, timeMs }) => encodeSpreadTrade(combination, event, timeMs))
}

/**
 * Returns the fair spread at the end of each bar: far mark less near mark, or the index for a spot
 * leg.
 */
async function lineOf(
  { readModel, exchange }: Parts,
  combination: Combination,
  resolution: CallRequest<'spreadLine'>['interval'],
) {
  const { far, near } = combination
  const [farLeg, nearLeg] = [exchange.views.symbol(far), exchange.views.symbol(near)]
  if (farLeg === undefined || nearLeg === undefined) return []
  const source = nearLeg.instrument.kind === 'Spot' ? ('index' as const) : ('mark' as const)
  const [ofFar, ofNear] = await Promise.all([
    readModel.candles({ symbol: far, source: 'mark', resolution }),
    readModel.candles({ symbol: near, source, resolution }),
  ])
  const nearCloses = new Map(ofNear.map(({ startMs, close }) => [startMs, close]))
  return ofFar.flatMap(({ startMs, close }): [number, string][] => {
    const nearClose = nearCloses.get(startMs)
    if (nearClose === undefined) return []
    const farE8 = priceE8(close * farLeg.instrument.tickSizeE8)
    const nearE8 = priceE8(nearClose * nearLeg.instrument.tickSizeE8)
    return [[startMs, formatSpread(combination, fairSpreadTicks(combination, farE8, nearE8))]]
  })
}
