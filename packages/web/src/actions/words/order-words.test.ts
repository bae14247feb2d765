// Descriptions of orders in one sentence: untriggered spot orders with their conditions.

import { expect, test } from 'vitest'
import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, StopTerms } from '@basis/domain/orders/order'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { say } from '../../i18n/i18n.ts'
import { orderWords, wordsOfOrder } from './order-words.ts'
import { stopWord } from './stop-words.ts'

const instrument: Instrument = {
  ...btcUsdt,
  symbol: symbolId('BTC/USDT'),
  kind: 'Spot',
  takerFeeE8: rateE8(100_000),
  riskTiers: [],
}
const waiting = (stop: Partial<StopTerms>, side: 'Buy' | 'Sell' = 'Sell'): Order => ({
  id: orderId(1),
  account: accountId(1),
  linkId: '',
  symbol: instrument.symbol,
  side,
  orderType: 'Market',
  timeInForce: 'ImmediateOrCancel',
  priceTicks: priceTicks(0),
  qtyLots: qtyLots(10),
  leavesLots: qtyLots(10),
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  fee: amount(0n),
  closedPnl: amount(0n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'Untriggered',
  createdMs: 0,
  updatedMs: 0,
  updateNo: 0,
  stop: {
    stopType: 'TrailingProfit',
    triggerTicks: priceTicks(0),
    triggerBy: 'LastPrice',
    triggerDirection: 0,
    ...stop,
  },
})
const said = (order: Order): string => say(wordsOfOrder(order, instrument))

test('a trailing order is described with its distance and its activation price', () => {
  const trailing = { retracement: { rateE4: 100 }, activationTicks: priceTicks(700_000) }
  expect(said(waiting({ planType: 5, trailing }))).toBe(
    'Sell 0.010 BTC/USDT at market, trailing by 1.00% from 70,000.0 on',
  )
  const byPrice = { retracement: { distanceTicks: priceTicks(1_000) } }
  expect(said(waiting({ stopType: 'TrailingStop', planType: 4, trailing: byPrice }))).toBe(
    'Sell 0.010 BTC/USDT at market, trailing by 100.0',
  )
})

test('TP/SL legs are described with their limit prices, and a missing leg is left out', () => {
  const leg = { triggerBy: 'LastPrice', orderType: 'Market' } as const
  const takeProfit = { ...leg, triggerTicks: priceTicks(700_000) }
  const stopLoss = {
    ...leg,
    orderType: 'Limit' as const,
    triggerTicks: priceTicks(600_000),
    limitTicks: priceTicks(599_000),
  }
  const oco = { stopType: 'TakeProfitStopLossOCO', planType: 10, takeProfit, stopLoss } as const
  expect(said(waiting(oco))).toBe(
    'Sell 0.010 BTC/USDT: take-profit 70,000.0, stop-loss 60,000.0 → 59,900.0',
  )
  const tpsl = { stopType: 'TakeProfitStopLoss', planType: 11 } as const
  expect(said(waiting({ ...tpsl, takeProfit }))).toBe('Sell 0.010 BTC/USDT: take-profit 70,000.0')
  expect(said(waiting({ ...tpsl, stopLoss }, 'Buy'))).toBe(
    'Buy 0.010 BTC/USDT: stop-loss 60,000.0 → 59,900.0',
  )
})

test('an order by quote amount is described with that amount on either side', () => {
  const asked = {
    symbol: 'BTC/USDT',
    orderType: 'Market',
    qtyLots: qtyLots(0),
    quoteAmount: amount(25_000_000_000n),
  } as const
  expect(say(orderWords({ ...asked, side: 'Buy' }, instrument))).toBe(
    'Buy BTC/USDT for 250.00 USDT at market',
  )
  expect(say(orderWords({ ...asked, side: 'Sell' }, instrument))).toBe(
    'Sell BTC/USDT for 250.00 USDT at market',
  )
})

test('a stop-limit order is named by its plan, other stops by their type', () => {
  expect(stopWord('Stop', 8)).toBe('ticket.planStopLimit')
  expect(stopWord('Stop', 1)).toBe('orders.conditional')
  expect(stopWord('Stop')).toBe('orders.conditional')
})
