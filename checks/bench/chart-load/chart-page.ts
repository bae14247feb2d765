// The page of the chart benches: the same bars, indicators and lines on our chart and on the bare
// engine beneath it, and the measured works.

import { type Chart, dispose, init, type KLineData } from 'klinecharts'
import type { Bar } from '../../../packages/chart/src/options/datafeed.ts'
import type { ChartLine } from '../../../packages/chart/src/options/trading-lines.ts'
import { createChartWidget } from '../../../packages/chart/src/api/widget.ts'

type Trial = {
  push(bar: Bar): void
  setSpacing(px: number): void
  setOffset(bars: number): void
  showLines(prices: readonly number[]): void
  remove(): void
}

const stepMs = 60_000
const lastMs = Math.floor(Date.UTC(2026, 0, 5) / stepMs) * stepMs

/** A wave that is the same at every call; the last bar begins at a fixed time. */
function barAt(at: number, count: number): Bar {
  const price = (one: number) => 100 + 20 * Math.sin(one / 900) + 3 * Math.sin(one / 17)
  const [open, close] = [price(at), price(at + 1)]
  return {
    time: lastMs - (count - 1 - at) * stepMs,
    open,
    close,
    high: Math.max(open, close) + 0.4,
    low: Math.min(open, close) - 0.4,
    volume: 10 + (at % 7),
  }
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))

function place(): HTMLElement {
  const root = document.getElementById('chart')
  if (root === null) throw new Error('The page has no place for a chart')
  const made = document.createElement('div')
  Object.assign(made.style, { width: '1200px', height: '640px' })
  root.replaceChildren(made)
  return made
}

async function makeOurs(bars: readonly Bar[]): Promise<Trial> {
  let push: (bar: Bar) => void = () => undefined
  const widget = createChartWidget({
    container: place(),
    symbol: 'BENCH',
    interval: '1',
    autosize: true,
    disabled_features: ['use_localstorage_for_settings', 'countdown'],
    // The trader's stored settings are present from the start, as on the bare engine.
    settings_adapter: {
      initialSettings: { studies: JSON.stringify(['MA', 'BOLL', 'MACD']) },
      setValue: () => undefined,
      removeValue: () => undefined,
    },
    datafeed: {
      onReady: (callback) => void setTimeout(() => callback({}), 0),
      searchSymbols: (...[, , , onResult]) => onResult([]),
      resolveSymbol: (name, onResolve) =>
        void setTimeout(
          () => onResolve({ name, ticker: name, pricescale: 100, minmov: 1, has_intraday: true }),
          0,
        ),
      getBars: (...[, , { firstDataRequest }, onResult]) =>
        onResult(firstDataRequest ? [...bars] : [], { noData: true }),
      subscribeBars: (...[, , onTick]) => {
        push = onTick
      },
      unsubscribeBars: () => undefined,
    },
  })
  await new Promise<void>((resolve) => widget.onChartReady(resolve))
  const chart = widget.activeChart()
  const names = chart.getAllStudies().map(({ name }) => name)
  if (names.length !== 3) throw new Error(`The chart has ${names.join(', ')}`)
  return {
    push: (bar) => push(bar),
    setSpacing: (px) => chart.getTimeScale().setBarSpacing(px),
    setOffset: (offset) => chart.getTimeScale().setRightOffset(offset),
    showLines: (prices) =>
      widget.setLines(
        prices.map((price, at): ChartLine => ({
          id: `o${at}`,
          kind: 'order',
          price,
          text: 'Limit Buy',
          quantity: '0.100',
        })),
      ),
    remove: () => widget.remove(),
  }
}

const kline = ({ time, open, high, low, close, volume = 0 }: Bar): KLineData => ({
  timestamp: time,
  open,
  high,
  low,
  close,
  volume,
})

function makeBare(bars: readonly Bar[]): Trial {
  const root = place()
  const chart: Chart | null = init(root)
  if (chart === null) throw new Error('The engine made no chart')
  let push: (bar: KLineData) => void = () => undefined
  chart.setSymbol({ ticker: 'BENCH', pricePrecision: 2, volumePrecision: 0 })
  chart.setPeriod({ type: 'minute', span: 1 })
  chart.setDataLoader({
    getBars: ({ type, callback }) => callback(type === 'init' ? bars.map(kline) : [], false),
    subscribeBar: ({ callback }) => {
      push = callback
    },
  })
  chart.createIndicator({ name: 'MA', calcParams: [7, 25, 99], paneId: 'candle_pane' }, true)
  chart.createIndicator({ name: 'BOLL', paneId: 'candle_pane' }, true)
  chart.createIndicator('MACD')
  let isShown = false
  return {
    push: (bar) => push(kline(bar)),
    setSpacing: (px) => chart.setBarSpace(px),
    setOffset: (offset) => chart.setOffsetRightDistance(offset * chart.getBarSpace().bar),
    showLines: (prices) => {
      prices.forEach((value, at) => {
        const points = [{ timestamp: lastMs, value }]
        if (isShown) chart.overrideOverlay({ id: `o${at}`, points })
        else chart.createOverlay({ name: 'priceLine', id: `o${at}`, points })
      })
      isShown = true
    },
    remove: () => dispose(root),
  }
}

