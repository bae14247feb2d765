// The outcome of a spot order by the exchange's preview: fills from the book, the resting part at
// its limit, and orders that are cancelled or refused.

import { expect, test } from 'vitest'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { readSpotAnswer } from './spot-outcome.ts'

const pair = {
  kind: 'Spot',
  baseCoin: 'ETH',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 1_000_000,
  lotSizeE8: 10_000,
  takerFeeE8: 100_000,
  makerFeeE8: 50_000,
} as Instrument
const e8 = (text: string) => parseDecimal(text, 8)

const previewOf = (order: Record<string, string>, code = 0): WirePreview =>
  ({
    code,
    msg: 'refused',
    orders: [{ price: '0', leavesQty: '0.0000', ...order }],
    before: { wallet: { fees: { level: 'VIP 0' } } },
  }) as unknown as WirePreview

test('a market buy pays the levels of the book, and its fee in the bought coin', () => {
  // 3 at 2,000.00, 1 at 2,010.00 and 1 at 2,040.00; a thousandth of 5 coins.
  const order = { side: 'Buy', cumExecQty: '5.0000', cumExecValue: '10050', cumExecFee: '0.005' }
  expect(readSpotAnswer(previewOf(order), pair).outcome).toEqual({
    lots: 50_000,
    moved: e8('10050'),
    fee: e8('0.005'),
  })
})

test('a market sell receives the levels of the book less its fee', () => {
  const order = { side: 'Sell', cumExecQty: '5.0000', cumExecValue: '9880', cumExecFee: '9.88' }
  expect(readSpotAnswer(previewOf(order), pair).outcome).toEqual({
    lots: 50_000,
    moved: e8('9870.12'),
    fee: e8('9.88'),
  })
})

test('the resting part counts at its limit with the maker fee, in addition to immediate fills', () => {
  const rests = { price: '2010.00', leavesQty: '2.0000' }
  const bought = { ...rests, cumExecQty: '3.0000', cumExecValue: '6000', cumExecFee: '0.003' }
  // 6,000 and 2 × 2,010; 0.003 and a two-thousandth of 2 coins.
  expect(readSpotAnswer(previewOf({ ...bought, side: 'Buy' }), pair).outcome).toEqual({
    lots: 50_000,
    moved: e8('10020'),
    fee: e8('0.004'),
  })
  const sold = { ...rests, side: 'Sell', cumExecQty: '0.0000', cumExecValue: '0', cumExecFee: '0' }
  // 4,020 and a two-thousandth of it.
  expect(readSpotAnswer(previewOf(sold), pair).outcome).toEqual({
    lots: 20_000,
    moved: e8('4017.99'),
    fee: e8('2.01'),
  })
})

test('an order cancelled without a fill has the reason, and so has a refused one', () => {
  const none = { side: 'Buy', cumExecQty: '0.0000', cumExecValue: '0', cumExecFee: '0' }
  const unfilled = readSpotAnswer(previewOf({ ...none, cancelType: 'CancelByPostOnly' }), pair)
  expect(unfilled).toEqual({ cancelled: 'CancelByPostOnly' })
  const refused = readSpotAnswer(previewOf(none, 110_094), pair)
  expect([refused.outcome, refused.refusal === undefined]).toEqual([undefined, false])
})
