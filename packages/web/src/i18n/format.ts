// The only module that formats numbers and times: exact for decimal texts and scaled integers.

import { divRound, formatDecimal, parseDecimal } from '@basis/domain/numbers/fixed'
import type { Rounding } from '@basis/domain/numbers/fixed'
import { plainMarks, shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import type { Zone } from './zone.ts'

/** An exact number: a decimal text, or an integer and how many of its digits are decimals. */
export type Exact = string | { readonly units: bigint | number; readonly scale: number }

/** Shown for a number that is unknown or impossible. */
export const NOTHING = '--'

type DecimalOptions = {
  /** Decimals shown; more are rounded, fewer are filled with zeros. */
  scale: number
  rounding?: Rounding | undefined
  /** Writes a plus before positive numbers. */
  signed?: boolean | undefined
  /** Removes trailing zeros, down to this many decimals. */
  trimTo?: number | undefined
  /** Whether whole digits are grouped as in the locale; on by default. */
  grouped?: boolean | undefined
}

export type Format = {
  readonly locale: string
  readonly zone: Zone
  /** Any number with the given decimals, e.g. `64,210.50`. */
  decimal: (value: Exact | undefined, options: DecimalOptions) => string
  /** A price with exactly the symbol's decimals, zeros kept. */
  price: (value: Exact | undefined, scale: number, rounding?: Rounding) => string
  /**
   * A quantity with the lot's decimals, zeros kept; `signed` writes the plus of a long position.
   */
  quantity: (value: Exact | undefined, scale: number, signed?: boolean) => string
  /** With all its decimals, up to eight, without trailing zeros. */
  trimmed: (value: Exact | undefined, signed?: boolean) => string
  /** Money: 2 decimals for USDT and USDC, 5 to 8 for other coins (spec 9, PnL precision). */
  money: (value: Exact | undefined, coin: string, options?: MoneyOptions) => string
  /** Per cent, given in per cent: `1.2345` is `+1.23%`. */
  percent: (value: Exact | undefined, options?: { scale?: number; signed?: boolean }) => string
  /** A rate, given as a fraction: `0.0001` is `0.0100%`. */
  funding: (rate: Exact | undefined) => string
  /** Large figures with K, M, B above 1e3, 1e6, 1e9: `1.23M`. Never rounded up. */
  compact: (value: Exact | undefined) => string
  /** Leverage given × 100: `10x`, `12.5x`. */
  leverage: (leverageE2: number | bigint | undefined) => string
  /** A small price for tables, zeros folded: `0.0₅921`. Never for inputs or copies. */
  folded: (value: Exact | undefined, scale: number) => string
  /** `HH:mm:ss`. */
  time: (timeMs: number | undefined) => string
  /** `YYYY-MM-DD HH:mm:ss`; `precise` adds the milliseconds. */
  dateTime: (timeMs: number | undefined, precise?: boolean) => string
  date: (timeMs: number | undefined) => string
  /** The month of a time in UTC, whatever the zone is: `November 2026`. */
  month: (timeMs: number) => string
  /** The day of the week in UTC, short: `Mon`. */
  weekday: (timeMs: number) => string
  /** A remaining time: `03:12:45`, or `2d 03:12:45`; zero if it has passed. */
  countdown: (leftMs: number | undefined) => string
  /** The time zone of the times: `UTC`, `UTC+8`, `UTC−3:30`. */
  zoneName: (timeMs: number) => string
}

type MoneyOptions = { signed?: boolean; rounding?: Rounding }

/** Coins whose amounts are shown to the hundredth. */
const CENT_COINS = new Set(['USDT', 'USDC', 'USDE', 'USD'])
/** Makes amounts of a coin show to the hundredth from now on, as for fiat money. */
export const writeInCents = (coin: string): void => void CENT_COINS.add(coin)
/** Returns whether amounts of a coin are shown to the hundredth. */
export const isInCents = (coin: string): boolean => CENT_COINS.has(coin)

const formats = new Map<string, Format>()

/** Returns the format of a locale and zone, the same one each time. */
export function formatFor(locale: string, zone: Zone): Format {
  const name = `${locale} ${zone}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const made = createFormat(locale, zone)
  formats.set(name, made)
  return made
}

/** The marks of the languages that do not write numbers as English does. */
const marksOfLanguages: Readonly<Record<string, NumberMarks>> = {
  de: { decimal: ',', group: '.', groupFrom: 4 },
  es: { decimal: ',', group: '.', groupFrom: 5 },
  id: { decimal: ',', group: '.', groupFrom: 4 },
  ru: { decimal: ',', group: '\u00A0', groupFrom: 4 },
  tr: { decimal: ',', group: '.', groupFrom: 4 },
  vi: { decimal: ',', group: '.', groupFrom: 4 },
}

/**
 * Returns the locale's number marks. They are those of Intl (a test compares them), which is not
 * asked here: its first number takes as long as a tenth of the first rendering.
 */
export const numberMarksOf = (locale: string): NumberMarks =>
  marksOfLanguages[locale.slice(0, 2)] ?? plainMarks

/** Returns the locale's decimal separator. */
export const decimalSeparatorOf = (locale: string): '.' | ',' => numberMarksOf(locale).decimal

function createFormat(locale: string, zone: Zone): Format {
  const write = decimalWriter(locale)
  const decimal: Format['decimal'] = (value, options) => {
    const units = value === undefined ? undefined : unitsAt(value, options)
    return units === undefined ? NOTHING : write(units, options)
  }
  const percent: Format['percent'] = (value, { scale = 2, signed = true } = {}) =>
    suffixed(decimal(value, { scale, signed }), '%')
  return {
    locale,
    zone,
    decimal,
    percent,
    price: (value, scale, rounding) => decimal(value, { scale, rounding }),
    quantity: (value, scale, signed) => decimal(value, { scale, signed }),
    trimmed: (value, signed) => decimal(value, { scale: 8, trimTo: 0, signed }),
    money: (value, coin, { signed, rounding } = {}) =>
      isInCents(coin)
        ? decimal(value, { scale: 2, signed, rounding })
        : decimal(value, { scale: 8, trimTo: 5, signed, rounding }),
    funding: (rate) => percent(timesHundred(rate), { scale: 4, signed: false }),
    compact: (value) => compactText(value, write),
    leverage: (leverageE2) =>
      leverageE2 === undefined
        ? NOTHING
        : suffixed(decimal({ units: leverageE2, scale: 2 }, { scale: 2, trimTo: 0 }), 'x'),
    folded: (value, scale) => foldedZeros(decimal(value, { scale })),
    ...timeFormats(zone),
    ...calendarNames(locale),
  }
}

/** Returns the number rounded to the scale as an integer; undefined if the text is not a number. */
function unitsAt(value: Exact, options: { scale: number; rounding?: Rounding | undefined }) {
  const { scale, rounding = 'nearest' } = options
  const { units, scale: given } = typeof value === 'string' ? exactOf(value) : value
  if (units === undefined) return undefined
  const exact = BigInt(units)
  if (given <= scale) return exact * 10n ** BigInt(scale - given)
  return divRound(exact, 10n ** BigInt(given - scale), rounding)
}

function exactOf(text: string): { units: bigint | undefined; scale: number } {
  const scale = text.split('.')[1]?.length ?? 0
  return { units: parseDecimal(text, scale), scale }
}

function timesHundred(value: Exact | undefined): Exact | undefined {
  if (value === undefined) return undefined
  const { units, scale } = typeof value === 'string' ? exactOf(value) : value
  return units === undefined ? undefined : { units: BigInt(units) * 100n, scale }
}

type Write = (units: bigint, options: DecimalOptions) => string

function decimalWriter(locale: string): Write {
  const marks = numberMarksOf(locale)
  const ungrouped = { ...marks, groupFrom: Number.POSITIVE_INFINITY }
  return (units, { scale, signed = false, trimTo, grouped = true }) => {
    const plain = formatDecimal(units, scale)
    const [digits = '0', allDecimals = ''] = plain.split('.')
    const decimals = trimTo === undefined ? allDecimals : trimmed(allDecimals, trimTo)
    const text = decimals === '' ? digits : `${digits}.${decimals}`
    const written = shownText(text, grouped ? marks : ungrouped)
    return signed && units > 0n ? `+${written}` : written
  }
}

function trimmed(decimals: string, least: number): string {
  let end = decimals.length
  while (end > least && decimals[end - 1] === '0') end -= 1
  return decimals.slice(0, end)
}

const STEPS = [
  { from: 9, letter: 'B' },
  { from: 6, letter: 'M' },
  { from: 3, letter: 'K' },
] as const

function compactText(value: Exact | undefined, write: Write): string {
  const units = value === undefined ? undefined : unitsAt(value, { scale: 2, rounding: 'truncate' })
  if (units === undefined) return NOTHING
  const size = units < 0n ? -units : units
  const step = STEPS.find(({ from }) => size > 10n ** BigInt(from + 2))
  if (step === undefined) return write(units, { scale: 2 })
  return write(units / 10n ** BigInt(step.from), { scale: 2 }) + step.letter
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

// Four or more zeros are hard to count and are replaced by their number.
function foldedZeros(text: string): string {
  const match = /^(-?0[.,])(0{4,})([1-9]\d*)$/.exec(text)
  const [, head, zeros, digits] = match ?? []
  if (head === undefined || zeros === undefined || digits === undefined) return text
  const count = String(zeros.length).replace(/\d/g, (digit) => SUBSCRIPTS.charAt(Number(digit)))
  return `${head}0${count}${trimmed(digits, 1)}`
}

function suffixed(text: string, suffix: string): string {
  return text === NOTHING ? text : `${text}${suffix}`
}

// Thai and Arabic locales have other digits; figures always use Latin ones.
function latin(locale: string): string {
  return `${locale}-u-nu-latn`
}

type TimeFormats = Pick<Format, 'time' | 'dateTime' | 'date' | 'countdown' | 'zoneName'>

// Times are in ISO 8601 order, which every trader reads correctly, so Intl is not used.
function timeFormats(zone: Zone): TimeFormats {
  const partsOf = (timeMs: number) => {
    const offsetMs = zone === 'utc' ? 0 : -new Date(timeMs).getTimezoneOffset() * 60_000
    return new Date(timeMs + offsetMs).toISOString()
  }
  const written = (timeMs: number | undefined, write: (iso: string) => string): string =>
    timeMs === undefined || !Number.isFinite(timeMs) ? NOTHING : write(partsOf(timeMs))
  return {
    time: (timeMs) => written(timeMs, (iso) => iso.slice(11, 19)),
    date: (timeMs) => written(timeMs, (iso) => iso.slice(0, 10)),
    dateTime: (timeMs, precise = false) =>
      written(timeMs, (iso) => iso.slice(0, precise ? 23 : 19).replace('T', ' ')),
    countdown: (leftMs) => (leftMs === undefined ? NOTHING : countdownText(leftMs)),
    zoneName: (timeMs) => (zone === 'utc' ? 'UTC' : zoneText(new Date(timeMs).getTimezoneOffset())),
  }
}

// All locales use the Gregorian calendar, since some would count other years.
function calendarNames(locale: string): Pick<Format, 'month' | 'weekday'> {
  const namesOf = (options: Intl.DateTimeFormatOptions) => {
    let names: Intl.DateTimeFormat | undefined
    return (timeMs: number): string => {
      names ??= new Intl.DateTimeFormat(`${latin(locale)}-ca-gregory`, {
        ...options,
        timeZone: 'UTC',
      })
      return names.format(timeMs)
    }
  }
  return {
    month: namesOf({ month: 'long', year: 'numeric' }),
    weekday: namesOf({ weekday: 'short' }),
  }
}

const DAY_S = 86_400

function countdownText(leftMs: number): string {
  const left = Math.max(0, Math.floor(leftMs / 1000))
  const days = Math.floor(left / DAY_S)
  const parts = [Math.floor((left % DAY_S) / 3600), Math.floor((left % 3600) / 60), left % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return days > 0 ? `${days}d ${clock}` : clock
}

function zoneText(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC'
  const ahead = Math.abs(offsetMinutes)
  const minutes = ahead % 60
  const clock = `${Math.floor(ahead / 60)}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
  return `UTC${offsetMinutes < 0 ? '+' : '−'}${clock}`
}
