// Notices of commands typed in the palette.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { say } from '../../i18n/i18n.ts'
import { dismissDialogs, openDialogs } from '../../shell/dialogs.ts'
import { dismissNotice, forgetNotices, shownNotices } from '../../shell/notices.ts'
import { arriveAt } from '../../shell/location.ts'
import type { Page } from '../../shell/routes.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'
import { runCommand } from './run-command.ts'

const draft = { symbols: ['BTCUSDT'], figure: 'last', operator: 'above', value: '70000.0' } as const
const alert = {
  ...draft,
  alertId: '1',
  alertLinkId: 'w-1',
  coolDown: 0,
  expiresAtE3: 0,
  note: '',
  status: 'active',
  firedTimes: 0,
  lastFiredAtE3: 0,
  createdAtE3: 1,
  updatedAtE3: 1,
  updateNo: 1,
}

const answering = (code: number): void => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(JSON.stringify({ ret_code: code, ret_msg: 'x', result: { alert } })),
    ),
  )
}

const showNothing = (): void => {
  forgetNotices()
  for (const { id } of shownNotices()) dismissNotice(id)
}
beforeEach(showNothing)
afterEach(() => vi.unstubAllGlobals())

const pages: readonly Page[] = [
  { kind: 'linear', symbol: 'ETHUSDT' },
  { kind: 'spread', symbol: '' },
  { kind: 'markets' },
  { kind: 'wallets' },
  { kind: 'history', family: 'LinearPerpetual' },
  { kind: 'help', topic: undefined },
]

const titles = (): string[] =>
  shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

test.each([
  ['set', 0, 'Alert set'],
  ['refused', 424_242, 'Alert not set'],
])('a command for an alert that is %s has a notice on every page', async (_, code, title) => {
  answering(code)
  for (const page of pages) {
    showNothing()
    arriveAt(page)
    await runCommand({
      kind: 'alert',
      instrument: btcUsdt,
      draft: { ...draft, symbols: [...draft.symbols] },
    })
    expect([page.kind, ...titles()]).toEqual([page.kind, title])
  }
})

test('the notice of a new alert has its symbol and condition, and opens the list of alerts', async () => {
  answering(0)
  arriveAt({ kind: 'markets' })
  await runCommand({
    kind: 'alert',
    instrument: btcUsdt,
    draft: { ...draft, symbols: [...draft.symbols] },
  })
  const [notice] = shownNotices()
  expect(notice?.link).toMatchObject({ dialog: { kind: 'alerts' } })
  expect(notice?.items.map(({ body }) => body && say(body))).toEqual([
    'BTCUSDT: Last price above 70,000.0',
  ])
})

test('orders of one line name their positions in a hedge that is not known yet', async () => {
  const sent: unknown[] = []
  const symbol = btcUsdt.symbol
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    const isMode = address.startsWith('/contract/v5/position/leverage')
    if (!isMode) sent.push(JSON.parse(body ?? ''))
    const leverage = { leverage: '10', leverageE2: 1_000, sellLeverage: '10' }
    const hedge = { symbol, mode: 'BothSide', isIsolated: false, ...leverage }
    const envelope = { ret_code: 0, ret_msg: '', result: isMode ? hedge : { list: [] } }
    return Promise.resolve(new Response(JSON.stringify(envelope)))
  })
  const common = { symbol, orderType: 'Market', timeInForce: 'ImmediateOrCancel' } as const
  const orders = (['Buy', 'Sell'] as const).map((side) => ({
    instrument: btcUsdt,
    intent: { ...common, side, qtyLots: qtyLots(10), reduceOnly: false },
  }))
  await runCommand({ kind: 'batch', orders })
  expect(sent).toMatchObject([{ request: [{ positionIdx: 1 }, { positionIdx: 2 }] }])
})

test('a typed order is asked about like one of the ticket, and a refused question sends nothing', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 9, ret_msg: 'x' })))
  })
  const ticker = { symbol: 'BTCUSDT', lastTicks: 600_000, askTicks: 600_000 } as Ticker
  tickerStore.set('BTCUSDT', ticker)
  const intent: OrderIntent = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GoodTillCancel',
    priceTicks: priceTicks(615_000),
    qtyLots: qtyLots(1),
    reduceOnly: false,
  }
  for (const command of [
    { kind: 'order', instrument: btcUsdt, intent } as const,
    { kind: 'batch', orders: [{ instrument: btcUsdt, intent }] } as const,
  ]) {
    const run = runCommand(command)
    await vi.waitFor(() => expect(openDialogs()).toMatchObject([{ kind: 'confirm' }]))
    dismissDialogs()
    await run
  }
  expect(asked.filter((address) => address.includes('create'))).toEqual([])
  tickerStore.remove('BTCUSDT')
})
