// The fee level when the account of the browser changes while the page is open.

import type { UserInfo } from '@basis/protocol/account'
import type { WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { FeesPage } from './FeesPage.tsx'

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('the volume of the account that was left is not shown as that of the next', async () => {
  const volumes = { spot: '12345.67', derivatives: '0' }
  const level: WireFeeLevel = { level: 'VIP 0', volume: volumes, schedule: [] }
  let isAnswered = true
  vi.stubGlobal('fetch', () => {
    if (!isAnswered) return new Promise(() => undefined)
    const answer = { ret_code: 0, ret_msg: 'OK', result: level }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  become('1')
  const screen = await render(
    <UiProvider>
      <FeesPage />
    </UiProvider>,
  )
  const volume = screen.getByText(/12,345\.67/)
  await expect.element(volume).toBeInTheDocument()
  isAnswered = false
  become('2')
  await expect.element(volume).not.toBeInTheDocument()
})
