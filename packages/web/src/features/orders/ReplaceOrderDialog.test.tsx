// The dialog to amend an order shows beforehand that the exchange would refuse a price.

import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { userEvent } from 'vitest/browser'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { WireOrder } from '@basis/protocol/order'
import { framesShown } from '../../../testing/stored-position.ts'
import type { Outcome } from '../../actions/outcome.ts'
import { useSession } from '../../client/session.ts'
import { dismissDialogs, openDialogs } from '../../shell/dialogs.ts'
import { applySpotPairs } from '../../stores/catalogue.ts'
import { fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import { applyReceipt } from '../../stores/orders.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { OutcomeFigures } from '../outcome/OutcomeFigures.tsx'
import { ReplaceOrderDialog } from './ReplaceOrderDialog.tsx'

/** Buys 0.3 BTC at 60,000.00; the best ask is 61,000.00. */
const resting = {
  orderId: '58836',
  orderLinkId: '',
  symbol: 'BTC/USDT',
  side: 'Buy',
  orderType: 'Limit',
  orderStatus: 'New',
  price: '60000.00',
  qty: '0.300000',
  leavesQty: '0.300000',
  cumExecQty: '0.000000',
  cumExecValue: '0',
  cumExecFee: '0',
  avgPrice: '0',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  orderPnl: '0',
  createdAtE3: 1_795_987_023_416,
  updatedAtE3: 1_795_987_023_416,
  updateNo: 1,
  origPrice: '60000.00',
  origQty: '0.300000',
  orderIM: '0',
  accountMode: 'regular',
  isLeverage: 0,
  feeRate: '0.001',
} as unknown as WireOrder

const zero = '0'
const standing = {
  wallet: {
    accountMode: 'regular',
    isUTA: true,
    isUTA2: true,
    isDemo: true,
    fees: { level: 'VIP 0' },
    totalWalletBalance: '100000',
    totalUnrealisedPnl: zero,
    totalEquity: '100000',
    totalAvailableBalance: '100000',
    totalPositionIM: zero,
    totalOrderIM: zero,
    totalBorrowIM: zero,
    totalInitialMargin: zero,
    totalMaintenanceMargin: zero,
    accountIMRateE4: 0,
    accountMMRateE4: 0,
    coins: [],
  },
  positions: [],
}
const refused = {
  code: 110_003,
  msg: 'price: of a buy order must not exceed 62830.00, the current price limit',
  problem: 'priceAboveBand',
  field: 'price',
  params: { max: '62830.00' },
  symbol: 'BTC/USDT',
  seq: 9,
  timeE3: 1_795_987_112_391,
  orders: [],
  fills: [],
  fees: [],
  closedPnl: zero,
  before: standing,
  after: standing,
}

afterEach(() => {
  useSession.setState({ status: 'unknown' })
  vi.unstubAllGlobals()
})

test('a price beyond the price limit shows that limit, not that the order would fill at once', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (to: string, { body }: RequestInit = {}) => {
    if (!to.includes('preview-replace')) return Promise.reject(new TypeError('not asked here'))
    asked.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    const answered = { ret_code: 0, ret_msg: 'OK', ext_code: '', ext_map: {} }
    const time = { time_now: '1795987112.391' }
    return Promise.resolve(Response.json({ ...answered, ...time, result: refused }))
  })
  useSession.setState({ status: 'trader' })
  applySpotPairs(fallbackSpotSymbols(), 'network')
  tickerStore.set('BTC/USDT', { bidTicks: 6_099_900, askTicks: 6_100_000 } as Ticker)
  applyReceipt(resting)
  await framesShown()
  const request = { kind: 'replaceOrder', symbol: 'BTC/USDT', orderId: '58836' } as const
  const screen = await render(
    <UiProvider>
      <ReplaceOrderDialog request={request} onClose={() => undefined} />
    </UiProvider>,
  )
  const field = screen.getByRole('textbox', { name: 'Price' })
  await expect.element(field).toHaveValue('60,000.00')
  await userEvent.fill(field, '70000')
  await expect.element(screen.getByText(/62,830\.00/)).toBeInTheDocument()
  expect(asked[0]).toEqual({ symbol: 'BTC/USDT', orderId: '58836', price: '70000.00' })
  await expect.element(screen.getByRole('button', { name: 'Amend order' })).toBeDisabled()
  await expect.element(screen.getByText(/fills immediately/)).not.toBeInTheDocument()
})

