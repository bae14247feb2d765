// Market statistics for the screener, computed from candles: changes, volatility, unusual volume,
// correlation to bitcoin. Nothing depends on them, so they use floating point.

import { minuteMs, type Candle } from '@basis/domain/instrument/candle'
import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import type { ReadModel } from './read-model.ts'

/** Ratios ×1e6 (0.0123 is 12 300); absent if there are too few candles. */
export type MarketStatistics = {
  readonly symbol: SymbolId
  /** The price's change over this time, to the minute. */
  readonly change5mE6?: number
  readonly change15mE6?: number
  readonly change1hE6?: number
  readonly change4hE6?: number
  readonly change24hE6?: number
  /** The standard deviation of the last 24 hourly changes. */
  readonly volatilityE6?: number
  /** The volume of the last 60 minutes against the mean of the 24 full hours before this one. */
  readonly volumeRatioE6?: number
  /** Correlation of the last 24 hourly changes with those of BTCUSDT, −1e6 to 1e6. */
  readonly btcCorrelationE6?: number
  /** The open interest's change over this time. */
  readonly openInterest1hE6?: number
  readonly openInterest24hE6?: number
  /** The last 24 hourly closes, oldest first, in ticks; the last one is the price now. */
  readonly closesTicks: readonly number[]
}

const hoursShown = 24
const hourMs = 60 * minuteMs
/** One more than the longest window computed from minutes, four hours. */
const minutesAsked = 241
const bitcoin = symbolId('BTCUSDT')
/** How long a result is cached. */
const freshMs = 30_000

type Source = Pick<ReadModel, 'candles' | 'openInterest' | 'openInterestAt'>

/** Values by symbol, each at most half a minute old and read once for all callers. */
class Fresh<Value> {
  readonly #known = new Map<string, { readonly untilMs: number; readonly value: Promise<Value> }>()

