// The form of a closing order: quantity, price and expected P&L.

import { ratesOfLevel } from '@basis/domain/instrument/fee-schedule'
import { describe, expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots, rateE8, zero } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireOrder } from '@basis/protocol/order'
import type { HeldPosition } from '../../stores/positions.ts'
import { partOf } from '../../actions/closing.ts'
import {
  expectedPnl,
  percentOf,
  readClosingPrice,
  readClosingQty,
  readPreviewedClose,
} from './closing-form.ts'

const instrument = {
  symbol: symbolId('BTCUSDT'),
  kind: 'Linear',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(9_999_999),
  takerFeeE8: rateE8(55_000),
  makerFeeE8: rateE8(20_000),
} as Instrument

// 0.5 BTC from 60,000.
const held = {
  side: 'Buy',
  sizeLots: qtyLots(500),
  entryValue: amount(3_000_000_000_000n),
  openFees: zero,
  openFunding: zero,
} as HeldPosition

describe('a part of the position', () => {
  test('is rounded down to the lot, but to at least one lot', () => {
    expect(partOf(held, 25)).toBe(125)
    expect(partOf({ ...held, sizeLots: qtyLots(3) }, 50)).toBe(1)
    expect(partOf({ ...held, sizeLots: qtyLots(1) }, 25)).toBe(1)
    expect(partOf(held, 100)).toBe(500)
  })

  test('is computed from a quantity in percent, at most 100', () => {
    expect([percentOf(held, 125), percentOf(held, 124), percentOf(held, 900)]).toEqual([
      25, 24, 100,
    ])
  })
})

const part = { lots: qtyLots(125), price: priceTicks(610_000) }

test('the expected P&L is net of the closing fee', () => {
  // 0.125 × 1,000 gained, less 0.055 % of 7,625.
  expect(expectedPnl(held, instrument, part)).toBe(12_080_625_000n)
  expect(expectedPnl(held, instrument, { ...part, price: undefined })).toBeUndefined()
})

test('the expected P&L is net of its share of opening fees and funding (rules 1.5)', () => {
  const carrying = { ...held, openFees: amount(1_650_000_000n), openFunding: amount(-800_000_000n) }
  // A quarter of 16.50 in fees and of 8.00 of funding paid.
  expect(expectedPnl(carrying, instrument, part)).toBe(
    12_080_625_000n - 412_500_000n - 200_000_000n,
  )
})

test('a part takes its share of the entry value as the exchange does, truncated', () => {
  // 5,000.00000000 of 15,000.00000002 for a third.
  const third = { ...held, sizeLots: qtyLots(375), entryValue: amount(2_250_000_000_002n) }
  expect(expectedPnl(third, instrument, part)).toBe(12_080_625_000n)
})

test('the expected P&L uses the fee of the account’s level (rules 3.6)', () => {
  const feeRates = ratesOfLevel('VIP 2')
  // Less 0.0375 % of 7,625.
  expect(expectedPnl(held, instrument, { ...part, feeRates })).toBe(12_214_062_500n)
})

describe('the expected P&L by the exchange’s preview of a closing order', () => {
  const previewed = (closedPnl: string, orderStatus: string, leavesQty: string) => {
    const orders = [{ orderStatus, leavesQty } as WireOrder]
    const said = readPreviewedClose(instrument, { closedPnl, orders })
    return expectedPnl(held, instrument, { ...part, previewed: said })
  }

  test('that rests in full is at its limit, net of the maker fee', () => {
    // 125 less 0.02 % of 7,625.
    expect(previewed('0', 'New', '0.125')).toBe(12_347_500_000n)
  })

  test('that fills at once at a better price than its limit is that of the preview', () => {
    expect(previewed('185.09', 'Filled', '0.000')).toBe(18_509_000_000n)
  })

  test('that fills in part adds the resting part at its limit', () => {
    // 40 for 0.025, and 100 less 0.02 % of 6,100 for 0.1.
    expect(previewed('40', 'PartiallyFilled', '0.100')).toBe(4_000_000_000n + 9_878_000_000n)
  })

  test('that is cancelled after a partial fill leaves out the rest', () => {
    expect(previewed('40', 'PartiallyFilledCanceled', '0.100')).toBe(4_000_000_000n)
  })
})

// Prices from 0.5 to 150,000.
const limited = {
  ...instrument,
  minPriceTicks: priceTicks(5),
  maxPriceTicks: priceTicks(1_500_000),
}

describe('typed quantities and prices', () => {
  test.each([
    ['', 'qtyRequired'],
    ['0', 'qtyRequired'],
    ['0.0005', 'lotSizeFixNumTips'],
    ['0.501', 'tpSlQtyOver'],
  ])('the quantity “%s” has the problem %s', (text, name) => {
    expect(readClosingQty(instrument, held, text)).toMatchObject({ name })
  })

  test('a part and the whole position are accepted', () => {
    expect(readClosingQty(instrument, held, '0.5')).toBe(500)
    expect(readClosingQty(instrument, held, '0.001')).toBe(1)
  })

  test.each([
    ['', 'priceRequired'],
    ['60000.05', 'tickSizeFixNumTips'],
    ['0', 'priceTooLow'],
    ['0.4', 'priceTooLow'],
    ['150000.1', 'priceTooHigh'],
  ])('the price “%s” has the problem %s', (text, name) => {
    expect(readClosingPrice(limited, text)).toMatchObject({ name, field: 'price' })
  })

  test('a price on the tick and within the limits of its contract is accepted', () => {
    const read = ['0.5', '60000.1', '150000'].map((text) => readClosingPrice(limited, text))
    expect(read).toEqual([5, 600_001, 1_500_000])
    expect(readClosingPrice(limited, '0.4')).toMatchObject({ params: { min: '0.5' } })
    expect(readClosingPrice(limited, '150000.1')).toMatchObject({ params: { max: '150000.0' } })
  })
})
