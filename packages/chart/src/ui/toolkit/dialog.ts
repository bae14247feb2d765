// A dialog inside the frame: one at a time, closed by Escape, by its button or by a press beside
// it, with the focus kept inside and given back.

import { button, element, icon } from './elements.ts'

export type DialogPlan = {
  readonly title: string
  readonly closeLabel: string
  readonly body: readonly Node[]
  /** Buttons at the foot; the first one is the main one. */
  readonly actions?: readonly { readonly label: string; run(): void }[]
  /** Called however the dialog is closed. */
  closed?(): void
}

export type Dialog = { readonly root: HTMLElement; close(): void }

const focusable = 'button:not([hidden]), input, select'

/** Opens a dialog; the caller keeps what is needed to close it. */
export function openDialog(page: Document, plan: DialogPlan): Dialog {
  const before = page.activeElement
  const stop = new AbortController()
  const close = () => {
    if (stop.signal.aborted) return
    stop.abort()
    veil.remove()
    if (before instanceof (page.defaultView?.HTMLElement ?? HTMLElement)) before.focus()
    plan.closed?.()
  }
  const cross = button(page, { class: 'dialog-close', label: plan.closeLabel }, [
    icon(page, 'close'),
  ])
  const actions = (plan.actions ?? []).map(({ label, run }, at) => {
    const control = button(page, { class: at === 0 ? 'dialog-main' : 'dialog-other' }, [label])
    control.addEventListener('click', run)
    return control
  })
  const root = element(
    page,
    'div',
    { class: 'dialog', role: 'dialog', 'aria-modal': 'true', 'aria-label': plan.title },
    [
      element(page, 'div', { class: 'dialog-head' }, [
        element(page, 'div', { class: 'dialog-title' }, [plan.title]),
        cross,
      ]),
      element(page, 'div', { class: 'dialog-body' }, plan.body),
      ...(actions.length > 0 ? [element(page, 'div', { class: 'dialog-foot' }, actions)] : []),
    ],
  )
  const veil = element(page, 'div', { class: 'veil' }, [root])
  const { signal } = stop
  cross.addEventListener('click', close)
  veil.addEventListener('pointerdown', ({ target }) => target === veil && close(), { signal })
  veil.addEventListener('keydown', (event) => keepInside(event, root, close), { signal })
  page.body.append(veil)
  const first = root.querySelector<HTMLElement>('input, select') ?? actions[0] ?? cross
  first.focus()
  return { root, close }
}

/** Keys of a dialog are none of the chart's. */
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

export type FieldPlan = {
  readonly label: string
  readonly type: 'text' | 'date' | 'checkbox' | 'color'
  readonly value?: string
  readonly isChecked?: boolean
  readonly placeholder?: string
}

/** A named input with its label. */
export function field(
  page: Document,
  plan: FieldPlan,
): { root: HTMLElement; input: HTMLInputElement } {
  const input = element(page, 'input', {
    type: plan.type,
    class: `form-${plan.type}`,
    placeholder: plan.placeholder,
    'aria-label': plan.label,
  })
  if (plan.value !== undefined) input.value = plan.value
  input.checked = plan.isChecked === true
  const root = element(page, 'label', { class: 'form-field' }, [
    element(page, 'span', { class: 'form-label' }, [plan.label]),
    input,
  ])
  return { root, input }
}

/** A notice with one button, or a question with two; answers whether it was confirmed. */
export function ask(
  page: Document,
  words: { title: string; body: string; confirm: string; cancel?: string; close: string },
): { readonly dialog: Dialog; readonly answer: Promise<boolean> } {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const dialog: Dialog = openDialog(page, {
    title: words.title,
    closeLabel: words.close,
    body: [element(page, 'p', { class: 'dialog-text' }, [words.body])],
    actions: [
      {
        label: words.confirm,
        run: () => {
          resolve(true)
          dialog.close()
        },
      },
      ...(words.cancel === undefined ? [] : [{ label: words.cancel, run: () => dialog.close() }]),
    ],
    closed: () => resolve(false),
  })
  return { dialog, answer: promise }
}
