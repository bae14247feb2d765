// An option strategy is asked about as a whole (reliability T5), by its premium, or by the margin
// that the exchange would hold for all legs together.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UserInfo } from '@basis/protocol/account'
import type { ContractSymbol } from '@basis/protocol/instrument'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { prepareAccount, leaveAccount } from '../../../../testing/order-questions.ts'
import { previewWith, questionOr } from '../../../../testing/order-questions.ts'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import { useSession } from '../../../client/session.ts'
import { applyOptions } from '../../../stores/catalogue.ts'
import { fallbackContracts } from '../../../stores/fallback-catalogue.ts'
import { forgetQuotes, quoteStore } from '../../../stores/options/chain.ts'
import { sendLegs } from './send-legs.ts'

const nameOf = (strike: number): string => `BTC-27NOV26-${strike}-C-USDT`
const quotes = { 60_000: ['1480', '1500'], 62_000: ['700', '720'] } as const

let requests: ReturnType<typeof prepareAccount> = []
let margin = '0'

beforeEach(() => {
  margin = '0'
  requests = prepareAccount((path) => (path.includes('preview-batch') ? batchWith() : undefined))
  const [contract] = fallbackContracts()
  for (const [strike, [bid1Price, ask1Price]] of Object.entries(quotes)) {
    const symbol = nameOf(Number(strike))
    const listed = {
      ...contract,
      symbol,
      contractType: 'Option',
      optionsType: 'Call',
      strikePrice: strike,
      settleTimeE3: Date.UTC(2026, 10, 27, 8),
      tickSize: '5',
      lotSize: '0.01',
      minQty: '0.01',
    }
    applyOptions([listed as ContractSymbol])
    const quote = { symbol, bid1Price, ask1Price, markPrice: '', lastPrice: '' }
    quoteStore.set(symbol, quote as WireOptionQuote)
  }
})
afterEach(() => {
  leaveAccount()
  forgetQuotes({ baseCoin: 'BTC', settleCoin: 'USDT' })
  useSession.setState({ status: 'unknown', user: undefined })
})

/** The exchange's preview of the legs in both margin modes, the account's own first. */
function batchWith(): object {
  const standing = (marginMode: string, held: string) => {
    const { before, after } = previewWith(held)
    return { marginMode, code: 0, msg: '', before: before.wallet, after: after.wallet }
  }
  return {
    seq: 1,
    timeE3: 1,
    marginMode: 'REGULAR_MARGIN',
    orders: [],
    fills: [],
    fees: [],
    standings: [standing('REGULAR_MARGIN', margin), standing('PORTFOLIO_MARGIN', '9000')],
  }
}

const leg = (strike: 60_000 | 62_000, side: Side, qty: number): OrderIntent => {
  const [bid, ask] = quotes[strike]
  return {
    symbol: nameOf(strike),
    side,
    orderType: 'Limit',
    timeInForce: 'FillOrKill',
    priceTicks: priceTicks(Number(side === 'Buy' ? ask : bid) / 5),
    qtyLots: qtyLots(qty * 100),
    reduceOnly: false,
  }
}

function answerTo(...intents: readonly OrderIntent[]): Promise<string> {
  void sendLegs(intents, undefined)
  return questionOr(requests, /create-batch/)
}

test('a strategy that uses little is sent at once', async () => {
  // A spread of 6: the premium is 9,000 less 4,200.
  expect(await answerTo(leg(60_000, 'Buy', 6), leg(62_000, 'Sell', 6))).toBe('sent')
})

test('a premium of more than half of the equity is asked about, with every leg', async () => {
  expect(await answerTo(leg(60_000, 'Buy', 7), leg(62_000, 'Sell', 7))).toMatch(
    /^Buy 7\.00 BTC-27NOV26-60000-C-USDT at 1,500, Sell 7\.00 .* at 700\. Uses 56% of your equity/,
  )
})

test('sold legs are judged by the margin in the mode of the account', async () => {
  margin = '5300'
  expect(await answerTo(leg(62_000, 'Sell', 1))).toContain('Uses 53% of your equity')
})

test('a trader who confirms limit orders confirms a strategy of them', async () => {
  const user = { uid: '7', preferences: { limitOrderTipStatus: 'show' } } as UserInfo
  useSession.setState({ status: 'trader', user })
  expect(await answerTo(leg(62_000, 'Sell', 1))).toMatch(/^Sell 1\.00/)
})
