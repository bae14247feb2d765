// Labels and hints of the units of the quantity (spec 2, quantity type dialog).

import { expect, test } from 'vitest'
import { instrument } from '../../../testing/held-position.ts'
import { unitWords } from './quantity-units.ts'

test('an inverse contract has hints of its own: quantity in contracts of a dollar, value in coins', () => {
  const inverse = { ...instrument, kind: 'Inverse', quoteCoin: 'USD', settleCoin: 'BTC' } as const
  expect(unitWords('qty', inverse)).toMatchObject({
    label: { key: 'ticket.unitQty', params: { coin: 'USD' } },
    hint: { key: 'ticket.unitContractsHint', params: { coin: 'USD' } },
  })
  expect(unitWords('value', inverse).hint.key).toBe('ticket.unitContractsValueHint')
  expect(unitWords('qty', instrument).hint.key).toBe('ticket.unitQtyHint')
  expect(unitWords('value', instrument).hint.key).toBe('ticket.unitValueHint')
})
