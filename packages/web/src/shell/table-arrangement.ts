// The arrangement of a table's columns: their order, the hidden ones, and widths set by the trader.

import { isRecord } from '../platform/storage.ts'

export type TableArrangement = {
  /** Column ids in the trader's order; missing ids take the table's own position. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** In pixels; a column without one fits its content. */
  readonly widths: Readonly<Record<string, number>>
}

/** The table's own order, with no column hidden. */
export const plainArrangement: TableArrangement = { order: [], hidden: [], widths: {} }

/** Tables in which some columns are hidden by default. */
const firstArrangements: Readonly<Record<string, TableArrangement>> = {
  'option chain': {
    ...plainArrangement,
    hidden: ['bidSize', 'askSize', 'gamma', 'vega', 'theta', 'last'],
  },
}

/** Returns a table's arrangement before any change. */
export const firstArrangement = (table: string): TableArrangement =>
  firstArrangements[table] ?? plainArrangement

/**
 * Returns every column in the wanted order. A column missing from the order, because it was added
 * in a newer version, follows the one that it follows in the table's own order.
 */
export function orderedColumns<Id extends string>(
  ids: readonly Id[],
  { order }: Pick<TableArrangement, 'order'>,
): readonly Id[] {
  const placed = order.flatMap((id) => ids.filter((each) => each === id))
  for (const [place, id] of ids.entries()) {
    if (placed.includes(id)) continue
    const before = ids[place - 1]
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id)
  }
  return placed
}

/** Returns the visible columns, in their order. */
export const shownColumns = <Id extends string>(
  ids: readonly Id[],
  arrangement: TableArrangement,
): readonly Id[] =>
  orderedColumns(ids, arrangement).filter((id) => !arrangement.hidden.includes(id))

/** Returns the order with a column moved by a number of places, at most to the end. */
export function movedColumn<Id extends string>(
  ids: readonly Id[],
  id: Id,
  by: number,
): readonly Id[] {
  const from = ids.indexOf(id)
  if (from < 0) return ids
  const to = Math.min(ids.length - 1, Math.max(0, from + by))
  const rest = ids.filter((each) => each !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** Decodes a stored arrangement; undefined if it is invalid. */
export function readArrangement(json: unknown): TableArrangement | undefined {
  if (!isRecord(json)) return undefined
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  const widths = isRecord(json['widths']) ? Object.entries(json['widths']) : []
  return {
    order: texts(json['order']),
    hidden: texts(json['hidden']),
    widths: Object.fromEntries(
      widths.filter((entry): entry is [string, number] => isWidth(entry[1])),
    ),
  }
}

const isWidth = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= 2_000
