// The symbol picker: tabs, a search with arrow keys and Enter, live columns, stars.

import { isComing } from '@basis/domain/instrument/instrument'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { maxLeverageOf } from '@basis/domain/margin/cross-margin'
import {
  instrumentOf,
  shownName,
  showListing,
  useCatalogue,
  useCurrentSymbol,
} from '../../stores/catalogue.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { comingTag, exactE8, useInstrumentFormat } from '../../stores/instrument-format.ts'
import { changeSettings, useSettings, useWatchedSymbols } from '../../stores/settings.ts'
import { pickerStore, usePickerRow } from '../../stores/tickers.ts'
import { useT } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CoinIcon } from '../../ui/coins/CoinIcon.tsx'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { PairBadges } from './PairBadges.tsx'
import { StarButton } from './StarButton.tsx'
import { WatchlistChoice } from './WatchlistChoice.tsx'
import {
  dollarTurnover,
  matchingListings,
  movedRow,
  nextSort,
  pickerColumns,
  quoteCoinsOf,
  sortedListings,
} from './picker.ts'
import type { PickerColumn, PickerSort } from './picker.ts'

const columnWords: Record<PickerColumn, MessageKey> = {
  symbol: 'book.columnSymbol',
  last: 'book.columnLast',
  change: 'book.columnChange',
  turnover: 'book.columnTurnover',
  funding: 'book.columnFunding',
}

// A phone has room only for the symbol, its price and its change.
const GRID =
  'grid grid-cols-[1.75rem_minmax(0,1.5fr)_1fr_4.5rem] items-center ' +
  'md:grid-cols-[1.75rem_minmax(0,1.5fr)_1fr_4.5rem_4.5rem_4.75rem]'

const WIDE_ONLY: readonly PickerColumn[] = ['turnover', 'funding']

/** Fills its container. `onDone` is called when a symbol was chosen. */
export function SymbolSearch({ onDone }: { onDone?: () => void }) {
  const t = useT()
  const id = useId()
  const order = useCatalogue((catalogue) => catalogue.order)
  const favourites = useSettings((settings) => settings.favourites)
  const tab = useSettings((settings) => settings.pickerTab)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [sort, setSort] = useState<PickerSort>()
  const watched = useWatchedSymbols()
  const [quoteCoin, setQuoteCoin] = useState('')
  const matching = matchingListings(order, { tab, query, favourites: watched, quoteCoin })
  const listings = sortedListings(matching, sort, (symbol) => pickerStore.shown(symbol), lastPrice)
  const choose = (listing: Listing | undefined): void => {
    if (listing === undefined) return
    showListing(listing)
    onDone?.()
  }
  const takeKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') return choose(listings[active])
    const moved = movedRow(active, event.key, listings.length)
    if (moved === undefined) return
    event.preventDefault()
    setActive(moved)
    event.currentTarget.ownerDocument.getElementById(rowId(id, moved))?.scrollIntoView({
      block: 'nearest',
    })
  }
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <SearchField
        query={query}
        onQuery={(text) => {
          setQuery(text)
          setActive(0)
        }}
        onKeyDown={takeKey}
        listId={id}
        activeId={listings.length === 0 ? undefined : rowId(id, active)}
      />
      <Segments
        label={t('book.markets')}
        value={tab}
        onChange={(pickerTab) => {
          changeSettings({ pickerTab })
          setQuery('')
          setActive(0)
        }}
        items={[
          { value: 'favourites', label: t('book.tabFavourites') },
          { value: 'spot', label: t('book.tabSpot') },
          { value: 'usdt', label: t('book.tabUsdt') },
          { value: 'usdc', label: t('book.tabUsdc') },
          { value: 'inverse', label: t('book.tabInverse') },
          { value: 'futures', label: t('book.tabFutures') },
        ]}
        className="self-start"
      />
      {tab === 'favourites' && <WatchlistChoice />}
      {tab === 'spot' && (
        <Select
          label={t('book.quoteCoin')}
          size="sm"
          className="self-start"
          value={quoteCoin}
          onChange={(coin) => {
            setQuoteCoin(coin)
            setActive(0)
          }}
          items={[
            { value: '', label: t('book.allQuoteCoins') },
            ...quoteCoinsOf(order).map((coin) => ({ value: coin, label: coin })),
          ]}
        />
      )}
      <div
        id={id}
        role="grid"
        aria-label={t('book.markets')}
        className="min-h-0 flex-1 overflow-y-auto rounded bg-panel"
      >
        <HeadRow sort={sort} onSort={(column) => setSort(nextSort(sort, column))} />
        {listings.map((listing, row) => (
          <SymbolRow
            key={listing.symbol}
            id={rowId(id, row)}
            listing={listing}
            isActive={row === active}
            isStarred={favourites.includes(listing.symbol)}
            onChoose={choose}
          />
        ))}
        {listings.length === 0 && (
          <EmptyState
            title={query === '' ? t('book.noFavourites') : t('book.noMatch', { query })}
          />
        )}
      </div>
    </div>
  )
}

