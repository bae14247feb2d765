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

/**
 * Returns a page of a list that is at hand: rows after the one that the cursor names. `keyOf` gives
 * each row a name of letters, digits, `-` and `_`. Throws V5Refused for a cursor that names none.
 */
export function listPage<Row>(
  rows: readonly Row[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  keyOf: (row: Row) => string,
): { readonly list: readonly Row[]; readonly nextPageCursor: string } {
  const last = cursor === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor)
  if (cursor !== undefined && last < 0) throw invalidParameter('cursor')
  const list = rows.slice(last + 1, last + 1 + limit)
  const end = list.at(-1)
  const hasMore = last + 1 + limit < rows.length
  return { list, nextPageCursor: hasMore && end !== undefined ? keyOf(end) : '' }
}
