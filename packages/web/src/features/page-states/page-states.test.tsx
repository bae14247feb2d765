// States of pages that have nothing to show: each offers the one act that helps.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { SignedOut } from './SignedOut.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a failed load is an alert whose button loads again', async () => {
  const refetch = vi.fn(() => Promise.resolve())
  const screen = await render(
    <UiProvider>
      <LoadFailed query={{ isFetching: false, refetch }} />
    </UiProvider>,
  )
  const alert = screen.getByRole('alert')
  await expect.element(alert.getByText('History failed to load')).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('a visitor reads what would be there and opens a demo account', async () => {
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
