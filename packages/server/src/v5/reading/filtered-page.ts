// A page of the rows of a history that pass a filter, filled by several queries.

import { cursorOf, type EntryPlace, type Page } from '../../read-model/read-model.ts'

const rowsPerQuestion = 200
/** The most queries for one page; the rest is behind its cursor. */
const mostQuestions = 20

export async function filteredPage<Row extends EntryPlace>(
  { limit, cursor: first }: { readonly limit: number; readonly cursor?: string },
  ask: (part: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Row>>,
  isMeant: (row: Row) => boolean,
): Promise<{ readonly rows: readonly Row[]; readonly next?: string }> {
  const rows: Row[] = []
  let cursor = first
  for (let asked = 0; asked < mostQuestions; asked += 1) {
    const part = { limit: rowsPerQuestion, ...(cursor === undefined ? {} : { cursor }) }
    const page = await ask(part)
    const passed = page.rows.filter(isMeant)
    const isCut = passed.length > limit - rows.length
    rows.push(...passed.slice(0, limit - rows.length))
    const last = rows.at(-1)
    if (isCut && last !== undefined) return { rows, next: cursorOf(last) }
    if (page.next === undefined) return { rows }
    cursor = page.next
    if (rows.length === limit) break
  }
  return cursor === undefined ? { rows } : { rows, next: cursor }
}
