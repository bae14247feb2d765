// The form to follow a leader, and the two orders of a reversal.

import { expect, test } from 'vitest'
import { returnExact } from '../../i18n/exact-percent.ts'
import { requestOf, firstForm, formOf, formProblem, worstOf } from './copy-form.ts'
import { transferProblems } from './copy-form.ts'
import { reversalOf } from './reversal.ts'

test('the form sends percentages as fractions, and an empty field as no limit', () => {
  const asked = requestOf({ ...firstForm, slippage: '0.5', takeProfit: '10' })
  expect(asked).toMatchObject({ slippage: '0.005', takeProfit: '0.1', symbolMargin: '0' })
  expect(formOf(asked, '1000')).toEqual({ ...firstForm, takeProfit: '10' })
})

test('what the exchange would refuse is a problem of its field beforehand', () => {
  expect(formProblem(firstForm)).toBeUndefined()
  expect(formProblem({ ...firstForm, slippage: '11' })).toMatchObject({
    name: 'copySettingOutOfRange',
    field: 'slippage',
  })
  expect(formProblem({ ...firstForm, mode: 'FixedMargin', margin: '' })).toMatchObject({
    field: 'margin',
  })
})

test('16.1: a new copy invests at least 10 USDT and at most the available balance', () => {
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
  // The amount of an existing copy wallet is not checked.
  expect(formProblem({ ...firstForm, amount: '9' })).toBeUndefined()
})

test('16.1: the account limits what moves into a copy wallet, its free balance what moves out', () => {
  const funds = { available: '80.25', transferable: '19.99999999' }
  const names = (text: string) => {
    const { into, out } = transferProblems(text, funds)
    return [into?.name, out?.name]
  }
  expect(names('')).toEqual([undefined, undefined])
  expect(names('19.99')).toEqual([undefined, undefined])
  expect(names('20')).toEqual([undefined, 'copyTransferFailed'])
  expect(names('80.25')).toEqual([undefined, 'copyTransferFailed'])
  expect(transferProblems('80.26', funds)).toEqual({
    into: { name: 'copyBalanceInsufficient', field: 'amount', params: { available: '80.25' } },
    out: { name: 'copyTransferFailed', field: 'amount', params: { available: '19.99999999' } },
  })
})

test('the worst loss is the total stop loss if there is one, else the whole wallet', () => {
  expect(worstOf({ ...firstForm, amount: '500' })).toBe('500')
  expect(worstOf({ ...firstForm, amount: '500', totalStopLoss: '100' })).toBe('100')
  expect(worstOf({ ...firstForm, amount: '500', totalStopLoss: '900' })).toBe('500')
  expect(returnExact('50', '200')).toEqual({ units: 2500n, scale: 2 })
  expect(returnExact('50', '0').units).toBe(0n)
})

test('a reversal closes all of the position and opens an order on the other side', () => {
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
