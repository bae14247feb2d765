// Calls that do several things in one command: batches, reversal, closing all positions; and the
// preview of a margin change (spec 7).

import { amount, formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatPrice, type Instrument } from '@basis/domain/instrument/instrument'
import { oppositeSide, type Order } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import type { PositionView } from '@basis/engine/views'
import type { ReversePosition } from '@basis/engine/commands'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { encodeOrder } from '@basis/protocol/order'
import { listedContract, type Handlers, type SessionContext } from './call-context.ts'
import { withRequestedField, problemRefusal, Refused } from './guards/refusal.ts'
import { cancellationOf, creationOf } from './orders/order-requests.ts'
import { optionalSlippage } from './orders/order-fields.ts'
import { receiptOf } from './orders/receipt.ts'
import { replacementOf, type OrderOperation } from './orders/order-requests.ts'
import { submit } from './submit.ts'

export const commandHandlers: Handlers<
  | 'createBatch'
  | 'replaceBatch'
  | 'cancelBatch'
  | 'reversePosition'
  | 'closeAllPositions'
  | 'preAddMargin'
> = {
  createBatch: (context, { request, allOrNone = false }) =>
    performBatch(
      context,
      request.map((item, place) =>
        allOrNone
          ? ofLeg(place, () => creationOf(context, item))
          : readOrRefuse(() => creationOf(context, item)),
      ),
      allOrNone,
    ),

  replaceBatch: (context, { request }) =>
    performBatch(
      context,
      request.map((item) => readOrRefuse(() => replacementOf(context, item))),
    ),

  cancelBatch: (context, { request }) =>
    performBatch(
      context,
      request.map((item) => readOrRefuse(() => cancellationOf(context, item))),
    ),

  reversePosition: async (context, request) => {
    const { parts, account } = context
    const command = reversalOf(context, request)
    const { symbol, linkId } = command
    const instrument = listedContract(parts, symbol)
    const applied = await submit(parts, command)
    const orders = applied.events.flatMap((event) =>
      event.kind === 'OrderFilled' && event.order.account === account ? [event.order] : [],
    )
    const close = orders.findLast(({ symbol: of, reduceOnly }) => of === symbol && reduceOnly)
    const open = orders.findLast(({ id }) => id === applied.orderId)
    const value = {
      symbol,
      orderId: applied.orderId === undefined ? '' : String(applied.orderId),
      orderLinkId: linkId,
      ...(close === undefined ? {} : { close: encodeOrder(close, instrument) }),
      ...(open === undefined ? {} : { open: encodeOrder(open, instrument) }),
    }
    return { value, seq: applied.seq }
  },

  closeAllPositions: async ({ parts, account }, { symbol: asked }) => {
    const applied = await submit(parts, {
      kind: 'ClosePositions',
      account,
      ...(asked === undefined ? {} : { symbol: listedContract(parts, asked).symbol }),
    })
    const list = applied.events.flatMap((event) => {
      if (event.kind !== 'OrderPlaced' && event.kind !== 'OrderRejected') return []
      const { order } = event
      const instrument = parts.exchange.views.instrument(order.symbol)
      const isOurs = order.account === account && order.reduceOnly && order.closeOnTrigger
      if (!isOurs || instrument === undefined) return []
      const wrong = event.kind === 'OrderRejected' ? event.problem : undefined
      const last = applied.events.findLast(
        (later) => 'order' in later && later.order.id === order.id,
      )
      const stands = last !== undefined && 'order' in last ? last.order : order
      return [closingRow(stands, instrument, wrong)]
    })
    return { value: { list }, seq: applied.seq }
  },

  preAddMargin: ({ parts, account }, request) => {
    const instrument = listedContract(parts, request.symbol)
    const { symbol } = instrument
    const change = amount(BigInt(request.addToPositionBalanceE8))
    const view = parts.exchange.views.marginChange(account, symbol, change, request.positionIdx)
    return {
      value: {
        symbol,
        ...outcomeOf(view?.problem && withRequestedField({ kind: 'ChangeMargin' }, view.problem)),
        marginBefore: marginText(view?.before),
        marginAfter: marginText(view?.after),
        liqPriceBefore: liquidationText(instrument, view?.before),
        liqPriceAfter: liquidationText(instrument, view?.after),
      },
    }
  },
}

