// The parts of a table: a scrolling frame, a sticky header, aligned cells, placeholder rows.

import { createContext, use, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { useHeldColumns, type ColumnWidths } from './held-columns.ts'
import { useRowWindow } from './row-window.ts'
import { EmptyState, Skeleton } from '../Skeleton.tsx'

type Align = 'start' | 'end' | 'center'
export type Sorting = 'ascending' | 'descending' | 'none'

const aligns: Record<Align, string> = {
  start: 'text-start',
  end: 'text-end',
  center: 'text-center',
}

export type TableProps = {
  /** The name of the table; for screen readers. */
  label: string
  children: ReactNode
  /** Below this width the table scrolls sideways, in pixels. */
  minWidthPx?: number | undefined
  /** Row height: 40 or 36 pixels. */
  density?: Density | undefined
  /** The total number of rows of a windowed table. */
  rowCount?: number | undefined
  widths?: ColumnWidths | undefined
  /**
   * Called when the edge of a head was dragged; undefined restores the column's automatic width.
   */
  onWidth?: ((column: string, px: number | undefined) => void) | undefined
  /** On a phone each row is a card; its cells show their `label`. */
  cards?: boolean | undefined
  className?: string | undefined
}

type Density = 'comfortable' | 'compact'
const rowPx: Record<Density, number> = { comfortable: 40, compact: 36 }
const noWidths: ColumnWidths = {}

type TableParts = {
  readonly frame: HTMLDivElement | null
  readonly rowPx: number
  readonly onWidth: TableProps['onWidth']
}
const TableContext = createContext<TableParts | undefined>(undefined)

/** A table in its own scrolling frame. Put a `TableHead` and a `TableBody` inside. */
export function Table(props: TableProps) {
  const { label, children, minWidthPx, density = 'comfortable', rowCount, onWidth } = props
  // The rows are mounted before the frame, so they need a state that reports it.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const table = useHeldColumns(minWidthPx ?? 0, props.widths ?? noWidths)
  const parts = useMemo(
    () => ({ frame, rowPx: rowPx[density], onWidth }),
    [frame, density, onWidth],
  )
  return (
    <div
      ref={setFrame}
      data-density={density}
      data-cards={props.cards === true ? '' : undefined}
      className={classNames(
        // What is focused by keyboard is scrolled out from under the fixed head and columns.
        '@container h-full scroll-pt-10 scroll-pl-40 overflow-auto',
        'has-[th.right-0]:scroll-pr-40',
        props.className,
      )}
      // A group, not a landmark: the panel around it has this name already.
      role="group"
      aria-label={label}
      // A scrolling region must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        ref={table}
        aria-label={label}
        data-rows={rowCount}
        aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
        className="w-full border-separate border-spacing-0 text-xs"
        style={minWidthPx === undefined ? undefined : { minWidth: minWidthPx }}
      >
        <TableContext value={parts}>{children}</TableContext>
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  )
}

export type HeadCellProps = {
  children?: ReactNode
  align?: Align | undefined
  /** Set if the column can be sorted; `none` if another column sorts. */
  sorting?: Sorting | undefined
  onSort?: (() => void) | undefined
  /** Stays at the left edge on horizontal scrolling. Only for the first column. */
  sticky?: boolean | undefined
  /** Stays at the right edge on horizontal scrolling: the column of the row's buttons. */
  stickyEnd?: boolean | undefined
  /** A long name wraps to two lines. */
  wraps?: boolean | undefined
  /** The name of the second figure, shown below the first in each cell. */
  second?: ReactNode
  /** Shown before the name, outside the button that sorts. */
  before?: ReactNode
  /** The column's id, if its width can be changed. */
  column?: string | undefined
  className?: string | undefined
}

export function HeadCell(props: HeadCellProps) {
  const { children, align = 'start', sorting, onSort, sticky = false, stickyEnd = false } = props
  const { wraps = false, second, column } = props
  return (
    <th
      data-column={column}
      scope="col"
      aria-sort={sorting}
      className={classNames(
        'sticky top-0 h-8 border-b border-line bg-panel px-1.5 font-normal text-muted',
        'first:pl-3 last:pr-3',
        aligns[align],
        // Only one of the two: the corners are above the head, the head above the cells.
        sticky || stickyEnd ? 'z-header' : 'z-sticky',
        sticky && 'left-0',
        stickyEnd && 'right-0',
        wraps ? 'leading-4' : 'whitespace-nowrap',
        second !== undefined && 'py-1 leading-4',
        props.className,
      )}
    >
      {props.before}
      {sorting === undefined || onSort === undefined ? (
        children
      ) : (
        <button
          type="button"
          onClick={onSort}
          className="inline-flex items-center gap-0.5 rounded-sm hover:text-ink"
        >
          {children}
          <SortMark sorting={sorting} />
        </button>
      )}
      {second !== undefined && <span className="block text-2xs">{second}</span>}
      {column !== undefined && <WidthHandle column={column} />}
    </th>
  )
}

/** The edge of a head: dragging sets the column's width, a double click resets it. */
function WidthHandle({ column }: { column: string }) {
  const onWidth = use(TableContext)?.onWidth
  const drag = useRef<{ head: HTMLElement; atPx: number; fromPx: number } | undefined>(undefined)
  if (onWidth === undefined) return null
  const widthNow = (event: PointerEvent): number => {
    const { fromPx, atPx } = drag.current ?? { fromPx: 0, atPx: 0 }
    return Math.round(Math.min(800, Math.max(40, fromPx + event.clientX - atPx)))
  }
  return (
    <span
      aria-hidden
      className="absolute inset-y-1 right-0 w-1.5 cursor-col-resize touch-none rounded-sm hover:bg-line-strong"
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement
        if (head === null) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { head, atPx: event.clientX, fromPx: head.offsetWidth }
      }}
      onPointerMove={(event) => {
        if (drag.current !== undefined) drag.current.head.style.width = `${widthNow(event)}px`
      }}
      onPointerUp={(event) => {
        const isMoved = drag.current !== undefined && event.clientX !== drag.current.atPx
        if (isMoved) onWidth(column, widthNow(event))
        drag.current = undefined
      }}
      onDoubleClick={() => onWidth(column, undefined)}
    />
  )
}

