// The distance of an alert's figure from its level, in the nearest of its markets.

import { formatLevel, parseLevel, unitOfFigure } from '@basis/domain/alerts/figures'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import { marketFigure, type MarketFacts } from '@basis/protocol/alerts/figures'

export type AlertDistance = {
  readonly symbol: string
  /** The current figure, in wire format. */
  readonly value: string
  /**
   * The required move in percent of the value; for a rate or a correlation the difference. Absent
   * if the value is zero.
   */
  readonly away?: string
}

/** Returns the distance of an alert; undefined while no figure of its markets is known. */
export function alertDistance(
  alert: Pick<WireAlert, 'symbols' | 'figure' | 'value'>,
  factsOf: (symbol: string) => MarketFacts | undefined,
): AlertDistance | undefined {
  const { figure } = alert
  const level = parseLevel(figure, alert.value)
  if (level === undefined) return undefined
  const markets = alert.symbols.flatMap((symbol) => {
    const facts = factsOf(symbol)
    const value = facts === undefined ? undefined : marketFigure(figure, facts)
    return value === undefined ? [] : [{ symbol, value, gap: Math.abs(level - value) }]
  })
  const [nearest] = markets.toSorted((one, other) => one.gap - other.gap)
  if (nearest === undefined) return undefined
  const { symbol, value, gap } = nearest
  const params = { symbol, value: formatLevel(figure, value) }
  if (unitOfFigure(figure) === 'rate' || figure === 'correlation') {
    return { ...params, away: formatLevel(figure, gap) }
  }
  if (value === 0) return params
  return { ...params, away: formatTrimmed(BigInt(Math.round((gap / Math.abs(value)) * 1e4)), 2) }
}
