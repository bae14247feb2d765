// A chart in one place of the grid: created when first visible, in the page's theme and language,
// with its trader's stored drawings and settings.

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { ChartWidget } from '@basis/chart/widget'
import { snapshotHostMeta } from '@basis/protocol/call'
import { resolutions } from '@basis/domain/instrument/candle'
import { askCandles, listenToCandles } from '../../stores/candles.ts'
import { listingOf, useCatalogue } from '../../stores/catalogue.ts'
import { serverNowMs } from '../../client/connection.ts'
import { useSession } from '../../client/session.ts'
import { say, useLanguage } from '../../i18n/i18n.ts'
import { message } from '../../i18n/message-keys.ts'
import { pageMeta } from '../../platform/page-meta.ts'
import { onPageRequest } from '../../shell/page-requests.ts'
import { notify } from '../../shell/notices.ts'
import fontsUrl from '../../ui/fonts/fonts.css?url'
import { useThemeChoice, usePaintedTheme } from '../../shell/theme.ts'
import { askCompanion } from './feed/companion-series.ts'
import { createChartDatafeed, resolutionOf, seriesOf } from './feed/chart-datafeed.ts'
import { loadChartLibrary } from './chart-library.ts'
import { chartMemory, lastInterval, type MemoryError, visitorOwner } from './chart-memory.ts'

export type Made = { readonly widget: ChartWidget | undefined; readonly hasFailed: boolean }

export type Cell = {
  /** The place in the grid; drawings and settings are stored per place. */
  readonly place: number
  readonly ticker: string
  /** Called with the ticker chosen in the chart's own search; returns the one to be shown. */
  readonly find: (found: string) => string
}

/**
 * Creates the chart once per owner and palette; all other changes are applied to the running chart.
 */
export function useWidget(frame: RefObject<HTMLDivElement | null>, cell: Cell): Made {
  const { ticker, place } = cell
  const [made, setMade] = useState<Made>({ widget: undefined, hasFailed: false })
  const { sides } = useThemeChoice()
  const theme = usePaintedTheme()
  const language = useLanguage()
  const first = useRef({ ticker, theme, language })
  const find = useRef(cell.find)
  // Green-up is the chart's own palette in both themes; any other is passed for each theme.
  const palette = sides === 'green-up' ? undefined : `${sides} ${theme}`
  const owner = useSession(({ status, user }) =>
    status === 'unknown' ? undefined : (user?.uid ?? visitorOwner),
  )
  useEffect(() => {
    if (owner === undefined) return
    const { memory, stop } = openMemory(place === 0 ? owner : `${owner}.${place + 1}`)
    let widget: ChartWidget | undefined
    let isGone = false
    const make = async (): Promise<void> => {
      const library = await loadChartLibrary()
      const snapshotHost = pageMeta(snapshotHostMeta)
      const container = frame.current
      if (isGone || container === null) return
      const interval = lastInterval(memory.adapter)
      const made = await library.make({
        container,
        symbol: first.current.ticker,
        ...(interval !== undefined && { interval }),
        datafeed: datafeedFor(() => widget?.activeChart().resetData()),
        theme: first.current.theme,
        locale: first.current.language,
        autosize: true,
        // A chart beside the first has little height; the first chart's toolbars serve all.
        ...(place > 0 && { disabled_features: ['timeframes_toolbar', 'header_undo_redo'] }),
        symbol_search_complete: (found) => {
          const symbol = find.current(found)
          return Promise.resolve({ symbol, name: seriesOf(symbol).symbol })
        },
        settings_adapter: memory.adapter,
        ...(snapshotHost !== '' && { snapshot_url: snapshotHost }),
        ...(palette === undefined ? {} : { up_down_colors: sideColours(container) }),
        custom_font_family: fontOf(container),
        // The chart's frame does not inherit the page's fonts; it loads the same files.
        custom_css_url: fontsUrl,
      })
      if (isGone) return made.remove()
      made.subscribe('onScreenshotReady', reportScreenshot)
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
  }, [frame, palette, owner, place])
  const { widget } = made
  useEffect(() => {
    first.current = { ...first.current, ticker }
    find.current = cell.find
  }, [ticker, cell.find])
  useEffect(() => {
    first.current = { ...first.current, theme, language }
    widget?.setTheme(theme)
    widget?.setMessages({}, language)
  }, [widget, theme, language])
  return made
}

/** Reports the screenshot's URL and copies it to the clipboard if the browser allows it. */
function reportScreenshot(url: string): void {
  void navigator.clipboard?.writeText(url).catch(() => undefined)
  notify({
    kind: 'chart-picture',
    tone: 'success',
    title: message('chart.pictureReady'),
    body: message('errors.verbatim', { text: url }),
    stays: true,
  })
}

/** Pending changes are written when the page is left or hidden. */
function openMemory(owner: string) {
  const memory = chartMemory(owner, {
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
    report: reportMemoryError,
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

const reportedErrors = new Set<MemoryError>()

/** An error is reported once per visit, not once per chart. */
function reportMemoryError(error: MemoryError): void {
  if (reportedErrors.has(error)) return
  reportedErrors.add(error)
  notify({
    kind: `chart-memory-${error}`,
    tone: 'warning',
    title: { key: `chart.${error}Title` },
    body: { key: `chart.${error}Body` },
  })
}

/** A feed of one chart, which after a reconnection requests the bars it has missed. */
const datafeedFor = (reload: () => void) =>
  createChartDatafeed({
    listing: listingOf,
    listings: () => useCatalogue.getState().order,
    candles: askCandles,
    listen: listenToCandles,
    companion: askCompanion,
    nowMs: () => serverNowMs(),
    reload,
    words: (reason) => say({ key: `chart.${reason}` }),
  })

/** The page's font family at an element, with its fallbacks. */
const fontOf = (element: HTMLElement): string =>
  element.ownerDocument.defaultView?.getComputedStyle(element).fontFamily ?? 'sans-serif'

/** The colours of the palette's up and down; the chart draws on its own and needs them passed. */
function sideColours(element: HTMLElement): { up: string; down: string } {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  const colour = (name: string): string => style?.getPropertyValue(name).trim() ?? ''
  return { up: colour('--color-up') || '#20b26c', down: colour('--color-down') || '#ef454a' }
}

/** Switches to the next longer or shorter interval when the page requests it. */
export function useIntervalRequests(widget: ChartWidget | undefined): void {
  useEffect(() => {
    if (widget === undefined) return undefined
    return onPageRequest((request) => {
      if (request !== 'longerInterval' && request !== 'shorterInterval') return
      const chart = widget.activeChart()
      const at = resolutions.indexOf(resolutionOf(chart.resolution()))
      const next = resolutions[at + (request === 'longerInterval' ? 1 : -1)]
      if (next !== undefined) void chart.setResolution(next)
    })
  }, [widget])
}

/**
 * Shows the ticker on the chart. Before other effects, which for components inside the caller would
 * come first: a chart that gets another symbol removes its lines, also those set for it already.
 */
export function useShownSymbol(widget: ChartWidget | undefined, ticker: string): void {
  useLayoutEffect(() => {
    if (widget === undefined || widget.activeChart().symbol() === ticker) return
    void widget.activeChart().setSymbol(ticker)
  }, [widget, ticker])
}
