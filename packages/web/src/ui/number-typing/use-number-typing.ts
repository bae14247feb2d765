// The event handlers of the number input: each change of the shown, grouped text becomes a change
// of the plain text, with the caret position and an undo history.

import { useRef, useState } from 'react'
import type { ChangeEvent, ClipboardEvent, CompositionEvent, KeyboardEvent } from 'react'
import { runAfter, type TypedRun } from './grouped-typing.ts'
import { shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import {
  changed,
  cutOut,
  inserted,
  pastMark,
  plainPlace,
  shownPlace,
  type Change,
  type Typed,
} from './number-editing.ts'
import { pastedText, type NumberRules } from '../number-text.ts'
import { useUiWords } from '../UiProvider.tsx'

type Field = HTMLInputElement

/** Undo and redo texts; valid only while the field still has the text `now`. */
type History = { now: string; readonly back: string[]; readonly forth: string[] }

const mostSteps = 100

export function useNumberTyping(props: {
  value: string
  rules: NumberRules
  onChange: (text: string) => void
}) {
  const { value, rules, onChange } = props
  const { marks } = useUiWords()
  const now = { value, rules, marks }
  /** The text that an input method is composing is shown unchanged. */
  const [composed, setComposed] = useState<string>()
  const composedFrom = useRef(value)
  const history = useRef<History>({ now: value, back: [], forth: [] })
  const run = useRef<TypedRun>(undefined)

  const show = (field: Field, { text, start, end }: Typed): void => {
    const shown = shownText(text, marks)
    // Also set here, so that React has nothing to update and the caret is kept.
    if (field.value !== shown) field.value = shown
    field.setSelectionRange(shownPlace(shown, start, marks), shownPlace(shown, end, marks))
    if (text !== value) onChange(text)
  }
  const take = (field: Field, next: Typed, before = value): void => {
    if (next.text !== before) remember(history.current, before, next.text)
    show(field, next)
  }
  const goBack = (field: Field, way: 'back' | 'forth'): void => {
    const text = stepThrough(history.current, value, way)
    if (text !== undefined) show(field, { text, start: text.length, end: text.length })
  }

  return {
    value: composed ?? shownText(value, marks),
    onChange({ target, nativeEvent }: ChangeEvent<Field>): void {
      const event = nativeEvent as Partial<InputEvent>
      const change = changeOf(target, event.inputType ?? '', event.data ?? null)
      if (event.isComposing !== true) return take(target, typedInto(run, change, now))
      setComposed(target.value)
      const { text } = changed(composedFrom.current, change, rules, marks)
      if (text !== value) onChange(text)
    },
    onCompositionStart(): void {
      composedFrom.current = value
    },
    onCompositionEnd({ currentTarget, data }: CompositionEvent<Field>): void {
      setComposed(undefined)
      const change = changeOf(currentTarget, 'insertCompositionText', data)
      const before = composedFrom.current
      take(currentTarget, changed(before, change, rules, marks), before)
    },
    onPaste(event: ClipboardEvent<Field>): void {
      const next = pastedInto(event, now)
      if (next !== undefined) take(event.currentTarget, next)
    },
    onCopy(event: ClipboardEvent<Field>): void {
      copied(event, now)
    },
    onCut(event: ClipboardEvent<Field>): void {
      const at = copied(event, now)
      if (at !== undefined) take(event.currentTarget, cutOut(value, at, rules))
    },
    /** On blur: later typing begins a new run. */
    endRun(): void {
      run.current = undefined
    },
    takeKey(event: KeyboardEvent<Field>): void {
      const way = undoneBy(event)
      if (way === undefined) return passMark(event, marks)
      event.preventDefault()
      goBack(event.currentTarget, way)
    },
  }
}

/** The plain text behind a field, and its format. */
type Now = { readonly value: string; readonly rules: NumberRules; readonly marks: NumberMarks }

/** The text after a key; a run of grouped digits is parsed as a whole. */
function typedInto(
  run: { current: TypedRun | undefined },
  change: Change,
  { value, rules, marks }: Now,
): Typed {
  const next = runAfter(run.current, value, change, { rules, marks })
  run.current = next
  if (next === undefined) return changed(value, change, rules, marks)
  const { length } = next.text
  return { text: next.text, start: length, end: length }
}

const selected = (field: Field, marks: NumberMarks) => ({
  start: plainPlace(field.value, field.selectionStart ?? 0, marks),
  end: plainPlace(field.value, field.selectionEnd ?? field.value.length, marks),
})

function pastedInto(event: ClipboardEvent<Field>, { value, rules, marks }: Now): Typed | undefined {
  event.preventDefault()
  const pasted = pastedText(event.clipboardData.getData('text'), rules, marks.decimal)
  if (pasted === undefined) return undefined
  return inserted(value, pasted, selected(event.currentTarget, marks), rules)
}

/**
 * Copies the selection, undefined if it is empty. The copy has no grouping, so that no program
 * reads a group as a fraction.
 */
function copied(event: ClipboardEvent<Field>, { value, marks }: Now) {
  const at = selected(event.currentTarget, marks)
  if (at.start === at.end) return undefined
  event.preventDefault()
  const plain = value.slice(at.start, at.end).replace('.', marks.decimal)
  event.clipboardData.setData('text/plain', plain)
  return at
}

const changeOf = (field: Field, type: string, data: string | null): Change => {
  const { value: raw, selectionStart } = field
  return { raw, caret: selectionStart ?? raw.length, type, data }
}

/** Setting a field's value clears the browser's own undo history, so it is kept here. */
function remember(history: History, before: string, text: string): void {
  if (history.now !== before) history.back.length = 0
  history.back.push(before)
  if (history.back.length > mostSteps) history.back.shift()
  history.forth.length = 0
  history.now = text
}

function stepThrough(history: History, now: string, way: 'back' | 'forth'): string | undefined {
  // A text that was set by other code since then is not undone.
  if (history.now !== now) return undefined
  const text = history[way].pop()
  if (text === undefined) return undefined
  history[way === 'back' ? 'forth' : 'back'].push(now)
  history.now = text
  return text
}

function undoneBy(event: KeyboardEvent<Field>): 'back' | 'forth' | undefined {
  if ((!event.ctrlKey && !event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  if (key === 'y' && !event.shiftKey) return 'forth'
  if (key !== 'z') return undefined
  return event.shiftKey ? 'forth' : 'back'
}

/** Moves the selection's focus past a grouping mark before the key itself moves it. */
function passMark(event: KeyboardEvent<Field>, marks: NumberMarks): void {
  const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key as 'ArrowLeft' | 'ArrowRight']
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const { currentTarget: field, shiftKey } = event
  const { selectionStart: start, selectionEnd: end, selectionDirection } = field
  if (start === null || end === null || (!shiftKey && start !== end)) return
  const isBackward = start !== end && selectionDirection === 'backward'
  const [anchor, caret] = isBackward ? [end, start] : [start, end]
  const moved = pastMark(field.value, caret, step, marks)
  if (moved === caret) return
  if (!shiftKey) return field.setSelectionRange(moved, moved)
  const way = moved < anchor || (moved === anchor && step < 0) ? 'backward' : 'forward'
  field.setSelectionRange(Math.min(anchor, moved), Math.max(anchor, moved), way)
}
