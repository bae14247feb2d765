// Histories as CSV: every page of a call that has pages, row by row as the pages come, so that a
// long history costs no more memory than a page (RFC 4180).

import { Readable } from 'node:stream'
import { callNames, calls, type CallName } from '@basis/protocol/calls'
import { maxPageRows } from '@basis/protocol/wire'

/** Calls of an account's history that are told as CSV too, under their path with `.csv` behind. */
export const exportNames = callNames.filter((name) => {
  const { answer, access } = calls[name]
  return access === 'session' && 'nextPageCursor' in answer.def.shape
})

export const exportPath = (name: CallName): string => `${calls[name].path}.csv`

export type Page = {
  readonly list: readonly Readonly<Record<string, unknown>>[]
  readonly nextPageCursor: string
}
/** Asks for a page that begins at a cursor. */
export type AskPage = (cursor: {
  readonly cursor?: string
  readonly limit: number
}) => Promise<Page>

/**
 * Returns the text of all pages, its columns those of the call's rows. The first page is asked for
 * before this returns, so that what is wrong with the question is told as with any call.
 */
export async function csvOf(name: CallName, ask: AskPage): Promise<Readable> {
  const columns = columnsOf(name)
  const first = await ask({ limit: maxPageRows })
  return Readable.from(linesOf(columns, first, ask), { objectMode: false })
}

async function* linesOf(columns: readonly string[], first: Page, ask: AskPage) {
  yield `${columns.join(',')}\r\n`
  for (let page = first; ;) {
    const lines = page.list.map((row) => columns.map((column) => cell(row[column])).join(','))
    if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`
    if (page.nextPageCursor === '') return
    page = await ask({ cursor: page.nextPageCursor, limit: maxPageRows })
  }
}

/** The fields of a row in the order of their schema. */
function columnsOf(name: CallName): readonly string[] {
  const { shape }: { readonly shape: Readonly<Record<string, object>> } = calls[name].answer.def
  const rows = shape['list'] as { readonly def: { readonly element: object } } | undefined
  const row = rows?.def.element as { readonly def: { readonly shape: object } } | undefined
  return Object.keys(row?.def.shape ?? {})
}

function cell(value: unknown): string {
  const text = cellText(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Lists and records stand in one cell as JSON. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
