// Held options: their sizes in words.

import { expect, test } from 'vitest'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { held, instrument } from '../../../testing/held-position.ts'
import { formatFor } from '../../i18n/format.ts'
import { sizeWords } from './holdings.ts'

test.each([
  [1_000_000, 10, 'Buy', '+0.10'],
  [1_000_000, 125, 'Sell', '-1.25'],
  [10_000_000, 3, 'Buy', '+0.3'],
  [100_000_000, 1, 'Sell', '-1'],
] as const)(
  'a size of lots of %i e-8 has the decimals of its lot',
  (lotSizeE8, lots, side, text) => {
    const position = { ...held, side, sizeLots: qtyLots(lots) }
    const format = formatFor('en-US', 'utc')
    expect(sizeWords(format, position, { ...instrument, lotSizeE8 })).toBe(text)
  },
)
