// The page of copy trading when the account of the browser changes while it is open.

import type { UserInfo } from '@basis/protocol/account'
import type { WireFollow, WireLeader } from '@basis/protocol/copy/calls'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { CopyTradingPage } from './CopyTradingPage.tsx'

const leader: WireLeader = {
  leaderId: '5',
  name: 'Lea',
  style: 'Classic',
  rank: 'Cadet',
  profitShare: '0.1',
  isOpen: true,
  roi: '0.02',
  equity: '1000',
  winRate: '',
  closedPositions: 0,
  followers: 1,
  followedEquity: '300',
  createdAtE3: 0,
  curve: [],
  relation: 'copied',
}
const follow: WireFollow = {
  walletId: '9',
  leaderId: '5',
  leaderName: 'Lea',
  style: 'Classic',
  status: 'Following',
  stopReason: '',
  settings: {
    mode: 'FixedMargin',
    margin: '10',
    ratio: '0',
    leverage: '0',
    symbolMargin: '0',
    dayMargin: '0',
    slippage: '0',
    takeProfit: '0',
    stopLoss: '0',
    totalStopLoss: '0',
  },
  profitShare: '0.1',
  invested: '300',
  equity: '310',
  transferable: '200',
  pnl: '10',
  setAside: '0',
  paidShare: '0',
  positions: [],
  log: [],
  startedAtE3: 0,
  updatedAtE3: 0,
}

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('neither the copies of the account that was left nor a dialog of one stay open', async () => {
  let isAnswered = true
  vi.stubGlobal('fetch', (address: string) => {
    if (!isAnswered) return new Promise(() => undefined)
    const list = address.includes('/leader/list') ? [leader] : [follow]
    const answer = { ret_code: 0, ret_msg: 'OK', result: { list, available: '500' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  become('1')
  const screen = await render(
    <UiProvider>
      <CopyTradingPage />
    </UiProvider>,
  )
  await screen.getByRole('tab', { name: /^My copies/ }).click()
  await screen.getByRole('button', { name: 'Change' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  isAnswered = false
  become('2')
  await expect.element(dialog).not.toBeInTheDocument()
  // Whom the next account copies is not known yet.
  expect(screen.getByText('Lea').query()).toBeNull()
  expect(screen.getByText('You copy nobody yet').query()).toBeNull()
})

test('a copy can be changed although its leader is not in the list', async () => {
  vi.stubGlobal('fetch', (address: string) => {
    const list = address.includes('/leader/list') ? [] : [follow]
    const answer = { ret_code: 0, ret_msg: 'OK', result: { list, available: '500' } }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
  // Not the account of the test above, whose leaders are still known.
  become('3')
  const screen = await render(
    <UiProvider>
      <CopyTradingPage />
    </UiProvider>,
  )
  await screen.getByRole('tab', { name: /^My copies/ }).click()
  await screen.getByRole('button', { name: 'Change' }).click()
  await expect.element(screen.getByRole('dialog', { name: /Lea/ })).toBeVisible()
})
