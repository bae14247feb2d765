// The message in place of bars that are still loading.

import { expect, it } from 'vitest'
import { englishMessages } from '../../src/options/messages.ts'
import { makeEmptyState } from '../../src/ui/panes/empty-state.ts'

/** Shows that the first bars are loading; returns where its message appears. */
function loading(isLanguagePending: boolean): HTMLElement {
  const stage = document.createElement('div')
  document.body.append(stage)
  const state = { messages: englishMessages, isLanguagePending }
  const { root, show } = makeEmptyState(stage, state, () => undefined)
  show({ kind: 'loading', isFirst: true })
  return root
}

it('is in the language of the chart, and not in English before that is loaded', async () => {
  const [pending, ready] = [loading(true), loading(false)]
  await expect.poll(() => ready.textContent).toBe('Loading bars…')
  expect(pending.textContent).toBe('')
})
