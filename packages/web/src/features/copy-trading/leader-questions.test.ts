// An order of a leader's wallet is asked about as any other (reliability T5), by that wallet.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { amount, leverageE2, priceTicks, qtyLots, zero } from '@basis/domain/numbers/fixed'
import { instrument } from '../../../testing/held-position.ts'
import { prepareAccount, leaveAccount, questionOr } from '../../../testing/order-questions.ts'
import type { UserInfo } from '@basis/protocol/account'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { useSession } from '../../client/session.ts'
import type { OrderContext } from '../outcome/question/order-context.ts'
import { closeCopied, sendLeaderOrder } from './copy-calls.ts'

const at = priceTicks(600_000)
const context: OrderContext = {
  instrument,
  leverage: leverageE2(1_000),
  last: at,
  bid: at,
  ask: at,
  markE8: undefined,
  funds: { available: zero, base: zero, equity: amount(100_000_000_000n), maintenance: zero },
  position: undefined,
  isIsolated: false,
}
const order: OrderIntent = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: at,
  qtyLots: qtyLots(10),
  reduceOnly: false,
  positionIdx: 1,
}

let requests: ReturnType<typeof prepareAccount> = []
beforeEach(() => {
  requests = prepareAccount()
})
afterEach(() => {
  leaveAccount()
  useSession.setState({ status: 'unknown', user: undefined })
})

function answerTo(change: Partial<OrderIntent>, cost: bigint): Promise<string> {
  void sendLeaderOrder({ ...order, ...change }, context, amount(cost))
  return questionOr(requests, /order\/create/)
}

test('a small order at the market is sent at once', async () => {
  expect(await answerTo({}, 6_000_000_000n)).toBe('sent')
  expect(requests).toHaveLength(1)
})

test('one that uses more than half of the wallet, or has a far price, is asked about', async () => {
  // 600 of the wallet's 1,000: of the trader's own 10,000 it would be little.
  expect(await answerTo({}, 60_000_000_000n)).toContain('Uses 60% of your equity')
  leaveAccount()
  requests = prepareAccount()
  expect(await answerTo({ priceTicks: priceTicks(618_000) }, zero)).toContain('3.00%')
})

const held = { symbol: 'BTCUSDT', side: 'Sell', size: '0.5', positionIdx: 2 } as WireCopyPosition

test('a position of a wallet is closed at once, as its button says', async () => {
  void closeCopied(held, '9')
  expect(await questionOr(requests, /close-all/)).toBe('sent')
  expect(requests[0]?.body).toEqual({ symbol: 'BTCUSDT', positionIdx: 2, walletId: '9' })
})

test('a trader who confirms market orders confirms it', async () => {
  const user = { uid: '7', preferences: { marketOrderTipStatus: 'show' } } as UserInfo
  useSession.setState({ status: 'trader', user })
  void closeCopied(held)
  expect(await questionOr(requests, /close-all/)).toContain('0.5')
})
