// The bots of an account: those of the one that was signed in before are not shown.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession, type Session } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { BotsPage } from './BotsPage.tsx'

vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  // The second account's answers do not come.
  ask: (name: string) => {
    if (useSession.getState().user?.uid === '2') return new Promise(() => undefined)
    const list =
      name === 'bots' ? [{ botId: '1', status: 'Running', coin: 'USDT', investment: '10' }] : []
    return Promise.resolve({ ok: true, value: { list, available: {} } })
  },
}))

afterEach(() => useSession.setState({ status: 'unknown', user: undefined }))

const signInAs = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as NonNullable<Session['user']> })

test('the next account does not see the bots of the one before while its own are loaded', async () => {
  signInAs('1')
  const screen = await render(
    <UiProvider>
      <BotsPage />
    </UiProvider>,
  )
  const tab = screen.getByRole('tab', { name: /^Running/ })
  await expect.poll(() => tab.element().textContent).toContain('1')
  signInAs('2')
  await expect.poll(() => tab.element().textContent).not.toContain('1')
})