  of(symbol: string, nowMs: number, read: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(symbol)
    if (known !== undefined && nowMs < known.untilMs) return known.value
    const value = read()
    this.#known.set(symbol, { untilMs: nowMs + freshMs, value })
    value.catch(() => this.#known.delete(symbol))
    return value
  }

  dropOld(nowMs: number): void {
    for (const [symbol, { untilMs }] of this.#known) {
      if (untilMs <= nowMs) this.#known.delete(symbol)
    }
  }
}

type Cache = {
  readonly statistics: Fresh<MarketStatistics>
  readonly hours: Fresh<readonly Candle[]>
}
const caches = new WeakMap<Source, Cache>()

/**
 * Returns the statistics of these markets, in their order. Rejects with `HistoryUnavailable`, like
 * every query for candles.
 */
export async function marketStatisticsOf(
  source: Source,
  symbols: readonly SymbolId[],
  nowMs: number,
): Promise<readonly MarketStatistics[]> {
  const cache: Cache = caches.get(source) ?? { statistics: new Fresh(), hours: new Fresh() }
  caches.set(source, cache)
  const { statistics, hours } = cache
  statistics.dropOld(nowMs)
  const hoursOf = (symbol: SymbolId): Promise<readonly Candle[]> =>
    hours.of(symbol, nowMs, () =>
      source.candles({ symbol, source: 'last', resolution: '60', limit: hoursShown + 1 }),
    )
  const read = async (symbol: SymbolId): Promise<MarketStatistics> => {
    const asked = { symbol, source: 'last', resolution: '1', limit: minutesAsked } as const
    const minutes = await source.candles(asked)
    const of = { minutes, hours: await hoursOf(symbol), bitcoinHours: await hoursOf(bitcoin) }
    const interest = await interestOf(source, symbol, nowMs)
    return { symbol, ...marketStatistics(of), ...openInterestChanges(interest) }
  }
  const list: MarketStatistics[] = []
  // One after the other, so that the history thread can answer other queries in between.
  for (const symbol of symbols) {
    list.push(await statistics.of(symbol, nowMs, () => read(symbol)))
  }
  hours.dropOld(nowMs)
  return list
}

/**
 * Returns the open interest in lots now, an hour ago and a day ago. An exchange younger than a day
 * takes older values from the seed's past.
 */
async function interestOf(
  readModel: Pick<ReadModel, 'openInterest' | 'openInterestAt'>,
  symbol: SymbolId,
  nowMs: number,
): Promise<readonly (number | undefined)[]> {
  const times = [nowMs, nowMs - hourMs, nowMs - hoursShown * hourMs]
  const known = times.map((timeMs) => readModel.openInterestAt(symbol, timeMs))
  if (known[0] === undefined || !known.includes(undefined)) return known
  const past = await readModel.openInterest({ symbol, resolution: '60', limit: hoursShown + 2 })
  return known.map(
    (lots, at) => lots ?? past.findLast(({ timeMs }) => timeMs <= (times[at] ?? 0))?.lots,
  )
}

/**
 * Returns the statistics of a market's newest candles; each list ascends and ends with the open
 * candle.
 */
export function marketStatistics(of: {
  readonly minutes: readonly Candle[]
  readonly hours: readonly Candle[]
  readonly bitcoinHours: readonly Candle[]
}): Omit<MarketStatistics, 'symbol' | 'openInterest1hE6' | 'openInterest24hE6'> {
  const { minutes, hours, bitcoinHours } = of
  const changes = changesOf(hours)
  const volatility = changes.length < hoursShown ? undefined : deviation(changes)
  const usual = mean(hours.slice(0, -1).map(({ volumeLots }) => volumeLots))
  const lately = minutes.slice(-60).reduce((sum, { volumeLots }) => sum + volumeLots, 0)
  const isKnown = hours.length > hoursShown && usual > 0
  return {
    ...ratio('change5mE6', changeOver(minutes, 5)),
    ...ratio('change15mE6', changeOver(minutes, 15)),
    ...ratio('change1hE6', changeOver(minutes, 60)),
    ...ratio('change4hE6', changeOver(minutes, 240)),
    ...ratio('change24hE6', changeOver(hours, hoursShown)),
    ...ratio('volatilityE6', volatility),
    ...ratio('volumeRatioE6', isKnown ? lately / usual : undefined),
    ...ratio('btcCorrelationE6', correlation(changes, changesOf(bitcoinHours))),
    closesTicks: hours.slice(-hoursShown).map(({ close }) => close),
  }
}

/** Returns the changes of the open interest, given its lots now, an hour ago and a day ago. */
export function openInterestChanges([now, hourAgo, dayAgo]: readonly (number | undefined)[]): Pick<
  MarketStatistics,
  'openInterest1hE6' | 'openInterest24hE6'
> {
  return {
    ...ratio('openInterest1hE6', changeOf(hourAgo, now)),
    ...ratio('openInterest24hE6', changeOf(dayAgo, now)),
  }
}

const changeOf = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined || from === 0 ? undefined : to / from - 1

const ratio = <Name extends string>(
  name: Name,
  value: number | undefined,
): { readonly [Key in Name]?: number } =>
  (value === undefined ? {} : { [name]: Math.round(value * 1e6) }) as {
    readonly [Key in Name]?: number
  }

/** The change since the close of the candle that many candles before the open one. */
function changeOver(candles: readonly Candle[], count: number): number | undefined {
  return changeOf(candles.at(-count - 1)?.close, candles.at(-1)?.close)
}

const changesOf = (candles: readonly Candle[]): number[] =>
  candles.slice(1).map(({ close }, at) => {
    const before = candles[at]?.close ?? 0
    return before === 0 ? 0 : close / before - 1
  })

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}

/** Pearson's coefficient; undefined if a series is constant or has too few values. */
function correlation(own: readonly number[], other: readonly number[]): number | undefined {
  if (own.length < hoursShown || own.length !== other.length) return undefined
  const bottom = deviation(own) * deviation(other)
  if (bottom === 0) return undefined
  const [middle, otherMiddle] = [mean(own), mean(other)]
  const products = own.map((value, at) => (value - middle) * ((other[at] ?? 0) - otherMiddle))
  return mean(products) / bottom
}
