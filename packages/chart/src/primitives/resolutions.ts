// Resolutions: the length, start and end of a bar, and the quick ranges. A resolution is
// TradingView's string: bare minutes, or a count of days, weeks or months.

/** The thirteen resolutions (spec, constants of the chart). */
export const resolutions = [
  '1',
  '3',
  '5',
  '15',
  '30',
  '60',
  '120',
  '240',
  '360',
  '720',
  '1D',
  '1W',
  '1M',
] as const

export type Resolution = (typeof resolutions)[number]

/** The interval of a chart if the host gives none (spec, constants of the chart). */
export const defaultResolution: Resolution = '30'

/**
 * The quick ranges (spec, constants of the chart), each with a resolution in which it has 240 to
 * 370 bars: enough for the shape, few enough for a phone.
 */
export const quickTimeFrames = [
  { text: '1d', resolution: '5' },
  { text: '5d', resolution: '30' },
  { text: '1m', resolution: '120' },
  { text: '3m', resolution: '360' },
  { text: '6m', resolution: '720' },
  { text: '1y', resolution: '1D' },
] as const

type ResolutionUnit = 'second' | 'minute' | 'day' | 'week' | 'month'

export type Span = { readonly unit: ResolutionUnit; readonly count: number }

const minuteMs = 60_000
const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** A Monday at 00:00 UTC; weeks are counted from it. */
const mondayMs = 4 * dayMs

const unitOfLetter: Readonly<Record<string, ResolutionUnit>> = {
  '': 'minute',
  S: 'second',
  D: 'day',
  W: 'week',
  M: 'month',
}

/** Cache of the last resolution read, because thousands of bars in a row have the same one. */
let lastRead: { readonly resolution: string; readonly span: Span | undefined } | undefined

/** Returns the unit and count of a resolution, undefined when it is invalid; `D` is `1D`. */
export function spanOf(resolution: string): Span | undefined {
  if (lastRead?.resolution !== resolution) lastRead = { resolution, span: readSpan(resolution) }
  return lastRead.span
}

function readSpan(resolution: string): Span | undefined {
  const match = /^(\d*)([SDWM]?)$/.exec(resolution.trim().toUpperCase())
  if (match === null) return undefined
  const [, digits = '', letter = ''] = match
  const unit = unitOfLetter[letter]
  const count = digits === '' ? (letter === '' ? 0 : 1) : Number(digits)
  if (unit === undefined || count < 1 || !Number.isSafeInteger(count)) return undefined
  return { unit, count }
}

/** Returns a resolution in its canonical form (`D` becomes `1D`), undefined when it is invalid. */
export function normalResolution(resolution: string): string | undefined {
  const span = spanOf(resolution)
  if (span === undefined) return undefined
  const letter = { second: 'S', minute: '', day: 'D', week: 'W', month: 'M' }[span.unit]
  return `${span.count}${letter}`
}

function spanOrDefault(resolution: string): Span {
  return spanOf(resolution) ?? { unit: 'minute', count: 30 }
}

/** Returns the length of a bar in milliseconds; a month counts as a twelfth of a Gregorian year. */
export function resolutionMs(resolution: string): number {
  const { unit, count } = spanOrDefault(resolution)
  if (unit === 'second') return count * 1000
  if (unit === 'minute') return count * minuteMs
  if (unit === 'day') return count * dayMs
  if (unit === 'week') return count * weekMs
  return count * Math.round(30.436875 * dayMs)
}

/** Returns the start of the bar that contains a time, in milliseconds UTC. */
export function barStartMs(resolution: string, timeMs: number): number {
  const { unit, count } = spanOrDefault(resolution)
  if (unit === 'month') return monthStartMs(Math.floor(monthNumber(timeMs) / count) * count)
  const lengthMs = resolutionMs(resolution)
  const originMs = unit === 'week' ? mondayMs : 0
  return Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs
}

/** Returns the time at which a bar that began at `startMs` closes. */
export function barEndMs(resolution: string, startMs: number): number {
  const { unit, count } = spanOrDefault(resolution)
  if (unit === 'month') return monthStartMs(monthNumber(startMs) + count)
  return startMs + resolutionMs(resolution)
}

function monthNumber(timeMs: number): number {
  const date = new Date(timeMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function monthStartMs(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1)
}

/**
 * Returns the short name of a resolution: `30m`, `4h`, `1D`; any other text is returned unchanged.
 */
export function resolutionLabel(resolution: string): string {
  const span = spanOf(resolution)
  if (span === undefined) return resolution
  const letter = { second: 's', minute: 'm', day: 'D', week: 'W', month: 'M' }[span.unit]
  if (span.unit !== 'minute' || span.count % 60 !== 0) return `${span.count}${letter}`
  return `${span.count / 60}h`
}

export type ResolutionGroup = 'minutes' | 'hours' | 'days'

/** Returns the menu heading of a resolution. */
export function resolutionGroup(resolution: string): ResolutionGroup {
  const { unit, count } = spanOrDefault(resolution)
  if (unit === 'second') return 'minutes'
  if (unit !== 'minute') return 'days'
  return count < 60 ? 'minutes' : 'hours'
}

/** Returns whether a bar lasts less than a day, so that its time of day matters. */
export function isIntraday(resolution: string): boolean {
  return ['second', 'minute'].includes(spanOrDefault(resolution).unit)
}

/** Returns whether a resolution is offered: seconds only if a host has enabled them. */
export function isShownResolution(
  resolution: string,
  features: { has(name: string): boolean },
): boolean {
  return spanOrDefault(resolution).unit !== 'second' || features.has('seconds_resolution')
}

/**
 * Returns the start of a quick range that ends now: `5d` counts days, `3m` calendar months, `1y`
 * calendar years back. Undefined when the text is not a range.
 */
export function timeFrameStartMs(text: string, endMs: number): number | undefined {
  const match = /^(\d+)([dwmy])$/.exec(text.trim().toLowerCase())
  if (match === null) return undefined
  const count = Number(match[1])
  const letter = match[2]
  if (letter === 'd') return endMs - count * dayMs
  if (letter === 'w') return endMs - count * weekMs
  return monthsBackMs(endMs, letter === 'm' ? count : count * 12)
}

function monthsBackMs(endMs: number, months: number): number {
  const end = new Date(endMs)
  const month = end.getUTCFullYear() * 12 + end.getUTCMonth() - months
  const lastDay = new Date(monthStartMs(month + 1) - dayMs).getUTCDate()
  const day = Math.min(end.getUTCDate(), lastDay)
  return monthStartMs(month) + (day - 1) * dayMs + (((endMs % dayMs) + dayMs) % dayMs)
}

/** Returns the time left until a bar closes in the form `02:13`, `1:02:13` or `3d 04h`. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const minutes = Math.floor(seconds / 60) % 60
  if (days > 0) return `${days}d ${two(hours)}h`
  const tail = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
