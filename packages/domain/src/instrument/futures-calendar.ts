// Delivery times, names and link codes of dated futures, in UTC from the moment given (spec 2;
// rules 11).

import { civilDate, dayMs } from './candle.ts'

/** Quarterly, monthly and weekly codes: the current one, the next, the one after (spec 2). */
export const futuresCodes = ['Q', 'BIQ', 'NBIQ', 'M', 'BIM', 'NBIM', 'W', 'BIW', 'NBIW'] as const
export type FuturesCode = (typeof futuresCodes)[number]
export const tenors = ['Quarterly', 'Monthly', 'Weekly'] as const
export type Tenor = (typeof tenors)[number]

/** The time of day of every delivery, 08:00 UTC (11.1). */
export const deliveryHourMs = 8 * 3_600_000
const weekMs = 7 * dayMs
/** The third quarter-end is listed this long before the front quarter delivers (11.2). */
const thirdQuarterLeadMs = 14 * dayMs
/** Only reducing orders are taken in the last minutes before delivery (D-51). */
export const reduceOnlyBeforeMs = 10 * 60_000
/** The delivery price averages the index over this window (11.1). */
export const deliveryWindowMs = 30 * 60_000

export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN'].concat([
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
])
const quarterLetters: Readonly<Record<number, string>> = { 2: 'H', 5: 'M', 8: 'U', 11: 'Z' }

/** Returns the next Friday 08:00 UTC strictly after the moment. */
export function nextFriday(nowMs: number): number {
  // 1970-01-02 was a Friday.
  const first = dayMs + deliveryHourMs
  return first + (Math.floor((nowMs - first) / weekMs) + 1) * weekMs
}

/** Returns the class of a delivery: the highest that its date satisfies (11.2). */
export function tenorOf(deliveryMs: number): Tenor {
  const month = civilDate(deliveryMs).month
  if (civilDate(deliveryMs + weekMs).month === month) return 'Weekly'
  return quarterLetters[month] === undefined ? 'Monthly' : 'Quarterly'
}

/** What a delivery may be called: options end on every day, futures on Fridays alone. */
export const terms = [...tenors, 'Daily'] as const

/** Returns the class of a delivery on any day (11.2): one that is on no Friday is daily. */
export const termOf = (deliveryMs: number): (typeof terms)[number] =>
  nextFriday(deliveryMs - 1) === deliveryMs ? tenorOf(deliveryMs) : 'Daily'

/** Returns the next `count` deliveries of a family: Fridays, month-ends or quarter-ends. */
export function nextDeliveries(tenor: Tenor, nowMs: number, count: number): readonly number[] {
  const found: number[] = []
  for (let friday = nextFriday(nowMs); found.length < count; friday += weekMs) {
    const own = tenorOf(friday)
    const fits = tenor === 'Weekly' || own === tenor || (tenor === 'Monthly' && own !== 'Weekly')
    if (fits) found.push(friday)
  }
  return found
}

/** Returns the deliveries that are listed at a moment, earliest first, each once (11.2). */
export function listedDeliveries(nowMs: number): readonly number[] {
  const quarters = nextDeliveries('Quarterly', nowMs, 3)
  const [front = 0, , third = 0] = quarters
  const listed = new Set([
    ...nextDeliveries('Weekly', nowMs, 3),
    ...nextDeliveries('Monthly', nowMs, 3),
    ...quarters.slice(0, 2),
  ])
  if (nowMs >= front - thirdQuarterLeadMs) listed.add(third)
  return [...listed].sort((a, b) => a - b)
}

/**
 * Returns since when, or from when on, a delivery is listed up to its moment: a Friday 08:00, at
 * most two quarters before (11.2). EX-11.4
 */
export function listedSinceMs(deliveryMs: number): number {
  let since = deliveryMs
  for (let friday = deliveryMs - weekMs; listedDeliveries(friday).includes(deliveryMs);) {
    since = friday
    friday -= weekMs
  }
  return since
}

const families: Readonly<Record<Tenor, readonly [FuturesCode, FuturesCode, FuturesCode]>> = {
  Quarterly: ['Q', 'BIQ', 'NBIQ'],
  Monthly: ['M', 'BIM', 'NBIM'],
  Weekly: ['W', 'BIW', 'NBIW'],
}

/**
 * Returns the delivery a code names at a moment, and a link means (D-52): where it is not listed
 * yet, `listedSinceMs` says from when on it will be. EX-11.2
 */
export function deliveryOfCode(code: FuturesCode, nowMs: number): number {
  for (const tenor of tenors) {
    const place = families[tenor].indexOf(code)
    if (place >= 0) return nextDeliveries(tenor, nowMs, place + 1)[place] ?? 0
  }
  return 0
}

/**
 * Returns the code of a delivery for links: of the quarterly family if the date is a quarter-end,
 * else of the monthly, else of the weekly one; undefined when it is none of the next three. EX-11.2
 */
export function codeOfDelivery(deliveryMs: number, nowMs: number): FuturesCode | undefined {
  const tenor = tenorOf(deliveryMs)
  const place = nextDeliveries(tenor, nowMs, 3).indexOf(deliveryMs)
  return place < 0 ? undefined : families[tenor][place]
}

/**
 * Returns the symbol of a dated future: BTCUSDT-27MAR26, BTC-27MAR26, BTCUSDH26, BTCUSD-24APR26.
 */
export function futuresSymbol(
  family: 'Linear' | 'Usdc' | 'Inverse',
  base: string,
  deliveryMs: number,
): string {
  const { year, month, day } = civilDate(deliveryMs)
  const shortYear = String(year % 100).padStart(2, '0')
  const date = `${String(day).padStart(2, '0')}${months[month] ?? ''}${shortYear}`
  if (family === 'Linear') return `${base}USDT-${date}`
  if (family === 'Usdc') return `${base}-${date}`
  const letter = quarterLetters[month]
  const quarterly = tenorOf(deliveryMs) === 'Quarterly' && letter !== undefined
  return quarterly ? `${base}USD${letter}${shortYear}` : `${base}USD-${date}`
}

/**
 * Returns the older name of an inverse future, {BASE}USDMMDD, which is taken as an alias (11.2).
 */
export function legacyInverseSymbol(base: string, deliveryMs: number): string {
  const { month, day } = civilDate(deliveryMs)
  return `${base}USD${String(month + 1).padStart(2, '0')}${String(day).padStart(2, '0')}`
}
