// An algorithmic order is asked about as one order of its whole quantity (reliability T5).

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AlgoTerms } from '@basis/domain/algo/order'
import { leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { instrument } from '../../../testing/held-position.ts'
import { prepareAccount, leaveAccount, questionOr } from '../../../testing/order-questions.ts'
import type { StrategyIntent } from '../../actions/strategies.ts'
import { changeTradingMode } from '../../stores/positions.ts'
import { tickerStore, type Ticker } from '../../stores/tickers.ts'
import { sendStrategy } from './send-strategy.ts'

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

const twap: AlgoTerms = { kind: 'Twap', durationSec: 1_800, intervalSec: 30 }
const fixedAt = (ticks: number): AlgoTerms => ({
  kind: 'Iceberg',
  slice: { orderCount: 10 },
  pricing: { at: 'Fixed', priceTicks: priceTicks(ticks) },
})
const ladder = (from: number, to: number): AlgoTerms => ({
  kind: 'Scaled',
  fromTicks: priceTicks(from),
  toTicks: priceTicks(to),
  children: 5,
  shape: 'Flat',
})

function answerTo(terms: AlgoTerms, change: Partial<StrategyIntent> = {}): Promise<string> {
  const small = { side: 'Buy', reduceOnly: false, totalLots: qtyLots(10), terms } as const
  void sendStrategy({ ...small, ...change }, instrument)
  return questionOr(requests, /strategy\/create|create-strategy|strateg/)
}

test.each([
  ['twap', twap],
  ['an iceberg at the market', fixedAt(600_000)],
  ['a ladder below it', ladder(590_000, 550_000)],
  ['a chase of any distance', { kind: 'Chase', maxDistanceTicks: 60_000 }],
] as const)('%s for a small part of the equity is started at once', async (_, terms) => {
  expect(await answerTo(terms)).toBe('sent')
})

test('one whose orders together use more than half of the equity is asked about', async () => {
  expect(await answerTo(twap, { totalLots: qtyLots(1_000) })).toMatch(
    /^Start TWAP: Buy 1\.000 BTC\. Uses 60% of your equity\./,
  )
})

test('a limit more than two percent beyond the market is asked about, the worst of a ladder', async () => {
  expect(await answerTo(fixedAt(615_000))).toContain('2.50%')
  leaveAccount()
  requests = prepareAccount()
  expect(await answerTo(ladder(590_000, 618_000))).toContain('3.00%')
})

test('one that only closes is not asked about its size', async () => {
  const closing = { side: 'Sell', reduceOnly: true, totalLots: qtyLots(1_000) } as const
  expect(await answerTo(twap, closing)).toBe('sent')
})
