// Editing a grouped number gives the same result as editing a plain one, in every notation.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import { changed, inserted, pastMark, plainPlace, shownPlace } from './number-editing.ts'
import { caretAfter, typedText, type NumberRules } from '../number-text.ts'

const english: NumberMarks = { decimal: '.', group: ',', groupFrom: 4 }
const german: NumberMarks = { decimal: ',', group: '.', groupFrom: 4 }
const spanish: NumberMarks = { decimal: ',', group: '.', groupFrom: 5 }
const russian: NumberMarks = { decimal: ',', group: '\u00A0', groupFrom: 4 }
const rules: NumberRules = { scale: 4 }

describe('caret positions', () => {
  test('marks are not counted in the plain text, and a position of the plain text is before its mark', () => {
    const shown = shownText('1234567.89', german)
    expect(plainPlace(shown, 2, german)).toBe(1)
    expect(shownPlace(shown, 1, german)).toBe(1)
    expect(shownPlace(shown, 10, german)).toBe(shown.length)
    expect(pastMark(shown, 1, 1, german)).toBe(2)
    expect(pastMark(shown, 2, -1, german)).toBe(1)
    expect(pastMark(shown, 3, -1, german)).toBe(3)
    expect(pastMark(shown, 9, 1, german)).toBe(9)
  })
})

describe('changes', () => {
  const change = (raw: string, caret: number, type: string, data: string | null = null) => ({
    raw,
    caret,
    type,
    data,
  })

  test('a key that removes a grouping mark removes the digit beyond it', () => {
    const back = change('1234.567', 1, 'deleteContentBackward')
    expect(changed('1234567', back, rules, german)).toEqual({ text: '234567', start: 0, end: 0 })
    const ahead = change('1234.567', 1, 'deleteContentForward')
    expect(changed('1234567', ahead, rules, german)).toEqual({ text: '134567', start: 1, end: 1 })
  })

  test('deleting a word removes everything on that side of the caret, across marks', () => {
    const back = change('1\u00A0567,5', 2, 'deleteWordBackward')
    expect(changed('1234567.5', back, rules, russian).text).toBe('567.5')
    const ahead = change('1\u00A0', 2, 'deleteWordForward')
    expect(changed('1234567.5', ahead, rules, russian).text).toBe('1')
  })

  test('a number inserted as a whole by a tool is read with its marks', () => {
    const filled = change('12.345,6', 8, 'insertText', '12.345,6')
    expect(changed('1', filled, rules, german).text).toBe('12345.6')
    expect(changed('1', change('1,234.5', 7, ''), rules, english).text).toBe('1234.5')
  })

  test('the decimal key of a numeric keypad is the decimal mark in every language', () => {
    expect(changed('1234', change('1.234.', 6, 'insertText', '.'), rules, german).text).toBe(
      '1234.',
    )
    expect(changed('1234', change('1,234,', 6, 'insertText', ','), rules, english).text).toBe(
      '1234.',
    )
  })

  test('text that is not a number is refused, and the selection stays', () => {
    expect(inserted('1234', 'x', { start: 1, end: 3 }, rules)).toEqual({
      text: '1234',
      start: 1,
      end: 3,
    })
  })
})

type Key =
  | { readonly kind: 'type'; readonly character: string }
  | { readonly kind: 'erase'; readonly way: -1 | 1 }
  | { readonly kind: 'arrow'; readonly way: -1 | 1 }
  | { readonly kind: 'select'; readonly from: number; readonly to: number }

const keys = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('type' as const),
        character: fc.constantFrom(...'0123456789'.split('')),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('type' as const),
        character: fc.constantFrom('.', ',', '-', '+', ' ', 'x', '５', '\u00A0'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('erase' as const),
        way: fc.constantFrom(-1 as const, 1 as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('arrow' as const),
        way: fc.constantFrom(-1 as const, 1 as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('select' as const),
        from: fc.nat(14),
        to: fc.nat(14),
      }),
    },
  ),
  { maxLength: 60, size: 'max' },
)

/** A plain text field, as it is without any grouping. */
class PlainField {
  text = ''
  start = 0
  end = 0