test('a price that is changed elsewhere while the dialog is open is not sent back with a quantity', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (to: string, { body }: RequestInit = {}) => {
    if (!to.includes('preview')) sent.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    return Promise.reject(new TypeError('not asked here'))
  })
  useSession.setState({ status: 'trader' })
  applySpotPairs(fallbackSpotSymbols(), 'network')
  applyReceipt(resting)
  await framesShown()
  const request = { kind: 'replaceOrder', symbol: 'BTC/USDT', orderId: '58836' } as const
  const screen = await render(
    <UiProvider>
      <ReplaceOrderDialog request={request} onClose={() => undefined} />
    </UiProvider>,
  )
  const price = screen.getByRole('textbox', { name: 'Price' })
  await expect.element(price).toHaveValue('60,000.00')
  applyReceipt({ ...resting, price: '59000.00', updateNo: 2 })
  await framesShown()
  await expect.element(price).toHaveValue('59,000.00')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Quantity' }), '0.2')
  const send = screen.getByRole('button', { name: 'Amend order' })
  await expect.element(send).toBeEnabled()
  ;(send.element() as HTMLElement).click()
  await vi.waitFor(() =>
    expect(sent[0]).toEqual({ symbolId: 'BTCUSDT', orderId: '58836', origQty: '0.200000' }),
  )
})

test('a price far beyond the market needs confirmation before it is sent', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (to: string, { body }: RequestInit = {}) => {
    if (!to.includes('preview')) sent.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    return Promise.reject(new TypeError('not asked here'))
  })
  useSession.setState({ status: 'trader' })
  applySpotPairs(fallbackSpotSymbols(), 'network')
  tickerStore.set('BTC/USDT', { bidTicks: 6_099_900, askTicks: 6_100_000 } as Ticker)
  applyReceipt({ ...resting, updateNo: 3 })
  await framesShown()
  const request = { kind: 'replaceOrder', symbol: 'BTC/USDT', orderId: '58836' } as const
  const screen = await render(
    <UiProvider>
      <ReplaceOrderDialog request={request} onClose={() => undefined} />
    </UiProvider>,
  )
  await userEvent.fill(screen.getByRole('textbox', { name: 'Price' }), '70000')
  ;(screen.getByRole('button', { name: 'Amend order' }).element() as HTMLElement).click()
  await vi.waitFor(() => expect(openDialogs().map(({ kind }) => kind)).toEqual(['confirm']))
  expect(sent).toEqual([])
  dismissDialogs()
})

test('figures that are not known yet take the space that they will need', async () => {
  const outcome = {
    fill: undefined,
    fee: amount(0n),
    margin: amount(1_234_000_000n),
    later: undefined,
    now: { isHeld: false, liquidationTicks: undefined },
    filled: { isHeld: true, liquidationTicks: priceTicks(540_000) },
    allFilled: undefined,
  }
  const figures = (known: Outcome | undefined) => (
    <UiProvider>
      <OutcomeFigures hasLiquidation instrument={btcUsdt} outcome={known} />
    </UiProvider>
  )
  const screen = await render(figures(undefined))
  const list = screen.container.querySelector('dl')
  const heightPx = list?.getBoundingClientRect().height
  expect(list?.textContent).not.toContain('12.34')
  await screen.rerender(figures(outcome))
  await expect.element(screen.getByText('+12.34 USD')).toBeInTheDocument()
  expect(heightPx).toBeGreaterThan(0)
  expect(list?.getBoundingClientRect().height).toBe(heightPx)
})
