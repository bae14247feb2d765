// The page of bots when the account of the browser changes while it is open, and when one of its
// lists cannot be loaded.

import type { UserInfo } from '@basis/protocol/account'
import type { WireDcaBot } from '@basis/protocol/spot-bots/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { BotsPage } from './BotsPage.tsx'

const bot: WireDcaBot = {
  botId: '7',
  status: 'Running',
  closeReason: '',
  problem: '',
  coin: 'USDT',
  investment: '300',
  unspent: '200',
  worth: '299.9',
  totalPnl: '-0.1',
  nextAtE3: 0,
  trades: [],
  returned: [],
  createdAtE3: 0,
  endedAtE3: 0,
  done: 1,
  symbol: 'BTC/USDT',
  amount: '100',
  purchases: 3,
  intervalMin: 1440,
  minPrice: '60000.00',
  maxPrice: '0.00',
  takeProfit: '5',
  spent: '99.97',
  bought: '0.00153946',
  averagePrice: '64938.14',
  holdings: [],
}

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

/** Opens the page's running bots, of which one is named after its pair. */
async function shown() {
  const screen = await render(
    <UiProvider>
      <BotsPage />
    </UiProvider>,
  )
  await screen.getByRole('tab', { name: /^Running/ }).click()
  const name = screen.getByRole('heading', { name: /BTC\/USDT/ })
  await expect.element(name).toBeVisible()
  return { screen, name }
}

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('the bots of the account that was left are not shown to the next one', async () => {
  let isAnswered = true
  vi.stubGlobal('fetch', (address: string) => {
    if (!isAnswered) return new Promise(() => undefined)
    const list = address.includes('dca') ? [bot] : []
    const answer = { ret_code: 0, ret_msg: 'OK', result: { list, available: {} } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  become('1')
  const { screen, name } = await shown()
  isAnswered = false
  become('2')
  await expect.element(name).not.toBeInTheDocument()
  // Whether the next account has any is not known yet.
  expect(screen.getByText('No bots here yet').query()).toBeNull()
})

test('a list that cannot be loaded is reported beside the bots of the others', async () => {
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('dca')) return Promise.reject(new TypeError('the network is down'))
    const answer = { ret_code: 0, ret_msg: 'OK', result: { list: [bot], available: {} } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  become('3')
  const { screen, name } = await shown()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(name).toBeVisible()
  await screen.getByRole('tab', { name: /^Ended/ }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(screen.getByText('No bots here yet').query()).toBeNull()
})
