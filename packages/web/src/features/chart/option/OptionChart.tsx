// The chart of one option: of its mark price, which moves without trades, or of its trades.

import { useRef, useState } from 'react'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { useT } from '../../../i18n/i18n.ts'
import { EmptyState, Skeleton } from '../../../ui/Skeleton.tsx'
import { Segments } from '../../../ui/Tabs.tsx'
import { tickerOf } from '../feed/chart-datafeed.ts'
import { showFound } from '../found-market.ts'
import { useTradedLines } from '../use-trading.ts'
import { useShownSymbol, useWidget } from '../use-widget.ts'

/** Its drawings and settings are stored separately from the charts of the trade page. */
const place = 8

export function OptionChart({ instrument }: { instrument: Instrument }) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const [source, setSource] = useState<'mark' | 'last'>('mark')
  const ticker = tickerOf(instrument.symbol, source)
  const find = (found: string): string => showFound(found, 'last')
  const { widget, hasFailed } = useWidget(frame, { place, ticker, find })
  useShownSymbol(widget, ticker)
  useTradedLines({ widget, ticker, instrument })
  return (
    <section aria-label={t('chart.title')} className="flex h-[30rem] flex-col">
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-2 text-xs">
        <h2 className="font-semibold">{instrument.symbol}</h2>
        <span className="flex-1" />
        <Segments
          label={t('chart.source')}
          value={source}
          onChange={setSource}
          items={[
            { value: 'mark', label: t('chart.sourceMark') },
            { value: 'last', label: t('chart.sourceLast') },
          ]}
        />
      </div>
      <div className="relative min-h-0 flex-1">
        <div ref={frame} className="absolute inset-0" />
        {hasFailed && <EmptyState title={t('chart.failed')} />}
        {!hasFailed && widget === undefined && <Skeleton className="absolute inset-3" />}
      </div>
    </section>
  )
}
