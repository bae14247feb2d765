// The chart of the shown symbol with its trading lines; the chart itself is loaded when it is first
// seen.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { ChartLine } from '@basis/chart/lines'
import type { ChartEvents, ChartWidget } from '@basis/chart/widget'
import type { Instrument } from '@basis/domain/instrument'
import { candleSources, type CandleSource } from '@basis/protocol/market-data'
import {
  listingOf,
  showListing,
  useCurrentListing,
  useIsUnlisted,
} from '../../exchange/catalogue.ts'
import { pickOrder } from '../../exchange/draft.ts'
import { useInstrumentFormat } from '../../exchange/instrument-format.ts'
import { useSettings } from '../../exchange/settings.ts'
import { useT } from '../../i18n/i18n.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { AlertMenu } from './AlertMenu.tsx'
import { seriesOf, tickerOf } from './chart-datafeed.ts'
import { ChartGrid, GridMenu, useHasRoom, useLinked } from './ChartGrid.tsx'
import { drawnOrder } from './drawn-order.ts'
import { lineHands, ticksOf } from './line-acts.ts'
import { LineMenu } from './LineMenu.tsx'
import { priceEntries } from './price-menu.ts'
import { areAlike } from './trade-lines.ts'
import { useExecutions } from './use-executions.ts'
import { useTradeLines } from './use-trade-lines.ts'
import { useShownSymbol, useWidget } from './use-widget.ts'

export function ChartPanel() {
  const t = useT()
  const listing = useCurrentListing()
  const [source, setSource] = useState<CandleSource>('last')
  const hasRoom = useHasRoom()
  const isUnlisted = useIsUnlisted()
  if (isUnlisted) return <EmptyState title={t('chart.notListed')} />
  if (listing === undefined) return <Skeleton className="m-3 h-[calc(100%-1.5rem)]" />
  const isSpot = listing.instrument.kind === 'Spot'
  const shown = isSpot ? 'last' : source
  return (
    <section aria-label={t('chart.title')} className="flex h-full min-h-0 flex-col">
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-2">
        {!isSpot && <SourceChoice source={shown} onChange={setSource} />}
        <span className="flex-1" />
        <AlertMenu instrument={listing.instrument} />
        {hasRoom && <GridMenu />}
        {!isSpot && <LineMenu />}
      </div>
      <ChartGrid ticker={tickerOf(listing.symbol, shown)}>
        <Chart instrument={listing.instrument} source={shown} />
      </ChartGrid>
    </section>
  )
}

function SourceChoice(props: { source: CandleSource; onChange: (source: CandleSource) => void }) {
  const t = useT()
  const words = { last: 'sourceLast', mark: 'sourceMark', index: 'sourceIndex' } as const
  return (
    <Segments
      label={t('chart.source')}
      value={props.source}
      onChange={props.onChange}
      items={candleSources.map((source) => ({ value: source, label: t(`chart.${words[source]}`) }))}
    />
  )
}

function Chart({ instrument, source }: { instrument: Instrument; source: CandleSource }) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const choice = useSettings((settings) => settings.chartLines)
  const ticker = tickerOf(instrument.symbol, source)
  const { widget, hasFailed } = useWidget(frame, { place: 0, ticker, find: showFound })
  useLinked(widget)
  const lines = useTradeLines(instrument, choice)
  useShownSymbol(widget, ticker)
  useShownLines({ widget, ticker, lines, instrument })
  usePriceMenu(widget, instrument)
  const executions = useExecutions(instrument, choice.executions)
  useEffect(() => widget?.setExecutions(executions), [widget, ticker, executions])
  useDrawnOrders(widget, instrument)
  let over: ReactNode = null
  if (hasFailed) over = <EmptyState title={t('chart.failed')} />
  else if (widget === undefined) over = <Skeleton className="m-3 flex-1" />
  return (
    <div className="relative size-full min-h-0">
      <div ref={frame} className="absolute inset-0" />
      {over !== null && <div className="absolute inset-0 flex flex-col">{over}</div>}
    </div>
  )
}

/** What is found in the chart's search brings the whole page to the market. */
function showFound(ticker: string): void {
  const listing = listingOf(seriesOf(ticker).symbol)
  if (listing !== undefined) showListing(listing)
}

/** A position drawn on the chart goes into the order ticket when the trader says so. */
function useDrawnOrders(widget: ChartWidget | undefined, instrument: Instrument): void {
  useEffect(() => {
    if (widget === undefined) return
    const take: ChartEvents['drawing_position'] = (position) => {
      const order = drawnOrder(position, instrument)
      if (order !== undefined) pickOrder(instrument.symbol, order, order)
    }
    widget.subscribe('drawing_position', take)
    return () => widget.unsubscribe('drawing_position', take)
  }, [widget, instrument])
}

/** At a price of the chart: orders there, by the ticket, an alert, a line. */
function usePriceMenu(widget: ChartWidget | undefined, instrument: Instrument): void {
  const words = useInstrumentFormat(instrument)
  useEffect(() => {
    widget?.onContextMenu((unixTime, price) => {
      const priceTicks = ticksOf(price, instrument)
      if (priceTicks === undefined) return []
      const place = { widget, instrument, unixTime, price, priceTicks }
      return priceEntries({ ...place, words: words.price(priceTicks) })
    })
  }, [widget, instrument, words])
}

/** Hands the lines over when they would be painted differently, at most a few times a second. */
function useShownLines(wanted: {
  readonly widget: ChartWidget | undefined
  readonly ticker: string
  readonly lines: readonly ChartLine[]
  readonly instrument: Instrument
}): void {
  const { widget, ticker, lines, instrument } = wanted
  const shown = useRef<{ widget: ChartWidget; ticker: string; lines: readonly ChartLine[] }>(null)
  useEffect(() => {
    if (widget === undefined) return
    const before = shown.current
    const isSame = before?.widget === widget && before.ticker === ticker
    if (isSame && areAlike(before.lines, lines)) return
    shown.current = { widget, ticker, lines }
    widget.setLines(lines, lineHands(instrument))
  }, [widget, ticker, lines, instrument])
}
