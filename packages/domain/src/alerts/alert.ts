// Price and market alerts: their terms, the checks of them, and when an alert fires (rules 13).

import { priceProblem } from '../orders/order-rules.ts'
import { isWholeWithin } from '../numbers/bounds.ts'
import { formatTrimmed, priceTicks } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { figureRules, figureScales, hasFigure, unitOfFigure, type MarketFigure } from './figures.ts'

/**
 * crosses: reaches or passes the level from either side; above and below: is now, was not before.
 */
export const alertOperators = ['crosses', 'above', 'below'] as const
export type AlertOperator = (typeof alertOperators)[number]

/** The last three are ends; delivered: all contracts that it watches have been delivered. */
export const alertStates = ['active', 'paused', 'fired', 'expired', 'delivered'] as const
export type AlertState = (typeof alertStates)[number]

/** The terms of an alert. */
export type AlertTerms = {
  /** The alert watches each of these markets. */
  readonly symbols: readonly string[]
  readonly figure: MarketFigure
  readonly operator: AlertOperator
  /** In the integer scale of the figure's unit. */
  readonly level: number
  /** Absent: fires once, then ends. Else it fires every time, with this pause after each. */
  readonly coolDownSec?: number
  /** Absent: never expires. */
  readonly expiresMs?: number
  readonly note: string
}

/** Whether an alert has ended by itself; it can be restarted. */
export const isAlertOver = (state: AlertState): boolean =>
  state === 'fired' || state === 'expired' || state === 'delivered'

/** The maximum of stored alerts of an account; new ones replace the oldest ended ones. */
export const mostAlerts = 200
export const mostAlertSymbols = 100
export const leastCoolDownSec = 10
export const mostCoolDownSec = 86_400
export const longestAlertMs = 366 * 86_400_000
export const longestNote = 140

/**
 * Returns the first problem of an alert's terms; `instruments` are those of its symbols, in the
 * same order.
 */
export function alertProblem(
  instruments: readonly Instrument[],
  terms: Omit<AlertTerms, 'symbols'>,
  nowMs: number,
): Problem | undefined {
  const { figure, level, coolDownSec, expiresMs, note } = terms
  const most = unitOfFigure(figure) === 'price' ? 1 : mostAlertSymbols
  if (instruments.length < 1 || instruments.length > most) {
    return problem('alertSymbolsInvalid', 'symbols', { max: String(most) })
  }
  const wrong = figureProblem(instruments, figure) ?? levelProblem(instruments, figure, level)
  if (wrong !== undefined) return wrong
  if (coolDownSec !== undefined && !isWholeWithin(coolDownSec, leastCoolDownSec, mostCoolDownSec)) {
    const bounds = { min: String(leastCoolDownSec), max: String(mostCoolDownSec) }
    return problem('alertCoolDownInvalid', 'coolDown', bounds)
  }
  if (expiresMs !== undefined && !isWholeWithin(expiresMs, nowMs + 1, nowMs + longestAlertMs)) {
    const days = String(longestAlertMs / 86_400_000)
    return problem('alertExpiryInvalid', 'expiresAtE3', { days })
  }
  if (note.length <= longestNote) return undefined
  return problem('alertNoteTooLong', 'note', { max: String(longestNote) })
}

function figureProblem(
  instruments: readonly Instrument[],
  figure: MarketFigure,
): Problem | undefined {
  const without = instruments.find((instrument) => !hasFigure(instrument, figure))
  if (without === undefined) return undefined
  return problem('alertFigureMissing', 'figure', { symbol: without.symbol })
}

function levelProblem(
  [instrument]: readonly Instrument[],
  figure: MarketFigure,
  level: number,
): Problem | undefined {
  const { unit, least, most } = figureRules[figure]
  if (unit === 'price' && instrument !== undefined) return levelPriceProblem(instrument, level)
  const scale = figureScales[unit]
  if (isWholeWithin(level, Number(least) * 10 ** scale, Number(most) * 10 ** scale))
    return undefined
  return problem('alertLevelOutOfRange', 'value', { min: least, max: most })
}

function levelPriceProblem(instrument: Instrument, level: number): Problem | undefined {
  const { tickSizeE8 } = instrument
  if (level % tickSizeE8 !== 0) {
    const step = formatTrimmed(BigInt(tickSizeE8), 8)
    return problem('tickSizeFixNumTips', 'value', { step })
  }
  const wrong = priceProblem(instrument, priceTicks(level / tickSizeE8))
  return wrong === undefined ? undefined : { ...wrong, field: 'value' }
}

/** The side of an alert's level on which a figure is; 0 is equal. */
export type LevelSide = -1 | 0 | 1

export const sideOfLevel = (value: number, level: number): LevelSide =>
  value > level ? 1 : value < level ? -1 : 0

/**
 * Whether an alert fires, by its side at the previous and at the current evaluation. Without a
 * previous one, above and below fire at once if they hold; crosses does not.
 */
export function isTriggered(
  operator: AlertOperator,
  before: LevelSide | undefined,
  now: LevelSide,
): boolean {
  switch (operator) {
    case 'above':
      return now === 1 && before !== 1
    case 'below':
      return now === -1 && before !== -1
    case 'crosses':
      return before !== undefined && before !== 0 && now !== before
  }
}
