// CSV files that a trader saves: fields of rows by their names on the wire, times in UTC, numbers
// with all their digits.

import { csvLine } from '@basis/protocol/exports/csv'

/** Times in ms whose names on the wire do not end in E3. */
const otherTimes: ReadonlySet<string> = new Set(['deliveryTime'])

/**
 * Returns the file's text: a header, then a line per row. Names that end in E3 are times in ms;
 * fields that are neither text, number nor boolean are left empty.
 */
export function csvText(names: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const fields = row as Readonly<Record<string, unknown>>
    return csvLine(names.map((name) => cell(name, fields[name])))
  })
  return [csvLine(names.map(head)), ...lines].join('')
}

const isTime = (name: string): boolean => name.endsWith('E3') || otherTimes.has(name)

const head = (name: string): string => (isTime(name) ? `${name.replace(/E3$/, '')} (UTC)` : name)

function cell(name: string, value: unknown): string {
  if (isTime(name) && typeof value === 'number') return new Date(value).toISOString()
  if (typeof value === 'string') return plain(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

// A number may begin with a minus; other text that a spreadsheet would evaluate is escaped.
const plain = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
