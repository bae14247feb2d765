// Grouping marks typed key by key: `66,500` is the same number typed or pasted, and `12.5` is 12 if
// no decimals are allowed.

import { shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import type { Change } from './number-editing.ts'
import { pastedText, type NumberRules } from '../number-text.ts'

/** The characters typed at the end of a field, and the resulting text. */
export type TypedRun = { readonly raw: string; readonly text: string }

/**
 * Returns the run after a key, or undefined: it begins with a grouping mark after whole digits,
 * continues with digits and marks at the end of the field, and ends with any other change. A key
 * that makes it no number is ignored. In a field of whole numbers it also begins with a decimal
 * point: the point is not shown, and the digits after it are dropped, not appended.
 */
export function runAfter(
  run: TypedRun | undefined,
  before: string,
  { raw, data, type }: Pick<Change, 'raw' | 'data' | 'type'>,
  { rules, marks }: { readonly rules: NumberRules; readonly marks: NumberMarks },
): TypedRun | undefined {
  const isNext = data !== null && /^[\d.,]$/.test(data) && type === 'insertText'
  if (!isNext || raw !== shownText(before, marks) + data) return undefined
  const isOpen = run?.text === before
  const isPoint = rules.scale === 0 && data !== marks.group && !/^\d$/.test(data)
  const begins = isPoint ? /^-?\d*$/.test(before) : data === marks.group && /^-?\d+$/.test(before)
  if (!isOpen && !begins) return undefined
  const typed = (isOpen ? run.raw : before) + (isPoint ? marks.decimal : data)
  const text = readRun(typed, rules, marks)
  return text === undefined ? { raw: typed.slice(0, -1), text: before } : { raw: typed, text }
}

/**
 * Returns the text of a run so far. A single mark is a decimal mark until three digits follow; then
 * it is read as in a pasted text.
 */
function readRun(
  raw: string,
  rules: NumberRules,
  { group, decimal }: NumberMarks,
): string | undefined {
  const [whole = '', ...fractions] = raw.split(decimal)
  const groups = whole.split(group)
  if (rules.scale === 0 && groups.length === 1 && fractions.length === 1) {
    return /^-?$/.test(whole) ? `${whole}0` : whole
  }
  if (groups.length === 2 && fractions.length === 0) return pastedText(raw, rules, decimal)
  const [first = '', ...others] = groups
  const last = others.pop()
  const isGrouped =
    last !== undefined &&
    fractions.length < 2 &&
    /^-?[1-9]\d{0,2}$/.test(first) &&
    others.every((each) => each.length === 3) &&
    (last.length === 3 || (last.length < 3 && fractions.length === 0))
  if (!isGrouped) return undefined
  const [fraction] = fractions
  if (fraction?.includes(group) === true) return undefined
  const units = groups.join('')
  return fraction === undefined ? units : pastedText(`${units}.${fraction}`, rules)
}
