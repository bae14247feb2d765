// Answers to requests of an account that was left before they came.

import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import type { UserInfo } from '@basis/protocol/account'
import { wireLong } from '../../testing/stored-position.ts'
import { loadAllCalls } from '../client/call-table.ts'
import { useSession } from '../client/session.ts'
import { onNotice } from '../shell/notices.ts'
import { applyContracts, applySpotPairs } from '../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../stores/fallback-catalogue.ts'
import { applyPositions, applyTradingModeAnswer, heldPositions } from '../stores/positions.ts'
import { cancelOrders } from './cancelling.ts'
import type { OrderIntent } from './order-requests.ts'
import { cancelRules } from './rules/rules.ts'
import { cancelStrategies } from './strategies.ts'
import { closeParts, stopEverything } from './closing.ts'
import { placeOrder, setLeverage } from './trading.ts'

const titles: string[] = []
let stopListening = (): void => undefined
let requests = 0
let answer: (result: object, code?: number) => void = () => undefined

const signInAs = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })

// The page loads them when an account is signed in.
beforeAll(async () => void (await loadAllCalls()))

beforeEach(() => {
  titles.length = 0
  requests = 0
  stopListening = onNotice(({ title }) => titles.push(title.key))
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('fetch', () => {
    requests += 1
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = (result, code = 0) =>
      resolve(new Response(JSON.stringify({ ret_code: code, ret_msg: 'no', result, ext_map: {} })))
    return promise
  })
  applyContracts(fallbackContracts(), 'network')
  const leverage = { leverage: '10', leverageE2: 1_000, sellLeverage: '10' }
  const mode = { mode: 'MergedSingle', isIsolated: false } as const
  applyTradingModeAnswer({ symbol: 'BTCUSDT', ...mode, ...leverage })
  signInAs('1')
})
afterEach(() => {
  stopListening()
  useSession.setState({ status: 'unknown', user: undefined })
  vi.unstubAllGlobals()
})

const intent: OrderIntent = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
}

test.each([
  ['an acceptance at another price', { orderId: '1', orderLinkId: '', price: '61000' }, 0],
  ['a refusal', {}, 30_031],
])(
  '%s of an order is not shown to the account that signed in meanwhile',
  async (_what, result, code) => {
    const outcome = placeOrder(intent)
    signInAs('2')
    answer(result, code)
    expect(await outcome).toEqual({ kind: 'unknown' })
    expect(titles).toEqual([])
  },
)

test('nor is a setting of the account that was left, while its own answers are', async () => {
  const left = setLeverage('BTCUSDT', leverageE2(2_000))
  signInAs('2')
  answer({}, 34_036)
  expect(await left).toEqual({ kind: 'unknown' })
  expect(titles).toEqual([])
  const own = setLeverage('BTCUSDT', leverageE2(3_000))
  answer({}, 34_036)
  expect((await own).kind).toBe('failed')
  expect(titles).toEqual(['notices.leverageFailure'])
})

test('stopping everything ends with its account: the next one keeps its orders and positions', async () => {
  const stopped = stopEverything()
  signInAs('2')
  answer({ list: [] })
  await stopped
  expect(requests).toBe(1)
  expect(titles).toEqual([])
})

const orderOf = (id: number, symbol: string) => ({ id, symbol }) as unknown as Order

test.each([
  ['rules', () => cancelRules(['1', '2'])],
  ['algorithmic orders', () => cancelStrategies(['1', '2'])],
  ['orders', () => cancelOrders([orderOf(1, 'BTC/USDT'), orderOf(2, 'BTCUSDT')])],
])('cancelling several %s ends with their account', async (_what, cancel) => {
  applySpotPairs(fallbackSpotSymbols(), 'network')
  const cancelled = cancel()
  await vi.waitFor(() => expect(requests).toBe(1))
  signInAs('2')
  answer({})
  await cancelled
  expect(requests).toBe(1)
  expect(titles).toEqual([])
})

test('both sides of a hedge are closed in one turn, so that none is of the next account', async () => {
  const side = (positionIdx: 1 | 2) => ({ ...wireLong, mode: 'BothSide' as const, positionIdx })
  applyPositions([side(1), side(2)], true)
  requests = 0
  const closed = closeParts(
    heldPositions().map(({ position }) => position),
    50,
  )
  expect(requests).toBe(2)
  signInAs('2')
  answer({})
  applyPositions([], true)
  await Promise.race([closed, new Promise((wake) => setTimeout(wake, 20))])
})
