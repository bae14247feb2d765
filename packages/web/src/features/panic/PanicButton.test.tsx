// The panic keys: held for a second they stop everything, let go or left they do nothing.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useHotkeys } from '../../shell/hotkeys.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { PanicButton } from './PanicButton.tsx'

let requests = 0
beforeEach(() => {
  requests = 0
  vi.stubGlobal('fetch', () => {
    requests += 1
    return Promise.reject(new TypeError('no exchange here'))
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  useHotkeys.setState({ isOn: true })
})
afterEach(() => {
  useHotkeys.setState({ isOn: false })
  vi.unstubAllGlobals()
})

const press = (kind: 'keydown' | 'keyup'): boolean =>
  document.dispatchEvent(
    new KeyboardEvent(kind, { key: 'Escape', code: 'Escape', shiftKey: true, bubbles: true }),
  )

test.each([
  ['they are let go', () => void press('keyup')],
  ['another window takes the focus', () => void dispatchEvent(new Event('blur'))],
])('nothing is stopped if %s before the second is over', async (_what, end) => {
  await render(
    <UiProvider>
      <PanicButton />
    </UiProvider>,
  )
  press('keydown')
  end()
  await new Promise((wake) => setTimeout(wake, 1_200))
  expect(requests).toBe(0)
})

test('held for a second they begin to stop everything', async () => {
  await render(
    <UiProvider>
      <PanicButton />
    </UiProvider>,
  )
  press('keydown')
  await expect.poll(() => requests).toBeGreaterThan(0)
})
