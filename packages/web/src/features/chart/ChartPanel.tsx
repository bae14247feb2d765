// The chart of the shown symbol with its trading lines; the chart itself is loaded when it is first
// seen.

import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { ChartLine } from '@basis/chart/lines'
import type { ChartEvents, ChartMessages, ChartWidget } from '@basis/chart/widget'
import type { Instrument } from '@basis/domain/instrument'
import { candleSources, type CandleSource } from '@basis/protocol/market-data'
import { askCandles, listenToCandles } from '../../exchange/candles.ts'
import {
  listingOf,
  showListing,
  useCatalogue,
  useCurrentListing,
  useIsUnlisted,
} from '../../exchange/catalogue.ts'
import { serverNowMs } from '../../exchange/connection.ts'
import { pickOrder, pickPrice } from '../../exchange/draft.ts'
import { useInstrumentFormat } from '../../exchange/instrument-format.ts'
import { useSession } from '../../exchange/session.ts'
import { useSettings } from '../../exchange/settings.ts'
import { say, useLanguage, useT } from '../../i18n/i18n.ts'
import { chart as chartWords } from '../../i18n/messages/en/chart.ts'
import { notify } from '../../shell/notices.ts'
import { useLook, usePaintedTheme } from '../../shell/theme.ts'
import { EmptyState, Skeleton } from '../../ui/Skeleton.tsx'
import { Segments } from '../../ui/Tabs.tsx'
import { createChartDatafeed, seriesOf, tickerOf } from './chart-datafeed.ts'
import { loadChartLibrary } from './chart-library.ts'
import { chartMemory, type MemoryTrouble, visitorOwner } from './chart-memory.ts'
import { drawnOrder } from './drawn-order.ts'
import { lineHands, ticksOf } from './line-acts.ts'
import { LineMenu } from './LineMenu.tsx'
import { areAlike } from './trade-lines.ts'
import { useExecutions } from './use-executions.ts'
import { useTradeLines } from './use-trade-lines.ts'

export function ChartPanel() {
  const t = useT()
  const listing = useCurrentListing()
  const [source, setSource] = useState<CandleSource>('last')
  const isUnlisted = useIsUnlisted()
  if (isUnlisted) return <EmptyState title={t('chart.notListed')} />
  if (listing === undefined) return <Skeleton className="m-3 h-[calc(100%-1.5rem)]" />
  const isSpot = listing.instrument.kind === 'Spot'
  const shown = isSpot ? 'last' : source
  return (
    <section aria-label={t('chart.title')} className="flex h-full min-h-0 flex-col">
      {!isSpot && (
        <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line px-2">
          <SourceChoice source={shown} onChange={setSource} />
          <span className="flex-1" />
          <LineMenu />
        </div>
      )}
      <Chart instrument={listing.instrument} source={shown} />
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
  const { widget, hasFailed } = useWidget(frame, ticker)
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
    <div className="relative min-h-0 flex-1">
      <div ref={frame} className="absolute inset-0" />
      {over !== null && <div className="absolute inset-0 flex flex-col">{over}</div>}
    </div>
  )
}

type Made = { readonly widget: ChartWidget | undefined; readonly hasFailed: boolean }

/** Makes the chart once per palette; everything else is changed while it goes on. */
function useWidget(frame: RefObject<HTMLDivElement | null>, ticker: string): Made {
  const [made, setMade] = useState<Made>({ widget: undefined, hasFailed: false })
  const { sides } = useLook()
  const theme = usePaintedTheme()
  const language = useLanguage()
  const first = useRef({ ticker, theme, language })
  // Green-up is the chart's own palette in both themes; another one has to be given for each.
  const palette = sides === 'green-up' ? undefined : `${sides} ${theme}`
  const owner = useSession(({ status, user }) =>
    status === 'unknown' ? undefined : (user?.uid ?? visitorOwner),
  )
  useEffect(() => {
    if (owner === undefined) return
    const { memory, stop } = openMemory(owner)
    let widget: ChartWidget | undefined
    let isGone = false
    const make = async (): Promise<void> => {
      const library = await loadChartLibrary()
      const container = frame.current
      if (isGone || container === null) return
      const made = await library.make({
        container,
        symbol: first.current.ticker,
        datafeed,
        theme: first.current.theme,
        locale: first.current.language,
        messages: wordsNow(),
        autosize: true,
        // What is found here brings the whole page to the market.
        symbol_search_complete: (symbol) => Promise.resolve(showFound(symbol)),
        settings_adapter: memory.adapter,
        ...(palette === undefined ? {} : { up_down_colors: sideColours(container) }),
        custom_font_family: 'Inter, sans-serif',
      })
      if (isGone) return made.remove()
      widget = made
      setMade({ widget, hasFailed: false })
    }
    make().catch((error: unknown) => {
      console.error('The chart could not be loaded', error)
      setMade({ widget: undefined, hasFailed: true })
    })
    return () => {
      isGone = true
      widget?.remove()
      stop()
      setMade({ widget: undefined, hasFailed: false })
    }
  }, [frame, palette, owner])
  const { widget } = made
  useEffect(() => {
    first.current = { ...first.current, ticker }
  }, [ticker])
  useEffect(() => {
    first.current = { ...first.current, theme, language }
    widget?.setTheme(theme)
    widget?.setMessages(wordsNow(), language)
  }, [widget, theme, language])
  return made
}

