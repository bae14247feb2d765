// The ticket of options asks what every order is asked (reliability T5), by its premium, or by the
// margin that the exchange would hold.

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContractSymbol } from '@basis/protocol/instrument'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { prepareAccount, leaveAccount } from '../../../testing/order-questions.ts'
import { previewWith, questionOr } from '../../../testing/order-questions.ts'
import { applyOptions, instrumentOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { forgetQuotes, quoteStore } from '../../stores/options/chain.ts'
import { emptyOptionDraft, type OptionDraft } from './option-form.ts'
import { sendOption } from './send-option.ts'

const symbol = 'BTC-27NOV26-60000-C-USDT'
const deliveryMs = Date.UTC(2026, 10, 27, 8)
const now = { forward: '60600', nowMs: deliveryMs - 10 * 86_400_000 }
const quote = {
  symbol,
  bid1Price: '1480',
  ask1Price: '1500',
  markPrice: '1490',
  lastPrice: '',
  underlyingPrice: '60600',
  markIv: '0.5',
} as WireOptionQuote

let requests: ReturnType<typeof prepareAccount> = []
let margin = '0'

beforeEach(() => {
  margin = '0'
  requests = prepareAccount((path) =>
    path.includes('order/preview') ? previewWith(margin) : undefined,
  )
  const [contract] = fallbackContracts()
  applyOptions([
    {
      ...contract,
      symbol,
      contractType: 'Option',
      optionsType: 'Call',
      strikePrice: '60000',
      settleTimeE3: deliveryMs,
      tickSize: '5',
      lotSize: '0.01',
      minQty: '0.01',
    } as ContractSymbol,
  ])
  quoteStore.set(symbol, quote)
})
afterEach(() => {
  leaveAccount()
  forgetQuotes({ baseCoin: 'BTC', settleCoin: 'USDT' })
})

/** The question about an order, or `sent`. */
function answerTo(change: Partial<OptionDraft>): Promise<string> {
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) throw new Error('the option is listed')
  const draft = { ...emptyOptionDraft, price: '1500', qty: '0.1', ...change }
  void sendOption(instrument, draft, now)
  return questionOr(requests, /order\/create/)
}

test('a small order at the market is sent without a question', async () => {
  expect(await answerTo({})).toBe('sent')
})

test('a premium of more than half of the equity is asked about', async () => {
  expect(await answerTo({ qty: '4' })).toContain('Uses 60% of your equity')
})

test('a price more than two percent beyond the market is asked about, by volatility too', async () => {
  expect(await answerTo({ price: '1600' })).toContain('6.67%')
})

test('the price that a volatility stands for is judged and shown', async () => {
  const question = await answerTo({ by: 'iv', iv: '90' })
  expect(question).toMatch(/^Buy 0\.10? .* at [\d,]+\. Your price is \d+\.\d+% worse/)
})

test('a sold option is judged by the margin that the exchange would hold', async () => {
  margin = '5200'
  expect(await answerTo({ side: 'Sell', price: '1480' })).toContain('Uses 52% of your equity')
})
