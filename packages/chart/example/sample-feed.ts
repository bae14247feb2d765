// A datafeed of made-up bars: a seeded walk that is the same at every load, with live ticks on top.
// For the example page and for trying the chart by hand; no exchange stands behind it.

import type { Bar, Datafeed } from '../src/options/datafeed.ts'
import { barEndMs, barStartMs, resolutionMs } from '../src/primitives/resolutions.ts'

export type SampleSymbol = {
  readonly name: string
  readonly price: number
  readonly decimals: number
}

export type SampleFeedOptions = {
  readonly symbols: readonly SampleSymbol[]
  /** How long an answer takes. */
  readonly delayMs: number
  readonly ticksPerSecond: number
  /** No bar begins before this many bars ago. */
  readonly depth: number
  /** Fails instead of answering, as long as it returns words. */
  failure?(): string | undefined
}

/** A number in [0, 1) that depends on nothing but its key. */
function noise(key: number): number {
  let x = Math.imul(key ^ 0x9e3779b9, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 4_294_967_296
}

/** Sums of waves make a path whose every bar can be computed alone. */
function pathAt(seed: number, timeMs: number): number {
  const days = timeMs / 86_400_000
  const waves = [
    [97, 0.16],
    [31, 0.08],
    [11.3, 0.045],
    [3.7, 0.022],
    [1.13, 0.012],
    [0.37, 0.007],
    [0.11, 0.0042],
    [0.041, 0.0024],
    [0.013, 0.0014],
    [0.0047, 0.0009],
  ] as const
  return waves.reduce((sum, [period, size], at) => {
    const phase = noise(seed * 31 + at) * 6.283
    return (
      sum + size * Math.sin((days / period) * 6.283 + phase + Math.sin(days / period / 2.7 + phase))
    )
  }, 0)
}

function barAt(symbol: SampleSymbol, seed: number, resolution: string, time: number): Bar {
  const end = barEndMs(resolution, time)
  const roughness = 0.0011 * Math.sqrt(resolutionMs(resolution) / 1_800_000)
  const at = (barTimeMs: number) =>
    symbol.price *
    (1 + pathAt(seed, barTimeMs)) *
    (1 + roughness * (noise(barTimeMs / 1000 + seed) - 0.5))
  const round = (value: number) => Number(value.toFixed(symbol.decimals))
  const open = at(time)
  const close = at(end)
  const inner = [0.2, 0.4, 0.6, 0.8].map((part) => at(time + (end - time) * part))
  const wick = () => open * roughness * noise(time / 977 + inner.length)
  const move = Math.abs(close - open) / open / roughness
  return {
    time,
    open: round(open),
    high: round(Math.max(open, close, ...inner) + wick() * 0.5),
    low: round(Math.min(open, close, ...inner) - wick() * 0.5),
    close: round(close),
    volume: Number(((0.3 + noise(time / 60_000) ** 2 * 1.4 + move * 0.9) * 420).toFixed(3)),
  }
}

/** Returns the feed; it answers later, as a real one does. */
export function sampleFeed(options: SampleFeedOptions): Datafeed {
  const timers = new Map<string, number>()
  const later = (run: () => void) => void setTimeout(run, options.delayMs)
  const find = (name: string) => {
    const at = options.symbols.findIndex((symbol) => symbol.name === name)
    const symbol = options.symbols[at]
    return symbol === undefined ? undefined : { symbol, seed: at + 7 }
  }
  return {
    onReady: (callback) => later(() => callback({})),
    searchSymbols: (...[input, , type, onResult]) =>
      later(() =>
        onResult(
          options.symbols
            .filter(({ name }) => name.includes(input.toUpperCase()))
            .map(({ name }, at) => ({
              symbol: name,
              description: `Sample ${at + 1}`,
              exchange: 'Sample',
              type: at === 0 ? 'spot' : 'perpetual',
            }))
            .filter((item) => type === '' || item.type === type),
        ),
      ),
    getServerTime: (callback) => later(() => callback(Math.floor(Date.now() / 1000))),
    getMarks: (...[, from, to, onResult]) => {
      const time = Math.floor((from + to) / 2)
      later(() =>
        onResult([{ id: 'middle', time, color: '#1668dc', text: 'A sample mark', label: 'M' }]),
      )
    },
    resolveSymbol: (name, found, lost) =>
      later(() => {
        const known = find(name)
        if (known === undefined) return lost('unknown_symbol')
        const pricescale = 10 ** known.symbol.decimals
        found({ name, ticker: name, pricescale, has_intraday: true, volume_precision: 3 })
      }),
    getBars: (...[info, resolution, period, answer, fail]) =>
      later(() => {
        const failure = options.failure?.()
        const known = find(info.name)
        if (failure !== undefined || known === undefined) return fail(failure ?? 'unknown_symbol')
        const bars = barsBack(known, resolution, { ...period, depth: options.depth })
        answer(bars, { noData: bars.length === 0 })
      }),
    subscribeBars: (...[info, resolution, tick, guid]) => {
      const known = find(info.name)
      if (known === undefined) return
      const ticker = liveTicks(known, resolution, tick)
      timers.set(guid, window.setInterval(ticker, 1000 / options.ticksPerSecond))
    },
    unsubscribeBars: (guid) => {
      window.clearInterval(timers.get(guid))
      timers.delete(guid)
    },
  }
}

type Known = { readonly symbol: SampleSymbol; readonly seed: number }

function barsBack(
  { symbol, seed }: Known,
  resolution: string,
  { to, countBack, depth }: { to: number; countBack: number; depth: number },
): Bar[] {
  const nowMs = Date.now()
  const oldestMs = nowMs - depth * resolutionMs(resolution)
  const bars: Bar[] = []
  let time = barStartMs(resolution, Math.min(to * 1000 - 1, nowMs))
  while (bars.length < countBack && time > oldestMs) {
    bars.push(barAt(symbol, seed, resolution, time))
    time = barStartMs(resolution, time - 1)
  }
  return bars.toReversed()
}

function liveTicks({ symbol, seed }: Known, resolution: string, tick: (bar: Bar) => void) {
  let bar: Bar | undefined
  return () => {
    const nowMs = Date.now()
    const time = barStartMs(resolution, nowMs)
    const round = (value: number) => Number(value.toFixed(symbol.decimals))
    if (bar === undefined) bar = barAt(symbol, seed, resolution, time)
    else if (bar.time !== time) {
      bar = { time, open: bar.close, high: bar.close, low: bar.close, close: bar.close, volume: 0 }
    }
    const close = round(bar.close * (1 + (Math.random() - 0.5) * 0.0004))
    const volume = (bar.volume ?? 0) + Math.random() * 2
    bar = { ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close), volume }
    tick(bar)
  }
}
