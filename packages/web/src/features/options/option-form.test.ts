// The order form of an option: what it sends and what is wrong with it.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { draftProblem, emptyOptionDraft, intentOf } from './option-form.ts'

const deliveryMs = Date.UTC(2026, 10, 27, 8)
const now = { forward: '60600', nowMs: deliveryMs - 10 * 86_400_000 }
const instrument: Instrument = {
  ...btcUsdt,
  symbol: symbolId('BTC-27NOV26-60000-C'),
  contractType: 'Option',
  tickSizeE8: 500_000_000,
  lotSizeE8: 1_000_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(200_000),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(50_000),
  maxMarketQtyLots: qtyLots(50_000),
  deliveryMs,
  option: { right: 'Call', strikeE8: priceE8(60_000 * 1e8) },
}

test('a reduce-only order has no take-profit or stop-loss: its fields are not shown', () => {
  const draft = { ...emptyOptionDraft, price: '1500', qty: '0.1', takeProfit: '2000' }
  expect(intentOf(instrument, draft)).toHaveProperty('tpsl.takeProfit.triggerTicks', 400)
  const closing = { ...draft, reduceOnly: true }
  expect(draftProblem(instrument, closing, { now })).toBeUndefined()
  expect(intentOf(instrument, closing)).not.toHaveProperty('tpsl')
})
