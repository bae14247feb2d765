// Queries of open and of ended orders (open API 4.6–4.7).

import type { OrderId } from '@basis/domain/numbers/brand'
import { isFinal, type Order, type OrderStatus } from '@basis/domain/orders/order'
import { decodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5OrderRow } from '@basis/protocol/v5/order-rows'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { algoKindOf } from '../../exchange/encoded-state.ts'
import { optionInputs, volatilityText } from '../../options/forwards.ts'
import type { OrderRecord } from '../../read-model/read-model.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { categoryOf } from '../instruments.ts'
import { historyCursor, listPage, v5Cursor } from '../paging.ts'
import { wrongParameter } from '../refused.ts'
import { filteredPage } from '../reading/filtered-page.ts'
import type { Trader } from '../reading/order-fields.ts'
import { inScope, spanOf, symbolsOf, weekly } from '../reading/spans.ts'
import { encodeV5Order, type KnownOrder } from '../rows/order-row.ts'
import { orderStatusWord } from '../rows/row-words.ts'
import { checkFilter, isOfFilter } from './order-kinds.ts'
import { missingScope } from './place-orders.ts'

const endStatuses: readonly OrderStatus[] = ['Filled', 'Cancelled', 'PartiallyFilledCanceled']
const openPageRows = 20
/** The most ended orders that `openOnly=1` returns. */
const recentRows = 500

export const orderQueryHandlers: V5Handlers<'openOrders' | 'orderHistory'> = {
  openOrders: async (context, request) => {
    const { category, symbol, baseCoin, settleCoin } = request
    checkFilter(category, request.orderFilter)
    if (request.orderId !== undefined || request.orderLinkId !== undefined) {
      const found = await namedOrder(context, request)
      return { result: { category, list: found, nextPageCursor: '' } }
    }
    if (category === 'linear' && (symbol ?? baseCoin ?? settleCoin) === undefined) {
      throw wrongParameter(missingScope)
    }
    const orders =
      request.openOnly === '1' ? await recentOrders(context, request) : openOrders(context, request)
    const page = listPage(
      orders,
      { cursor: request.cursor, limit: request.limit ?? openPageRows },
      ({ order }) => String(order.id),
      // If the order of the cursor has ended since, the page continues with the next older one.
      (cursor) =>
        /^\d{1,15}$/.test(cursor) ? ({ order }) => order.id < Number(cursor) : undefined,
    )
    const list = page.list.flatMap((known) => rowsOf(context, known))
    return { result: { category, list, nextPageCursor: page.nextPageCursor } }
  },

  orderHistory: async (context, request) => {
    const { category, orderStatus, orderFilter } = request
    checkFilter(category, orderFilter)
    const limit = request.limit ?? openPageRows
    const isMeant = ({ order }: OrderRecord): boolean =>
      isOfFilter(order, category, orderFilter) &&
      (orderStatus === undefined || orderStatusWord(order, category) === orderStatus)
    const question = historyQuestion(context, request)
    const { rows, next } = await filteredPage(
      { limit, ...historyCursor(request.cursor) },
      (part) => context.parts.readModel.orderHistory({ ...question, ...part }),
      isMeant,
    )
    const list = rows.flatMap((record) => rowsOf(context, record))
    return { result: { category, list, nextPageCursor: v5Cursor(next) } }
  },
}

function historyQuestion(context: V5SignedContext, request: V5Request<'orderHistory'>) {
  const { account, parts } = context
  const { category, orderId, orderLinkId } = request
  const own = { account, statuses: endStatuses }
  const symbols = symbolsOf(context, category, request)
  // An id needs no time range.
  if (orderId !== undefined) return { ...own, symbols, orderId: decodeV5OrderId(orderId) }
  if (orderLinkId !== undefined) return { ...own, symbols, linkId: orderLinkId }
  return { ...own, symbols, ...spanOf(request, weekly, parts.clock.nowMs()) }
}

/**
 * Encodes an order of the account, with the volatility of an option price and the activation price
 * of a trailing stop.
 */
export function rowsOf({ parts }: Pick<Trader, 'parts'>, known: KnownOrder): V5OrderRow[] {
  const { order, metId } = known
  const { views } = parts.exchange
  const instrument = views.instrument(order.symbol)
  if (instrument === undefined) return []
  return [
    encodeV5Order(order, instrument, {
      iv: volatilityOf({ parts }, order, instrument),
      activationTicks: activationOf({ parts }, order),
      lastTicks: known.lastTicks ?? parts.readModel.lastTicksWhenPlaced(order.id),
      metId,
      met: known.problem?.name,
      algoKind: algoKindOf(views, known),
    }),
  ]
}

