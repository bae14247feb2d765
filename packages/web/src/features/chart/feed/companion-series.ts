// Companion series of a contract's candles on the chart: open interest, funding rates, long/short
// ratio, liquidations.

import type { Companions } from '@basis/chart/datafeed'
import {
  bucketAfter,
  bucketStart,
  dayMs,
  resolutionMs,
  type Resolution,
} from '@basis/domain/instrument/candle'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { maxCandles } from '@basis/protocol/market-calls'
import { openInterestResolutions } from '@basis/protocol/market-data'
import { askShown } from '../../../client/page-calls.ts'
import type { Listing } from '../../../stores/catalogue.ts'

const names = [
  'openInterest',
  'fundingRate',
  'longShortRatio',
  'liquidatedShorts',
  'liquidatedLongs',
] as const

export type CompanionName = (typeof names)[number]

/** A value at a time; `timeMs` is the start of the chart's bar that it belongs to. */
export type CompanionPoint = { readonly timeMs: number; readonly value: number }

export type CompanionRange = {
  readonly resolution: Resolution
  readonly endMs: number
  readonly count: number
}

/** Returns the chart's ticker of a companion series of a symbol. */
const tickerOfCompanion = (symbol: string, name: CompanionName): string => `${symbol}#${name}`

/** Returns the companion series that a ticker names; undefined for a symbol's own candles. */
export const companionOf = (ticker: string): CompanionName | undefined => {
  const [, named] = ticker.split('#')
  return names.find((name) => name === named)
}

/**
 * Returns the companion series of a listing: contracts have all, but only perpetuals funding rates.
 */
export function companionsOf({ symbol, marketType, instrument }: Listing): Companions {
  if (instrument.kind === 'Spot') return {}
  const own = names.filter((name) => name !== 'fundingRate' || marketType.endsWith('Perpetual'))
  return Object.fromEntries(own.map((name) => [name, tickerOfCompanion(symbol, name)]))
}

/** Returns the longest of the exchange's sampling intervals that divides the chart's interval. */
function bucketOf(resolution: Resolution): (typeof openInterestResolutions)[number] {
  const lengthMs = resolutionMs(resolution) ?? dayMs
  const fits = (one: Resolution): boolean => lengthMs % (resolutionMs(one) ?? dayMs) === 0
  return openInterestResolutions.findLast(fits) ?? '5'
}

/** Returns the points of a range, ascending; rejects if the exchange rejects the request. */
export async function askCompanion(
  symbol: string,
  name: CompanionName,
  range: CompanionRange,
): Promise<readonly CompanionPoint[]> {
  const { resolution, endMs, count } = range
  const fromMs = bucketAfter(resolution, bucketStart(resolution, endMs - 1), 1 - count)
  if (name === 'fundingRate') return fundingPoints(symbol, { resolution, fromMs, endMs })
  const bucket = bucketOf(resolution)
  const perBar = Math.max(1, (resolutionMs(resolution) ?? 31 * dayMs) / lengthOf(bucket))
  const limit = Math.min(maxCandles, Math.ceil(count * perBar))
  const question = { symbol, resolution: bucket, endMs, limit }
  if (name === 'liquidatedLongs' || name === 'liquidatedShorts') {
    const { list } = await askedOnce('marketLiquidations', question)
    const shownMs = Math.max(fromMs, bucketAfter(bucket, bucketStart(bucket, endMs - 1), 1 - limit))
    return liquidationPoints(list, name, { resolution, fromMs: shownMs, endMs })
  }
  const { list } = await askedOnce('openInterest', question)
  return interestPoints(list, name, { resolution, fromMs, endMs })
}

const lengthOf = (bucket: Resolution): number => resolutionMs(bucket) ?? dayMs

type Span = { readonly resolution: Resolution; readonly fromMs: number; readonly endMs: number }

/** Returns a point per bar; the last of several values in one bar counts. */
export function interestPoints(
  list: CallAnswer<'openInterest'>['list'],
  name: 'openInterest' | 'longShortRatio',
  span: Span,
): CompanionPoint[] {
  const bars = new Map<number, number>()
  for (const { timeE3, openInterest, longRatio } of list) {
    const value = name === 'openInterest' ? Number(openInterest) : ratioOf(longRatio)
    // A sample is taken at the end of its bucket, which is the start of the next.
    if (value !== undefined) bars.set(bucketStart(span.resolution, timeE3 - 1), value)
  }
  return standing(bars, span)
}

