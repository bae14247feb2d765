// The markets page: all markets with their figures by groups, a screener, a heat map, new listings.

import { Search } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { useViewport } from '../../platform/viewport.ts'
import { useSettings, useWatchedSymbols } from '../../stores/settings.ts'
import { Select } from '../../ui/Select.tsx'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { sortedRows } from '../../ui/table/sort.ts'
import { matchingListings } from '../catalogue/picker.ts'
import { WatchlistChoice } from '../catalogue/WatchlistChoice.tsx'
import { ScreenBar } from '../screens/ScreenBar.tsx'
import { listingsOfSector, offeredSectors, sectorWords } from './groups.ts'
import { HeatMap } from './HeatMap.tsx'
import { MarketCards } from './MarketCards.tsx'
import { NewMarkets } from './NewMarkets.tsx'
import { MarketTable } from './MarketTable.tsx'
import { factsOf, marketRows, marketSortKey, type MarketRow, passes } from './market-rows.ts'
import { useScreen } from './use-screen.ts'
import { usePolled } from '../../client/use-polled.ts'

const tickersEveryMs = 3_000
const statisticsEveryMs = 30_000

export function MarketsPage() {
  const t = useT()
  const order = useCatalogue((catalogue) => catalogue.order)
  const favourites = useSettings((settings) => settings.favourites)
  const watched = useWatchedSymbols()
  const { tab, view, query, sector, sort, filters, change, setFilters, screen, choose } =
    useScreen()
  const tickers = usePolled('tickers', tickersEveryMs)
  const statistics = usePolled('marketStatistics', statisticsEveryMs)
  const isAll = tab === 'all' && query.trim() === ''
  const wanted = { tab: tab === 'all' ? ('usdt' as const) : tab, query, favourites: watched }
  const listings = isAll ? order : matchingListings(order, wanted)
  const grouped = listingsOfSector(listings, sector, order)
  const every = marketRows(grouped, tickers?.list, statistics?.list)
  const rows = every.filter((row) => passes(factsOf(row), filters))
  const isPhone = useViewport() === 'phone'
  const Markets = isPhone ? MarketCards : MarketTable
  const emptyTitle = (): string => {
    if (every.length > 0) return t('screens.noneLeft')
    if (query !== '') return t('book.noMatch', { query })
    return sector === 'all' ? t('book.noFavourites') : t('markets.noneOfSector')
  }
  return (
    <main className="m-1 flex min-h-0 min-w-0 flex-1 flex-col rounded bg-panel">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <h1 className="text-lg font-semibold">{t('markets.title')}</h1>
        <Segments
          className="max-w-full no-scrollbar overflow-x-auto"
          label={t('book.markets')}
          value={tab}
          onChange={(next) => change({ tab: next, query: '' })}
          items={[
            { value: 'all', label: t('markets.all') },
            { value: 'favourites', label: t('book.tabFavourites') },
            { value: 'spot', label: t('book.tabSpot') },
            { value: 'usdt', label: t('book.tabUsdt') },
            { value: 'usdc', label: t('book.tabUsdc') },
            { value: 'inverse', label: t('book.tabInverse') },
            { value: 'futures', label: t('book.tabFutures') },
          ]}
        />
        {tab === 'favourites' && <WatchlistChoice />}
        <Segments
          className="max-w-full no-scrollbar overflow-x-auto"
          label={t('markets.views')}
          value={view}
          onChange={(next) => change({ view: next })}
          items={[
            { value: 'overview', label: t('markets.overview') },
            { value: 'screener', label: t('markets.screener') },
            { value: 'heatMap', label: t('markets.heatMap') },
            { value: 'new', label: t('markets.new') },
          ]}
        />
        <Select
          label={t('markets.sector')}
          value={sector}
          onChange={(next) => change({ sector: next })}
          items={[
            { value: 'all', label: t('markets.allSectors') },
            ...offeredSectors(order).map((each) => ({
              value: each,
              label: t({ key: sectorWords[each] }),
            })),
          ]}
        />
        <div className="flex h-8 w-52 items-center rounded border border-transparent bg-field focus-within:border-accent max-md:min-w-40 max-md:flex-1 md:ml-auto">
          <Search className="ml-2 size-4 text-muted" aria-hidden />
          <input
            type="search"
            aria-label={t('book.search')}
            placeholder={t('book.searchHint')}
            value={query}
            onChange={(event) => change({ query: event.target.value })}
            spellCheck={false}
            autoComplete="off"
            className="h-full w-full bg-transparent px-2 text-sm outline-none"
          />
        </div>
      </div>
      <ScreenBar
        screen={screen}
        symbols={symbolsOf(every)}
        passing={symbolsOf(rows)}
        onFilters={setFilters}
        onChoose={choose}
      />
      <div className="min-h-0 flex-1">
        {order.length > 0 && rows.length === 0 ? (
          <EmptyState title={emptyTitle()} />
        ) : view === 'heatMap' ? (
          <HeatMap rows={rows} />
        ) : view === 'new' ? (
          <NewMarkets rows={rows} favourites={favourites} />
        ) : (
          <Markets
            view={view}
            rows={sortedRows(rows, sort.choice, marketSortKey)}
            favourites={favourites}
            sort={sort}
          />
        )}
      </div>
    </main>
  )
}

const symbolsOf = (rows: readonly MarketRow[]): readonly string[] =>
  rows.map(({ listing }) => listing.symbol)
