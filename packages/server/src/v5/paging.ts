// Paging of the open API: cursors of letters, digits, `-` and `_`, keyed on the last row, so that
// new rows in front do not shift a page.

import { placeOf } from '../read-model/read-model.ts'
import { invalidParameter } from './refused.ts'

/** Returns the open API cursor for one of the history; empty after the last page. */
export const v5Cursor = (next: string | undefined): string => next?.replace('.', '-') ?? ''

/** Returns the history's cursor. Throws V5Refused for an invalid one. */
export function historyCursor(cursor: string | undefined): { readonly cursor?: string } {
  if (cursor === undefined) return {}
  const inside = cursor.replace('-', '.')
  if (placeOf(inside) === undefined) throw invalidParameter('cursor')
  return { cursor: inside }
}

/**
 * Returns `behind` of a list that filters a longer one by what may change between two pages: the
 * row of a cursor is found in the longer one, whose keys are in the order of the list.
 */
export function behindAmong<Row>(
  keys: readonly string[],
  keyOf: (row: Row) => string,
): Behind<Row> {
  return (cursor) => {
    const place = keys.indexOf(cursor)
    if (place < 0) return undefined
    const later = new Set(keys.slice(place + 1))
    return (row) => later.has(keyOf(row))
  }
}

type PageAsked = { readonly cursor?: string | undefined; readonly limit: number }

/** A test for the rows after the one that a cursor names; undefined for an invalid cursor. */
type Behind<Row> = (cursor: string) => ((row: Row) => boolean) | undefined

/**
 * Returns a page of a list in memory: the rows after the one that the cursor names. `keyOf` returns
 * the key of a row, of letters, digits, `-` and `_`. If rows may end between two pages, `behind`
 * finds the next one. Throws V5Refused for an unknown cursor.
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
