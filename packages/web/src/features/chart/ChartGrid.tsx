// The charts of the trade page: the main one and up to three beside it, linked as the trader chose.

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { CandleSource } from '@basis/domain/instrument/candle'
import { LayoutGrid } from 'lucide-react'
import type { ChartWidget } from '@basis/chart/widget'
import { listingOf } from '../../stores/catalogue.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { useViewport } from '../../platform/viewport.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuEntry } from '../../ui/popups/popup-props.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { seriesOf } from './feed/chart-datafeed.ts'
import { changeGrid, changeTicker, chartCounts, openGrid, tickerAt, useGrid } from './chart-grid.ts'
import { ChartLinks } from './chart-links.ts'
import { visitorOwner } from './chart-memory.ts'
import { showFound } from './found-market.ts'
import { LateTrading } from './LateTrading.tsx'
import { useShownSymbol, useWidget } from './use-widget.ts'

const chartLinks = new ChartLinks()

/** Links a chart with the other charts: each follows the interval and crosshair of the others. */
export function useLinked(widget: ChartWidget | undefined): void {
  useEffect(() => (widget === undefined ? undefined : chartLinks.join(widget)), [widget])
}

/** Returns whether the page is wide enough for several charts; phones and tablets show one. */
export function useIsWide(): boolean {
  const viewport = useViewport()
  return viewport !== 'phone' && viewport !== 'tablet'
}

type GridProps = {
  /** The page's. */
  readonly ticker: string
  readonly source: CandleSource
  readonly children: ReactNode
}

export function ChartGrid({ ticker, source, children }: GridProps) {
  const owner = useSession(({ status, user }) =>
    status === 'unknown' ? undefined : (user?.uid ?? visitorOwner),
  )
  const { links, count: wanted } = useGrid()
  const count = useIsWide() ? wanted : 1
  useEffect(() => {
    if (owner !== undefined) openGrid(owner)
  }, [owner])
  useEffect(() => chartLinks.set(links), [links])
  return (
    <div
      className={classNames(
        'grid min-h-0 flex-1 gap-px bg-line',
        count > 1 && 'grid-cols-2',
        count > 2 && 'grid-rows-2',
      )}
    >
      <div className="min-h-0 bg-panel">{children}</div>
      {[1, 2, 3].slice(0, count - 1).map((place) => (
        <SideChart key={place} place={place} ofPage={ticker} source={source} />
      ))}
    </div>
  )
}

type SideProps = {
  readonly place: number
  readonly ofPage: string
  readonly source: CandleSource
}

function SideChart({ place, ofPage, source }: SideProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const grid = useGrid()
  const ticker = tickerAt(grid, place, ofPage)
  const find = (found: string): string => {
    if (grid.links.symbol) return showFound(found, source)
    changeTicker(place, found)
    return found
  }
  const { widget, hasFailed } = useWidget(frame, { place, ticker, find })
  useShownSymbol(widget, ticker)
  useLinked(widget)
  const instrument = listingOf(seriesOf(ticker).symbol)?.instrument
  return (
    <section
      aria-label={t('chart.numbered', { number: String(place + 1) })}
      className="relative min-h-0 bg-panel"
    >
      <div ref={frame} className="absolute inset-0" />
      {instrument !== undefined && (
        <LateTrading
          key={instrument.symbol}
          widget={widget}
          ticker={ticker}
          instrument={instrument}
        />
      )}
      {hasFailed && <EmptyState title={t('chart.failed')} />}
      {!hasFailed && widget === undefined && <Skeleton className="absolute inset-3" />}
    </section>
  )
}

export function GridMenu() {
  const t = useT()
  const { count, links } = useGrid()
  const words = {
    symbol: t('chart.linkSymbol'),
    interval: t('chart.linkInterval'),
    crosshair: t('chart.linkCrosshair'),
  }
  const counts = { 1: t('chart.oneChart'), 2: t('chart.twoCharts'), 4: t('chart.fourCharts') }
  const entries: MenuEntry[] = [
    {
      kind: 'choose',
      id: 'count',
      label: t('chart.layout'),
      value: String(count),
      options: chartCounts.map((one) => ({ value: String(one), label: counts[one] })),
      onChange: (value) => {
        const chosen = chartCounts.find((one) => String(one) === value)
        if (chosen !== undefined) changeGrid({ count: chosen })
      },
    },
    { kind: 'line', id: 'links' },
    ...(['symbol', 'interval', 'crosshair'] as const).map((link) => ({
      kind: 'switch' as const,
      id: link,
      label: words[link],
      checked: links[link],
      onChange: (checked: boolean) => changeGrid({ links: { ...links, [link]: checked } }),
    })),
  ]
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost">
          <LayoutGrid className="size-3.5" aria-hidden />
          <span className="@max-[30rem]:sr-only">{t('chart.layout')}</span>
        </Button>
      }
      entries={entries}
    />
  )
}
