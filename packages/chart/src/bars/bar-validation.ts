// Validation of a feed's answer: bars that pass are finite numbers, ascending, one per time and
// of the requested resolution.

import type { Bar } from '../options/datafeed.ts'
import { barStartMs, resolutionMs } from '../primitives/resolutions.ts'

/** Times and prices beyond these cannot be formatted as dates or axis marks. */
const latestMs = 8e15
const highestPrice = 1e15
/**
 * The minimum distance of two bars as a share of their length: February is short, and so is a day
 * in spring.
 */
const minGap = 0.9
/** The number of latest bars from which the phase is derived. */
const phaseBars = 1000
/** The share of first bars that must reach zero before prices count as signed. */
const minSignedShare = 0.1
const dayMs = 86_400_000

/** Returns whether a bar can be drawn: valid numbers only, and its high not below its low. */
export function isDrawableBar(bar: unknown): bar is Bar {
  if (bar === null || typeof bar !== 'object') return false
  const { time, open, high, low, close } = bar as Bar
  if (!Number.isFinite(time) || !Number.isFinite(open) || !Number.isFinite(high)) return false
  if (!Number.isFinite(low) || !Number.isFinite(close)) return false
  if (Math.abs(time) > latestMs || high > highestPrice || low < -highestPrice) return false
  return high >= low && high >= Math.max(open, close) && low <= Math.min(open, close)
}

/** Returns a copy of a bar, because hosts may change theirs; an invalid volume becomes 0. */
export function cleanBar({ time, open, high, low, close, volume }: Bar): Bar {
  const isVolume = Number.isFinite(volume) && Number(volume) >= 0
  return { time, open, high, low, close, volume: isVolume ? Number(volume) : 0 }
}

/**
 * Returns the offset of a bar's start from the regular start of its resolution: all bars of one
 * session have the same.
 */
export function phaseOf(resolution: string, timeMs: number): number {
  return timeMs - barStartMs(resolution, timeMs)
}

/** Returns whether two bars start too close to each other to be of this resolution. */
export function isTooClose(resolution: string, earlierMs: number, laterMs: number): boolean {
  return laterMs > earlierMs && laterMs - earlierMs < resolutionMs(resolution) * minGap
}

/** Returns how far ahead of a time a bar may begin without counting as a clock error. */
export function aheadLimitMs(resolution: string): number {
  return Math.max(dayMs, 2 * resolutionMs(resolution))
}

export type ValidationRules = {
  readonly resolution: string
  /** The start of the known bars; only bars before it are wanted. */
  readonly beforeMs: number
  /** Bars far after this time are errors, unless all are. */
  readonly wantedToMs: number
  /** The phase of the known bars; undefined before the first ones. */
  readonly phaseMs: number | undefined
  /** Whether prices may be zero or negative; undefined when it is to be detected. */
  readonly isSigned: boolean | undefined
}

export type ValidatedBars = {
  /** Ascending, one per time; of duplicate bars the last one is used. */
  readonly bars: readonly Bar[]
  /** The number of bars that could not be drawn. */
  readonly invalid: number
  readonly isSigned: boolean
  readonly phaseMs: number | undefined
  /** The distances show that the bars are of another interval; then none may be drawn. */
  readonly isOtherResolution: boolean
}

/**
 * Returns the valid bars of a list. The list is not changed; a list without errors is returned
 * itself, and the caller copies it.
 */
export function validateBars(given: readonly unknown[], rules: ValidationRules): ValidatedBars {
  return areAllValid(given, rules) ? accepted(given, rules) : filtered(given, rules)
}

/** The fast path: most answers are valid, so one pass without allocation decides. */
function areAllValid(given: readonly unknown[], rules: ValidationRules): given is readonly Bar[] {
  const lengthMs = resolutionMs(rules.resolution)
  const latestOkMs = rules.wantedToMs + aheadLimitMs(rules.resolution)
  let beforeMs = Number.NEGATIVE_INFINITY
  let near = 0
  for (const bar of given) {
    if (!isDrawableBar(bar)) return false
    const { time, low, volume } = bar
    const gapMs = time - beforeMs
    if (!(low > 0) || gapMs < lengthMs * minGap || time > latestOkMs) return false
    if (volume !== undefined && !(Number.isFinite(volume) && volume >= 0)) return false
    if (gapMs < lengthMs * 1.5) near += 1
    beforeMs = time
  }
  const hasSpace = beforeMs + lengthMs * minGap <= rules.beforeMs
  // If half of the bars are further apart, they may be of another interval.
  return given.length > 0 && hasSpace && near * 2 > given.length
}

function accepted(given: readonly Bar[], rules: ValidationRules): ValidatedBars {
  return {
    bars: given,
    invalid: 0,
    isSigned: rules.isSigned ?? false,
    phaseMs: rules.phaseMs ?? commonPhase(given.slice(-phaseBars), rules),
    isOtherResolution: false,
  }
}

