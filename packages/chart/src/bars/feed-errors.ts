// Sanitised copies of a feed's configuration and symbol info, and error texts of its failures.

import type { DatafeedConfiguration, SymbolInfo } from '../options/datafeed.ts'

const listNames = ['supported_resolutions', 'exchanges', 'symbols_types'] as const

/** Returns the feed's configuration without fields that should be lists and are not. */
export function cleanConfiguration(given: unknown): DatafeedConfiguration {
  if (given === null || typeof given !== 'object') return {}
  const clean: Record<string, unknown> = { ...given }
  for (const name of listNames) if (!Array.isArray(clean[name])) delete clean[name]
  return clean
}

/**
 * Returns the valid fields of a symbol's info, `undefined` when there are none. A missing name is
 * the requested one; prices without a scale have two decimals. Info without errors is returned as
 * the same object, because feeds may recognise their own objects.
 */
export function cleanSymbolInfo(given: unknown, asked: string): SymbolInfo | undefined {
  if (given === null || typeof given !== 'object') return undefined
  const info: Record<string, unknown> = { ...given }
  const faulty = [...textNames, ...Object.keys(leastOf), ...textListNames, 'companions'].filter(
    (name) => name in given && !isOfItsKind(name, info[name]),
  )
  for (const name of faulty) delete info[name]
  const isWhole = Boolean(info['name']) && 'pricescale' in info
  info['name'] = info['name'] || asked
  info['pricescale'] ??= 100
  // The type of every field that the chart reads was checked above.
  return (isWhole && faulty.length === 0 ? given : info) as SymbolInfo
}

const textNames = [
  'name',
  'ticker',
  'description',
  'type',
  'exchange',
  'listed_exchange',
  'session',
  'timezone',
  'data_status',
]

/** Lists of texts. */
const textListNames: readonly string[] = [
  'supported_resolutions',
  'seconds_multipliers',
  'intraday_multipliers',
  'daily_multipliers',
  'weekly_multipliers',
  'monthly_multipliers',
  'logo_urls',
]

/** Numeric fields of a symbol, and the exclusive lower limit of each. */
const leastOf: Readonly<Record<string, number>> = { pricescale: 0, minmov: 0, volume_precision: -1 }

function isOfItsKind(name: string, value: unknown): boolean {
  if (value === undefined) return true
  if (textListNames.includes(name)) return isTextList(value)
  if (name === 'companions') return isTextRecord(value)
  const least = leastOf[name]
  return least === undefined ? typeof value === 'string' : isAbove(value, least)
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isTextRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isTextList(Object.values(value))
}

function isAbove(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > least
}

/** Returns the text of a failure. */
export function reasonText(failure: unknown): string {
  if (failure instanceof Error) return failure.message
  return typeof failure === 'string' ? failure : 'unknown reason'
}
