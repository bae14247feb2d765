// A host's datafeed as the chart asks it: resolutions that a symbol has not got are built from its
// smaller ones, and gaps are filled where the symbol wants them to be (`has_empty_bars`). What a
// feed has itself passes through untouched.

import type { Bar, Datafeed, SymbolInfo } from '../datafeed.ts'
import { barStartMs, isIntraday, resolutionMs } from '../resolutions.ts'
import { emptyBars, filledBars, foldedBars, joinedBar } from './fold-bars.ts'
import { nativeResolution } from './native-resolution.ts'

/** The last bar that has not ended: the smaller ones it is made of, by their times. */
type Begun = { startMs: number; parts: Map<number, Bar>; last: Bar | undefined }

const isSound = (bar: unknown): bar is Bar =>
  typeof bar === 'object' && bar !== null && Number.isFinite(Reflect.get(bar, 'time'))

/** Returns the feed; everything but bars is the host's own answer. */
export function foldedFeed(feed: Datafeed): Datafeed {
  const begun = new Map<string, Begun>()
  const keyOf = (info: SymbolInfo, resolution: string) =>
    `${info.ticker ?? info.name} ${resolution}`
  const isFilled = (info: SymbolInfo, resolution: string) =>
    info.has_empty_bars === true && isIntraday(resolution) && (info.session ?? '24x7') === '24x7'
  return new Proxy(feed, {
    get(target, name) {
      if (name === 'getBars') return getBars
      if (name === 'subscribeBars') return subscribeBars
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  function getBars(
    ...[info, resolution, period, onResult, onError]: Parameters<Datafeed['getBars']>
  ) {
    const native = nativeResolution(info, resolution)
    const mayFill = isFilled(info, resolution)
    if (native === resolution && !mayFill) {
      return feed.getBars(info, resolution, period, onResult, onError)
    }
    const parts = Math.ceil(resolutionMs(resolution) / resolutionMs(native))
    const wish = {
      ...period,
      from: Math.floor(barStartMs(resolution, period.from * 1000) / 1000),
      countBack: period.countBack * parts,
    }
    feed.getBars(
      info,
      native,
      wish,
      (given, meta) => {
        // What is no list of bars is the chart's to complain about.
        if (!Array.isArray(given)) return onResult(given, meta)
        const bars = given.filter(isSound).toSorted((a, b) => a.time - b.time)
        const folded = native === resolution ? bars : foldedBars(bars, resolution)
        remember(begun, { key: keyOf(info, resolution), resolution, bars, folded })
        const [first] = folded
        // The oldest one may be a part only; it comes whole with the next older page.
        const isPart = first !== undefined && (bars[0]?.time ?? 0) > first.time
        const whole =
          isPart && folded.length > 1 && meta?.noData !== true ? folded.slice(1) : folded
        onResult(mayFill ? filledBars(whole, resolution) : whole, meta)
      },
      onError,
    )
  }

  function subscribeBars(
    ...[info, resolution, onBar, guid, onReset]: Parameters<Datafeed['subscribeBars']>
  ) {
    const native = nativeResolution(info, resolution)
    const mayFill = isFilled(info, resolution)
    if (native === resolution && !mayFill) {
      return feed.subscribeBars(info, resolution, onBar, guid, onReset)
    }
    const key = keyOf(info, resolution)
    const tick = (bar: Bar) => {
      if (!isSound(bar)) return onBar(bar)
      const startMs = barStartMs(resolution, bar.time)
      const now = begun.get(key) ?? { startMs, parts: new Map<number, Bar>(), last: undefined }
      begun.set(key, now)
      if (startMs < now.startMs) return
      if (startMs > now.startMs) {
        const { last } = now
        if (mayFill && last !== undefined) emptyBars(last, startMs, resolution).forEach(onBar)
        Object.assign(now, { startMs, parts: new Map() })
      }
      now.parts.set(bar.time, bar)
      const whole = joinedBar(
        [...now.parts.values()].toSorted((a, b) => a.time - b.time),
        startMs,
      )
      now.last = whole
      if (whole !== undefined) onBar(whole)
    }
    feed.subscribeBars(info, native, tick, guid, onReset)
  }
}

/** Live bars go on where history ends. */
function remember(
  begun: Map<string, Begun>,
  got: { key: string; resolution: string; bars: readonly Bar[]; folded: readonly Bar[] },
): void {
  const last = got.folded.at(-1)
  const before = begun.get(got.key)
  if (last === undefined || (before !== undefined && before.startMs > last.time)) return
  const parts = got.bars.filter(({ time }) => barStartMs(got.resolution, time) === last.time)
  begun.set(got.key, {
    startMs: last.time,
    parts: new Map(parts.map((bar) => [bar.time, bar])),
    last,
  })
}
