// Rows in the text format of COPY, the fastest way into a table: no array is made of them, and no
// statement runs for each.

import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A fraction of a portion's text: a portion has some 200 kB. */
const pieceLength = 32_768
const special = /[\\\t\n\r]/
const written = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' } as const

/** Returns a row of texts, numbers and nulls as its line, the end of the line included. */
export const copyLine = (fields: readonly unknown[]): string =>
  `${fields.map(fieldText).join('\t')}\n`

function fieldText(field: unknown): string {
  if (field === null) return '\\N'
  if (typeof field === 'number') return String(field)
  if (typeof field !== 'string') throw new TypeError(`A ${typeof field} has no text of COPY`)
  if (!special.test(field)) return field
  return field.replaceAll(/[\\\t\n\r]/g, (sign) => written[sign as keyof typeof written])
}

/** The rows' text, in pieces that a server takes in one by one. */
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
 * Appends rows, as pieces of their text, by a statement `copy … from stdin`, all or none of them. A
 * row that is there already is an error: COPY has no ON CONFLICT. `onSent` is called when the
 * server has been sent all of them.
 */
export function copyRows(
  client: ClientBase,
  statement: string,
  pieces: Iterable<string>,
  onSent: () => void = () => undefined,
): Promise<void> {
  function* sending(): Generator<string> {
    yield* pieces
    // The end of the copy goes out first.
    setImmediate(onSent)
  }
  return pipeline(sending(), client.query(copyFrom(statement)))
}
