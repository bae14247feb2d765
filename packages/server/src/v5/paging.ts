// Pages of the open API: cursors of letters and digits alone, keyed on the last row, so that a page
// holds its place when new rows arrive in front.

import { placeOf } from '../read-model/read-model.ts'
import { invalidParameter } from './refused.ts'

/** Returns the cursor of the wire for one of the history; empty where there is nothing more. */
export const v5Cursor = (next: string | undefined): string => next?.replace('.', '-') ?? ''

/** Returns the history's cursor. Throws V5Refused for a text that is none. */
export function historyCursor(cursor: string | undefined): { readonly cursor?: string } {
  if (cursor === undefined) return {}
  const inside = cursor.replace('-', '.')
  if (placeOf(inside) === undefined) throw invalidParameter('cursor')
  return { cursor: inside }
}

type PageAsked = { readonly cursor?: string | undefined; readonly limit: number }

/** Which rows stand behind the one that a cursor names; undefined for a text that is none. */
type Behind<Row> = (cursor: string) => ((row: Row) => boolean) | undefined

/**
 * Returns a page of a list that is at hand: rows after the one that the cursor names. `keyOf` gives
 * each row a name of letters, digits, `-` and `_`. Where rows may end between two pages, `behind`
 * finds the next one. Throws V5Refused for a cursor that names none.
 */
export function listPage<Row>(
  rows: readonly Row[],
  { cursor, limit }: PageAsked,
  keyOf: (row: Row) => string,
  behind?: Behind<Row>,
): { readonly list: readonly Row[]; readonly nextPageCursor: string } {
  const first = cursor === undefined ? 0 : firstAfter(rows, cursor, { keyOf, behind })
  const list = rows.slice(first, first + limit)
  const end = list.at(-1)
  const hasMore = first + limit < rows.length
  return { list, nextPageCursor: hasMore && end !== undefined ? keyOf(end) : '' }
}

function firstAfter<Row>(
  rows: readonly Row[],
  cursor: string,
  by: { readonly keyOf: (row: Row) => string; readonly behind: Behind<Row> | undefined },
): number {
  const named = rows.findIndex((row) => by.keyOf(row) === cursor)
  if (named >= 0) return named + 1
  const isBehind = by.behind?.(cursor)
  if (isBehind === undefined) throw invalidParameter('cursor')
  const next = rows.findIndex(isBehind)
  return next < 0 ? rows.length : next
}