  press(key: Key): void {
    const { text, start, end } = this
    if (key.kind === 'select') {
      const [from, to] = [Math.min(key.from, text.length), Math.min(key.to, text.length)]
      this.#selectAt(Math.min(from, to), Math.max(from, to))
    } else if (key.kind === 'arrow') {
      const at = start === end ? start + key.way : key.way < 0 ? start : end
      this.#selectAt(Math.max(0, Math.min(text.length, at)))
    } else if (key.kind === 'erase') {
      const from = start === end && key.way < 0 ? Math.max(0, start - 1) : start
      const to = start === end && key.way > 0 ? Math.min(text.length, end + 1) : end
      this.#become(text.slice(0, from) + text.slice(to), from)
    } else {
      const raw = text.slice(0, start) + key.character + text.slice(end)
      if (typedText(text, raw, rules) !== text || raw === text) this.#become(raw, start + 1)
    }
  }

  #selectAt(start: number, end = start): void {
    this.start = start
    this.end = end
  }

  #become(raw: string, caret: number): void {
    const kept = typedText(this.text, raw, rules)
    this.text = kept
    this.#selectAt(caretAfter(raw, kept, caret))
  }
}

/** A browser's field that shows the number grouped, and reports its changes as browsers do. */
class ShownField {
  text = ''
  start = 0
  end = 0
  readonly #marks: NumberMarks

  constructor(marks: NumberMarks) {
    this.#marks = marks
  }

  press(key: Key, mouse: boolean): void {
    const marks = this.#marks
    const shown = shownText(this.text, marks)
    if (key.kind === 'select') {
      const [from, to] = [key.from, key.to].map((at) => Math.min(at, this.text.length))
      const place = (plain = 0): number => {
        const before = shownPlace(shown, plain, marks)
        // A mouse may put the caret behind a mark as well as before it.
        return mouse && shown[before] === marks.group ? pastMark(shown, before, 1, marks) : before
      }
      this.start = place(Math.min(from ?? 0, to ?? 0))
      this.end = place(Math.max(from ?? 0, to ?? 0))
    } else if (key.kind === 'arrow') {
      if (this.start !== this.end) this.start = this.end = key.way < 0 ? this.start : this.end
      else {
        const from = pastMark(shown, this.start, key.way, marks)
        this.start = this.end = Math.max(0, Math.min(shown.length, from + key.way))
      }
    } else this.#change(shown, key)
  }

  #change(shown: string, key: Extract<Key, { kind: 'type' | 'erase' }>): void {
    const { start, end } = this
    const isEmpty = start === end
    const isErased = key.kind === 'erase'
    const from = isErased && isEmpty && key.way < 0 ? Math.max(0, start - 1) : start
    const to = isErased && isEmpty && key.way > 0 ? Math.min(shown.length, end + 1) : end
    if (isErased && from === to) return
    const put = isErased ? '' : key.character
    const type = !isErased
      ? 'insertText'
      : key.way < 0
        ? 'deleteContentBackward'
        : 'deleteContentForward'
    const raw = shown.slice(0, from) + put + shown.slice(to)
    const change = { raw, caret: from + put.length, type, data: isErased ? null : put }
    const next = changed(this.text, change, rules, this.#marks)
    this.text = next.text
    const after = shownText(next.text, this.#marks)
    this.start = shownPlace(after, next.start, this.#marks)
    this.end = shownPlace(after, next.end, this.#marks)
  }
}

test.each([
  ['English', english],
  ['German', german],
  ['Spanish', spanish],
  ['Russian', russian],
])('%s: any keys give the digits and the caret of a plain field', (_language, marks) => {
  fc.assert(
    fc.property(keys, fc.boolean(), (pressed, mouse) => {
      const plain = new PlainField()
      const shown = new ShownField(marks)
      for (const key of pressed) {
        plain.press(key)
        shown.press(key, mouse)
        expect([key, shown.text]).toEqual([key, plain.text])
        const words = shownText(shown.text, marks)
        expect(plainPlace(words, shown.start, marks)).toBe(plain.start)
        expect(plainPlace(words, shown.end, marks)).toBe(plain.end)
      }
    }),
    { numRuns: 400 },
  )
})