/** What is not written yet is written when the page is left or hidden. */
function openMemory(owner: string) {
  const memory = chartMemory(owner, {
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
    tell: tellTrouble,
  })
  const left = new AbortController()
  addEventListener('pagehide', memory.flush, { signal: left.signal })
  document.addEventListener('visibilitychange', memory.flush, { signal: left.signal })
  const stop = () => {
    left.abort()
    memory.flush()
  }
  return { memory, stop }
}

const toldTroubles = new Set<MemoryTrouble>()

/** The trader is told once a visit, not once a chart. */
function tellTrouble(trouble: MemoryTrouble): void {
  if (toldTroubles.has(trouble)) return
  toldTroubles.add(trouble)
  notify({
    kind: `chart-memory-${trouble}`,
    tone: 'warning',
    title: { key: `chart.${trouble}Title` },
    body: { key: `chart.${trouble}Body` },
  })
}

function showFound(ticker: string): { symbol: string; name: string } {
  const listing = listingOf(seriesOf(ticker).symbol)
  if (listing !== undefined) showListing(listing)
  return { symbol: ticker, name: listing?.symbol ?? ticker }
}

const datafeed = createChartDatafeed({
  listing: listingOf,
  listings: () => useCatalogue.getState().order,
  candles: askCandles,
  listen: listenToCandles,
  nowMs: () => serverNowMs(),
  words: (reason) => say({ key: `chart.${reason}` }),
})

function wordsNow(): Partial<ChartMessages> {
  const keys = Object.keys(chartWords.words) as (keyof typeof chartWords.words)[]
  return Object.fromEntries(keys.map((key) => [key, say({ key: `chart.words.${key}` })]))
}

/** The palette decides which hue is up; the chart draws by itself and has to be told. */
function sideColours(element: HTMLElement): { up: string; down: string } {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  const colour = (name: string): string => style?.getPropertyValue(name).trim() ?? ''
  return { up: colour('--color-up') || '#20b26c', down: colour('--color-down') || '#ef454a' }
}

function useShownSymbol(widget: ChartWidget | undefined, ticker: string): void {
  useEffect(() => {
    if (widget === undefined || widget.activeChart().symbol() === ticker) return
    void widget.activeChart().setSymbol(ticker)
  }, [widget, ticker])
}

/** A position drawn on the chart goes into the order ticket when the trader says so. */
function useDrawnOrders(widget: ChartWidget | undefined, instrument: Instrument): void {
  useEffect(() => {
    if (widget === undefined) return
    const take: ChartEvents['drawing_position'] = (position) => {
      const order = drawnOrder(position, instrument)
      if (order !== undefined) pickOrder(instrument.symbol, order.priceTicks, order.qtyLots)
    }
    widget.subscribe('drawing_position', take)
    return () => widget.unsubscribe('drawing_position', take)
  }, [widget, instrument])
}

/** At a price of the chart: an order there, by the ticket. */
function usePriceMenu(widget: ChartWidget | undefined, instrument: Instrument): void {
  const words = useInstrumentFormat(instrument)
  useEffect(() => {
    widget?.onContextMenu((_, price) => {
      const ticks = ticksOf(price, instrument)
      if (ticks === undefined) return []
      const text = say({ key: 'chart.orderAt', params: { price: words.price(ticks) } })
      return [{ position: 'top', text, click: () => pickPrice(instrument.symbol, ticks) }]
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
