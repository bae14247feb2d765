// Names of options are those of the V5 documents (rules 9.1).

import { expect, test } from 'vitest'
import { priceE8 } from '../numbers/fixed.ts'
import { optionSymbol } from './option-naming.ts'

test('the name has the coin, day, strike and right, and the settle coin unless it is USDC', () => {
  const option = {
    baseCoin: 'BTC',
    settleCoin: 'USDC',
    deliveryMs: Date.UTC(2026, 10, 27, 8),
    right: 'Call',
    strikeE8: priceE8(6_500_000_000_000),
  } as const
  expect(optionSymbol(option)).toBe('BTC-27NOV26-65000-C')
  expect(optionSymbol({ ...option, settleCoin: 'USDT' })).toBe('BTC-27NOV26-65000-C-USDT')
  const put = {
    ...option,
    baseCoin: 'SOL',
    right: 'Put',
    strikeE8: priceE8(14_250_000_000),
  } as const
  expect(optionSymbol(put)).toBe('SOL-27NOV26-142.5-P')
})
