// Paging of the histories: the call that serves each of them, and the loading of all pages.

import type { HistoryFamily } from '@basis/domain/instrument/market'
import type { WireFunding, WireLedgerRecord } from '@basis/protocol/account'
import { maxPageRows } from '@basis/protocol/wire'
import type { WireExecution, WireOrder } from '@basis/protocol/order'
import type { WireClosedPnl } from '@basis/protocol/position'
import type { WireStrategy } from '@basis/protocol/strategy'
import { ask, type CallOptions, type Outcome } from '../../client/http.ts'
import { listOptions } from '../../stores/options/unlisted.ts'
import { PageFailure } from '../page-states/failed-page.ts'

/** The rows of each history. */
export type Rows = {
  orders: WireOrder
  fills: WireExecution
  closedPnl: WireClosedPnl
  funding: WireFunding
  transactions: WireLedgerRecord
  strategies: WireStrategy
}
export type HistoryView = keyof Rows
export const historyViews = [
  'orders',
  'fills',
  'closedPnl',
  'funding',
  'transactions',
  'strategies',
] as const

/** The histories that a family lacks: only positions pay funding and have a closed P&L. */
const lacking: Partial<Record<HistoryFamily, readonly HistoryView[]>> = {
  Spot: ['closedPnl', 'funding'],
  Option: ['funding'],
}

/** Returns the histories that a family has. */
export const viewsOf = (family: HistoryFamily): readonly HistoryView[] =>
  historyViews.filter((view) => lacking[family]?.includes(view) !== true)

/** Newest first; an empty cursor means that there are no more pages. */
export type Page<Row> = { readonly list: readonly Row[]; readonly nextPageCursor: string }

export type PageQuestion = {
  readonly symbol?: string
  readonly contractType?: HistoryFamily
  /** Inclusive, exchange time in ms. */
  readonly fromE3?: number
  readonly cursor?: string
  readonly limit?: number
}

type Asker<Row> = (question: PageQuestion, options?: CallOptions) => Promise<Outcome<Page<Row>>>

const askers: { readonly [View in HistoryView]: Asker<Rows[View]> } = {
  orders: (question, options) => ask('orderHistory', question, options),
  fills: (question, options) => ask('executions', question, options),
  closedPnl: (question, options) => ask('closedPnl', question, options),
  funding: (question, options) => ask('fundingHistory', question, options),
  transactions: (question, options) => ask('transactionLog', question, options),
  strategies: (question, options) => ask('strategyHistory', question, options),
}

/** Requests one page of a history. */
function askPage<View extends HistoryView>(
  view: View,
  question: PageQuestion,
  options?: CallOptions,
): Promise<Outcome<Page<Rows[View]>>> {
  return askers[view](question, options)
}

/** How far back a history reaches, in ms; undefined means from the beginning. */
const periods = {
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  all: undefined,
} as const
export type Period = keyof typeof periods
export const periodNames = ['day', 'week', 'month', 'all'] as const

/** The part of a history to load: one symbol, one family, or all. */
export type Scope = {
  readonly symbol?: string | undefined
  readonly family?: HistoryFamily | undefined
}

/**
 * Returns the part of a history that a family's page, or a panel beside a symbol, shows.
 * Transactions on a page are the whole account's: a deposit, a transfer or a loan belongs to no
 * family and would be missing under each.
 */
export function scopeOf(view: HistoryView, { symbol, family }: Scope): Scope {
  if (family === undefined) return { symbol }
  return view === 'transactions' ? {} : { family }
}

/** Returns the request for a part of a history and a period that ends now. */
export function questionOf(
  { symbol, family }: Scope,
  period: Period,
  nowMs: number,
): Pick<PageQuestion, 'symbol' | 'contractType' | 'fromE3'> {
  const reach = periods[period]
  return {
    ...(symbol === undefined ? {} : { symbol }),
    ...(family === undefined ? {} : { contractType: family }),
    ...(reach === undefined ? {} : { fromE3: Math.max(0, nowMs - reach) }),
  }
}

/**
 * Returns the page or throws a PageFailure, as the query library requires. Options in it that are
 * not known, as expired ones are not, are requested too: their rows then have coins and decimals.
 */
export async function pageOrThrow<View extends HistoryView>(
  view: View,
  question: PageQuestion,
  signal: AbortSignal,
): Promise<Page<Rows[View]>> {
  const outcome = await askPage(view, question, { signal })
  if (!outcome.ok) throw new PageFailure(outcome.error)
  void listOptions(outcome.value.list.map(({ symbol }) => symbol))
  return outcome.value
}

/**
 * Returns the rows of all pages, requested one after another at the maximum page size; `onRows` is
 * called with the count so far. Stops at the first page that fails.
 */
export async function askAllPages<View extends HistoryView>(
  view: View,
  question: PageQuestion,
  { signal, onRows }: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<Outcome<readonly Rows[View][]>> {
  const rows: Rows[View][] = []
  let cursor: string | undefined
  while (true) {
    const asked = { ...question, limit: maxPageRows, ...(cursor === undefined ? {} : { cursor }) }
    const outcome = await askPage(view, asked, { signal })
    if (!outcome.ok) return outcome
    rows.push(...outcome.value.list)
    onRows(rows.length)
    const next = outcome.value.nextPageCursor
    // A cursor that does not advance would loop forever.
    if (next === '' || next === cursor) return { ok: true, value: rows }
    cursor = next
  }
}
