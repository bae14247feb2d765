// The state of a failed load: an alert with a button that tries again.

import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { LoadFailed } from './LoadFailed.tsx'

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
