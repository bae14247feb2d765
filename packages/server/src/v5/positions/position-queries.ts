// Queries of positions and of closed PnL (open API 5.1, 5.4, 5.5).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatQty } from '@basis/domain/instrument/instrument'
import { amount, formatTrimmed } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { V5PositionRow } from '@basis/protocol/v5/position-rows'
import { encodeAmount } from '@basis/protocol/order'
import { flatPosition } from '../../exchange/flat-position.ts'
import { averageOf } from '../../read-model/executions.ts'
import type { ClosedPnlRecord } from '../../read-model/read-model.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { historyCursor, listPage, v5Cursor } from '../paging.ts'
import { listedInstrument, v5Symbol } from '../instruments.ts'
import { ordersById } from '../orders/order-queries.ts'
import type { Trader } from '../reading/order-fields.ts'
import { inScope, spanOf, symbolsOf, weekly, daily } from '../reading/spans.ts'
import { wrongParameter } from '../refused.ts'
import { encodeV5ClosedPnl } from '../rows/ledger-row.ts'
import { encodeV5Position, leverageText } from '../rows/position-row.ts'

export const positionQueryHandlers: V5Handlers<'positions' | 'closedPnl' | 'closedOptions'> = {
  positions: (context, request) => {
    const { category, symbol, baseCoin, settleCoin } = request
    if (category === 'linear' && (symbol ?? settleCoin) === undefined) {
      const message = 'Missing some parameters that must be filled in, symbol or settleCoin'
      throw wrongParameter(message)
    }
    const rows =
      symbol === undefined
        ? heldRows(context, inScope(context, category, { baseCoin, settleCoin }))
        : rowsIn(context, listedInstrument(context.parts.exchange.views, category, symbol))
    const page = listPage(
      rows,
      { cursor: request.cursor, limit: request.limit ?? 20 },
      rowKey,
      (cursor) => (/^[A-Z\d-]+_[012]$/.test(cursor) ? (row) => rowKey(row) > cursor : undefined),
    )
    return { result: { category, list: [...page.list], nextPageCursor: page.nextPageCursor } }
  },

  closedPnl: async (context, request) => {
    const { category } = request
    const page = await context.parts.readModel.closedPnl({
      ...closedQuestion(context, request, weekly),
      limit: request.limit ?? 50,
    })
    const ids = page.rows.map(({ orderId }) => orderId)
    const { account } = context
    // Id 0 stands for all closings without an order.
    const orderIds = ids.filter((id) => id !== 0)
    const [orders, fills] = await Promise.all([
      ordersById(context, ids),
      context.parts.readModel.fillCounts({ account, orderIds }),
    ])
    const list = page.rows.flatMap((record) => {
      const instrument = context.parts.exchange.views.instrument(record.symbol)
      if (instrument === undefined) return []
      const { orderId } = record
      const closing = {
        order: orders.get(orderId)?.order,
        fills: fills.get(orderId) ?? 1,
        leverage: leverageOf(context, record),
      }
      return [encodeV5ClosedPnl(record, instrument, closing)]
    })
    return { result: { category, list, nextPageCursor: v5Cursor(page.next) } }
  },

  closedOptions: async (context, request) => {
    const page = await context.parts.readModel.closedPnl({
      ...closedQuestion(context, request, daily),
      limit: request.limit ?? 50,
    })
    const list = page.rows.flatMap((record) => {
      const instrument = context.parts.exchange.views.instrument(record.symbol)
      return instrument === undefined ? [] : [closedOption(record, instrument)]
    })
    return { result: { category: 'option', list, nextPageCursor: v5Cursor(page.next) } }
  },
}

type ClosedRequest = {
  readonly category: 'spot' | 'linear' | 'inverse' | 'option'
  readonly symbol?: string
  readonly startTime?: number
  readonly endTime?: number
  readonly cursor?: string
}

const closedQuestion = (context: V5SignedContext, request: ClosedRequest, rule: typeof weekly) => ({
  account: context.account,
  symbols: symbolsOf(context, request.category, { symbol: request.symbol }),
  ...spanOf(request, rule, context.parts.clock.nowMs()),
  ...historyCursor(request.cursor),
})

const rowKey = ({ symbol, positionIdx }: V5PositionRow): string => `${symbol}_${positionIdx}`

/** Returns open positions sorted by key, so that new ones do not shift a page. */
function heldRows(
  context: V5SignedContext,
  isAsked: (symbol: Instrument['symbol']) => boolean,
): V5PositionRow[] {
  const { views, lastSeq } = context.parts.exchange
  const rows = views.positions(context.account).flatMap((view) => {
    const { symbol } = view.position
    const instrument = isAsked(symbol) ? views.instrument(symbol) : undefined
    return instrument === undefined ? [] : [encodeV5Position(views, view, instrument, lastSeq())]
  })
  return rows.toSorted((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1))
}

/** Returns the row of a symbol, or both in hedge mode; flat ones too. */
function rowsIn(context: Trader, instrument: Instrument): V5PositionRow[] {
  const mode = context.parts.exchange.views.positionMode(context.account, instrument.symbol)
  const indexes: readonly PositionIdx[] = mode === 'BothSide' ? [1, 2] : [0]
  return indexes.map((idx) => positionRow(context, instrument, idx))
}

/** Returns the row of a position, open or flat. */
export function positionRow(
  { parts, account }: Trader,
  instrument: Instrument,
  idx: PositionIdx,
): V5PositionRow {
  const { views, lastSeq } = parts.exchange
  const { symbol } = instrument
  const held = views
    .positions(account)
    .find(({ position }) => position.symbol === symbol && position.positionIdx === idx)
  const flat = () =>
    flatPosition(views, {
      account,
      symbol,
      positionIdx: idx,
      leverageE2: views.leverage(account, symbol, idx) ?? instrument.minLeverageE2,
      last: views.position(account, symbol, idx),
      updatedMs: 0,
    })
  return encodeV5Position(views, held ?? flat(), instrument, lastSeq())
}

function leverageOf({ parts, account }: Trader, { symbol, positionIdx }: ClosedPnlRecord): string {
  const leverageE2 = parts.exchange.views.leverage(account, symbol, positionIdx)
  return leverageE2 === undefined ? '' : leverageText(leverageE2)
}

function closedOption(record: ClosedPnlRecord, instrument: Instrument) {
  const { closedLots, tradePnl, openFee, closeFee, cause } = record
  const isDelivered = cause === 'Delivery'
  const exit = averageOf(instrument, record.exitValue, closedLots)
  return {
    symbol: v5Symbol(instrument),
    side: record.side,
    totalOpenFee: encodeAmount(openFee),
    deliveryFee: isDelivered ? encodeAmount(closeFee) : '0',
    totalCloseFee: isDelivered ? '0' : encodeAmount(closeFee),
    qty: formatQty(instrument, closedLots),
    closeTime: record.timeMs,
    avgExitPrice: exit,
    deliveryPrice: isDelivered ? exit : '0',
    openTime: record.openedMs,
    avgEntryPrice:
      record.entryPriceE8 === undefined
        ? averageOf(instrument, record.entryValue, closedLots)
        : formatTrimmed(BigInt(record.entryPriceE8), 8),
    totalPnl: encodeAmount(amount(tradePnl - openFee - closeFee)),
  }
}
