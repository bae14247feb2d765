// The export of a history when the account of the browser changes while it runs.

import type { UserInfo } from '@basis/protocol/account'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { TradeHistory } from './TradeHistory.tsx'

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('an export ends with the account whose rows it collects', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  become('1')
  const screen = await render(
    <UiProvider>
      <TradeHistory />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const stop = screen.getByRole('button', { name: 'Stop' })
  await expect.element(stop).toBeVisible()
  become('2')
  await expect.element(stop).not.toBeInTheDocument()
})
