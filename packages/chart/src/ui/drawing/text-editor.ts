// The in-place editor of text drawings. Enter commits, Shift+Enter breaks the line, Escape
// restores the text.
import { element } from '../toolkit/elements.ts'
import type { Pixel } from '../../primitives/pointer.ts'

export type TextEdit = {
  readonly label: string
  readonly text: string
  /** The position of the text in the stage. */
  readonly at: Pixel
  readonly sizePx: number
  readonly isBold: boolean
  readonly color: string
  ended(text: string): void
}

/** Opens the editor; returns a function that ends the editing and keeps the text. */
export function editText(page: Document, stage: HTMLElement, edit: TextEdit): () => void {
  const field = element(page, 'textarea', {
    class: 'text-editor',
    'aria-label': edit.label,
    rows: '1',
    spellcheck: 'false',
    maxlength: '500',
  })
  field.value = edit.text
  const { style } = field
  style.left = `${Math.round(edit.at.x - 5)}px`
  style.top = `${Math.round(edit.at.y - 4)}px`
  style.fontSize = `${edit.sizePx}px`
  style.fontWeight = edit.isBold ? '700' : '500'
  style.color = edit.color
  const fit = () => {
    const lines = field.value.split('\n')
    field.rows = lines.length
    field.cols = Math.max(8, ...lines.map(({ length }) => length + 2))
  }
  let isOver = false
  const end = (text: string): void => {
    if (isOver) return
    isOver = true
    field.remove()
    edit.ended(text)
  }
  field.addEventListener('input', fit)
  field.addEventListener('blur', () => end(field.value))
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape') end(edit.text)
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      end(field.value)
    }
  })
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel'] as const) {
    field.addEventListener(type, (event) => event.stopPropagation(), { passive: true })
  }
  fit()
  stage.append(field)
  field.focus()
  field.select()
  return () => end(field.value)
}
