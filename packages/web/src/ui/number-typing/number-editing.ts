// Editing of a number shown with the language's grouping: the effect of keys on the plain text
// behind it, and the caret position. Grouping marks are never part of the text.

import { shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import { caretAfter, pastedText, typedText, type NumberRules } from '../number-text.ts'

/** A plain text with its caret or selection. */
export type Typed = { readonly text: string; readonly start: number; readonly end: number }

/** Converts a position in the shown text to one in the plain text. */
export function plainPlace(shown: string, place: number, { group, decimal }: NumberMarks): number {
  const point = shown.indexOf(decimal)
  let count = 0
  for (let i = 0; i < Math.min(place, shown.length); i += 1) {
    if (shown[i] !== group || (point >= 0 && i >= point)) count += 1
  }
  return count
}

/** Converts a position in the plain text to one in the shown text. */
export function shownPlace(shown: string, plain: number, marks: NumberMarks): number {
  for (let place = 0; place <= shown.length; place += 1) {
    if (plainPlace(shown, place, marks) === plain) return place
  }
  return shown.length
}

/** A browser's input event: the resulting text, the caret after it, and the kind of change. */
export type Change = {
  readonly raw: string
  readonly caret: number
  /** The `inputType` of the event; empty if a tool set the value. */
  readonly type: string
  /** The typed characters, if any. */
  readonly data: string | null
}

/** Returns the text and the caret after a change of the field that showed `before`. */
export function changed(
  before: string,
  change: Change,
  rules: NumberRules,
  marks: NumberMarks,
): Typed {
  const { raw, caret, type, data } = change
  const shown = shownText(before, marks)
  const tail = raw.slice(caret)
  const end = shown.length - tail.length
  const isAnchored = end >= 0 && shown.endsWith(tail)
  const place = (at: number): number => plainPlace(shown, at, marks)
  if (isAnchored && type.startsWith('delete')) {
    return deleted(before, type, { start: place(caret), end: place(end) }, rules)
  }
  const start = caret - (data ?? '').length
  const isTyped = data !== null && data !== '' && start >= 0 && start <= end
  if (isAnchored && isTyped && raw.slice(0, start) === shown.slice(0, start)) {
    // More than one character at once comes from an autofill tool, possibly with grouping.
    const read = data.length > 1 ? pastedText(data, rules, marks.decimal) : undefined
    return inserted(before, read ?? data, { start: place(start), end: place(end) }, rules)
  }
  // An autofill tool, or the browser's own undo: the text is parsed as a whole.
  const whole = pastedText(raw, rules, marks.decimal) ?? typedText(before, raw, rules)
  return { text: whole, start: whole.length, end: whole.length }
}

type Range = { readonly start: number; readonly end: number }

/** Returns the text with the selection replaced by an insertion. */
export function inserted(before: string, put: string, at: Range, rules: NumberRules): Typed {
  const { start, end } = at
  const raw = before.slice(0, start) + put + before.slice(end)
  const text = typedText(before, raw, rules)
  // A rejected insertion changes nothing and keeps the selection.
  if (text === before && raw !== before) return { text, ...at }
  const caret = caretAfter(raw, text, start + put.length)
  return { text, start: caret, end: caret }
}

/**
 * Returns the text without the selection. If only a grouping mark was deleted, the digit beyond it
 * is deleted instead; deleting a word or line removes everything on that side.
 */
function deleted(before: string, type: string, { start, end }: Range, rules: NumberRules): Typed {
  const isForward = type.endsWith('Forward')
  const isFar = /Word|Line/.test(type)
  const isMark = start === end && type.startsWith('deleteContent')
  const from = isFar && !isForward ? 0 : isMark && !isForward ? Math.max(0, start - 1) : start
  const to = isFar && isForward ? before.length : isMark && isForward ? end + 1 : end
  const raw = before.slice(0, from) + before.slice(to)
  const text = typedText(before, raw, rules)
  const caret = caretAfter(raw, text, from)
  return { text, start: caret, end: caret }
}

/** Returns the text without the selection, which was cut. */
export const cutOut = (before: string, at: Range, rules: NumberRules): Typed =>
  deleted(before, 'deleteByCut', at, rules)

/**
 * Returns the caret position before an arrow key acts, so that one press passes a grouping mark.
 */
export function pastMark(
  shown: string,
  caret: number,
  way: -1 | 1,
  { group, decimal }: NumberMarks,
): number {
  const next = way === 1 ? caret : caret - 1
  const point = shown.indexOf(decimal)
  return shown[next] === group && (point < 0 || next < point) ? caret + way : caret
}
