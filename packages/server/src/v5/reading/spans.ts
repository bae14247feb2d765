// Parsing of the scope of a query: time window, symbol, coin (open API 1.8, 4.7).

import { dayMs } from '@basis/domain/instrument/candle'
import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { categoryOf, instrumentsOf, listedInstrument, symbolsIn } from '../instruments.ts'
import { wrongParameter } from '../refused.ts'
import type { Trader } from './order-fields.ts'

export type SpanFields = {
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** The default and the maximum length of a window, in days. */
export type SpanRule = { readonly days: number; readonly mostDays: number }
export const weekly: SpanRule = { days: 7, mostDays: 7 }
export const monthly: SpanRule = { days: 30, mostDays: 30 }
export const daily: SpanRule = { days: 1, mostDays: 7 }

/**
 * Returns the window: the last `days` without start and end, `days` from or up to the one that is
 * given, or both. Throws V5Refused for a window that is too long or ends before it begins.
 */
export function spanOf(
  { startTime, endTime }: SpanFields,
  { days, mostDays }: SpanRule,
  nowMs: number,
): { readonly fromMs: number; readonly toMs?: number } {
  const lengthMs = days * dayMs
  if (startTime === undefined && endTime === undefined) return { fromMs: nowMs - lengthMs }
  // Both ends belong to the window.
  if (startTime === undefined)
    return { fromMs: (endTime ?? 0) - lengthMs, toMs: (endTime ?? 0) + 1 }
  if (endTime === undefined) return { fromMs: startTime, toMs: startTime + lengthMs + 1 }
  if (endTime < startTime) throw wrongParameter('params error: startTime must be before endTime')
  if (endTime - startTime > mostDays * dayMs) {
    throw wrongParameter(
      `The time range between startTime and endTime must be ${mostDays} days at most.`,
    )
  }
  return { fromMs: startTime, toMs: endTime + 1 }
}

export type ScopeFields = {
  readonly symbol?: string | undefined
  readonly baseCoin?: string | undefined
  readonly settleCoin?: string | undefined
}

/**
 * Returns the instruments of a category that are asked for; a symbol takes precedence over coins.
 */
export function scopeOf(
  { parts }: Pick<Trader, 'parts'>,
  category: V5Category,
  fields: ScopeFields,
): readonly Instrument[] {
  const { views } = parts.exchange
  if (fields.symbol !== undefined) return [listedInstrument(views, category, fields.symbol)]
  return instrumentsOf(views, category).filter(isOfCoins(fields))
}

/** Returns the symbols that are asked for, ended ones too, for a question about the past. */
export function symbolsOf(
  trader: Pick<Trader, 'parts'>,
  category: V5Category,
  { symbol, baseCoin, settleCoin }: ScopeFields,
): readonly SymbolId[] {
  const isWhole = (symbol ?? baseCoin ?? settleCoin) === undefined
  if (isWhole) return symbolsIn(trader.parts.exchange.views, category)
  return scopeOf(trader, category, { symbol, baseCoin, settleCoin }).map((each) => each.symbol)
}

/**
 * Returns whether a symbol of an order or a position is asked for; an account has fewer of these
 * than were ever listed.
 */
export function inScope(
  { parts }: Pick<Trader, 'parts'>,
  category: V5Category,
  fields: ScopeFields,
): (symbol: SymbolId) => boolean {
  const { views } = parts.exchange
  if (fields.symbol !== undefined) {
    const named = listedInstrument(views, category, fields.symbol)
    return (symbol) => symbol === named.symbol
  }
  const isAsked = isOfCoins(fields)
  return (symbol) => {
    const instrument = views.instrument(symbol)
    return instrument !== undefined && categoryOf(instrument) === category && isAsked(instrument)
  }
}

const isOfCoins =
  ({ baseCoin, settleCoin }: ScopeFields) =>
  (instrument: Instrument): boolean =>
    (baseCoin === undefined || instrument.baseCoin === baseCoin) &&
    (settleCoin === undefined || instrument.settleCoin === settleCoin)