const makers = { ours: makeOurs, bare: (bars: readonly Bar[]) => Promise.resolve(makeBare(bars)) }
export type Side = keyof typeof makers

let trial: Trial | undefined
let bars: readonly Bar[] = []
let wholeMs = 0

/** Blocks (candle bodies or columns) drawn on each canvas since the chart was created. */
let blocks = new Map<HTMLCanvasElement, number>()

type Sides = [x: number, y: number, width: number, height: number, radius?: number]

// One side fills its blocks, the other traces them as rounded rectangles, on canvases of this page.
// Counting the calls tells when a chart is painted without reading pixels, which would cost more
// than some paints do.
for (const name of ['fillRect', 'roundRect'] as const) {
  const { prototype } = CanvasRenderingContext2D
  const paint = Reflect.get(prototype, name) as (...sides: Sides) => void
  const counted = function (this: CanvasRenderingContext2D, ...sides: Sides): void {
    const [, , width, height] = sides
    const isBlock = height > 1.5 && height < 400 && width < 60
    if (isBlock) blocks.set(this.canvas, (blocks.get(this.canvas) ?? 0) + 1)
    paint.apply(this, sides)
  }
  Reflect.set(prototype, name, counted)
}

/** The number of panes that show bars or columns: the price, and the indicator below it. */
const panesPainted = () =>
  [...blocks].filter(([canvas, count]) => count > 40 && canvas.width >= 800).length

/**
 * Waits until this many panes are painted and returns the milliseconds from the start to the end of
 * that frame, independent of when a library calls itself ready.
 */
async function untilPainted(panes: number, beganMs: number): Promise<number> {
  for (;;) {
    await frame()
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve())
      port1.start()
      port2.postMessage(0)
    })
    const nowMs = performance.now() - beganMs
    if (panesPainted() >= panes) return nowMs
    if (nowMs > 20_000) throw new Error('Nothing was painted')
  }
}

/** The works of the benches; each returns how many times its work was done. */
const works = {
  /** Makes the bars of the next chart, so that their garbage is in neither side's time. */
  prepare: (count: number): Promise<number> => {
    trial?.remove()
    trial = undefined
    bars = Array.from({ length: count }, (_, at) => barAt(at, count))
    return Promise.resolve(count)
  },
  /** Creates a chart; returns the milliseconds until its candles are on the screen. */
  make: async (side: Side): Promise<number> => {
    trial?.remove()
    await frame()
    blocks = new Map()
    const beganMs = performance.now()
    const making = makers[side](bars)
    const candlesMs = await untilPainted(1, beganMs)
    wholeMs = await untilPainted(2, beganMs)
    trial = await making
    return candlesMs
  },
  /** The milliseconds from the same start until the indicators were painted too. */
  whole: () => Promise.resolve(wholeMs),
  pan: async (frames: number): Promise<number> => {
    trial?.setSpacing(1)
    for (let at = 0; at < frames; at += 1) {
      trial?.setOffset(-at * 8)
      await frame()
    }
    return frames
  },
  tick: async (seconds: number): Promise<number> => {
    trial?.showLines(linePrices(0))
    await frame()
    const ticks = seconds * 100
    for (let at = 0; at < ticks; at += 1) {
      const bar = barAt(bars.length + Math.floor(at / 50), bars.length)
      trial?.push({ ...bar, close: bar.close + (at % 5) / 100 })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return ticks
  },
  lines: async (updates: number): Promise<number> => {
    trial?.showLines(linePrices(0))
    await frame()
    for (let at = 1; at <= updates; at += 1) {
      trial?.showLines(linePrices(at))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return updates
  },
  remove: () => {
    trial?.remove()
    trial = undefined
    return Promise.resolve(0)
  },
}

const linePrices = (at: number) =>
  Array.from({ length: 50 }, (_, line) => 90 + line * 0.4 + (at % 10) * 0.02)

export type Works = typeof works

Object.assign(globalThis, { chartWorks: works })
