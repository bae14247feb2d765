// The past combinations of an account: its further pages, and those of the next account.

import type { UserInfo } from '@basis/protocol/account'
import type {
  WireSpreadExecution,
  WireSpreadLeg,
  WireSpreadOrder,
} from '@basis/protocol/spread/order'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { applySpreadNews } from '../../stores/spread/spreads.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { SpreadOrders } from './SpreadOrders.tsx'

const symbol = 'BTCUSDT-25DEC26_BTCUSDT'
const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

const order: WireSpreadOrder = {
  orderId: '1',
  orderLinkId: '',
  symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  orderStatus: 'Cancelled',
  cancelType: 'CancelByUser',
  price: '1.0',
  qty: '1',
  leavesQty: '1',
  cumExecQty: '0',
  avgPrice: '',
  cumExecValue: '0',
  cumFeeDetail: {},
  legOrderId1: '2',
  legSymbol1: 'BTCUSDT-25DEC26',
  legSide1: 'Buy',
  legProdType1: 'Futures',
  legOrderId2: '3',
  legSymbol2: 'BTCUSDT',
  legSide2: 'Sell',
  legProdType2: 'Futures',
  createdAtE3: 0,
  updatedAtE3: 0,
}

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

const leg: WireSpreadLeg = {
  execId: '5',
  orderId: '2',
  symbol: 'BTCUSDT',
  side: 'Buy',
  category: 'linear',
  execType: 'FutureSpread',
  execPrice: '50000',
  execQty: '1',
  execValue: '50000',
  execFee: '10',
  feeCurrency: 'USDT',
  feeRate: '0.0002',
  execTime: 0,
}

const fillOf = (execQty: string): WireSpreadExecution => ({
  execId: `fill ${execQty}`,
  orderId: '1',
  orderLinkId: '',
  symbol,
  side: 'Buy',
  category: 'combination',
  execType: 'FutureSpread',
  execPrice: '1',
  execQty,
  execValue: '1',
  isMaker: false,
  referencePrice: '50000',
  execTime: 0,
  legs: [leg, { ...leg, execId: '6', side: 'Sell' }],
})

const rendered = () =>
  render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SpreadOrders symbol={symbol} />
      </QueryClientProvider>
    </UiProvider>,
  )

test('past orders are asked for again for each account, and those of the former one are gone', async () => {
  const lists = [[order], []]
  vi.stubGlobal('fetch', () => {
    const result = { list: lists.shift() ?? [], nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
  become('1')
  const screen = await rendered()
  await screen.getByRole('tab', { name: 'History' }).click()
  const name = screen.getByRole('link', { name: symbol })
  await expect.element(name).toBeVisible()
  become('2')
  await expect.element(name).not.toBeInTheDocument()
})

/** Two pages of each history; the second has one row, and its cursor is that of the first. */
function twoPages(rows: Readonly<Record<string, readonly [object, object]>>): void {
  vi.stubGlobal('fetch', (path: string) => {
    const [first, second] = Object.entries(rows).find(([part]) => path.includes(part))?.[1] ?? []
    const isFirst = !path.includes('cursor=next')
    const result = { list: [isFirst ? first : second], nextPageCursor: isFirst ? 'next' : '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
}

test('past orders beyond the first page are loaded on request, and stay after a new one', async () => {
  const older = { ...order, orderId: '0', symbol: 'ETHUSDT-25DEC26_ETHUSDT' }
  twoPages({ '/order/history': [order, older] })
  become('1')
  const screen = await rendered()
  await screen.getByRole('tab', { name: 'History' }).click()
  const more = screen.getByRole('button', { name: 'Load more' })
  const last = screen.getByRole('link', { name: older.symbol })
  await expect.element(last).not.toBeInTheDocument()
  await more.click()
  await expect.element(last).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
  applySpreadNews({ orders: [], executions: [] }, false)
  await expect.element(last).toBeVisible()
})

test('fills beyond the first page are loaded on request', async () => {
  twoPages({ '/execution/list': [fillOf('3'), fillOf('4')] })
  become('1')
  const screen = await rendered()
  await screen.getByRole('tab', { name: 'Fills' }).click()
  await screen.getByRole('button', { name: 'Load more' }).click()
  await expect.element(screen.getByText(/Bought 4/)).toBeVisible()
  await expect.element(screen.getByText(/Bought 3/)).toBeVisible()
})
