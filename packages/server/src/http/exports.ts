// Histories as CSV, streamed page by page, so that a long history needs no more memory
// than one page.

import { Readable } from 'node:stream'
import { csvLine } from '@basis/protocol/exports/csv'
import { callNames, calls, type CallName } from '@basis/protocol/calls'
import { maxPageRows } from '@basis/protocol/wire'

/**
 * History calls of an account that are also served as CSV, under their path with `.csv` appended.
 */
export const exportNames = callNames.filter((name) => {
  const { answer, access } = calls[name]
  return access === 'session' && 'nextPageCursor' in answer.def.shape
})

export const exportPath = (name: CallName): string => `${calls[name].path}.csv`

export type Page = {
  readonly list: readonly Readonly<Record<string, unknown>>[]
  readonly nextPageCursor: string
}
/** Reads the page that begins at a cursor. */
export type AskPage = (cursor: {
  readonly cursor?: string
  readonly limit: number
}) => Promise<Page>

/**
 * Returns a stream of all pages with the columns of the call's rows. The first page is read before
 * this returns, so that an invalid request is refused as in any call.
 */
export async function csvOf(name: CallName, ask: AskPage): Promise<Readable> {
  const columns = columnsOf(name)
  const first = await ask({ limit: maxPageRows })
  return Readable.from(linesOf(columns, first, ask), { objectMode: false })
}

async function* linesOf(columns: readonly string[], first: Page, ask: AskPage) {
  yield csvLine(columns)
  for (let page = first; ;) {
    const lines = page.list.map((row) => csvLine(columns.map((column) => cellText(row[column]))))
    if (lines.length > 0) yield lines.join('')
    if (page.nextPageCursor === '') return
    page = await ask({ cursor: page.nextPageCursor, limit: maxPageRows })
  }
}

/** Returns the fields of a row in the order of its schema. */
function columnsOf(name: CallName): readonly string[] {
  const { shape }: { readonly shape: Readonly<Record<string, object>> } = calls[name].answer.def
  const rows = shape['list'] as { readonly def: { readonly element: object } } | undefined
  const row = rows?.def.element as { readonly def: { readonly shape: object } } | undefined
  return Object.keys(row?.def.shape ?? {})
}

/** Lists and objects are written as JSON. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
