// The figures of an option order in its ticket, from the exchange's preview.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { expect, test } from 'vitest'
import type { Preview } from '../../actions/previews.ts'
import { previewFigures } from './preview-figures.ts'

const instrument = {
  kind: 'Linear',
  tickSizeE8: 500_000_000,
  lotSizeE8: 1_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 1_000_000,
} as Instrument

const standing = { wallet: { totalInitialMargin: '0', totalAvailableBalance: '0' } }
const preview = (order: object, fills: readonly (readonly [string, string])[]) =>
  previewFigures(
    {
      before: standing,
      after: standing,
      fees: [],
      orders: [order],
      fills: fills.map(([execQty, execValue]) => ({ execQty, execValue })),
    } as unknown as Preview,
    instrument,
  )

test('the premium of a market order is that of its book levels, and a cut order is marked', () => {
  const order = { orderStatus: 'PartiallyFilledCanceled', price: '0', leavesQty: '0' }
  const { premium, filled, isCut } = preview(order, [
    ['1', '695'],
    ['1.53', '1063.35'],
  ])
  expect({ premium, filled, isCut }).toEqual({
    premium: '1758.35',
    filled: { qty: '2.53', average: '695' },
    isCut: true,
  })
})

test('the premium of a limit order is that of its fills plus its limit price for the resting part', () => {
  const whole = preview({ orderStatus: 'Filled', price: '900', leavesQty: '0' }, [['0.5', '347.5']])
  expect([whole.premium, whole.isCut]).toEqual(['347.5', false])
  const part = preview({ orderStatus: 'PartiallyFilled', price: '700', leavesQty: '0.3' }, [
    ['0.2', '139'],
  ])
  expect([part.premium, part.isCut]).toEqual(['349', false])
  const resting = preview({ orderStatus: 'New', price: '600', leavesQty: '0.5' }, [])
  expect([resting.premium, resting.filled]).toEqual(['300', { qty: '0', average: '' }])
})
