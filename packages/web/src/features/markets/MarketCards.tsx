// The markets as cards, for a phone: each with its price, its change and the figures of the view.

import { ArrowDown, ArrowUp } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { TableSort } from '../../ui/table/sort.ts'
import { Figure, SymbolCell, useColumnName } from './MarketTable.tsx'
import { viewColumns, type MarketColumn, type MarketRow } from './market-rows.ts'

/** The figures in the first line of every card. */
const firstLine: readonly MarketColumn[] = ['last', 'change24h']

export function MarketCards(props: {
  view: keyof typeof viewColumns
  rows: readonly MarketRow[]
  favourites: readonly string[]
  sort: TableSort<MarketColumn>
}) {
  const { view, rows, favourites, sort } = props
  const t = useT()
  const nameOf = useColumnName()
  const columns: readonly MarketColumn[] = viewColumns[view]
  const shown = columns.filter((column) => !firstLine.includes(column))
  return (
    <div className="flex h-full flex-col">
      <SortRow
        columns={[...new Set<MarketColumn>(['symbol', 'turnover', ...columns])]}
        sort={sort}
      />
      <ul aria-label={t('markets.title')} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {rows.length === 0 && <Skeleton className="h-40" />}
        {rows.map((row) => (
          <li key={row.listing.symbol} className="border-b border-line py-2.5">
            <div className="flex items-center justify-between gap-2">
              <SymbolCell
                listing={row.listing}
                isStarred={favourites.includes(row.listing.symbol)}
              />
              <span className="text-end text-sm tabular-nums">
                <Figure row={row} column="last" />
                <span className="block text-xs">
                  <Figure row={row} column="change24h" />
                </span>
              </span>
            </div>
            <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-1.5">
              {shown.map((column) => (
                <div key={column} className="min-w-0">
                  <dt className="text-2xs leading-3.5 text-muted">{nameOf(column)}</dt>
                  <dd className="flex text-xs tabular-nums [&>svg]:ml-0">
                    <Figure row={row} column={column} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The sort column and direction of the cards. */
function SortRow(props: { columns: readonly MarketColumn[]; sort: TableSort<MarketColumn> }) {
  const { columns, sort } = props
  const t = useT()
  const nameOf = useColumnName()
  const column = columns.find((each) => each === sort.choice?.column) ?? 'symbol'
  const { sorting } = sort.head(column)
  const isDown = sorting === 'descending'
  return (
    <div className="flex items-center gap-1 px-2 py-1.5">
      <Select
        label={t('markets.sortBy')}
        value={column}
        onChange={(next) => sort.head(next).onSort()}
        items={columns.map((each) => ({ value: each, label: nameOf(each) }))}
        className="min-w-0 flex-1"
      />
      <IconButton
        label={t(isDown ? 'markets.descending' : 'markets.ascending')}
        onClick={sort.head(column).onSort}
      >
        {isDown ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
      </IconButton>
    </div>
  )
}
