// The answer to a repeated request is of the account that is signed in.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession, type Session } from '../client/session.ts'
import { useAnswer } from './previews.ts'

vi.mock('../client/http.ts', async (original) => ({
  ...(await original<object>()),
  // The second account's answers do not come.
  ask: () =>
    useSession.getState().user?.uid === '2'
      ? new Promise(() => undefined)
      : Promise.resolve({ ok: true, value: { symbol: 'BTCUSDT', buyQty: '0.7', sellQty: '0.5' } }),
}))

afterEach(() => useSession.setState({ status: 'unknown', user: undefined }))

const signInAs = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as NonNullable<Session['user']> })

function Most() {
  return <p>{useAnswer('maxOrderQty', { symbol: 'BTCUSDT' })?.buyQty ?? 'unknown'}</p>
}

test('the maximum quantity of the account before is not that of the next one', async () => {
  signInAs('1')
  const screen = await render(<Most />)
  await expect.element(screen.getByText('0.7')).toBeInTheDocument()
  signInAs('2')
  await expect.element(screen.getByText('unknown')).toBeInTheDocument()
})
