// Statistics of the markets for the screener, worked out of candles: changes, volatility, unusual
// volume, correlation to bitcoin. They decide nothing, so they are counted in floating point.

import { minuteMs, type Candle } from '@basis/domain/instrument/candle'
import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import type { ReadModel } from './read-model.ts'

/** Ratios ×1e6 (0.0123 is 12 300); absent where there are too few candles to tell. */
export type MarketStatistics = {
  readonly symbol: SymbolId
  /** The price against that of so long ago, to the minute. */
  readonly change5mE6?: number
  readonly change15mE6?: number
  readonly change1hE6?: number
  readonly change4hE6?: number
  readonly change24hE6?: number
  /** The standard deviation of the last 24 hourly changes. */
  readonly volatilityE6?: number
  /** The volume of the last 60 minutes against the mean of the 24 whole hours before this one. */
  readonly volumeRatioE6?: number
  /** Of the last 24 hourly changes with those of BTCUSDT, −1e6 to 1e6. */
  readonly btcCorrelationE6?: number
  /** The open interest against that of so long ago. */
  readonly openInterest1hE6?: number
  readonly openInterest24hE6?: number
  /** The last 24 hourly closes, oldest first, in ticks; the last one is the price now. */
  readonly closesTicks: readonly number[]
}

const hoursTold = 24
const hourMs = 60 * minuteMs
/** One more than the longest window that minutes are asked for, four hours. */
const minutesAsked = 241
const bitcoin = symbolId('BTCUSDT')
/** How long an answer is told again before it is worked out anew. */
const freshMs = 30_000

type Told = { readonly untilMs: number; readonly list: Promise<readonly MarketStatistics[]> }
const lastTold = new WeakMap<ReadModel, Told>()

/**
 * Returns the statistics of all symbols, at most half a minute old, worked out once however many
 * ask. Rejects with `HistoryUnavailable` as every question for candles does.
 */
export function allMarketStatistics(
  readModel: ReadModel,
  symbols: readonly SymbolId[],
  nowMs: number,
): Promise<readonly MarketStatistics[]> {
  const told = lastTold.get(readModel)
  if (told !== undefined && nowMs < told.untilMs) return told.list
  const list = readAll(readModel, symbols, nowMs)
  lastTold.set(readModel, { untilMs: nowMs + freshMs, list })
  list.catch(() => lastTold.delete(readModel))
  return list
}

async function readAll(
  readModel: ReadModel,
  symbols: readonly SymbolId[],
  nowMs: number,
): Promise<readonly MarketStatistics[]> {
  const read = (symbol: SymbolId, resolution: '1' | '60', limit: number) =>
    readModel.candles({ symbol, source: 'last', resolution, limit })
  const bitcoinHours = await read(bitcoin, '60', hoursTold + 1)
  const list: MarketStatistics[] = []
  // One after the other: the thread of the history has other questions to answer between.
  for (const symbol of symbols) {
    const minutes = await read(symbol, '1', minutesAsked)
    const hours = await read(symbol, '60', hoursTold + 1)
    const interest = await interestOf(readModel, symbol, nowMs)
    list.push({
      symbol,
      ...marketStatistics({ minutes, hours, bitcoinHours }),
      ...openInterestChanges(interest),
    })
  }
  return list
}

/**
 * Returns the lots that stood open now, an hour ago and a day ago. An exchange that is younger than
 * that asks for the past that its seed tells.
 */
async function interestOf(
  readModel: Pick<ReadModel, 'openInterest' | 'openInterestAt'>,
  symbol: SymbolId,
  nowMs: number,
): Promise<readonly (number | undefined)[]> {
  const times = [nowMs, nowMs - hourMs, nowMs - hoursTold * hourMs]
  const known = times.map((timeMs) => readModel.openInterestAt(symbol, timeMs))
  if (known[0] === undefined || !known.includes(undefined)) return known
  const past = await readModel.openInterest({ symbol, resolution: '60', limit: hoursTold + 2 })
  return known.map(
    (lots, at) => lots ?? past.findLast(({ timeMs }) => timeMs <= (times[at] ?? 0))?.lots,
  )
}

/**
 * Returns what the newest candles of a market tell; each list ascends and ends with the candle that
 * is still open.
 */
export function marketStatistics(of: {
  readonly minutes: readonly Candle[]
  readonly hours: readonly Candle[]
  readonly bitcoinHours: readonly Candle[]
}): Omit<MarketStatistics, 'symbol' | 'openInterest1hE6' | 'openInterest24hE6'> {
  const { minutes, hours, bitcoinHours } = of
  const changes = changesOf(hours)
  const volatility = changes.length < hoursTold ? undefined : deviation(changes)
  const usual = mean(hours.slice(0, -1).map(({ volumeLots }) => volumeLots))
  const lately = minutes.slice(-60).reduce((sum, { volumeLots }) => sum + volumeLots, 0)
  const isKnown = hours.length > hoursTold && usual > 0
  return {
    ...ratio('change5mE6', changeOver(minutes, 5)),
    ...ratio('change15mE6', changeOver(minutes, 15)),
    ...ratio('change1hE6', changeOver(minutes, 60)),
    ...ratio('change4hE6', changeOver(minutes, 240)),
    ...ratio('change24hE6', changeOver(hours, hoursTold)),
    ...ratio('volatilityE6', volatility),
    ...ratio('volumeRatioE6', isKnown ? lately / usual : undefined),
    ...ratio('btcCorrelationE6', correlation(changes, changesOf(bitcoinHours))),
    closesTicks: hours.slice(-hoursTold).map(({ close }) => close),
  }
}

/**
 * Returns the changes of the open interest, of which these are the lots now, then, and the day
 * before.
 */
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

/** Since the close of the candle that ended so many candles before the open one. */
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

/** Pearson's; undefined where one of the two does not move or has too few values. */
function correlation(own: readonly number[], other: readonly number[]): number | undefined {
  if (own.length < hoursTold || own.length !== other.length) return undefined
  const bottom = deviation(own) * deviation(other)
  if (bottom === 0) return undefined
  const [middle, otherMiddle] = [mean(own), mean(other)]
  const products = own.map((value, at) => (value - middle) * ((other[at] ?? 0) - otherMiddle))
  return mean(products) / bottom
}
