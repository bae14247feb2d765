// The state of spot margin when the account of the browser changes.

import type { UserInfo } from '@basis/protocol/account'
import type { WireLoan, WireSpotMargin } from '@basis/protocol/margin/spot-margin'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { useSpotMargin, type SpotMarginState } from './loans.ts'

const state: WireSpotMargin = {
  spotMarginMode: 1,
  spotLeverage: 3,
  maxLeverage: 10,
  initialMarginRateE4: 0,
  maintenanceMarginRateE4: 0,
  nextInterestTime: 0,
}
const loan: WireLoan = {
  currency: 'USDC',
  hourlyBorrowRate: '0.0000125',
  borrowLimit: '1000',
  maxBorrowable: '700',
  totalSupply: '10000',
  totalBorrowed: '300',
  initialMarginRate: '0.1',
  maintenanceMarginRate: '0.04',
  maxLeverage: 10,
  leverage: 3,
  usdIndexPrice: '1',
  principal: '200',
  accruedInterest: '0.5',
  borrowAmount: '200.5',
  walletBalance: '50',
}

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('the loans of the account that was left are not shown as those of the next', async () => {
  let [second, answers] = [false, 0]
  vi.stubGlobal('fetch', (address: string) => {
    const isState = address.includes('/state')
    if (second && !isState) return new Promise(() => undefined)
    if (second) answers += 1
    const result = isState ? state : { list: [loan] }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
  const seen: (SpotMarginState | undefined)[] = []
  function Watch() {
    const known = useSpotMargin()
    seen.push(known)
    return <p>{known === undefined ? 'unknown' : 'known'}</p>
  }
  become('1')
  const screen = await render(<Watch />)
  await expect.element(screen.getByText('known', { exact: true })).toBeVisible()
  second = true
  become('2')
  await expect.element(screen.getByText('unknown')).toBeVisible()
  const before = seen.length
  // The second answer is asked for after the first was applied.
  await expect.poll(() => answers).toBe(2)
  expect(seen.slice(before).filter((known) => known !== undefined)).toEqual([])
})
