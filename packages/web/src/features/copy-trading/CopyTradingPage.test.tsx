// The copies of an account: those of the one that was signed in before are not shown.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession, type Session } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { CopyTradingPage } from './CopyTradingPage.tsx'

vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  // The second account's answers do not come.
  ask: (name: string) => {
    if (useSession.getState().user?.uid === '2') return new Promise(() => undefined)
    const list = name === 'follows' ? [{ walletId: '9' }] : []
    return Promise.resolve({ ok: true, value: { list, available: '0' } })
  },
}))

afterEach(() => useSession.setState({ status: 'unknown', user: undefined }))

const signInAs = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as NonNullable<Session['user']> })

test('the next account does not see the copies of the one before while its own are loaded', async () => {
  signInAs('1')
  const screen = await render(
    <UiProvider>
      <CopyTradingPage />
    </UiProvider>,
  )
  const tab = screen.getByRole('tab', { name: /^My copies/ })
  await expect.poll(() => tab.element().textContent).toContain('1')
  signInAs('2')
  await expect.poll(() => tab.element().textContent).not.toContain('1')
})
