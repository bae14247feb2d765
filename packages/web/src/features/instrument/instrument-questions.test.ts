// Requests of an instrument's page to the exchange: risk limits, slippage of several sizes, settled
// funding.

import { priceE8 } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { instrument } from '../../../testing/held-position.ts'
import type { ask } from '../../client/http.ts'
import { fundingSum, highestFunding } from './funding-figures.ts'
import { askRiskLimits } from './risk-limits.ts'
import { askSlippage, sizesOf, valueOfSize } from './slippage.ts'

const error = { code: 10_002, message: 'down', extMap: {}, hasError: true }
const failing = (() => Promise.resolve({ ok: false, isUnknown: false, error })) as typeof ask

const sixtyThousand = priceE8(6_000_000_000_000)

test('the risk limits of a contract are requested; if that fails there are none', async () => {
  const asked: unknown[] = []
  const list = [{ id: 1 }]
  const asking = ((...question: unknown[]) => {
    asked.push(question)
    return Promise.resolve({ ok: true, value: { list } })
  }) as typeof ask
  expect(await askRiskLimits('BTCUSDT', asking)).toEqual(list)
  expect(asked).toEqual([['riskLimits', { symbol: 'BTCUSDT' }]])
  expect(await askRiskLimits('BTCUSDT', failing)).toEqual([])
})

test('the slippage of every size is requested for both sides; a failed one is undefined', async () => {
  const asking = ((name: string, question: { side: string; qty: string }) => {
    if (question.side === 'Sell') return failing('slippage', question as never)
    return Promise.resolve({ ok: true, value: { ...question, name } })
  }) as typeof ask
  expect(await askSlippage('BTCUSDT', ['0.1', '1'], asking)).toEqual(
    ['0.1', '1'].map((qty) => ({
      qty,
      buy: { symbol: 'BTCUSDT', side: 'Buy', qty, name: 'slippage' },
      sell: undefined,
    })),
  )
})

test('sizes have values from 1,000 to a million, in whole lots and not below the minimum', () => {
  expect(sizesOf(instrument, sixtyThousand)).toEqual([
    '0.016',
    '0.166',
    '0.833',
    '1.666',
    '8.333',
    '16.666',
  ])
  const coarse = { ...instrument, minQtyLots: 1_000 as typeof instrument.minQtyLots }
  expect(sizesOf(coarse, sixtyThousand)).toEqual(['1.000', '1.666', '8.333', '16.666'])
  const inverse = { ...instrument, kind: 'Inverse' as const, lotSizeE8: 100_000_000 }
  expect(sizesOf(inverse, sixtyThousand)[1]).toBe('10000')
})

test('sizes of a pair that is quoted in another coin have the same values in dollars', () => {
  const pair = { ...instrument, kind: 'Spot' as const, baseCoin: 'ETH', quoteCoin: 'BTC' }
  // 1,000 dollars are 0.01666666 BTC, and 0.333 ETH at 0.05 BTC.
  const sizes = sizesOf(pair, priceE8(5_000_000), 60_000)
  expect([sizes[0], sizes.at(-1)]).toEqual(['0.333', '333.333'])
})

test('the value of a size follows the kind of its contract', () => {
  expect(valueOfSize(instrument, '0.500', sixtyThousand)).toBe(3_000_000_000_000n)
  expect(valueOfSize(instrument, 'x', sixtyThousand)).toBeUndefined()
  const inverse = { ...instrument, kind: 'Inverse' as const, lotSizeE8: 100_000_000 }
  expect(valueOfSize(inverse, '30000', sixtyThousand)).toBe(50_000_000n)
})

const day = 86_400_000
const nowMs = 100 * day
const rates = [0, 1, 2, 8].map((ago, at) => ({
  symbol: 'BTCUSDT',
  fundingRate: ['0.0001', '-0.0003', '0.0002', '0.001'][at] ?? '0',
  markPrice: '60000',
  fundingTimeE3: nowMs - ago * day,
}))

test('settled rates are summed over a number of days and annualised by their mean', () => {
  const within = { nowMs, intervalMin: 480 }
  expect(fundingSum(rates, { ...within, days: 7 })).toEqual({ sumE8: 0, yearE8: 0, count: 3 })
  // 0.0010 in four settlements, of which a year has 1,095: 0.27375.
  expect(fundingSum(rates, { ...within, days: 30 })).toEqual({
    sumE8: 100_000,
    yearE8: 27_375_000,
    count: 4,
  })
  expect(fundingSum([], { ...within, days: 30 })).toBeUndefined()
})

test('EX-2.6: the funding cap with a first tier of 1 % and 0.5 % is 0.375 %; a pair has none', () => {
  expect(highestFunding(instrument)).toBe(375_000)
  expect(highestFunding({ ...instrument, riskTiers: [] })).toBeUndefined()
})
