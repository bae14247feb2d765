// The past combinations of an account when the browser goes over to another one.

import type { UserInfo } from '@basis/protocol/account'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { SpreadOrders } from './SpreadOrders.tsx'

const symbol = 'BTCUSDT-25DEC26_BTCUSDT'
const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('past orders are asked for again for each account, and those of the former one are gone', async () => {
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
  const lists = [[order], []]
  vi.stubGlobal('fetch', () => {
    const result = { list: lists.shift() ?? [], nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: 'OK', result })))
  })
  become('1')
  const screen = await render(
    <UiProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SpreadOrders symbol={symbol} />
      </QueryClientProvider>
    </UiProvider>,
  )
  await screen.getByRole('tab', { name: 'History' }).click()
  const name = screen.getByRole('link', { name: symbol })
  await expect.element(name).toBeVisible()
  become('2')
  await expect.element(name).not.toBeInTheDocument()
})
