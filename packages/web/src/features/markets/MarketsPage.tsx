// The markets page: every market with its figures, a screener and a heat map.

import { useState } from 'react'
import { Search } from 'lucide-react'
import { useT } from '../../i18n/i18n.ts'
import { useCatalogue } from '../../stores/catalogue.ts'
import { useSettings, type PickerTab } from '../../stores/settings.ts'
import { EmptyState } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { sortedRows, useTableSort } from '../../ui/table/sort.ts'
import { matchingListings } from '../catalogue/picker.ts'
import { HeatMap } from './HeatMap.tsx'
import { MarketTable } from './MarketTable.tsx'
import { marketRows, marketSortKey, type MarketColumn, type MarketView } from './market-rows.ts'
import { usePolled } from './use-polled.ts'

const tickersEveryMs = 3_000
const statisticsEveryMs = 30_000

export function MarketsPage() {
  const t = useT()
  const order = useCatalogue((catalogue) => catalogue.order)
  const favourites = useSettings((settings) => settings.favourites)
  const [tab, setTab] = useState<PickerTab | 'all'>('all')
  const [view, setView] = useState<MarketView>('overview')
  const [query, setQuery] = useState('')
  const sort = useTableSort<MarketColumn>({ column: 'turnover', isDown: true })
  const tickers = usePolled('tickers', tickersEveryMs)
  const statistics = usePolled('marketStatistics', statisticsEveryMs)
  const isAll = tab === 'all' && query.trim() === ''
  const wanted = { tab: tab === 'all' ? ('usdt' as const) : tab, query, favourites }
  const listings = isAll ? order : matchingListings(order, wanted)
  const rows = marketRows(listings, tickers?.list, statistics?.list)
  return (
    <main className="m-1 flex min-h-0 min-w-0 flex-1 flex-col rounded bg-panel">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <h1 className="text-lg font-semibold">{t('markets.title')}</h1>
        <Segments
          className="max-w-full no-scrollbar overflow-x-auto"
          label={t('book.markets')}
          value={tab}
          onChange={(next) => {
            setTab(next)
            setQuery('')
          }}
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
        <Segments
          className="max-w-full no-scrollbar overflow-x-auto"
          label={t('markets.views')}
          value={view}
          onChange={setView}
          items={[
            { value: 'overview', label: t('markets.overview') },
            { value: 'screener', label: t('markets.screener') },
            { value: 'heatMap', label: t('markets.heatMap') },
          ]}
        />
        <div className="flex h-8 w-52 items-center rounded border border-transparent bg-field focus-within:border-accent max-md:w-full md:ml-auto">
          <Search className="ml-2 size-4 text-muted" aria-hidden />
          <input
            type="search"
            aria-label={t('book.search')}
            placeholder={t('book.searchHint')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            className="h-full w-full bg-transparent px-2 text-sm outline-none"
          />
        </div>
      </div>
      <div className="min-h-0 flex-1">
        {order.length > 0 && rows.length === 0 ? (
          <EmptyState
            title={query === '' ? t('book.noFavourites') : t('book.noMatch', { query })}
          />
        ) : view === 'heatMap' ? (
          <HeatMap rows={rows} />
        ) : (
          <MarketTable
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
