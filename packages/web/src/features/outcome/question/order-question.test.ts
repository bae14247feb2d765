// Questions about an order that was entered elsewhere than in the ticket (reliability T5).

import { afterEach, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { WireWallet } from '@basis/protocol/account'
import { instrument } from '../../../../testing/held-position.ts'
import {
  prepareAccount,
  leaveAccount,
  previewWith,
  questionOr,
} from '../../../../testing/order-questions.ts'
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

afterEach(leaveAccount)

test('10.4: in portfolio margin the exchange is asked what an order uses, before it is sent', async () => {
  const portfolio = { units: [] } as unknown as NonNullable<WireWallet['portfolio']>
  const requests = prepareAccount(
    (path) => (path.includes('order/preview') ? previewWith('6000') : undefined),
    { accountMode: 'portfolio', portfolio },
  )
  void isIntentConfirmed(intent, instrument)
  expect(await questionOr(requests, /nothing/)).toContain('Uses 60% of your equity')
})
