// Single orders: placed, amended, cancelled; and cancellation of all (open API 4.1–4.4).

import type { Order } from '@basis/domain/orders/order'
import type { ApplyResult } from '@basis/engine/engine'
import { encodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { V5Handlers } from '../context.ts'
import { categoryOf } from '../instruments.ts'
import { readAmendment, readCancellation } from '../reading/change-order.ts'
import { readCreation } from '../reading/create-order.ts'
import type { Trader } from '../reading/order-fields.ts'
import { inScope } from '../reading/spans.ts'
import { reading } from '../reading/wrong.ts'
import { wrongParameter } from '../refused.ts'
import {
  duplicateLink,
  isRepeated,
  namesOf,
  orderInstrument,
  submitOperation,
} from './order-operations.ts'
import { checkFilter, isOfFilter, isOfStopType } from './order-kinds.ts'

export const placingHandlers: V5Handlers<
  'createOrder' | 'amendOrder' | 'cancelOrder' | 'cancelAllOrders'
> = {
  createOrder: async (context, request) => {
    const { category } = request
    const instrument = orderInstrument(context, category, request.symbol)
    const command = reading(category, request, () => readCreation(context, instrument, request))
    const applied = await submitOperation(context, command, category, request)
    if (isRepeated(command, applied, applied)) throw duplicateLink(category)
    return { result: namesOf(context, { instrument, command }, applied, applied) }
  },

  amendOrder: async (context, request) => {
    const { category } = request
    const instrument = orderInstrument(context, category, request.symbol)
    const command = reading(category, request, () => readAmendment(context, instrument, request))
    const applied = await submitOperation(context, command, category, request)
    return { result: namesOf(context, { instrument, command }, applied, applied) }
  },

  cancelOrder: async (context, request) => {
    const { category } = request
    const instrument = orderInstrument(context, category, request.symbol)
    const command = reading(category, request, () => readCancellation(context, instrument, request))
    const applied = await submitOperation(context, command, category, request)
    return { result: namesOf(context, { instrument, command }, applied, applied) }
  },

  cancelAllOrders: async (context, request) => {
    const { category, symbol, baseCoin, settleCoin } = request
    const isContract = category === 'linear' || category === 'inverse'
    if (isContract && (symbol ?? baseCoin ?? settleCoin) === undefined) {
      throw wrongParameter(missingScope)
    }
    const { list, isAll } = await cancelAll(context, request)
    return { result: { list, success: isAll ? '1' : '0' } }
  },
}

export const missingScope =
  'Missing some parameters that must be filled in, symbol or settleCoin or baseCoin'

/** The most orders that one request cancels, and one command. */
const mostCancelled = 500
const perCommand = 20

/**
 * Cancels the orders that are open when the request arrives; later ones stay. Returns the cancelled
 * ones, and whether every command was carried out; throws if none was.
 */
async function cancelAll(context: Trader, request: V5Request<'cancelAllOrders'>) {
  const { category } = request
  checkFilter(category, request.orderFilter)
  const { views } = context.parts.exchange
  const isMeant = inScope(context, category, narrowest(request))
  const filter = request.orderFilter ?? (category === 'spot' ? 'Order' : undefined)
  const chosen = views
    .openOrders(context.account)
    .filter(
      (order) =>
        isMeant(order.symbol) &&
        isOfFilter(order, category, filter) &&
        isOfStopType(order, request.stopOrderType),
    )
    .slice(0, mostCancelled)
  const [first, ...others] = Array.from({ length: Math.ceil(chosen.length / perCommand) }, (_, k) =>
    chosen.slice(k * perCommand, (k + 1) * perCommand),
  )
  if (first === undefined) return { list: [], isAll: true }
  // The first command carries the request's quota: if it is refused, the others are not sent.
  const applied = [await cancelSome(context, request, first)]
  const rest = await Promise.allSettled(others.map((some) => cancelSome(context, request, some)))
  for (const each of rest) if (each.status === 'fulfilled') applied.push(each.value)
  const list = applied.flatMap(({ events }) =>
    events.flatMap((event) => {
      if (event.kind !== 'OrderCanceled' || event.order.account !== context.account) return []
      const instrument = views.instrument(event.order.symbol)
      const isSpot = instrument !== undefined && categoryOf(instrument) === 'spot'
      const { id, linkId } = event.order
      return [{ orderId: encodeV5OrderId(id, isSpot), orderLinkId: linkId }]
    }),
  )
  return { list, isAll: applied.length === 1 + others.length }
}

/** A symbol takes precedence over coins, a base coin over a settle coin. */
const narrowest = ({ symbol, baseCoin, settleCoin }: V5Request<'cancelAllOrders'>) =>
  symbol !== undefined ? { symbol } : baseCoin !== undefined ? { baseCoin } : { settleCoin }

/** Cancels orders in one command; ended ones are skipped. */
const cancelSome = (
  context: Trader,
  request: V5Request<'cancelAllOrders'>,
  orders: readonly Pick<Order, 'id'>[],
): Promise<ApplyResult> => {
  const { account } = context
  const operations = orders.map(({ id }) => ({
    kind: 'CancelOrder' as const,
    account,
    order: { orderId: id },
  }))
  const command = { kind: 'OrderBatch' as const, account, operations }
  return submitOperation(context, command, request.category, request)
}
