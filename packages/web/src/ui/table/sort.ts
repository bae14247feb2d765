// Sorting a table by a click on a column's name: descending, ascending, and the table's own order.

import { useState } from 'react'
import type { Sorting } from './Table.tsx'

export type SortChoice<Column extends string> =
  | { readonly column: Column; readonly isDown: boolean }
  | undefined

/** Returns the choice after a click on a column. */
export function nextChoice<Column extends string>(
  choice: SortChoice<Column>,
  column: Column,
): SortChoice<Column> {
  if (choice?.column !== column) return { column, isDown: true }
  return choice.isDown ? { column, isDown: false } : undefined
}

/** A row's key in a column: texts by code unit, numbers by size; rows without one come last. */
export type SortKey = string | number | bigint | undefined

/** Returns the rows in the chosen order; rows that are equal keep theirs. */
export function sortedRows<Row, Column extends string>(
  rows: readonly Row[],
  choice: SortChoice<Column>,
  keyOf: (row: Row, column: Column) => SortKey,
): readonly Row[] {
  if (choice === undefined) return rows
  const direction = choice.isDown ? -1 : 1
  return rows.toSorted((a, b) => {
    const first = keyOf(a, choice.column)
    const second = keyOf(b, choice.column)
    if (first === undefined || second === undefined) {
      return first === second ? 0 : first === undefined ? 1 : -1
    }
    return (first < second ? -1 : first > second ? 1 : 0) * direction
  })
}

export type TableSort<Column extends string> = {
  readonly choice: SortChoice<Column>
  readonly choose: (choice: SortChoice<Column>) => void
  /** The sorting props of a column's `HeadCell`. */
  readonly head: (column: Column) => { sorting: Sorting; onSort: () => void }
}

/** The sorting state of one table. */
export function useTableSort<Column extends string>(first?: SortChoice<Column>): TableSort<Column> {
  const [choice, setChoice] = useState<SortChoice<Column>>(first)
  return {
    choice,
    choose: setChoice,
    head: (column) => ({
      sorting: choice?.column !== column ? 'none' : choice.isDown ? 'descending' : 'ascending',
      onSort: () => setChoice(nextChoice(choice, column)),
    }),
  }
}
