// The state of a page for visitors offers a demo account.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { SignedOut } from './SignedOut.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a visitor sees what the page would contain and can open a demo account', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (to: string) => {
    asked.push(to)
    return Promise.reject(new TypeError('no exchange here'))
  })
  const screen = await render(
    <UiProvider>
      <SignedOut title="Your orders are listed here" />
    </UiProvider>,
  )
  await expect.element(screen.getByText('Your orders are listed here')).toBeVisible()
  await screen.getByRole('button').click()
  await vi.waitFor(() => expect(asked).toEqual([expect.stringContaining('demo')]))
})
