// Form parts of dialogs: a form with its submit button, sections, and select fields.

import type { ChartMessages } from '../../options/messages.ts'
import { element } from './elements.ts'
import { type Dialog, openDialog } from './dialog.ts'

export type Form = {
  readonly title: string
  readonly body: readonly Node[]
  readonly main: string
  /** Buttons beside the submit and the cancel button. */
  readonly others?: readonly { readonly label: string; run(): void }[]
  /** Returns false to keep the form open. */
  submit(): boolean
}

export type FormContext = { readonly page: Document; readonly messages: ChartMessages }

/** Opens a form; Enter in a field submits it. */
export function openForm({ page, messages }: FormContext, form: Form): Dialog {
  const run = () => {
    if (form.submit()) dialog.close()
  }
  const dialog = openDialog(page, {
    title: form.title,
    closeLabel: messages.closeDialog,
    body: form.body,
    actions: [
      { label: form.main, run },
      { label: messages.cancel, run: () => dialog.close() },
      ...(form.others ?? []),
    ],
  })
  dialog.root.addEventListener('keydown', (event) => {
    const isField = event.target !== null && 'checked' in event.target
    if (event.key === 'Enter' && isField) run()
  })
  return dialog
}

/** Fields under a heading. */
export function section(page: Document, title: string, fields: readonly Node[]): HTMLElement {
  return element(page, 'div', { class: 'form-section', role: 'group', 'aria-label': title }, [
    element(page, 'div', { class: 'form-heading', 'aria-hidden': 'true' }, [title]),
    ...fields,
  ])
}

export type Choice = { readonly value: string; readonly label: string }

/** A select field with its label. */
export function choiceField(
  page: Document,
  label: string,
  { choices, value }: { choices: readonly Choice[]; value: string },
): { root: HTMLElement; input: HTMLSelectElement } {
  const options = choices.map((one) => element(page, 'option', { value: one.value }, [one.label]))
  const input = element(page, 'select', { class: 'form-choice', 'aria-label': label }, options)
  input.value = value
  const root = element(page, 'label', { class: 'form-field' }, [
    element(page, 'span', { class: 'form-label' }, [label]),
    input,
  ])
  return { root, input }
}

/** Returns the colour in the format of a colour input; grey if it is not six-digit hex. */
export const hexOf = (color: string): string =>
  /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : '#808080'