/** Returns longs per short; undefined if there are no shorts, or no positions at all. */
function ratioOf(longShare: string): number | undefined {
  const share = Number(longShare)
  return longShare === '' || share >= 1 ? undefined : share / (1 - share)
}

type Bucketed = 'openInterest' | 'marketLiquidations'
const running = new Map<string, Promise<unknown>>()

/** One answer serves two series: a second request for the same shares the first one's. */
function askedOnce<Name extends Bucketed>(
  name: Name,
  question: CallRequest<Name>,
): Promise<CallAnswer<Name>> {
  const key = `${name} ${JSON.stringify(question)}`
  const asked = running.get(key)
  if (asked !== undefined) return asked as Promise<CallAnswer<Name>>
  const answer = askShown(name, question).finally(() => running.delete(key))
  running.set(key, answer)
  return answer
}

/**
 * Returns the liquidations summed per bar; a bar without any is zero, not the previous value. A bar
 * that began before the range is left out, because its sum would lack its beginning.
 */
export function liquidationPoints(
  list: CallAnswer<'marketLiquidations'>['list'],
  name: 'liquidatedLongs' | 'liquidatedShorts',
  { resolution, fromMs, endMs }: Span,
): CompanionPoint[] {
  const bars = new Map<number, number>()
  const around = bucketStart(resolution, fromMs)
  const firstMs = around < fromMs ? bucketAfter(resolution, around, 1) : around
  let startMs = firstMs
  for (; startMs < endMs; startMs = bucketAfter(resolution, startMs, 1)) bars.set(startMs, 0)
  for (const { startE3, longValue, shortValue } of list) {
    if (startE3 < firstMs) continue
    const barMs = bucketStart(resolution, startE3)
    const value = Number(name === 'liquidatedLongs' ? longValue : shortValue)
    bars.set(barMs, (bars.get(barMs) ?? 0) + value)
  }
  return pointsOf(bars)
}

/** Three years of an hourly funding interval fit in this many pages. */
const mostPages = 140
const pageRows = 200

/** A rate holds until the next settlement, so the last one before the range is requested too. */
async function fundingPoints(
  symbol: string,
  { resolution, fromMs, endMs }: Span,
): Promise<CompanionPoint[]> {
  const list: CallAnswer<'fundingRates'>['list'] = []
  let cursor = ''
  for (let page = 0; page < mostPages; page += 1) {
    const next = cursor === '' ? {} : { cursor }
    const question = { symbol, fromE3: Math.max(0, fromMs - dayMs), toE3: endMs, limit: pageRows }
    const answer = await askShown('fundingRates', { ...question, ...next })
    list.push(...answer.list)
    cursor = answer.nextPageCursor
    if (cursor === '') break
  }
  return fundingRatePoints(list, { resolution, fromMs, endMs })
}

/**
 * Returns the rates in percent; the last of several in one bar counts. The list is newest first.
 */
export function fundingRatePoints(
  list: CallAnswer<'fundingRates'>['list'],
  span: Span,
): CompanionPoint[] {
  const bars = new Map<number, number>()
  for (const { fundingTimeE3, fundingRate } of list.toReversed()) {
    bars.set(bucketStart(span.resolution, fundingTimeE3), Number(fundingRate) * 100)
  }
  return standing(bars, span)
}

/** Carries each value forward into the bars after it, from the first known value on. */
function standing(known: ReadonlyMap<number, number>, span: Span): CompanionPoint[] {
  const { resolution, fromMs, endMs } = span
  const bars = new Map<number, number>()
  let value: number | undefined
  for (let startMs = Math.min(...known.keys()); startMs < endMs;) {
    value = known.get(startMs) ?? value
    if (value !== undefined && startMs >= fromMs) bars.set(startMs, value)
    startMs = bucketAfter(resolution, startMs, 1)
  }
  return pointsOf(bars)
}

const pointsOf = (bars: ReadonlyMap<number, number>): CompanionPoint[] =>
  [...bars]
    .map(([timeMs, value]) => ({ timeMs, value }))
    .toSorted((one, other) => one.timeMs - other.timeMs)
