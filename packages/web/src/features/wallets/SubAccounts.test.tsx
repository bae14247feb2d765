// Opening a sub-account whose answer does not come: it may have been opened.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { message } from '../../i18n/message-keys.ts'
import { shownNotices } from '../../shell/notices.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { SubAccounts } from './SubAccounts.tsx'

const wallets = { main: '', subAccountsLeft: 3, list: [] }

afterEach(() => vi.unstubAllGlobals())

test('without an answer the notice is no failure, and the list is read again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is down')))
  const onDone = vi.fn<() => void>()
  const screen = await render(
    <UiProvider>
      <SubAccounts wallets={wallets} onDone={onDone} />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: 'Open a sub-account' }).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  const items = shownNotices().flatMap((notice) => notice.items)
  expect(items.map(({ title }) => title)).toEqual([message('notices.outcomeOpen')])
})
