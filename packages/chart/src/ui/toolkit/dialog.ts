// A modal dialog inside the frame: closed by Escape, its button or a press beside it; focus is
// trapped and restored.

import { button, element, icon } from './elements.ts'

export type DialogOptions = {
  readonly title: string
  readonly closeLabel: string
  readonly body: readonly Node[]
  /** Buttons at the bottom, the primary one first. */
  readonly actions?: readonly { readonly label: string; run(): void }[]
  /** Called whichever way the dialog is closed. */
  closed?(): void
}

export type Dialog = { readonly root: HTMLElement; close(): void }

const focusable = 'button:not([hidden]), input, select'

/** Opens a dialog and returns it, so that the caller can close it. */
export function openDialog(page: Document, options: DialogOptions): Dialog {
  const before = page.activeElement
  const stop = new AbortController()
  const close = () => {
    if (stop.signal.aborted) return
    stop.abort()
    backdrop.remove()
    if (before instanceof (page.defaultView?.HTMLElement ?? HTMLElement)) before.focus()
    options.closed?.()
  }
  const cross = button(page, { class: 'dialog-close', label: options.closeLabel }, [
    icon(page, 'close'),
  ])
  const actions = (options.actions ?? []).map(({ label, run }, at) => {
    const control = button(page, { class: at === 0 ? 'dialog-main' : 'dialog-other' }, [label])
    control.addEventListener('click', run)
    return control
  })
  const root = element(
    page,
    'div',
    { class: 'dialog', role: 'dialog', 'aria-modal': 'true', 'aria-label': options.title },
    [
      element(page, 'div', { class: 'dialog-head' }, [
        element(page, 'div', { class: 'dialog-title' }, [options.title]),
        cross,
      ]),
      element(page, 'div', { class: 'dialog-body' }, options.body),
      ...(actions.length > 0 ? [element(page, 'div', { class: 'dialog-foot' }, actions)] : []),
    ],
  )
  const backdrop = element(page, 'div', { class: 'veil' }, [root])
  const { signal } = stop
  cross.addEventListener('click', close)
  backdrop.addEventListener('pointerdown', ({ target }) => target === backdrop && close(), {
    signal,
  })
  backdrop.addEventListener('keydown', (event) => keepInside(event, root, close), { signal })
  page.body.append(backdrop)
  const first = root.querySelector<HTMLElement>('input, select') ?? actions[0] ?? cross
  first.focus()
  return { root, close }
}

/** Keeps key events of a dialog from the chart, and the focus inside. */
function keepInside(event: KeyboardEvent, root: HTMLElement, close: () => void): void {
  event.stopPropagation()
  if (event.key === 'Escape') return close()
  if (event.key !== 'Tab') return
  const stops = [...root.querySelectorAll<HTMLElement>(focusable)]
  const last = stops.at(-1)
  const [first] = stops
  const edge = event.shiftKey ? first : last
  if (root.ownerDocument.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

export type FieldOptions = {
  readonly label: string
  readonly type: 'text' | 'date' | 'checkbox' | 'color'
  readonly value?: string
  readonly isChecked?: boolean
  readonly placeholder?: string
}

/** An input with its label. */
export function field(
  page: Document,
  options: FieldOptions,
): { root: HTMLElement; input: HTMLInputElement } {
  const input = element(page, 'input', {
    type: options.type,
    class: `form-${options.type}`,
    placeholder: options.placeholder,
    'aria-label': options.label,
  })
  if (options.value !== undefined) input.value = options.value
  input.checked = options.isChecked === true
  const root = element(page, 'label', { class: 'form-field' }, [
    element(page, 'span', { class: 'form-label' }, [options.label]),
    input,
  ])
  return { root, input }
}

/** A message with one button, or a question with two; resolves to whether it was confirmed. */
export function ask(
  page: Document,
  texts: { title: string; body: string; confirm: string; cancel?: string; close: string },
): { readonly dialog: Dialog; readonly answer: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const dialog: Dialog = openDialog(page, {
    title: texts.title,
    closeLabel: texts.close,
    body: [element(page, 'p', { class: 'dialog-text' }, [texts.body])],
    actions: [
      {
        label: texts.confirm,
        run: () => {
          resolve(true)
          dialog.close()
        },
      },
      ...(texts.cancel === undefined ? [] : [{ label: texts.cancel, run: () => dialog.close() }]),
    ],
    closed: () => resolve(false),
  })
  return { dialog, answer: promise }
}
