// The exchange's answer as the ticket tells it: sums of fees, the change of margin, the position
// that is meant.

import { expect, test } from 'vitest'
import { parseDecimal, priceTicks } from '@basis/domain/fixed'
import type { Instrument } from '@basis/domain/instrument'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { readLook } from './order-look.ts'

const instrument = { settleCoin: 'USDT', tickSizeE8: 10_000_000 } as Instrument
const usdt = (text: string) => parseDecimal(text, 8)

function preview(change: Partial<Record<keyof WirePreview, unknown>>): WirePreview {
  const standing = (margin: string, positions: unknown[]) => ({
    wallet: { totalInitialMargin: margin },
    positions,
  })
  const held = { positionIdx: 0, side: 'Buy', size: '0.5', liqPrice: '51234.5' }
  return {
    code: 0,
    orders: [{ positionIdx: 0 }],
    fees: [
      { coin: 'USDT', fee: '1.5' },
      { coin: 'BTC', fee: '9' },
    ],
    before: standing('10', []),
    after: standing('310.25', [held]),
    ...change,
  } as unknown as WirePreview
}

test('fee, margin and liquidation price are the answer’s own', () => {
  expect(readLook(preview({}), instrument)).toEqual({
    fee: usdt('1.5'),
    margin: usdt('300.25'),
    liquidationTicks: priceTicks(512_345),
  })
})

test('no position and no price that liquidates it leave the price out', () => {
  const after = { wallet: { totalInitialMargin: '4' }, positions: [] }
  const flat = readLook(preview({ after, fees: [] }), instrument)
  expect(flat).toMatchObject({ fee: 0n, margin: -600_000_000n })
  expect(flat?.liquidationTicks).toBeUndefined()
})

test('an order that would be refused has no look', () => {
  expect(readLook(preview({ code: 110004 }), instrument)).toBeUndefined()
})
