// The exchange's preview as the ticket shows it: sum of fees, change of margin, and the liquidation
// price of the position.

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
    // A market order: no part of it is filled later at its own price.
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

test('fee, margin and liquidation price are those of the preview', () => {
  expect(readPreview(preview({}), instrument)).toEqual({
    fill: undefined,
    allFilled: undefined,
    fee: usdt('1.5'),
    margin: usdt('300.25'),
    now: { isHeld: false, liquidationTicks: undefined },
    filled: { isHeld: true, liquidationTicks: priceTicks(512_345) },
  })
})

test('a resting order has the liquidation prices of now and after its fill', () => {
  const held = { positionIdx: 0, side: 'Buy', size: '0.1', liqPrice: '40000', ...margins }
  const more = { ...held, size: '0.6', liqPrice: '55000.5', ...margins }
  const wallet = { totalInitialMargin: '10' }
  const before = { wallet, positions: [held] }
  const outcome = readPreview(
    preview({ before, after: before, filled: { wallet, positions: [more] } }),
    instrument,
  )
  expect(outcome?.now.liquidationTicks).toBe(400_000)
  expect(outcome?.filled.liquidationTicks).toBe(550_005)
})

test('an order that would be cancelled at once without a fill has the reason', () => {
  const order = { positionIdx: 0, orderStatus: 'Cancelled', cancelType: 'CancelByPostOnly' }
  const unfilled = preview({ orders: [{ ...order, cumExecQty: '0.000' }] })
  expect(readPreview(unfilled, instrument)?.cancelled).toBe('CancelByPostOnly')
  // There is no such reason for the rest of an order that trades in part.
  const partly = preview({ orders: [{ ...order, cumExecQty: '0.010' }] })
  expect(readPreview(partly, instrument)).not.toHaveProperty('cancelled')
})

test('without a position, or without a price that liquidates it, there is no liquidation price', () => {
  const after = { wallet: { totalInitialMargin: '4' }, positions: [] }
  const flat = readPreview(preview({ after, fees: [] }), instrument)
  expect(flat).toMatchObject({ fee: 0n, margin: -600_000_000n })
  expect(flat?.filled).toEqual({ isHeld: false, liquidationTicks: undefined })
})

test('an order that would be refused has no preview', () => {
  expect(readPreview(preview({ code: 110004 }), instrument)).toBeUndefined()
})
