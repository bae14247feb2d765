// The list of alert firings in a real browser: a failed load can be tried again.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { UserInfo } from '@basis/protocol/account'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { FiringList } from './FiringList.tsx'

const user: UserInfo = {
  uid: '1001',
  username: 'annabel',
  hasPassword: true,
  isDemo: true,
  hid: 'RT',
  email: '',
  avatar: '',
  loyalty_vip_info: { is_vip: false, label_type: 0, label_level: 0 },
  preferences: {},
}

afterEach(() => {
  useSession.setState({ status: 'unknown', user: undefined })
  vi.unstubAllGlobals()
})

test('a failed load is shown with a button that loads the list again', async () => {
  let isThere = false
  vi.stubGlobal('fetch', () => {
    const answer = isThere
      ? { ret_code: 0, ret_msg: 'OK', result: { list: [], nextPageCursor: '' } }
      : { ret_code: 424_242, ret_msg: 'not now' }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  useSession.setState({ status: 'trader', user })
  const screen = await render(
    <UiProvider>
      <FiringList />
    </UiProvider>,
  )
  await expect.element(screen.getByText('History failed to load')).toBeVisible()
  isThere = true
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No alert has been triggered yet')).toBeVisible()
})
