// Labels of the time axis at the start of an hour, day, month or year of the wall clock. The
// whole axis has one step, so that labels stay in place while the chart scrolls.

import { type WallTime, type Zone, zoneOf } from './time-zone.ts'

/** The input of the axis: the visible bar indices, and the time and position of each. */
export type AxisView = {
  readonly from: number
  /** Excluded. May be after the last bar: future times are labelled too. */
  readonly to: number
  readonly timeOf: (index: number) => number
  readonly xOf: (index: number) => number
  readonly barMs: number
  readonly barWidthPx: number
  readonly minGapPx: number
}

export type AxisMark = { readonly index: number; readonly x: number; readonly text: string }

/** Formats labels: `month` is 1 to 12, in the locale's names. */
export type AxisLabels = {
  month(month: number): string
  dayOfMonth(day: number, month: number): string
}

const minuteMs = 60_000
const dayMs = 86_400_000

/** Bars of a day and longer are days of UTC; in another zone they would bear the day before. */
const zoneOfDays = zoneOf('Etc/UTC')

type Step = { readonly ms: number; bucket(wall: WallTime): number }

const dayNumber = (wall: WallTime) => Date.UTC(wall.year, wall.month - 1, wall.day) / dayMs
const monthNumber = (wall: WallTime) => wall.year * 12 + wall.month - 1

/** A group of `size` days of a month; a short last group joins the one before. */
function dayGroup(wall: WallTime, size: number): number {
  const groups = Math.floor(30 / size)
  const group = Math.min(Math.floor((wall.day - 1) / size), groups - 1)
  return monthNumber(wall) * 32 + group
}

const steps: readonly Step[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => ({
    ms: minutes * minuteMs,
    bucket: (wall: WallTime) =>
      dayNumber(wall) * 1440 + Math.floor((wall.hour * 60 + wall.minute) / minutes),
  })),
  { ms: dayMs, bucket: dayNumber },
  ...[2, 3, 5, 7, 10, 15].map((days) => ({
    ms: days * dayMs,
    bucket: (wall: WallTime) => dayGroup(wall, days),
  })),
  ...[1, 2, 3, 4, 6].map((months) => ({
    ms: months * 30 * dayMs,
    bucket: (wall: WallTime) => Math.floor(monthNumber(wall) / months),
  })),
  ...[1, 2, 5, 10, 20].map((years) => ({
    ms: years * 365 * dayMs,
    bucket: (wall: WallTime) => Math.floor(wall.year / years),
  })),
]

function stepFor(view: AxisView): Step | undefined {
  const neededMs = (view.minGapPx / view.barWidthPx) * view.barMs
  return steps.find(({ ms }) => ms >= neededMs && ms >= view.barMs) ?? steps.at(-1)
}

/** The rank of a label: a year above a month, a month above a day, a day above an hour. */
function rankOf(before: WallTime, now: WallTime): number {
  if (before.year !== now.year) return 3
  if (before.month !== now.month) return 2
  if (before.day !== now.day) return 1
  return 0
}

function textOf(rank: number, wall: WallTime, labels: AxisLabels, isIntraday: boolean): string {
  if (rank === 3) return String(wall.year)
  if (rank === 2) return labels.month(wall.month)
  if (rank === 1) return isIntraday ? labels.dayOfMonth(wall.day, wall.month) : String(wall.day)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(wall.hour)}:${two(wall.minute)}`
}

/**
 * Returns the labels of the axis from left to right, at least `minGapPx` apart; of two that would
 * be closer (around gaps and month ends) the one of higher rank is kept.
 */
export function axisMarks(view: AxisView, chosen: Zone, labels: AxisLabels): AxisMark[] {
  const step = stepFor(view)
  if (step === undefined || !(view.barWidthPx > 0) || view.to <= view.from) return []
  const isIntraday = view.barMs < dayMs
  const zone = isIntraday ? chosen : zoneOfDays
  const marks: { mark: AxisMark; rank: number }[] = []
  let before = zone.wallTime(view.timeOf(view.from - 1))
  if (Number.isNaN(before.year)) return []
  for (let index = view.from; index < view.to; index += 1) {
    const now = zone.wallTime(view.timeOf(index))
    const isBoundary = step.bucket(before) !== step.bucket(now)
    if (isBoundary) {
      const rank = rankOf(before, now)
      const mark = { index, x: view.xOf(index), text: textOf(rank, now, labels, isIntraday) }
      place(marks, { mark, rank }, view.minGapPx)
    }
    before = now
  }
  return marks.map(({ mark }) => mark)
}

type RankedMark = { mark: AxisMark; rank: number }

function place(marks: RankedMark[], candidate: RankedMark, minGapPx: number): void {
  // Three quarters of the gap suffice, because months differ in length.
  const isTooClose = (last: RankedMark) => candidate.mark.x - last.mark.x < minGapPx * 0.75
  for (let last = marks.at(-1); last !== undefined && isTooClose(last); last = marks.at(-1)) {
    if (last.rank >= candidate.rank) return
    marks.pop()
  }
  marks.push(candidate)
}

/** Returns the label formats of a locale in the Gregorian calendar; English if unknown. */
export function axisLabels(locale: string): AxisLabels {
  const month = formatOf(locale, { month: 'short' })
  const dayOfMonth = formatOf(locale, { day: 'numeric', month: 'short' })
  return {
    month: (number) => month.format(Date.UTC(2026, number - 1, 1)),
    dayOfMonth: (day, number) => dayOfMonth.format(Date.UTC(2024, number - 1, day)),
  }
}

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const full = { ...options, timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' }
  try {
    return new Intl.DateTimeFormat(locale, full)
  } catch {
    // A malformed locale tag: English is better than no axis.
    return new Intl.DateTimeFormat('en', full)
  }
}

/**
 * Returns the crosshair's time in full: `Sat 21 Nov 2026 14:30`; of bars of a day and longer, the
 * day of UTC.
 */
export function timeText(
  locale: string,
  chosen: Zone,
  isIntraday: boolean,
): (timeMs: number) => string {
  const zone = isIntraday ? chosen : zoneOfDays
  const date = formatOf(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  return (timeMs) => {
    if (!Number.isFinite(timeMs)) return ''
    const { hour, minute } = zone.wallTime(timeMs)
    const day = date.format(timeMs + zone.offsetMs(timeMs))
    const two = (value: number) => String(value).padStart(2, '0')
    return isIntraday ? `${day}  ${two(hour)}:${two(minute)}` : day
  }
}
