// A rule is asked about by the orders that it may send in all (reliability T5).

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RuleAction, RuleTerms } from '@basis/domain/algo/rule'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { instrument } from '../../../testing/held-position.ts'
import { leaveAccount, prepareAccount, questionOr } from '../../../testing/order-questions.ts'
import { changeTradingMode } from '../../stores/positions.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'
import { sendRule } from './send-rule.ts'

let requests: ReturnType<typeof prepareAccount> = []

// A tick of 0.1, a lot of 0.001: the best prices are 60,000.0; 1 BTC at 10x costs 6,000 of 10,000.
beforeEach(() => {
  requests = prepareAccount()
  const price = 600_000
  const prices = { lastTicks: price, bidTicks: price, askTicks: price, markE8: 6_000_000_000_000 }
  tickerStore.set('BTCUSDT', prices as Ticker)
  changeTradingMode('BTCUSDT', { leverageE2: leverageE2(1_000) })
})
afterEach(() => {
  leaveAccount()
  tickerStore.remove('BTCUSDT')
})

const order: RuleAction = { do: 'Order', side: 'Buy', qtyLots: qtyLots(100), reduceOnly: false }

function answerTo(
  action: RuleAction,
  { most = 1, fired = 0 }: { readonly most?: number; readonly fired?: number } = {},
): Promise<string> {
  const terms: RuleTerms = {
    join: 'And',
    conditions: [{ left: { of: 'Mark' }, is: 'Above', right: { of: 'Number', valueE8: 7e12 } }],
    action,
    most,
    coolDownSec: most === 1 ? 0 : 60,
    expiresMs: 9_000_000_000_000,
  }
  void sendRule({ positionIdx: 0, terms }, instrument, { fired })
  return questionOr(requests, /rule/)
}

test('a rule for a small order is started at once, also with a limit far from the market', async () => {
  expect(await answerTo(order)).toBe('sent')
  leaveAccount()
  requests = prepareAccount()
  // It is compared with no price of today: the rule waits for another one.
  expect(await answerTo({ ...order, priceTicks: priceTicks(700_000) })).toBe('sent')
})

test('one whose firings together use more than half of the equity is asked about', async () => {
  expect(await answerTo(order, { most: 10 })).toMatch(/70,000.*Uses 60% of your equity\./)
  leaveAccount()
  requests = prepareAccount()
  // Five of them are done.
  expect(await answerTo(order, { most: 10, fired: 5 })).toBe('sent')
})

test('a rule that closes or cancels is not asked about', async () => {
  expect(await answerTo({ do: 'CloseAll' })).toBe('sent')
})
