// Amounts that can leave a wallet are rounded down, so that the shown amount can be transferred.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireWallets } from '@basis/protocol/wallets/calls'
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
