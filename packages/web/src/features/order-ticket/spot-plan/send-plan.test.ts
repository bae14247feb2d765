// Spot plans ask what every order is asked (reliability T5): each limit is compared with the
// trigger that it waits for.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { prepareAccount, leaveAccount, questionOr } from '../../../../testing/order-questions.ts'
import { useSession } from '../../../client/session.ts'
import { applySpotPairs, instrumentOf } from '../../../stores/catalogue.ts'
import { fallbackSpotSymbols } from '../../../stores/fallback-catalogue.ts'
import { tickerStore, type Ticker } from '../../../stores/tickers.ts'
import { orderContextNow } from '../../outcome/question/order-context.ts'
import { emptyPlan, planOrder, type PlanForm } from './plan-form.ts'
import { sendPlan } from './send-plan.ts'

let requests: ReturnType<typeof prepareAccount> = []

/** A pair with a tick of 0.01, at 60,000. */
const pair = (): Instrument => {
  const found = instrumentOf('BTC/USDT')
  if (found === undefined) throw new Error('BTC/USDT is built in')
  return found
}

beforeEach(() => {
  requests = prepareAccount()
  applySpotPairs(fallbackSpotSymbols(), 'network')
  const price = 6_000_000
  const ticker = { lastTicks: price, bidTicks: price, askTicks: price }
  tickerStore.set('BTC/USDT', ticker as Ticker)
})
afterEach(() => {
  leaveAccount()
  tickerStore.remove('BTC/USDT')
  useSession.setState({ status: 'unknown', user: undefined })
})

function answerTo(form: Partial<PlanForm>, side: Side = 'Sell'): Promise<string> {
  const instrument = pair()
  const context = { ...orderContextNow(instrument), band: undefined, funds: undefined }
  const order = planOrder({ ...emptyPlan, qty: '0.01', ...form }, context, side)
  expect(order.problem).toBeUndefined()
  void sendPlan(instrument, order)
  return questionOr(requests, /spot.*order.*create|order\/create/)
}

const leg = (trigger: string, limit = '') => ({ trigger, limit })

test('a plan whose limits are near their triggers is sent without a question', async () => {
  const legs = { takeProfit: leg('66000', '65900'), stopLoss: leg('57000', '56500') }
  expect(await answerTo({ kind: 'oco', ...legs })).toBe('sent')
})

test('a limit more than two percent beyond its trigger is asked about, with the whole plan', async () => {
  const stopLimit = { kind: 'stopLimit', trigger: '57000', price: '55000' } as const
  expect(await answerTo(stopLimit)).toMatch(/55,000.*57,000.*3\.51%/)
  leaveAccount()
  requests = prepareAccount()
  const legs = { takeProfit: leg('66000'), stopLoss: leg('57000', '50000') }
  expect(await answerTo({ kind: 'oco', ...legs })).toMatch(
    /^Sell 0\.01.* BTC\/USDT: take-profit 66,000\.00, stop-loss 57,000\.00 → 50,000\.00.*12\.28%/,
  )
})

test('a limit far beyond the trigger in the trader’s favour is not asked about', async () => {
  expect(await answerTo({ kind: 'stopLimit', trigger: '57000', price: '65000' })).toBe('sent')
})

test('a trader who confirms market orders confirms a plan that is filled at market', async () => {
  const user = { uid: '7', preferences: { marketOrderTipStatus: 'show' } } as UserInfo
  useSession.setState({ status: 'trader', user })
  expect(await answerTo({ kind: 'trailingStop', trail: '1' })).toMatch(/trailing by 1\.00%/)
  leaveAccount()
  requests = prepareAccount()
  const stopLimit = { kind: 'stopLimit', trigger: '57000', price: '57000' } as const
  expect(await answerTo(stopLimit)).toBe('sent')
})