function SortMark({ sorting }: { sorting: Sorting }) {
  if (sorting === 'ascending') return <ArrowUp className="size-3 text-accent" aria-hidden />
  if (sorting === 'descending') return <ArrowDown className="size-3 text-accent" aria-hidden />
  return <ChevronsUpDown className="size-3" aria-hidden />
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody>{children}</tbody>
}

export type WindowedRowsProps<Row> = {
  rows: readonly Row[]
  /** The number of columns of the table. */
  columns: number
  /** Renders a row; `index` is its `aria-rowindex`. */
  children: (row: Row, index: number) => ReactNode
}

/** The visible rows of a body, with spacers for the others above and below. */
export function WindowedRows<Row>({ rows, columns, children }: WindowedRowsProps<Row>) {
  const parts = use(TableContext)
  const px = parts?.rowPx ?? rowPx.comfortable
  const { first, end } = useRowWindow(parts?.frame ?? null, rows.length, px)
  return (
    <>
      <Room columns={columns} px={first * px} />
      {/* The head is the first row of all. */}
      {rows.slice(first, end).map((row, place) => children(row, first + place + 2))}
      <Room columns={columns} px={(rows.length - end) * px} />
    </>
  )
}

function Room({ columns, px }: { columns: number; px: number }) {
  return px === 0 ? null : (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  )
}

export type TableRowProps = {
  children: ReactNode
  /** Its index in a windowed table. */
  index?: number | undefined
  /** A row that was sent but is not yet confirmed is hatched. */
  pending?: boolean | undefined
  selected?: boolean | undefined
  /** Makes the whole row clickable, e.g. to go to the symbol; Enter does the same. */
  onActivate?: (() => void) | undefined
  className?: string | undefined
}

export function TableRow(props: TableRowProps) {
  const { children, pending = false, selected = false, onActivate } = props
  const activateByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target === event.currentTarget) onActivate?.()
  }
  return (
    <tr
      className={classNames(
        'group/row *:border-b *:border-line hover:bg-row-hover',
        pending && 'hatched text-soft',
        selected && 'bg-accent-tint',
        onActivate !== undefined && 'cursor-pointer focus-visible:-outline-offset-2',
        props.className,
      )}
      aria-busy={pending || undefined}
      data-selected={selected || undefined}
      aria-rowindex={props.index}
      tabIndex={onActivate === undefined ? undefined : 0}
      onClick={onActivate}
      onKeyDown={onActivate === undefined ? undefined : activateByKey}
    >
      {children}
    </tr>
  )
}

export type CellProps = {
  children?: ReactNode
  align?: Align | undefined
  /** As for its column's head. */
  sticky?: boolean | undefined
  stickyEnd?: boolean | undefined
  /** A second figure below the first, in a muted colour. */
  second?: ReactNode
  /** The head's name, shown above the cell if rows are cards. */
  label?: string | undefined
  className?: string | undefined
}

/** A sticky cell must be opaque, so it repeats its row's tint. */
const tinted =
  'group-hover/row:bg-[linear-gradient(var(--color-row-hover),var(--color-row-hover))] ' +
  'group-data-selected/row:bg-[linear-gradient(var(--color-accent-tint),var(--color-accent-tint))]'

export function Cell(props: CellProps) {
  const { children, align = 'start', second, label, className } = props
  const { sticky = false, stickyEnd = false } = props
  return (
    <td
      data-label={label}
      className={classNames(
        'h-10 px-1.5 whitespace-nowrap first:pl-3 last:pr-3 in-data-[density=compact]:h-9',
        aligns[align],
        (sticky || stickyEnd) && `sticky z-sticky bg-panel ${tinted}`,
        sticky && 'left-0',
        stickyEnd && 'right-0',
        className,
      )}
    >
      {children}
      {second !== undefined && <span className="block text-2xs text-soft">{second}</span>}
    </td>
  )
}

export type EmptyRowProps = {
  /** The number of columns of the table. */
  columns: number
  children: ReactNode
}

/** The content of a table without rows: an `EmptyState` with one action, or a text. */
export function EmptyRow({ columns, children }: EmptyRowProps) {
  return (
    <tr>
      <td colSpan={columns} className="py-6">
        {/* As wide as the frame, not the table, and visible at any scroll offset. */}
        <div className="sticky left-0 w-[100cqw]">
          {typeof children === 'string' ? <EmptyState title={children} /> : children}
        </div>
      </td>
    </tr>
  )
}

const widths = ['w-3/4', 'w-1/2', 'w-2/3', 'w-5/12', 'w-7/12'] as const

/** Grey rows for the first load only; a refresh keeps the old rows. */
export function SkeletonRows({ columns, rows = 5 }: { columns: number; rows?: number }) {
  return Array.from({ length: rows }, (_row, row) => (
    <tr key={row} aria-hidden className="*:border-b *:border-line">
      {Array.from({ length: columns }, (_column, column) => (
        <td key={column} className="h-10 px-1.5 first:pl-3 last:pr-3">
          <Skeleton className={classNames('h-3', widths[(row + column) % widths.length])} />
        </td>
      ))}
    </tr>
  ))
}
