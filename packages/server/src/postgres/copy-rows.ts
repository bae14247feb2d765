// Rows in the text format of COPY, the fastest way into a table: without arrays and without one
// statement per row.

import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A fraction of a portion's text, which is about 200 kB. */
const pieceLength = 32_768
const special = /[\\\t\n\r]/
const written = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' } as const

/** Formats a row of strings, numbers and nulls as a line, with the line break. */
export const copyLine = (fields: readonly unknown[]): string =>
  `${fields.map(fieldText).join('\t')}\n`

function fieldText(field: unknown): string {
  if (field === null) return '\\N'
  if (typeof field === 'number') return String(field)
  if (typeof field !== 'string') throw new TypeError(`A ${typeof field} has no text of COPY`)
  if (!special.test(field)) return field
  return field.replaceAll(/[\\\t\n\r]/g, (sign) => written[sign as keyof typeof written])
}

/** Yields the rows' text in pieces that are sent one by one. */
export function* copyPieces(rows: Iterable<readonly unknown[]>): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += copyLine(row)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * Appends rows, given as pieces of text, by a statement `copy … from stdin`, all or none. An
 * existing row is an error: COPY has no ON CONFLICT. `onSent` is called once all of them have been
 * sent to the server.
 */
export function copyRows(
  client: ClientBase,
  statement: string,
  pieces: Iterable<string>,
  onSent: () => void = () => undefined,
): Promise<void> {
  function* sending(): Generator<string> {
    yield* pieces
    // Deferred, so that the end of the copy is sent before.
    setImmediate(onSent)
  }
  return pipeline(sending(), client.query(copyFrom(statement)))
}
