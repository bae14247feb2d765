// The follow form, and the two orders of a reversal.

import { expect, test } from 'vitest'
import { askedOf, firstForm, formOf, formProblem, returnOf, worstOf } from './copy-form.ts'
import { reversalOf } from './reversal.ts'

test('the form asks for parts of one, and what is empty is no limit', () => {
  const asked = askedOf({ ...firstForm, slippage: '0.5', takeProfit: '10' })
  expect(asked).toMatchObject({ slippage: '0.005', takeProfit: '0.1', symbolMargin: '0' })
  expect(formOf(asked, '1000')).toEqual({ ...firstForm, takeProfit: '10' })
})

test('what the exchange refuses is known before, with its field', () => {
  expect(formProblem(firstForm)).toBeUndefined()
  expect(formProblem({ ...firstForm, slippage: '11' })).toMatchObject({
    name: 'copySettingOutOfRange',
    field: 'slippage',
  })
  expect(formProblem({ ...firstForm, mode: 'FixedMargin', margin: '' })).toMatchObject({
    field: 'margin',
  })
})

test('16.1: a new copy puts in no less than 10 USDT and no more than there is', () => {
  expect(formProblem({ ...firstForm, amount: '500' }, '500')).toBeUndefined()
  expect(formProblem({ ...firstForm, amount: '500.01' }, '500')).toEqual({
    name: 'copyBalanceInsufficient',
    field: 'amount',
    params: { available: '500' },
  })
  for (const amount of ['', '9.99']) {
    expect(formProblem({ ...firstForm, amount }, '500')).toMatchObject({
      name: 'copyAmountTooSmall',
      field: 'amount',
      params: { min: '10' },
    })
  }
  // What is in the wallet already is not asked for again.
  expect(formProblem({ ...firstForm, amount: '9' })).toBeUndefined()
})

test('the worst case is the total stop loss where there is one, else the whole wallet', () => {
  expect(worstOf({ ...firstForm, amount: '500' })).toBe('500')
  expect(worstOf({ ...firstForm, amount: '500', totalStopLoss: '100' })).toBe('100')
  expect(worstOf({ ...firstForm, amount: '500', totalStopLoss: '900' })).toBe('500')
  expect(returnOf('50', '200')).toEqual({ units: 2500n, scale: 2 })
  expect(returnOf('50', '0').units).toBe(0n)
})

test('a reversal is the wallet’s close-all of the position and a new order on the other side', () => {
  const position = { symbol: 'BTCUSDT', side: 'Buy', size: '0.010', positionIdx: 1 } as const
  const { close, open } = reversalOf({ ...position, markPrice: '65000' })
  expect(close).toEqual({ symbol: 'BTCUSDT', positionIdx: 1 })
  expect(open).toMatchObject({
    side: 'Sell',
    qty: '0.010',
    positionIdx: 2,
    reduceOnly: false,
    closeOnTrigger: false,
  })
})
