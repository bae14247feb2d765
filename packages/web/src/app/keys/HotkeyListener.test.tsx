// Escape in a real browser: a field of the page is left, one of a dialog is not.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { listenForHotkeys } from './hotkey-listener.ts'

listenForHotkeys(document)

test('Escape leaves a field, but neither an open list nor a field of a dialog', async () => {
  const screen = await render(
    <>
      <input aria-label="Quantity" />
      <input aria-label="Search" role="combobox" aria-expanded="true" aria-controls="list" />
      <div id="list" />
      <div role="dialog" aria-label="Leverage">
        <input aria-label="Leverage" />
      </div>
    </>,
  )
  const focusAfterEscape = async (role: 'textbox' | 'combobox', name: string) => {
    const field = screen.getByRole(role, { name })
    await field.click()
    await userEvent.keyboard('{Escape}')
    return document.activeElement === field.element()
  }
  expect(await focusAfterEscape('textbox', 'Quantity')).toBe(false)
  expect(document.activeElement).toBe(document.body)
  expect(await focusAfterEscape('combobox', 'Search')).toBe(true)
  expect(await focusAfterEscape('textbox', 'Leverage')).toBe(true)
})
