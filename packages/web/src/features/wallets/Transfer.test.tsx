// Amounts that can leave a wallet are rounded down, so that the shown amount can be transferred;
// more is marked.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireWallets } from '@basis/protocol/wallets/calls'
import { message } from '../../i18n/message-keys.ts'
import { shownNotices } from '../../shell/notices.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { AccountWallets } from './AccountWallets.tsx'
import { Transfer } from './Transfer.tsx'

const coin = {
  coin: 'USDT',
  balance: '1234.56789012',
  owed: '0',
  free: '1234.56789012',
  usdValue: '1234.56789012',
}
const wallets = {
  uid: '7',
  isMain: true,
  isOwn: true,
  unified: [coin],
  funding: [],
} as unknown as WireWallets

afterEach(() => vi.unstubAllGlobals())

test('the balance and the amount that may leave are rounded down to the cent', async () => {
  const screen = await render(
    <UiProvider>
      <Transfer list={[wallets]} uid="7" onDone={() => undefined} />
      <AccountWallets wallets={wallets} />
    </UiProvider>,
  )
  await expect.element(screen.getByText('1,234.56 USDT may leave')).toBeInTheDocument()
  await expect
    .element(screen.getByRole('row', { name: /^USDT/ }))
    .toHaveTextContent('USDT1,234.561,234.56')
})

test('23.1: an amount above what may leave the wallet is marked, and cannot be sent', async () => {
  const screen = await render(
    <UiProvider>
      <Transfer list={[wallets]} uid="7" onDone={() => undefined} />
    </UiProvider>,
  )
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  const send = screen.getByRole('button', { name: 'Transfer' })
  await expect.element(amount).not.toHaveAttribute('aria-invalid')
  await amount.fill('1234.56789013')
  await expect.element(amount).toHaveAccessibleDescription(/^Only 1,234.56789012 USDT may leave/)
  await expect.element(send).toBeDisabled()
  await screen.getByRole('button', { name: 'Max' }).click()
  await expect.element(amount).not.toHaveAttribute('aria-invalid')
  await expect.element(send).toBeEnabled()
})

test('a transfer without an answer can be sent again, and its notice says so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is down')))
  const read = vi.fn<() => void>()
  const screen = await render(
    <UiProvider>
      <Transfer list={[wallets]} uid="7" onDone={read} />
    </UiProvider>,
  )
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await amount.fill('100')
  await screen.getByRole('button', { name: 'Transfer' }).click()
  await vi.waitFor(() => expect(shownNotices()).not.toEqual([]))
  await expect.element(amount).toHaveValue('100')
  await expect.element(screen.getByRole('button', { name: 'Transfer' })).toBeEnabled()
  const titles = shownNotices().flatMap(({ items }) => items.map(({ title }) => title))
  expect(titles).toEqual([message('notices.outcomeRepeatable')])
  // The wallets are read again: they show whether it was made.
  expect(read).toHaveBeenCalledOnce()
})

test('an amount is not of another coin if its own leaves the wallet while it is typed', async () => {
  const form = (list: WireWallets) => (
    <UiProvider>
      <Transfer list={[list]} uid="7" onDone={() => undefined} />
    </UiProvider>
  )
  const screen = await render(form(wallets))
  const amount = screen.getByRole('textbox', { name: 'Amount' })
  await amount.fill('0.5')
  await screen.rerender(form({ ...wallets, unified: [{ ...coin, coin: 'BTC' }] }))
  await expect.element(screen.getByText('1,234.56789012 BTC may leave')).toBeInTheDocument()
  await expect.element(amount).toHaveValue('')
})
