// The exchange's answer as the ticket tells it: sums of fees, the change of margin, the position
// that is meant.

import { expect, test } from 'vitest'
import { parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { readPreview } from './order-preview.ts'

const instrument = { settleCoin: 'USDT', tickSizeE8: 10_000_000, lotSizeE8: 100_000 } as Instrument
const margins = { positionIM: '1', extraMargin: '0' }
const usdt = (text: string) => parseDecimal(text, 8)

function preview(change: Partial<Record<keyof WirePreview, unknown>>): WirePreview {
  const standing = (margin: string, positions: unknown[]) => ({
    wallet: { totalInitialMargin: margin },
    positions,
  })
  const held = { positionIdx: 0, side: 'Buy', size: '0.5', liqPrice: '51234.5', ...margins }
  return {
    code: 0,
    // At market: nothing of it is filled later at a price of its own.
    orders: [
      { positionIdx: 0, orderType: 'Market', orderStatus: 'New', price: '0', leavesQty: '0.5' },
    ],
    fees: [
      { coin: 'USDT', fee: '1.5' },
      { coin: 'BTC', fee: '9' },
    ],
    fills: [],
    before: standing('10', []),
    after: standing('310.25', [held]),
    ...change,
  } as unknown as WirePreview
}

test('fee, margin and liquidation price are the answer’s own', () => {
  expect(readPreview(preview({}), instrument)).toEqual({
    fill: undefined,
    allFilled: undefined,
    fee: usdt('1.5'),
    margin: usdt('300.25'),
    now: { isHeld: false, liquidationTicks: undefined },
    filled: { isHeld: true, liquidationTicks: priceTicks(512_345) },
  })
})

test('an order that rests tells what it comes to once it is filled', () => {
  const held = { positionIdx: 0, side: 'Buy', size: '0.1', liqPrice: '40000', ...margins }
  const more = { ...held, size: '0.6', liqPrice: '55000.5', ...margins }
  const wallet = { totalInitialMargin: '10' }
  const before = { wallet, positions: [held] }
  const look = readPreview(
    preview({ before, after: before, filled: { wallet, positions: [more] } }),
    instrument,
  )
  expect(look?.now.liquidationTicks).toBe(400_000)
  expect(look?.filled.liquidationTicks).toBe(550_005)
})

test('an order that would end at once with nothing filled says why', () => {
  const order = { positionIdx: 0, orderStatus: 'Cancelled', cancelType: 'CancelByPostOnly' }
  const vain = preview({ orders: [{ ...order, cumExecQty: '0.000' }] })
  expect(readPreview(vain, instrument)?.cancelled).toBe('CancelByPostOnly')
  // What is left of an order that trades is cancelled without a word beforehand.
  const partly = preview({ orders: [{ ...order, cumExecQty: '0.010' }] })
  expect(readPreview(partly, instrument)).not.toHaveProperty('cancelled')
})

test('no position and no price that liquidates it leave the price out', () => {
  const after = { wallet: { totalInitialMargin: '4' }, positions: [] }
  const flat = readPreview(preview({ after, fees: [] }), instrument)
  expect(flat).toMatchObject({ fee: 0n, margin: -600_000_000n })
  expect(flat?.filled).toEqual({ isHeld: false, liquidationTicks: undefined })
})

test('an order that would be refused has no look', () => {
  expect(readPreview(preview({ code: 110004 }), instrument)).toBeUndefined()
})
