// Executions of the account in one list: trades, closings without a trade, and funding (open API
// 4.8).

import type { V5ExecutionRow } from '@basis/protocol/v5/order-rows'
import { decodeV5OrderId } from '@basis/protocol/v5/order-id'
import type { V5Request } from '@basis/protocol/v5/calls'
import type { ExecutionKind } from '../../read-model/executions.ts'
import {
  cursorOf,
  type EntryPlace,
  type ExecutionRecord,
  type FundingRecord,
  type HistoryQuestion,
  type Page,
} from '../../read-model/read-model.ts'
import type { V5Handlers, V5SignedContext } from '../context.ts'
import { historyCursor, v5Cursor } from '../paging.ts'
import { spanOf, symbolsOf, weekly } from '../reading/spans.ts'
import { encodeV5Execution, encodeV5Funding } from '../rows/execution-row.ts'
import { algoKindOf } from '../../exchange/encoded-state.ts'
import { ordersById } from './order-queries.ts'

const kindsOf: ReadonlyMap<string, readonly ExecutionKind[]> = new Map([
  ['Trade', ['Trade']],
  ['FutureSpread', ['FutureSpread']],
  ['BustTrade', ['BustTrade']],
  ['AdlTrade', ['AdlTrade']],
  ['Delivery', ['Delivery']],
  ['Settle', ['Delivery']],
])
const everyKind = [...new Set([...kindsOf.values()].flat())]

export const executionHandlers: V5Handlers<'executions'> = {
  executions: async (context, request) => {
    const { category } = request
    const limit = request.limit ?? 50
    const question = { ...questionOf(context, request), limit }
    const { execType, orderId, orderLinkId } = request
    const ofOrder = orderId ?? orderLinkId
    const hasFunding =
      (execType === undefined || execType === 'Funding') &&
      ofOrder === undefined &&
      category !== 'spot'
    const kinds = execType === undefined ? everyKind : (kindsOf.get(execType) ?? [])
    const [traded, paid] = await Promise.all([
      kinds.length === 0 ? noPage : executionsOf(context, request, { ...question, kinds }),
      hasFunding ? context.parts.readModel.fundingHistory(question) : noPage,
    ])
    const { rows, next } = merged(traded, paid, limit)
    const list = await encoded(context, rows)
    return { result: { category, list, nextPageCursor: v5Cursor(next) } }
  },
}

const noPage: Page<never> = { rows: [], seq: 0 }

function questionOf(context: V5SignedContext, request: V5Request<'executions'>): HistoryQuestion {
  const { account, parts } = context
  const { category, orderId, orderLinkId } = request
  const own = {
    account,
    symbols: symbolsOf(context, category, request),
    ...historyCursor(request.cursor),
  }
  const isNamed = (orderId ?? orderLinkId) !== undefined
  return isNamed ? own : { ...own, ...spanOf(request, weekly, parts.clock.nowMs()) }
}

function executionsOf(
  { parts }: V5SignedContext,
  { orderId, orderLinkId }: V5Request<'executions'>,
  question: HistoryQuestion & { readonly kinds: readonly ExecutionKind[] },
): Promise<Page<ExecutionRecord>> {
  return parts.readModel.executions({
    ...question,
    ...(orderId === undefined
      ? orderLinkId === undefined
        ? {}
        : { linkId: orderLinkId }
      : { orderId: decodeV5OrderId(orderId) }),
  })
}

type Done = ExecutionRecord | FundingRecord

/** Merges both lists, newest first; the next page begins after the last row. */
function merged(
  one: Page<ExecutionRecord>,
  other: Page<FundingRecord>,
  limit: number,
): { readonly rows: readonly Done[]; readonly next?: string } {
  const byPlace = (a: EntryPlace, b: EntryPlace): number => b.seq - a.seq || b.place - a.place
  const all: Done[] = [...one.rows, ...other.rows].toSorted(byPlace)
  const rows = all.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = all.length > limit || one.next !== undefined || other.next !== undefined
  return hasMore && last !== undefined ? { rows, next: cursorOf(last) } : { rows }
}

async function encoded(context: V5SignedContext, rows: readonly Done[]): Promise<V5ExecutionRow[]> {
  const { views } = context.parts.exchange
  const trades = rows.filter((row): row is ExecutionRecord => 'fill' in row)
  const orders = await ordersById(
    context,
    trades.map(({ orderId }) => orderId),
  )
  return rows.flatMap((row) => {
    const instrument = views.instrument(row.symbol)
    if (instrument === undefined) return []
    if (!('fill' in row)) return [encodeV5Funding(row, instrument)]
    const known = orders.get(row.orderId)
    return [encodeV5Execution(row, instrument, known?.order, known && algoKindOf(views, known))]
  })
}
