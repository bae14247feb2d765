// The tables of past trades: an export while the account of the browser changes, and rows that are
// there before their instruments.

import type { UserInfo } from '@basis/protocol/account'
import type { WireExecution } from '@basis/protocol/order'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useSession } from '../../client/session.ts'
import { applyContracts, useCatalogue } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { UiProvider } from '../../ui/UiProvider.tsx'
import { definitions } from './history-columns.ts'
import { HistoryRows } from './HistoryTable.tsx'
import { TradeHistory } from './TradeHistory.tsx'

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('an export ends with the account whose rows it collects', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  become('1')
  const screen = await render(
    <UiProvider>
      <TradeHistory />
    </UiProvider>,
  )
  await screen.getByRole('button', { name: 'Export CSV' }).click()
  const stop = screen.getByRole('button', { name: 'Stop' })
  await expect.element(stop).toBeVisible()
  become('2')
  await expect.element(stop).not.toBeInTheDocument()
})

test('a row gets its coin and decimals when its instrument arrives', async () => {
  useCatalogue.setState({ listings: new Map(), order: [] })
  const fill = {
    execId: '1',
    execType: 'Trade',
    orderId: '7',
    orderLinkId: '',
    symbol: 'BTCUSDT',
    side: 'Sell',
    orderType: 'Market',
    execPrice: '64000.5',
    execQty: '0.08',
    execValue: '5120.04',
    execFee: '2.816022',
    feeCoin: 'USDT',
    feeRate: '0.00055',
    isMaker: false,
    closedSize: '0',
    leavesQty: '0',
    execTimeE3: 3,
  } as unknown as WireExecution
  const screen = await render(
    <UiProvider>
      <HistoryRows view="fills" definition={definitions.fills} rows={[fill]} />
    </UiProvider>,
  )
  await expect.element(screen.getByText('0.08', { exact: true }).first()).toBeInTheDocument()
  applyContracts(fallbackContracts(), 'network')
  await expect.element(screen.getByText(/^0\.080/).first()).toBeInTheDocument()
})
