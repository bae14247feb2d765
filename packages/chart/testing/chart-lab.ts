// The rig of the conformance tests: a container, a configurable feed, and the chart library,
// ours unless VITE_CHART_LIBRARY gives the URL of another one.

import { vi } from 'vitest'
import type {
  Bar,
  Datafeed,
  FeedFailure,
  HistoryMetadata,
  SymbolInfo,
} from '../src/options/datafeed.ts'
import type { ChartOptions } from '../src/options/options.ts'
import { loadDialogs } from '../src/ui/dialogs/popups.ts'
import { barStartMs, resolutionMs } from '../src/primitives/resolutions.ts'
import { type ChartWidget, widget as ownWidget } from '../src/api/widget.ts'

export const barSeconds = 1800

/** Bars that end at a time, the same at every call: a saw between 90 and 110. */
export function sampleBars(toSeconds: number, count: number, resolution = '30'): Bar[] {
  const bars: Bar[] = []
  let time = barStartMs(resolution, toSeconds * 1000 - 1)
  while (bars.length < count) {
    const index = Math.round(time / resolutionMs(resolution))
    const open = 100 + (index % 20) - 10
    const close = 100 + ((index + 1) % 20) - 10
    const high = Math.max(open, close) + 1
    const low = Math.min(open, close) - 1
    bars.push({ time, open, high, low, close, volume: 10 + (index % 7) })
    time = barStartMs(resolution, time - 1)
  }
  return bars.toReversed()
}

export type BarsAnswer = {
  bars(bars: readonly Bar[], meta?: HistoryMetadata): void
  fail(reason: FeedFailure): void
}

/** Changes of the feed's behaviour; everything that is not named works normally. */
export type FeedOverrides = {
  readonly info?: Partial<SymbolInfo>
  getBars?(symbol: string, to: number, answer: BarsAnswer): void
  readonly extra?: Partial<Datafeed>
}

export type LabFeed = Datafeed & {
  readonly requests: { symbol: string; resolution: string; to: number }[]
  readonly ticks: Map<string, (bar: Bar) => void>
  readonly resets: Map<string, () => void>
}

export function labFeed({ info, getBars, extra }: FeedOverrides = {}): LabFeed {
  const requests: { symbol: string; resolution: string; to: number }[] = []
  const ticks = new Map<string, (bar: Bar) => void>()
  const resets = new Map<string, () => void>()
  return {
    requests,
    ticks,
    resets,
    onReady: (callback) => void setTimeout(() => callback({ supports_marks: true }), 0),
    searchSymbols: (...[input, , type, onResult]) => {
      const items = ['BTCUSDT', 'ETHUSDT'].filter((name) => name.includes(input.toUpperCase()))
      onResult(
        items.map((symbol) => ({ symbol, description: type, exchange: 'Lab', type: 'perpetual' })),
      )
    },
    resolveSymbol: (name, onResolve, onError) =>
      void setTimeout(() => {
        if (name.startsWith('UNKNOWN')) onError('unknown_symbol')
        else {
          const own = { name, ticker: name, description: `${name} of the lab`, exchange: 'Lab' }
          const rest = { type: 'perpetual', timezone: 'Asia/Tokyo', session: '24x7' }
          onResolve({ ...own, ...rest, pricescale: 100, minmov: 1, has_intraday: true, ...info })
        }
      }, 0),
    getBars: (...[symbol, resolution, { to, countBack }, onResult, onError]) => {
      requests.push({ symbol: symbol.name, resolution, to })
      const answer = { bars: onResult, fail: onError }
      if (getBars !== undefined) return getBars(symbol.name, to, answer)
      setTimeout(() => onResult(sampleBars(to, countBack, resolution), { noData: false }), 5)
    },
    subscribeBars: (...[, , tick, guid, reset]) => {
      ticks.set(guid, tick)
      resets.set(guid, reset)
    },
    unsubscribeBars: (guid) => {
      ticks.delete(guid)
      resets.delete(guid)
    },
    ...extra,
  }
}

type WidgetMaker = new (options: ChartOptions) => ChartWidget

async function makerOf(address: string | undefined): Promise<WidgetMaker> {
  if (address === undefined || address === '') return ownWidget
  const library: unknown = await import(/* @vite-ignore */ address)
  const made: unknown = Reflect.get(Object(library), 'widget')
  if (typeof made !== 'function') throw new Error(`${address} exports no class named widget`)
  // The library is named by the person who runs the tests; its API is what is tested.
  return made as WidgetMaker
}

const made: { widget: ChartWidget; container: HTMLElement }[] = []

/** Makes a widget in a fresh container of 800 by 500 pixels. */
export async function makeWidget(
  options: Partial<ChartOptions> = {},
  feed: Datafeed = labFeed(),
): Promise<ChartWidget> {
  const address: unknown = Reflect.get(
    Object(Reflect.get(import.meta, 'env')),
    'VITE_CHART_LIBRARY',
  )
  const Widget = await makerOf(typeof address === 'string' ? address : undefined)
  const container = document.createElement('div')
  Object.assign(container.style, { width: '800px', height: '500px' })
  document.body.append(container)
  const features = options.disabled_features ?? []
  const mayStore = options.settings_adapter !== undefined
  const widget = new Widget({
    symbol: 'BTCUSDT',
    interval: '30',
    datafeed: feed,
    container,
    autosize: true,
    ...options,
    disabled_features: [...(mayStore ? [] : ['use_localstorage_for_settings']), ...features],
  })
  made.push({ widget, container })
  return widget
}

/** Makes a widget and waits for its first bars. */
export async function readyWidget(
  options: Partial<ChartOptions> = {},
  feed: Datafeed = labFeed(),
): Promise<ChartWidget> {
  const widget = await makeWidget(options, feed)
  await new Promise<void>((resolve) => widget.onChartReady(resolve))
  // Dialogs are loaded on first use; tests expect them right after opening them.
  await loadDialogs()
  return widget
}

/** Removes everything that a test has made. */
export function clearLab(): void {
  for (const { widget, container } of made.splice(0)) {
    widget.remove()
    container.remove()
  }
}

/** Resolves with what a check returns once it passes; fails with its last error after a while. */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { interval: 10 })

/** Resolves after the next frames, when everything scheduled for them is painted. */
export async function painted(frames = 2): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 0))
}

/** The frames without movement after which a view is at rest: longer than a deferred layout. */
const restFrames = 5

/** Resolves when scrolling, zooming and layout have ended. */
export async function atRest(widget: ChartWidget): Promise<void> {
  const chart = widget.activeChart()
  const view = () =>
    JSON.stringify([
      chart.getVisibleRange(),
      chart.getTimeScale().width(),
      chart.getAllPanesHeight(),
      chart.getPanes()[0]?.getMainSourcePriceScale()?.getVisiblePriceRange(),
    ])
  let before = view()
  for (let still = 0; still < restFrames; still += 1) {
    await painted(1)
    const now = view()
    if (now !== before) still = 0
    before = now
  }
}

export const saved = (widget: ChartWidget): Promise<string> =>
  new Promise((resolve) => {
    widget.save((layout) => resolve(JSON.stringify(layout)))
  })

/** An element inside the widget's frame. */
export function inside(widget: ChartWidget, selector: string): HTMLElement | null {
  return widget._iFrame.contentDocument?.querySelector<HTMLElement>(selector) ?? null
}
