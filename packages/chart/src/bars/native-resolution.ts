// The resolution to request from a feed so that the wanted one can be built from its bars: the
// largest native divisor. Without a list of multipliers, every supported resolution is native.

import type { SymbolInfo } from '../options/datafeed.ts'
import { type Span, spanOf } from '../primitives/resolutions.ts'

/** Returns the resolution to request: the wanted one itself if the feed has it. */
export function nativeResolution(info: SymbolInfo, wanted: string): string {
  const span = spanOf(wanted)
  if (span === undefined) return wanted
  return nativeOf(info, span) ?? wanted
}

const minutesOfDay = 1440

/** Undefined if no native resolution divides it; then the wanted one is requested. */
function nativeOf(info: SymbolInfo, { unit, count }: Span): string | undefined {
  switch (unit) {
    case 'second':
      return largestDivisor(info.seconds_multipliers, count, 'S')
    case 'minute':
      return info.has_intraday === false
        ? undefined
        : largestDivisor(info.intraday_multipliers, count, '')
    case 'day':
      return info.has_daily === false
        ? ofMinutes(info)
        : (largestDivisor(info.daily_multipliers, count, 'D') ?? '1D')
    case 'week':
    case 'month': {
      const own = unit === 'week' ? info.weekly_multipliers : info.monthly_multipliers
      const letter = unit === 'week' ? 'W' : 'M'
      const has = info.has_weekly_and_monthly !== false
      return (has ? largestDivisor(own, count, letter) : undefined) ?? dayOf(info)
    }
  }
}

/** Weeks and months are built from single days, because longer bars begin on other days. */
function dayOf(info: SymbolInfo): string | undefined {
  if (info.has_daily === false) return ofMinutes(info)
  const given = info.daily_multipliers
  return given === undefined || given.length === 0 || given.includes('1') ? '1D' : ofMinutes(info)
}

function ofMinutes({ has_intraday, intraday_multipliers: given }: SymbolInfo): string | undefined {
  if (has_intraday === false) return undefined
  return largestDivisor(given !== undefined && given.length > 0 ? given : ['60'], minutesOfDay, '')
}

/** Without a list every count is native. */
function largestDivisor(
  given: readonly string[] | undefined,
  count: number,
  letter: string,
): string | undefined {
  if (given === undefined || given.length === 0) return `${count}${letter}`
  const counts = given.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0)
  const fitting = counts.filter((one) => count % one === 0)
  return fitting.length === 0 ? undefined : `${Math.max(...fitting)}${letter}`
}