function filtered(given: readonly unknown[], rules: ValidationRules): ValidatedBars {
  const { resolution, beforeMs } = rules
  const drawable = given.filter(isDrawableBar)
  const isSigned = rules.isSigned ?? arePricesSigned(drawable)
  const valid = withoutFutureBars(
    isSigned ? drawable : drawable.filter(({ low }) => low > 0),
    rules.wantedToMs + aheadLimitMs(resolution),
  )
  const ascending = inOrder(valid)
  const older = ascending.at(-1)?.time ?? beforeMs
  const fresh = older < beforeMs ? ascending : ascending.filter(({ time }) => time < beforeMs)
  const kept = withoutMisaligned(fresh, rules)
  const misaligned = fresh.length - kept.length
  return {
    bars: kept.map(cleanBar),
    invalid: given.length - valid.length + misaligned,
    isSigned,
    phaseMs:
      rules.phaseMs ?? (kept.length > 0 ? commonPhase(kept.slice(-phaseBars), rules) : undefined),
    isOtherResolution: areOfOtherResolution(fresh, resolution),
  }
}

/** Spreads may be zero or negative; a single zero among positive prices is an error. */
function arePricesSigned(bars: readonly Bar[]): boolean {
  const atZero = bars.filter(({ low }) => low <= 0).length
  return atZero > 0 && atZero >= bars.length * minSignedShare
}

function withoutFutureBars(bars: Bar[], limitMs: number): Bar[] {
  const near = bars.filter(({ time }) => time <= limitMs)
  return near.length === 0 ? bars : near
}

function inOrder(bars: Bar[]): Bar[] {
  const isAscending = bars.every((bar, at) => at === 0 || (bars[at - 1]?.time ?? 0) < bar.time)
  if (isAscending) return bars
  const byTime = new Map(bars.map((bar): [number, Bar] => [bar.time, bar]))
  return [...byTime.values()].toSorted((a, b) => a.time - b.time)
}

function gapsOf(bars: readonly Bar[]): Float64Array {
  const gaps = new Float64Array(Math.max(0, bars.length - 1))
  for (let at = 0; at < gaps.length; at += 1) {
    gaps[at] = (bars[at + 1]?.time ?? 0) - (bars[at]?.time ?? 0)
  }
  return gaps
}

/** Returns whether more than half of the gaps are shorter. */
function areMostBelow(gaps: Float64Array, limitMs: number): boolean {
  let below = 0
  for (const gap of gaps) below += gap < limitMs ? 1 : 0
  return below > gaps.length / 2
}

/**
 * If most bars are closer than the resolution, they are finer; if nearly all are equally far apart
 * and further than one bar, they are coarser. Gaps of a quiet market are neither.
 */
function areOfOtherResolution(bars: readonly Bar[], resolution: string): boolean {
  const lengthMs = resolutionMs(resolution)
  const gaps = gapsOf(bars)
  if (gaps.length < 3) return false
  if (areMostBelow(gaps, lengthMs * minGap)) return true
  // Sorting is skipped if most gaps are short.
  if (gaps.length < 10 || areMostBelow(gaps, lengthMs * 1.5)) return false
  const median = gaps.toSorted()[Math.floor(gaps.length / 2)] ?? lengthMs
  if (median < lengthMs * 1.5) return false
  return gaps.filter((gap) => Math.abs(gap - median) <= median * 0.11).length > gaps.length * 0.7
}

function commonPhase(bars: readonly Bar[], { resolution, phaseMs }: ValidationRules): number {
  const counts = new Map<number, number>()
  // The known phase counts like a few bars, so that it decides for short answers.
  if (phaseMs !== undefined) counts.set(phaseMs, 2.5)
  for (const { time } of bars) {
    const phase = phaseOf(resolution, time)
    counts.set(phase, (counts.get(phase) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
  return first?.[0] ?? 0
}

/** Removes single bars whose phase differs from that of the others. */
function withoutMisaligned(bars: readonly Bar[], rules: ValidationRules): readonly Bar[] {
  const { resolution, beforeMs } = rules
  const endsAt = bars.at(-1)?.time ?? beforeMs
  const minMs = resolutionMs(resolution) * minGap
  const hasClose =
    isTooClose(resolution, endsAt, beforeMs) || gapsOf(bars).some((gap) => gap > 0 && gap < minMs)
  if (!hasClose) return bars
  const phase = commonPhase(bars, rules)
  const isInPlace = ({ time }: Bar) => phaseOf(resolution, time) === phase
  const kept: Bar[] = []
  for (const bar of bars) {
    const before = kept.at(-1)
    if (before === undefined || !isTooClose(resolution, before.time, bar.time)) kept.push(bar)
    else if (isInPlace(bar)) kept[kept.length - 1] = bar
  }
  const last = kept.at(-1)
  const isMisaligned = last !== undefined && isTooClose(resolution, last.time, beforeMs)
  return isMisaligned && !isInPlace(last) ? kept.slice(0, -1) : kept
}
