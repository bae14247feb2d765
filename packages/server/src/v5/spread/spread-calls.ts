// Combination calls of the open API: instruments, books, trades, orders and history (spreads 5).
// The exchange decides what is accepted (rules 20).

import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots, type QtyLots } from '@basis/domain/numbers/fixed'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Combination, SpreadTicks } from '@basis/domain/spread/combination'
import { formatSpreadQty, parseSpreadQty } from '@basis/domain/spread/order'
import { parseSpread } from '@basis/domain/spread/pricing'
import type { OrderName } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import { decodeV5OrderId, encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { v5SpreadCalls } from '@basis/protocol/v5/spread-calls'
import { liveSpreads, type SpreadView } from '../../exchange/encoded-spreads.ts'
import type { V5Handlers, V5Parts, V5SignedContext } from '../context.ts'
import { operationRefusal, duplicateLink } from '../orders/order-operations.ts'
import { behindAmong, historyCursor, listPage, v5Cursor } from '../paging.ts'
import { filteredPage } from '../reading/filtered-page.ts'
import {
  readLinkId,
  readOrderType,
  readSelfTrade,
  readSide,
  readTimeInForce,
} from '../reading/order-fields.ts'
import { spanOf, weekly } from '../reading/spans.ts'
import { refusalOf } from '../reading/wrong.ts'
import { invalidParameter, wrongParameter } from '../refused.ts'
import { spreadDayOf } from './spread-days.ts'
import { spreadBookOf } from './spread-feeds.ts'
import {
  spreadExecutionRow,
  spreadInstrumentRow,
  spreadOrderRow,
  spreadTickerRow,
  spreadTradeRow,
} from './spread-rows.ts'

const defaultTrades = 500
const defaultRows = 20

export const spreadHandlers: V5Handlers<keyof typeof v5SpreadCalls> = {
  spreadInstruments: ({ parts }, { symbol, baseCoin, limit = 500, cursor }) => {
    const asked = liveSpreads(parts.exchange.views).filter(
      ({ combination }) =>
        (symbol === undefined || combination.symbol === symbol) &&
        (baseCoin === undefined || combination.baseCoin === baseCoin),
    )
    // A combination may settle between two pages.
    const behind = behindAmong(parts.exchange.views.spreads.symbols().map(keyOfSymbol), keyOf)
    const { list, nextPageCursor } = listPage(asked, { cursor, limit }, keyOf, behind)
    return {
      result: { list: list.map((view) => spreadInstrumentRow(parts, view)), nextPageCursor },
    }
  },

  spreadBook: ({ parts }, { symbol, limit = 1 }) => {
    const stream = spreadBookOf(parts, foundSpread(parts, symbol).combination)
    stream.advance()
    const { data, cts } = stream.snapshot(limit)
    const { s, b, a, u, seq } = data
    return { result: { s, b: [...b], a: [...a], u, seq, ts: parts.clock.nowMs(), cts } }
  },

  spreadTickers: async ({ parts }, { symbol }) => {
    const asked =
      symbol === undefined ? liveSpreads(parts.exchange.views) : [foundSpread(parts, symbol)]
    const list = await Promise.all(
      asked.map(async (view) =>
        spreadTickerRow(parts, view, await spreadDayOf(parts, view.combination)),
      ),
    )
    return { result: { list } }
  },

  spreadTrades: async ({ parts }, { symbol, limit = defaultTrades }) => {
    const view = foundSpread(parts, symbol)
    const question = { kind: 'SpreadTraded' as const, symbol: view.combination.symbol }
    const page = await filteredPage(
      { limit },
      (part) => parts.readModel.settlements({ ...question, ...part }),
      () => true,
    )
    return { result: { list: page.rows.map((row) => spreadTradeRow(view, row)) } }
  },

  createSpread: async (context, request) => {
    const { parts, account } = context
    const { combination } = foundSpread(parts, request.symbol)
    const orderType = readOrderType(request.orderType, false)
    const linkId = readLinkId(request.orderLinkId, false)
    const applied = await act(context, request, {
      kind: 'PlaceSpread',
      account,
      symbol: combination.symbol,
      side: readSide(request.side, false),
      orderType,
      timeInForce: readTimeInForce(request.timeInForce, orderType, false),
      ...(orderType === 'Market' ? {} : priceOf(combination, request)),
      qtyLots: sizeOf(combination, request),
      linkId,
      selfTrade: readSelfTrade(request.smpType),
    })
    // An order with the link id of an earlier one is not placed again.
    const isNew = applied.events.some(
      (event) => 'spread' in event && event.spread.id === applied.orderId,
    )
    if (!isNew) throw duplicateLink('linear')
    return { result: namesOf(context, applied, linkId) }
  },

  amendSpread: async (context, request) => {
    const { combination } = foundSpread(context.parts, request.symbol)
    const order = nameOf(context, request, combination)
    const applied = await act(context, request, {
      kind: 'ReplaceSpread',
      account: context.account,
      order,
      ...priceOf(combination, request),
      ...(request.qty === undefined ? {} : { qtyLots: sizeOf(combination, request) }),
    })
    return { result: namesOf(context, applied, request.orderLinkId) }
  },

  cancelSpread: async (context, request) => {
    const order = nameOf(context, request)
    const applied = await act(context, request, {
      kind: 'CancelSpread',
      account: context.account,
      order,
    })
    return { result: namesOf(context, applied, request.orderLinkId) }
  },

  cancelAllSpreads: async (context, { symbol, cancelAll }) => {
    if (symbol === undefined && cancelAll !== 'true') throw invalidParameter('symbol')
    const { parts, account } = context
    const scope =
      symbol === undefined ? {} : { symbol: foundSpread(parts, symbol).combination.symbol }
    const applied = await act(context, {}, { kind: 'CancelAllSpreads', account, ...scope })
    const list = applied.events.flatMap((event) =>
      event.kind === 'SpreadOrderChanged' && event.spread.account === account
        ? [{ orderId: encodeV5OrderId(event.spread.id, false), orderLinkId: event.spread.linkId }]
        : [],
    )
    return { result: { list, success: '1' } }
  },

  openSpreads: ({ parts, account }, { limit = defaultRows, cursor, ...asked }) => {
    const rows = parts.exchange.views.spreads
      .openOrders(account)
      .toReversed()
      .flatMap((order) => spreadOrderRow(parts, order) ?? [])
      .filter(isAsked(asked))
    const idOf = ({ orderId }: { readonly orderId: string }): string => orderId
    const { list, nextPageCursor } = listPage(rows, { cursor, limit }, idOf, (last) => {
      const id = decodeV5OrderId(last)
      return id === 0 ? undefined : (row) => decodeV5OrderId(row.orderId) < id
    })
    return { result: { list: [...list], nextPageCursor } }
  },

  spreadHistory: async (context, request) => {
    const { parts } = context
    const { rows, next } = await filteredPage(
      { limit: request.limit ?? defaultRows, ...historyCursor(request.cursor) },
      (page) =>
        parts.readModel.settlements({
          ...question(context, 'SpreadOrderChanged', request),
          ...page,
        }),
      ({ event: { spread } }) => {
        const row = spreadOrderRow(parts, spread)
        return row !== undefined && isAsked(request)(row)
      },
    )
    const list = rows.flatMap(({ event: { spread } }) => spreadOrderRow(parts, spread) ?? [])
    return { result: { list, nextPageCursor: v5Cursor(next) } }
  },

  spreadExecutions: async (context, request) => {
    const { parts } = context
    const { rows, next } = await filteredPage(
      { limit: request.limit ?? defaultRows, ...historyCursor(request.cursor) },
      (page) =>
        parts.readModel.settlements({ ...question(context, 'SpreadFilled', request), ...page }),
      ({ event: { spread } }) => {
        const orderId = encodeV5OrderId(spread.id, false)
        return isAsked(request)({ orderId, orderLinkId: spread.linkId, symbol: spread.symbol })
      },
    )
    const list = rows.flatMap(
      ({ event, timeMs }) => spreadExecutionRow(parts, { ...event, timeMs }) ?? [],
    )
    return { result: { list, nextPageCursor: v5Cursor(next) } }
  },

  maxSpreadQty: ({ parts, account }, request) => {
    const { combination } = foundSpread(parts, request.symbol)
    const isBuy = request.side === '1' || request.side === 'Buy'
    if (!isBuy && request.side !== '2' && request.side !== 'Sell') throw invalidParameter('side')
    const { priceTicks } = priceOf(combination, { ...request, price: request.orderPrice })
    const most = parts.exchange.views.spreads.maxQty(account, combination.symbol, priceTicks)
    const lots = isBuy ? most?.buyLots : most?.sellLots
    return { result: { ab: formatSpreadQty(combination, lots ?? qtyLots(0)) } }
  },
}

/** Cursor keys: letters, digits, `-` and `_` only. */
const keyOfSymbol = (symbol: string): string => symbol.replaceAll('/', '.').replaceAll('.', '-_')
const keyOf = ({ combination }: SpreadView): string => keyOfSymbol(combination.symbol)

function foundSpread({ exchange }: Pick<V5Parts, 'exchange'>, name: string): SpreadView {
  const view = exchange.views.spreads.market(symbolId(name))
  if (view === undefined) throw invalidParameter('symbol')
  return view
}

type Asked = Readonly<Record<string, unknown>>

const refused = (why: Problem, asked: Asked) => refusalOf(why, 'linear', asked)

type SpreadCommand = Extract<
  Parameters<V5Parts['exchange']['submit']>[0],
  { readonly kind: 'PlaceSpread' | 'ReplaceSpread' | 'CancelSpread' | 'CancelAllSpreads' }
>

async function act(
  { parts }: V5SignedContext,
  asked: Asked,
  command: SpreadCommand,
): Promise<ApplyResult> {
  const applied = await parts.exchange.submit(command)
  if (applied.problem !== undefined)
    throw operationRefusal(applied.problem, command, 'linear', asked)
  return applied
}

type PriceAsked = { readonly price?: string | undefined } & Asked

function priceOf(
  combination: Combination,
  asked: PriceAsked,
): { readonly priceTicks?: SpreadTicks } {
  if (asked.price === undefined) return {}
  const ticks = parseSpread(combination, asked.price)
  if (typeof ticks !== 'number') throw refused(ticks, asked)
  return { priceTicks: ticks }
}

function sizeOf(
  combination: Combination,
  asked: Asked & { readonly qty?: string | undefined },
): QtyLots {
  if (asked.qty === undefined) throw refused(problem('qtyRequired', 'qty'), asked)
  const lots = parseSpreadQty(combination, asked.qty)
  if (typeof lots !== 'number') throw refused(lots, asked)
  return lots
}

type NameAsked = {
  readonly orderId?: string | undefined
  readonly orderLinkId?: string | undefined
}

/**
 * Returns the name of an order; one of another combination than the named one does not exist there.
 */
function nameOf(
  { parts, account }: V5SignedContext,
  { orderId, orderLinkId }: NameAsked,
  combination?: Combination,
): OrderName {
  if (orderId === undefined && orderLinkId === undefined) {
    throw wrongParameter('params error: OrderId or orderLinkId is required')
  }
  const name: OrderName =
    orderId === undefined ? { linkId: orderLinkId ?? '' } : { orderId: decodeV5OrderId(orderId) }
  const order = parts.exchange.views.spreads.openOrder(account, name)
  const isOther = combination !== undefined && order?.symbol !== combination.symbol
  return isOther ? { orderId: decodeV5OrderId('') } : name
}

/** Returns both ids of the order that a command was about. */
function namesOf(
  { parts, account }: V5SignedContext,
  { orderId: id, events }: ApplyResult,
  asked = '',
): { readonly orderId: string; readonly orderLinkId: string } {
  if (id === undefined) return { orderId: '', orderLinkId: asked }
  const emitted = events.findLast((event) => 'spread' in event && event.spread.id === id)
  const order =
    emitted !== undefined && 'spread' in emitted
      ? emitted.spread
      : parts.exchange.views.spreads.openOrder(account, { orderId: id })
  return { orderId: encodeV5OrderId(id, false), orderLinkId: order?.linkId ?? asked }
}

type Wanted = NameAsked & {
  readonly symbol?: string | undefined
  readonly baseCoin?: string | undefined
}

const isAsked =
  ({ orderId, orderLinkId, symbol, baseCoin }: Wanted) =>
  (row: Wanted): boolean =>
    (orderId === undefined || row.orderId === orderId) &&
    (orderLinkId === undefined || row.orderLinkId === orderLinkId) &&
    (symbol === undefined || row.symbol === symbol) &&
    (baseCoin === undefined || row.baseCoin === baseCoin)

/** A query by id needs no time range. */
function question<Kind extends 'SpreadOrderChanged' | 'SpreadFilled'>(
  { parts, account }: V5SignedContext,
  kind: Kind,
  request: V5Request<'spreadExecutions'>,
) {
  const { symbol, orderId, orderLinkId } = request
  const isNamed = orderId !== undefined || orderLinkId !== undefined
  return {
    kind,
    account,
    ...(symbol === undefined ? {} : { symbol: foundSpread(parts, symbol).combination.symbol }),
    ...(isNamed ? {} : spanOf(request, weekly, parts.clock.nowMs())),
  }
}
