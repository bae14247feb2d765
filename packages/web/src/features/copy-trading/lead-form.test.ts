// Becoming a leader and ending it: the request, and problems, which are those of the exchange.

import { expect, test } from 'vitest'
import { firstLead, leadProblems, leadRequest, openInWallet } from './lead-form.ts'

const form = { ...firstLead, name: 'Lea' }
const none = { name: undefined, share: undefined, amount: undefined }

test('16.1: a leader deposits at least 10 USDT and at most the available balance', () => {
  expect(leadProblems({ ...form, amount: '10' }, '10')).toEqual(none)
  expect(leadProblems({ ...form, amount: '320.01' }, '320.00999999').amount).toEqual({
    name: 'copyBalanceInsufficient',
    field: 'amount',
    params: { available: '320.00999999' },
  })
  for (const amount of ['', '9.99']) {
    expect(leadProblems({ ...form, amount }, '320').amount).toMatchObject({
      name: 'copyAmountTooSmall',
      params: { min: '10' },
    })
  }
})

test('a name has 2 to 24 letters, digits, blanks, dots, dashes or underscores', () => {
  for (const name of ['Al', 'Ångström 2.0_b-c', 'x'.repeat(24)]) {
    expect(leadProblems({ ...form, name }, '1000')).toEqual(none)
  }
  for (const name of ['', 'A', 'x'.repeat(25), 'Lea!']) {
    expect(leadProblems({ ...form, name }, '1000').name?.name).toBe('copyLeaderNameInvalid')
  }
})

test('16.1: a fund has a profit share of 1 % to 30 %, which others do not send', () => {
  for (const share of ['1', '30']) {
    expect(leadProblems({ ...form, style: 'Pro', share }, '1000')).toEqual(none)
  }
  for (const share of ['', '0', '31']) {
    expect(leadProblems({ ...form, style: 'Pro', share }, '1000').share).toEqual({
      name: 'copyShareOutOfRange',
      field: 'share',
      params: { min: '1', max: '30' },
    })
  }
  expect(leadProblems({ ...form, share: '31' }, '1000')).toEqual(none)
  expect(leadRequest({ ...form, style: 'Pro', share: '29' })).toEqual({
    name: 'Lea',
    style: 'Pro',
    profitShare: '0.29',
    amount: '1000',
  })
  expect(leadRequest({ ...form, amount: '' })).toEqual({
    name: 'Lea',
    style: 'Classic',
    amount: '0',
  })
})

test('16.1: open positions and orders keep a leader from ending', () => {
  type Wallet = Parameters<typeof openInWallet>[0]
  const positions = [{ symbol: 'ETHUSDT', side: 'Buy' }] as Wallet['positions']
  const orders = ['BTCUSDT', 'ETHUSDT', 'BTCUSDT'].map((symbol) => ({ symbol })) as Wallet['orders']
  expect(openInWallet({ positions: [], orders: [] })).toBeUndefined()
  expect(openInWallet({ positions, orders: [] })).toEqual({ positions, ordersIn: [] })
  expect(openInWallet({ positions: [], orders })?.ordersIn).toEqual(['BTCUSDT', 'ETHUSDT'])
})
