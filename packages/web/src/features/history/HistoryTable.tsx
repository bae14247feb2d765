// A history's rows: a table if there is room, cards on a phone.

import { memo, useMemo } from 'react'
import { shownName, showListing, useListing, useListings } from '../../stores/catalogue.ts'
import { useTableColumns, useTableProps } from '../../stores/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useIsWide } from '../../platform/use-is-wide.ts'
import { openDialog, type DialogRequest } from '../../shell/dialogs.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyButton } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import {
  Cell,
  HeadCell,
  SkeletonRows,
  Table,
  TableBody,
  TableHead,
  TableRow,
  WindowedRows,
} from '../../ui/table/Table.tsx'
import { everyColumn, otherTimeOf } from './history-columns.ts'
import type { CellWords, Column, Definition, Tone, Words } from './history-columns.ts'

/** Below this width a history is shown as cards. */
const TABLE_PX = 640

type RowsProps<Row> = { view: string; definition: Definition<Row>; rows: readonly Row[] }

export function HistoryRows<Row>(props: RowsProps<Row>) {
  const [room, isWide] = useIsWide<HTMLDivElement>(TABLE_PX)
  const words = useWords()
  const List = isWide ? RowsTable : Cards
  return (
    <div ref={room} className={classNames('h-full', !isWide && 'overflow-auto')}>
      <List {...props} words={words} />
    </div>
  )
}

/** Placeholder rows under the history's head, for the first load only. */
export function WaitingRows<Row>(props: { view: string; definition: Definition<Row> }) {
  const t = useT()
  const { view, definition } = props
  const columns = useShownColumns(view, definition)
  return (
    <Table label={t({ key: definition.title })} {...useTableProps(tableOf(view))}>
      <TableHead>
        <Heads definition={definition} columns={columns} />
      </TableHead>
      <TableBody>
        <SkeletonRows columns={columns.length + 1} />
      </TableBody>
    </Table>
  )
}

function useWords(): Words {
  const t = useT()
  const format = useFormat()
  // Rows are formatted again when the catalogue arrives, because it has the instruments' decimals.
  const listings = useListings()
  return { t, format, instrumentOf: (symbol) => listings.get(symbol)?.instrument }
}

/** The key under which the arrangement of a history's columns is stored. */
export const tableOf = (view: string): string => `history ${view}`

function useShownColumns<Row>(view: string, { columns }: Definition<Row>): readonly Column<Row>[] {
  const ids = useMemo(() => columns.map(({ id }) => id), [columns])
  const shown = useTableColumns(tableOf(view), ids)
  return shown.flatMap((id) => columns.filter((column) => column.id === id))
}

type HeadsProps<Row> = { definition: Definition<Row>; columns: readonly Column<Row>[] }

function Heads<Row>({ definition, columns }: HeadsProps<Row>) {
  const t = useT()
  return (
    <>
      <HeadCell sticky second={t({ key: definition.timeTitle })}>
        {t('history.contract')}
      </HeadCell>
      {columns.map(({ id, title, align, under }) => (
        <HeadCell
          key={id}
          column={id}
          align={align}
          second={under === undefined ? undefined : t({ key: under.title })}
        >
          {t({ key: title })}
        </HeadCell>
      ))}
    </>
  )
}

type WordedProps<Row> = RowsProps<Row> & { words: Words }

function RowsTable<Row>({ view, definition, rows, words }: WordedProps<Row>) {
  const { keyOf, symbolOf, title } = definition
  const columns = useShownColumns(view, definition)
  const appearance = useTableProps(tableOf(view))
  return (
    <Table label={words.t({ key: title })} {...appearance} rowCount={rows.length}>
      <TableHead>
        <Heads definition={definition} columns={columns} />
      </TableHead>
      <TableBody>
        <WindowedRows rows={rows} columns={columns.length + 1}>
          {(row, index) => (
            <TableRow key={keyOf(row)} index={index}>
              <Cell sticky second={<RowTime definition={definition} row={row} words={words} />}>
                <span className="flex items-center gap-2">
                  <Contract symbol={symbolOf(row)} />
                  <Explain request={definition.explainOf(row)} />
                </span>
              </Cell>
              {columns.map(({ id, align, cell, under }) => (
                <Cell
                  key={id}
                  align={align}
                  second={
                    under === undefined ? undefined : <CellText {...under.cell(row, words)} />
                  }
                >
                  <CellText {...cell(row, words)} />
                </Cell>
              ))}
            </TableRow>
          )}
        </WindowedRows>
      </TableBody>
    </Table>
  )
}

