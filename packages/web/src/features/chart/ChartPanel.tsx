// The chart of the shown symbol with its trading lines; the chart library is loaded when the panel
// is first visible.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { candleSources, type CandleSource } from '@basis/domain/instrument/candle'
import { useCurrentListing } from '../../stores/catalogue.ts'
import { useSession } from '../../client/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { sawPage } from '../../platform/first-sight.ts'
import { requestOfPage } from '../../shell/page-requests.ts'
import { offerToastPlace } from '../../shell/toast-place.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { AlertMenu } from './alerts/AlertMenu.tsx'
import { ChartGrid, GridMenu, useIsWide, useLinked } from './ChartGrid.tsx'
import { showFound, tickerIn } from './found-market.ts'
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
  const ticker = tickerIn(listing, source)
  return (
    <section
      ref={offerToastPlace}
      aria-label={t('chart.title')}
      className="flex h-full min-h-0 flex-col"
    >
      <div className="@container flex h-8 shrink-0 items-center gap-2 border-b border-line px-2">
        {!isSpot && <SourceChoice source={source} onChange={setSource} />}
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
      <ChartGrid ticker={ticker} source={source}>
        <Chart {...{ instrument: listing.instrument, ticker, source, mayDraw }} />
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

type ChartProps = {
  readonly instrument: Instrument
  readonly ticker: string
  readonly source: CandleSource
  readonly mayDraw: boolean
}

function Chart({ instrument, ticker, source, mayDraw }: ChartProps) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const find = (found: string): string => showFound(found, source)
  const { widget, hasFailed } = useWidget(frame, { place: 0, ticker, find })
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
