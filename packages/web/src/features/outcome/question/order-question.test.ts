// Questions about an order that was entered elsewhere than in the ticket (reliability T5).

import { afterEach, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { UserInfo, WireWallet } from '@basis/protocol/account'
import { instrument } from '../../../../testing/held-position.ts'
import {
  prepareAccount,
  leaveAccount,
  previewWith,
  questionOr,
} from '../../../../testing/order-questions.ts'
import { useSession } from '../../../client/session.ts'
import { isIntentConfirmed } from './order-question.ts'

const intent = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
} as const

afterEach(() => {
  leaveAccount()
  useSession.setState({ status: 'unknown', user: undefined })
})

test('10.4: in portfolio margin the exchange is asked what an order uses, before it is sent', async () => {
  const portfolio = { units: [] } as unknown as NonNullable<WireWallet['portfolio']>
  const requests = prepareAccount(
    (path) => (path.includes('order/preview') ? previewWith('6000') : undefined),
    { accountMode: 'portfolio', portfolio },
  )
  void isIntentConfirmed(intent, instrument)
  expect(await questionOr(requests, /nothing/)).toContain('Uses 60% of your equity')
})

test('an order is not one of the account that is signed in before the preview has come', async () => {
  const signIn = (uid: string) =>
    useSession.setState({ status: 'trader', user: { uid, preferences: {} } as UserInfo })
  signIn('1')
  const portfolio = { units: [] } as unknown as NonNullable<WireWallet['portfolio']>
  prepareAccount(
    () => {
      signIn('2')
      return previewWith('0')
    },
    { accountMode: 'portfolio', portfolio },
  )
  expect(await isIntentConfirmed(intent, instrument)).toBe(false)
})