/** Reads a reversal. Throws Refused. */
export function reversalOf(
  { parts, account }: SessionContext,
  request: CallRequest<'reversePosition'>,
): ReversePosition {
  return {
    kind: 'ReversePosition',
    account,
    symbol: listedContract(parts, request.symbol).symbol,
    positionIdx: request.positionIdx ?? 0,
    linkId: request.orderLinkId ?? '',
    ...optionalSlippage(request),
  }
}

type Batched = CallAnswer<'createBatch'>['list'][number]

/**
 * Reads an item of a batch. A refusal is returned: it is the answer of that item, not of the whole
 * batch.
 */
function readOrRefuse(read: () => OrderOperation): OrderOperation | Refused {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
}

/** Reads an item of an all-or-none batch. Throws Refused, which names the item. */
function ofLeg(place: number, read: () => OrderOperation): OrderOperation {
  const item = readOrRefuse(read)
  if (!(item instanceof Refused)) return item
  const { message, code, status, extMap } = item
  throw new Refused(message, { code, status, extMap: { ...extMap, leg: place + 1 } })
}

/** Submits the items that could be read in one command and answers every item in its place. */
async function performBatch(
  context: SessionContext,
  read: readonly (OrderOperation | Refused)[],
  isWhole = false,
): Promise<{ readonly value: { readonly list: Batched[] }; readonly seq?: number }> {
  const operations = read.filter((item): item is OrderOperation => !(item instanceof Refused))
  const applied =
    operations.length === 0
      ? undefined
      : await submit(context.parts, {
          kind: 'OrderBatch',
          account: context.account,
          operations: operations.map(({ command }) => command),
          ...(isWhole ? { isWhole } : {}),
        })
  const answers = new Map(
    operations.map((operation, place) => [operation, applied?.items?.[place]]),
  )
  const list = read.map((item): Batched => {
    if (item instanceof Refused) return refusedItem(item)
    const answer = answers.get(item) ?? {}
    if (answer.problem !== undefined) return outcomeOf(answer.problem)
    const { value, partly } = receiptOf(context, item, answer, applied?.events ?? [])
    return { code: partly?.code ?? 0, msg: partly?.message ?? 'OK', result: value }
  })
  return { value: { list }, ...(applied === undefined ? {} : { seq: applied.seq }) }
}

/** Returns the outcome of an operation: code 0, or the code and message of its problem. */
export const outcomeOf = (wrong: Problem | undefined): Omit<Batched, 'result'> =>
  wrong === undefined ? { code: 0, msg: 'OK' } : refusedItem(problemRefusal(wrong))

function refusedItem({ code, message, extMap }: Refused): Batched {
  const { problem, field } = extMap
  return {
    code,
    msg: message,
    ...(problem === undefined ? {} : { problem: String(problem) }),
    ...(field === undefined ? {} : { field: String(field) }),
  }
}

function closingRow(order: Order, instrument: Instrument, wrong: Problem | undefined) {
  return {
    ...outcomeOf(wrong),
    symbol: order.symbol,
    /** The side of the position, not of the order. */
    side: oppositeSide(order.side),
    ...(wrong === undefined ? { order: encodeOrder(order, instrument) } : {}),
  }
}

/** The position's margin and what was added to it; empty without a position. */
function marginText(view: PositionView | undefined): string {
  if (view === undefined) return ''
  return formatTrimmed(view.initialMargin + view.position.extraMargin, 8)
}

function liquidationText(instrument: Instrument, view: PositionView | undefined): string {
  const ticks = view?.liquidationPriceTicks
  return ticks === undefined ? '' : formatPrice(instrument, ticks)
}