/** The last price of a symbol, 1e-8 of its quote coin. */
function lastPrice(symbol: string): number | undefined {
  const ticks = pickerStore.shown(symbol)?.lastTicks
  const instrument = instrumentOf(symbol)
  return ticks === undefined || instrument === undefined ? undefined : ticks * instrument.tickSizeE8
}

const rowId = (listId: string, row: number): string => `${listId}-${row}`

function SearchField(props: {
  query: string
  onQuery: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  listId: string
  activeId: string | undefined
}) {
  const t = useT()
  return (
    <div className="flex h-9 items-center rounded border border-transparent bg-field focus-within:border-accent">
      <Search className="ml-2 size-4 text-muted" aria-hidden />
      <input
        // The picker opens with the focus in its search (docs/screen 2).
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        role="combobox"
        aria-expanded
        aria-haspopup="grid"
        aria-controls={props.listId}
        aria-activedescendant={props.activeId}
        aria-label={t('book.search')}
        placeholder={t('book.searchHint')}
        value={props.query}
        onChange={(event) => props.onQuery(event.target.value)}
        onKeyDown={props.onKeyDown}
        spellCheck={false}
        autoComplete="off"
        className="h-full w-full bg-transparent px-2 text-sm outline-none"
      />
    </div>
  )
}

function HeadRow(props: { sort: PickerSort; onSort: (column: PickerColumn) => void }) {
  const t = useT()
  const sorting = (column: PickerColumn) => {
    if (props.sort?.column !== column) return 'none'
    return props.sort.isDown ? 'descending' : 'ascending'
  }
  return (
    <div role="row" className={classNames(GRID, 'sticky top-0 z-sticky h-7 bg-panel text-2xs')}>
      <span role="columnheader">
        <span className="sr-only">{t('book.tabFavourites')}</span>
      </span>
      {pickerColumns.map((column) => (
        <span
          key={column}
          role="columnheader"
          aria-sort={sorting(column)}
          className={classNames(
            'text-muted last:pr-1',
            column !== 'symbol' && 'text-end',
            WIDE_ONLY.includes(column) && 'max-md:hidden',
          )}
        >
          <button
            type="button"
            tabIndex={-1}
            onClick={() => props.onSort(column)}
            className="inline-flex items-center gap-0.5 rounded-sm hover:text-ink"
          >
            {t({ key: columnWords[column] })}
            {sorting(column) === 'ascending' && <ArrowUp className="size-3" aria-hidden />}
            {sorting(column) === 'descending' && <ArrowDown className="size-3" aria-hidden />}
          </button>
        </span>
      ))}
    </div>
  )
}

type SymbolRowProps = {
  id: string
  listing: Listing
  isActive: boolean
  isStarred: boolean
  onChoose: (listing: Listing) => void
}

function SymbolRow({ id, listing, isActive, isStarred, onChoose }: SymbolRowProps) {
  const t = useT()
  const { instrument, symbol } = listing
  const isCurrent = useCurrentSymbol() === symbol
  return (
    // The field above keeps the focus and moves the active row; the mouse acts on the row itself.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="row"
      aria-selected={isActive}
      onClick={() => onChoose(listing)}
      className={classNames(
        GRID,
        'h-8 cursor-pointer rounded text-xs hover:bg-hover',
        isActive && 'bg-hover',
        isCurrent && 'bg-accent-tint',
      )}
    >
      <span role="gridcell" className="grid place-items-center">
        <StarButton symbol={symbol} isStarred={isStarred} />
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-1.5">
        <CoinIcon coin={instrument.baseCoin} size={18} />
        <span className="truncate font-medium">{shownName(listing)}</span>
        {isComing(instrument) ? (
          <Badge>{t({ key: comingTag(instrument) })}</Badge>
        ) : instrument.riskTiers.length > 0 ? (
          <Badge>{`${Math.floor(maxLeverageOf(instrument.riskTiers) / 100)}x`}</Badge>
        ) : (
          <PairBadges listing={listing} most={1} otherwise={<Badge>{t('book.spotTag')}</Badge>} />
        )}
      </span>
      <LiveCells listing={listing} />
    </div>
  )
}

function LiveCells({ listing }: { listing: Listing }) {
  const format = useFormat()
  const row = usePickerRow(listing.symbol)
  const words = useInstrumentFormat(listing.instrument)
  const change = row?.changeE8 ?? 0
  const compactDollars = (value: bigint | undefined): string =>
    value === undefined ? '--' : format.compact(exactE8(value))
  return (
    <>
      <span role="gridcell" className="text-end">
        {words.price(row?.lastTicks)}
      </span>
      <span
        role="gridcell"
        className={classNames(
          'text-end',
          change > 0 && 'text-up-on-depth',
          change < 0 && 'text-down-on-depth',
        )}
      >
        {row === undefined ? '--' : format.percent({ units: change, scale: 6 })}
      </span>
      <span role="gridcell" className="text-end text-soft max-md:hidden">
        {row === undefined
          ? '--'
          : compactDollars(dollarTurnover(listing.instrument, row, lastPrice))}
      </span>
      <span role="gridcell" className="pr-1 text-end text-soft max-md:hidden">
        {row?.fundingRateE8 === undefined ? '--' : format.funding(exactE8(row.fundingRateE8))}
      </span>
    </>
  )
}
