// The chart of the shown symbol with its trading lines; the chart library is loaded when the panel
// is first visible.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { candleSources, type CandleSource } from '@basis/domain/instrument/candle'
import { listingOf, showListing, useCurrentListing } from '../../stores/catalogue.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { sawPage } from '../../platform/first-sight.ts'
import { requestOfPage } from '../../shell/page-requests.ts'
import { offerToastPlace } from '../../shell/toast-place.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { AlertMenu } from './alerts/AlertMenu.tsx'
import { seriesOf, tickerOf } from './feed/chart-datafeed.ts'
import { ChartGrid, GridMenu, useIsWide, useLinked } from './ChartGrid.tsx'
import { LineMenu } from './LineMenu.tsx'
import { LateTrading } from './LateTrading.tsx'
import { useIntervalRequests, useShownSymbol, useWidget } from './use-widget.ts'

export function ChartPanel() {
  const t = useT()
  const listing = useCurrentListing()
  const [source, setSource] = useState<CandleSource>('last')
  const isWide = useIsWide()
  const isTrader = useSession((session) => session.status === 'trader')
  if (listing === undefined) return <Skeleton className="m-3 h-[calc(100%-1.5rem)]" />
  const isSpot = listing.instrument.kind === 'Spot'
  const mayDraw = isTrader && !isSpot
  const shown = isSpot ? 'last' : source
  return (
    <section
      ref={offerToastPlace}
      aria-label={t('chart.title')}
      className="flex h-full min-h-0 flex-col"
    >
      <div className="@container flex h-8 shrink-0 items-center gap-2 border-b border-line px-2">
        {!isSpot && <SourceChoice source={shown} onChange={setSource} />}
        <span className="flex-1" />
        {mayDraw && (
          <Button size="sm" variant="ghost" onClick={() => requestOfPage('bracket')}>
            {t('chart.bracket')}
          </Button>
        )}
        <AlertMenu instrument={listing.instrument} />
        {isWide && <GridMenu />}
        {!isSpot && <LineMenu />}
      </div>
      <ChartGrid ticker={tickerOf(listing.symbol, shown)}>
        <Chart instrument={listing.instrument} source={shown} mayDraw={mayDraw} />
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

function Chart(props: { instrument: Instrument; source: CandleSource; mayDraw: boolean }) {
  const t = useT()
  const { instrument, source, mayDraw } = props
  const frame = useRef<HTMLDivElement>(null)
  const ticker = tickerOf(instrument.symbol, source)
  const { widget, hasFailed } = useWidget(frame, { place: 0, ticker, find: showFound })
  useLinked(widget)
  useEffect(() => widget?.onChartReady(sawPage), [widget])
  useShownSymbol(widget, ticker)
  useIntervalRequests(widget)
  let over: ReactNode = null
  if (hasFailed) over = <EmptyState title={t('chart.failed')} />
  else if (widget === undefined) over = <Skeleton className="m-3 flex-1" />
  return (
    <div className="relative size-full min-h-0">
      <div ref={frame} className="absolute inset-0" />
      <LateTrading widget={widget} ticker={ticker} instrument={instrument} mayDraw={mayDraw} />
      {over !== null && <div className="absolute inset-0 flex flex-col">{over}</div>}
    </div>
  )
}

/** Shows the market chosen in the chart's symbol search on the whole page. */
function showFound(ticker: string): void {
  const listing = listingOf(seriesOf(ticker).symbol)
  if (listing !== undefined) showListing(listing)
}