function Cards<Row>({ definition, rows, words }: WordedProps<Row>) {
  const { keyOf, timeOf, symbolOf, columns, title } = definition
  return (
    <ul aria-label={words.t({ key: title })}>
      {rows.map((row) => (
        <li key={keyOf(row)} className="border-b border-line px-3 py-3 text-xs">
          <div className="mb-2 flex items-baseline justify-between gap-2">
            <span className="flex items-baseline gap-2">
              <Contract symbol={symbolOf(row)} />
              <Explain request={definition.explainOf(row)} />
            </span>
            <span className="text-2xs text-muted">{words.format.dateTime(timeOf(row), true)}</span>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5">
            <OtherTime definition={definition} row={row} words={words} />
            {everyColumn(columns).map(({ id, title: name, cell }) => (
              <CardLine key={id} name={words.t({ key: name })} {...cell(row, words)} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** A row's time; its second time, if any, is shown on hover and read by screen readers. */
function RowTime<Row>({ definition, row, words }: RowTimeProps<Row>) {
  const { t, format } = words
  const time = format.dateTime(definition.timeOf(row), true)
  const other = otherTimeOf(definition, row)
  if (other === undefined) return time
  const said = `${t({ key: other.title })} ${format.dateTime(other.timeMs, true)}`
  // Not a button: it would be too close under the contract's button for touch input.
  return (
    <span title={said}>
      {time}
      <span className="sr-only"> {said}</span>
    </span>
  )
}

type RowTimeProps<Row> = { definition: Definition<Row>; row: Row; words: Words }

function CardLine({ name, ...words }: CellWords & { name: string }) {
  if (words.text === '') return null
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto text-end">
        <CellText {...words} />
      </dd>
    </div>
  )
}

function OtherTime<Row>({ definition, row, words }: RowTimeProps<Row>) {
  const other = otherTimeOf(definition, row)
  if (other === undefined) return null
  const text = words.format.dateTime(other.timeMs, true)
  return <CardLine name={words.t({ key: other.title })} text={text} tone="soft" />
}

const inks: Record<Tone, string> = { up: 'text-up', down: 'text-down', soft: 'text-soft' }

const CellText = memo(function CellText({ text, detail, tone, badge, copy }: CellWords) {
  const t = useT()
  if (badge !== undefined) return <Badge tone={badge === 'Buy' ? 'up' : 'down'}>{text}</Badge>
  return (
    <span className={classNames('inline-flex items-center gap-1', tone && inks[tone])}>
      {text}
      {detail !== undefined && <span className="text-muted">{detail}</span>}
      {copy !== undefined && <CopyButton text={copy} label={t('history.copyId', { id: copy })} />}
    </span>
  )
})

/** The button that opens the explanation of a row. */
function Explain({ request }: { request: DialogRequest | undefined }) {
  const t = useT()
  if (request === undefined) return null
  return (
    <button
      type="button"
      onClick={() => openDialog(request)}
      className="touch-target rounded-sm text-2xs font-medium text-accent hover:underline"
    >
      {t('explain.action')}
    </button>
  )
}

function Contract({ symbol }: { symbol: string }) {
  const listing = useListing(symbol)
  if (symbol === '') return <span className="text-muted">--</span>
  if (listing === undefined) return <span className="font-medium">{symbol}</span>
  return (
    <button
      type="button"
      onClick={() => showListing(listing)}
      className="rounded-sm font-medium hover:text-accent"
    >
      {shownName(listing)}
    </button>
  )
}
