// The form of an alert: its input becomes the exchange's terms, validated by the same rule (rules
// 13); rates are typed in percent.

import { dayMs } from '@basis/domain/instrument/candle'
import { alertProblem, type AlertOperator } from '@basis/domain/alerts/alert'
import {
  hasFigure,
  marketFigures,
  parseLevel,
  unitOfFigure,
  type MarketFigure,
} from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { WireAlert } from '@basis/protocol/alerts/alert'
import type { AlertDraft } from '../../actions/alerts/alert-actions.ts'
import { isRate, typedDecimals, typedValue, wireValue } from '../../actions/alerts/typed-values.ts'
import { percentOf } from '../../actions/words/alert-words.ts'
import type { AlertStart } from '../../shell/dialogs.ts'

/** Days until it expires; `keep` keeps the alert's present expiry. */
export const expiryChoices = ['never', '1', '7', '30', '365'] as const
type Expiry = (typeof expiryChoices)[number] | 'keep'

export type AlertTyped = {
  readonly symbols: readonly string[]
  readonly figure: MarketFigure
  readonly operator: AlertOperator
  readonly value: string
  readonly isRepeated: boolean
  /** Seconds. */
  readonly coolDown: string
  readonly expiry: Expiry
  readonly note: string
}

const usualCoolDownSec = 300

/** Returns the form's initial values. */
export function firstTyped({ symbols, figure = 'last', operator, value }: AlertStart): AlertTyped {
  return {
    symbols,
    figure,
    operator: operator ?? 'crosses',
    value: value === undefined ? '' : typedValue(figure, value),
    isRepeated: symbols.length > 1,
    coolDown: String(usualCoolDownSec),
    expiry: 'never',
    note: '',
  }
}

/** Returns the form of an alert to edit. */
export const typedOf = (alert: WireAlert): AlertTyped => ({
  symbols: alert.symbols,
  figure: alert.figure,
  operator: alert.operator,
  value: typedValue(alert.figure, alert.value),
  isRepeated: alert.coolDown > 0,
  coolDown: String(alert.coolDown > 0 ? alert.coolDown : usualCoolDownSec),
  expiry: alert.expiresAtE3 > 0 ? 'keep' : 'never',
  note: alert.note,
})

/**
 * Returns the figures that all of the markets have; a price can be chosen only for a single market.
 */
export const figuresOf = (instruments: readonly Instrument[]): readonly MarketFigure[] =>
  marketFigures.filter(
    (figure) =>
      instruments.every((instrument) => hasFigure(instrument, figure)) &&
      (instruments.length === 1 || unitOfFigure(figure) !== 'price'),
  )

/** Returns the request, or the first problem of the input. */
export function readAlert(
  typed: AlertTyped,
  instruments: readonly Instrument[],
  { nowMs, expiresAtE3 = 0 }: { readonly nowMs: number; readonly expiresAtE3?: number },
): AlertDraft | Problem {
  const { symbols, figure, operator, isRepeated, coolDown, expiry } = typed
  const value = wireValue(figure, typed.value)
  const level = value === undefined ? undefined : parseLevel(figure, value)
  if (value === undefined || level === undefined) {
    const max = String(typedDecimals(figure, instruments[0]))
    return problem('alertLevelInvalid', 'value', { max })
  }
  const note = typed.note.trim()
  // An empty field must not count as 0 seconds.
  const coolDownSec = coolDown === '' ? Number.NaN : Number(coolDown)
  const expiresMs = expiryOf(expiry, nowMs, expiresAtE3)
  const terms = {
    figure,
    operator,
    level,
    note,
    ...(isRepeated ? { coolDownSec } : {}),
    ...(expiresMs === 0 ? {} : { expiresMs }),
  }
  const wrong = alertProblem(instruments, terms, nowMs)
  if (wrong !== undefined) return isRate(figure) ? inPercent(wrong) : wrong
  return {
    symbols: [...symbols],
    figure,
    operator,
    value,
    coolDown: isRepeated ? coolDownSec : 0,
    expiresAtE3: expiresMs,
    note,
  }
}

/** Converts a rate's bounds to percent, as the rate is typed. */
function inPercent(wrong: Problem): Problem {
  const { min, max } = wrong.params ?? {}
  if (wrong.name !== 'alertLevelOutOfRange' || min === undefined || max === undefined) return wrong
  return problem(wrong.name, wrong.field, { min: percentOf(min), max: percentOf(max) })
}

function expiryOf(expiry: Expiry, nowMs: number, keptMs: number): number {
  if (expiry === 'keep') return keptMs
  return expiry === 'never' ? 0 : nowMs + Number(expiry) * dayMs
}