function volatilityOf(
  { parts }: Pick<Trader, 'parts'>,
  order: Order,
  instrument: Instrument,
): string | undefined {
  // The current volatility of an ended order's price is not a figure of that order.
  if (instrument.option === undefined || isFinal(order.status)) return undefined
  const inputs = optionInputs(parts.exchange.views, instrument)
  return inputs && volatilityText(instrument, inputs, order.priceTicks)
}

function activationOf({ parts }: Pick<Trader, 'parts'>, order: Order): number | undefined {
  if (order.stop?.stopType !== 'TrailingStop') return undefined
  const { views } = parts.exchange
  return views
    .positions(order.account)
    .find(
      ({ position }) =>
        position.symbol === order.symbol && position.positionIdx === order.positionIdx,
    )?.tpsl.trailing?.activationTicks
}

type Named = {
  readonly category: V5Category
  readonly orderId?: string
  readonly orderLinkId?: string
}

/** Finds an order by its id or link id, open or ended; its category must be the one asked for. */
async function namedOrder(
  context: V5SignedContext,
  { category, orderId, orderLinkId }: Named,
): Promise<V5OrderRow[]> {
  const { parts, account } = context
  const { views } = parts.exchange
  const name =
    orderId === undefined ? { linkId: orderLinkId ?? '' } : { orderId: decodeV5OrderId(orderId) }
  const order = views.openOrder(account, name)
  const found = order === undefined ? await endedOrder(context, name) : { order }
  const instrument = found === undefined ? undefined : views.instrument(found.order.symbol)
  if (found === undefined || instrument === undefined) return []
  return categoryOf(instrument) === category ? rowsOf(context, found) : []
}

async function endedOrder(
  { parts, account }: Trader,
  name: { readonly orderId?: OrderId; readonly linkId?: string },
): Promise<OrderRecord | undefined> {
  if (name.orderId === 0) return undefined
  const page = await parts.readModel.orderHistory({
    account,
    statuses: endStatuses,
    ...name,
    limit: 1,
  })
  return page.rows[0]
}

/** Open orders, newest first. */
function openOrders(
  context: V5SignedContext,
  request: V5Request<'openOrders'>,
): readonly KnownOrder[] {
  const { category, orderFilter } = request
  const isMeant = inScope(context, category, request)
  return context.parts.exchange.views
    .openOrders(context.account)
    .filter((order) => isMeant(order.symbol) && isOfFilter(order, category, orderFilter))
    .map((order) => ({ order }))
    .toSorted(newestFirst)
}

async function recentOrders(
  context: V5SignedContext,
  request: V5Request<'openOrders'>,
): Promise<readonly KnownOrder[]> {
  const { category, orderFilter } = request
  const symbols = symbolsOf(context, category, request)
  const found: OrderRecord[] = []
  let cursor: string | undefined
  do {
    const page = await context.parts.readModel.orderHistory({
      account: context.account,
      statuses: endStatuses,
      symbols,
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push(...page.rows)
    cursor = page.next
  } while (cursor !== undefined && found.length < recentRows)
  return found
    .filter(({ order }) => isOfFilter(order, category, orderFilter))
    .slice(0, recentRows)
    .toSorted(newestFirst)
}

const newestFirst = ({ order: a }: KnownOrder, { order: b }: KnownOrder): number =>
  b.createdMs - a.createdMs || b.id - a.id

/** Returns orders of the account by id, open or ended. */
export async function ordersById(
  { parts, account }: Trader,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<number, KnownOrder>> {
  const { views } = parts.exchange
  const found = new Map<number, KnownOrder>()
  const missing: OrderId[] = []
  for (const id of new Set(ids)) {
    if (id === 0) continue
    const open = views.openOrder(account, { orderId: id })
    if (open === undefined) missing.push(id)
    else found.set(id, { order: open })
  }
  if (missing.length === 0) return found
  const page = await parts.readModel.orderHistory({ account, orderIds: missing, limit: 200 })
  for (const known of page.rows) found.set(known.order.id, known)
  return found
}
