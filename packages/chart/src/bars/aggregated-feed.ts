// A datafeed that builds the resolutions a symbol lacks from its shorter bars, and fills gaps if
// the symbol asks for it (`has_empty_bars`). Native resolutions pass through unchanged.

import type { Bar, Datafeed, SymbolInfo } from '../options/datafeed.ts'
import { barStartMs, isIntraday, resolutionMs } from '../primitives/resolutions.ts'
import { emptyBars, fillGaps, aggregateBars, mergedBar } from './aggregate-bars.ts'
import { nativeResolution } from './native-resolution.ts'

/** The last bar, still open: the shorter bars it is made of, by their times. */
type OpenBar = { startMs: number; parts: Map<number, Bar>; last: Bar | undefined }

/** How the bars of a symbol's resolution are built. */
type Aggregation = {
  readonly key: string
  readonly native: string
  readonly resolution: string
  readonly isFilled: boolean
}

const isSound = (bar: unknown): bar is Bar =>
  typeof bar === 'object' && bar !== null && Number.isFinite(Reflect.get(bar, 'time'))

/** Undefined if the feed's bars are used unchanged. */
function aggregationOf(info: SymbolInfo, resolution: string): Aggregation | undefined {
  const native = nativeResolution(info, resolution)
  const isWhole = (info.session ?? '24x7') === '24x7'
  const isFilled = info.has_empty_bars === true && isIntraday(resolution) && isWhole
  if (native === resolution && !isFilled) return undefined
  return { key: `${info.ticker ?? info.name} ${resolution}`, native, resolution, isFilled }
}

/** Returns the feed; everything but bars is passed through to the host. */
export function aggregatedFeed(feed: Datafeed): Datafeed {
  const openBars = new Map<string, OpenBar>()
  const own: Pick<Datafeed, 'getBars' | 'subscribeBars'> = {
    getBars: (...[info, resolution, period, onResult, onError]) => {
      const aggregation = aggregationOf(info, resolution)
      if (aggregation === undefined)
        return feed.getBars(info, resolution, period, onResult, onError)
      const parts = Math.ceil(resolutionMs(resolution) / resolutionMs(aggregation.native))
      const request = {
        ...period,
        from: Math.floor(barStartMs(resolution, period.from * 1000) / 1000),
        countBack: period.countBack * parts,
      }
      const receive: typeof onResult = (given, meta) =>
        // Validation reports an answer that is not a list.
        Array.isArray(given)
          ? onResult(
              pageBars(openBars, aggregation, { given, isLast: meta?.noData === true }),
              meta,
            )
          : onResult(given, meta)
      feed.getBars(info, aggregation.native, request, receive, onError)
    },
    subscribeBars: (...[info, resolution, onBar, guid, onReset]) => {
      const aggregation = aggregationOf(info, resolution)
      if (aggregation === undefined)
        return feed.subscribeBars(info, resolution, onBar, guid, onReset)
      const tick = (bar: Bar): void => {
        if (isSound(bar)) for (const made of liveBars(openBars, aggregation, bar)) onBar(made)
        else onBar(bar)
      }
      feed.subscribeBars(info, aggregation.native, tick, guid, onReset)
    },
  }
  return new Proxy(feed, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The bars of a page; the last one is kept, so that live bars continue it. */
function pageBars(
  openBars: Map<string, OpenBar>,
  { key, native, resolution, isFilled }: Aggregation,
  page: { readonly given: readonly unknown[]; readonly isLast: boolean },
): readonly Bar[] {
  const bars = page.given.filter(isSound).toSorted((a, b) => a.time - b.time)
  const aggregated = native === resolution ? bars : aggregateBars(bars, resolution)
  const last = aggregated.at(-1)
  const before = openBars.get(key)
  if (last !== undefined && !(before !== undefined && before.startMs > last.time)) {
    const parts = bars.filter(({ time }) => barStartMs(resolution, time) === last.time)
    openBars.set(key, {
      startMs: last.time,
      parts: new Map(parts.map((bar) => [bar.time, bar])),
      last,
    })
  }
  const [first] = aggregated
  // The oldest bar may be incomplete; it comes complete with the next older page.
  const isPart = first !== undefined && (bars[0]?.time ?? 0) > first.time
  const whole = isPart && aggregated.length > 1 && !page.isLast ? aggregated.slice(1) : aggregated
  return isFilled ? fillGaps(whole, resolution) : whole
}

/** The bars built from a live one: the longer bar it belongs to, after flat ones for a gap. */
function liveBars(
  openBars: Map<string, OpenBar>,
  aggregation: Aggregation,
  bar: Bar,
): readonly Bar[] {
  const { key, resolution, isFilled } = aggregation
  const startMs = barStartMs(resolution, bar.time)
  const now = openBars.get(key) ?? { startMs, parts: new Map<number, Bar>(), last: undefined }
  openBars.set(key, now)
  if (startMs < now.startMs) return []
  const isNew = startMs > now.startMs
  const { last } = now
  const gap = isNew && isFilled && last !== undefined ? emptyBars(last, startMs, resolution) : []
  if (isNew) Object.assign(now, { startMs, parts: new Map() })
  now.parts.set(bar.time, bar)
  now.last = mergedBar(
    [...now.parts.values()].toSorted((a, b) => a.time - b.time),
    startMs,
  )
  return now.last === undefined ? gap : [...gap, now.last]
}
