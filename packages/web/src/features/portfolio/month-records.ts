// A month's records from the exchange, requested page by page until they are complete.

import { maxPageRows } from '@basis/protocol/wire'
import type { CallFailure } from '@basis/protocol/envelope'
import type { WireFunding } from '@basis/protocol/account'
import type { WireClosedPnl } from '@basis/protocol/position'
import { ask, type Outcome } from '../../client/http.ts'
import { listOptions } from '../../stores/options/unlisted.ts'
import type { Month } from './portfolio-figures.ts'

/** The maximum number of pages requested for a month; the portfolio page says if there are more. */
const MOST_PAGES = 25
export const mostRecords = MOST_PAGES * maxPageRows

type Page<Row> = { readonly list: readonly Row[]; readonly nextPageCursor: string }
type Asked<Row> = (cursor: { cursor?: string }) => Promise<Outcome<Page<Row>>>

export type MonthRecords = {
  readonly closed: readonly WireClosedPnl[]
  readonly funding: readonly WireFunding[]
  /** False if there are more records than requested; these are the newest. */
  readonly isWhole: boolean
}

/** A failed page as an error for the query library. */
class RecordsFailure extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure) {
    super(failure.message)
    this.name = 'RecordsFailure'
    this.failure = failure
  }
}

/** Returns the rows of at most `mostPages` pages, newest first. Throws if one of them fails. */
export async function rowsOf<Row>(asked: Asked<Row>, mostPages = MOST_PAGES) {
  const rows: Row[] = []
  let cursor = ''
  for (let page = 0; page < mostPages; page += 1) {
    const outcome = await asked(cursor === '' ? {} : { cursor })
    if (!outcome.ok) throw new RecordsFailure(outcome.error)
    rows.push(...outcome.value.list)
    const next = outcome.value.nextPageCursor
    if (next === '' || next === cursor) return { rows, isWhole: true }
    cursor = next
  }
  return { rows, isWhole: false }
}

/**
 * Returns a month's closed P&L and funding payments. Throws if a page fails. The coins of expired
 * options are known once they have been requested by name.
 */
export async function askMonth(
  { fromMs, toMs }: Month,
  signal: AbortSignal,
): Promise<MonthRecords> {
  const question = { fromE3: fromMs, toE3: toMs, limit: maxPageRows }
  const [closed, funding] = await Promise.all([
    rowsOf((cursor) => ask('closedPnl', { ...question, ...cursor }, { signal })),
    rowsOf((cursor) => ask('fundingHistory', { ...question, ...cursor }, { signal })),
  ])
  void listOptions(closed.rows.map(({ symbol }) => symbol))
  return {
    closed: closed.rows,
    funding: funding.rows,
    isWhole: closed.isWhole && funding.isWhole,
  }
}
