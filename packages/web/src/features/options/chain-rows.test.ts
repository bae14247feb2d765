// The option chain: expiries, strikes, moneyness and time to expiry.

import { expect, test } from 'vitest'
import type { ContractSymbol } from '@basis/protocol/instrument'
import {
  daysLeft,
  hoursLeft,
  expiriesOf,
  isInMoney,
  startOption,
  strikeAtMoney,
} from './chain-rows.ts'

const option = (settleTimeE3: number, strikePrice: string, optionsType: 'Call' | 'Put') =>
  ({
    symbol: `BTC-${settleTimeE3}-${strikePrice}-${optionsType[0]}`,
    settleTimeE3,
    strikePrice,
    optionsType,
  }) as ContractSymbol

test('a chain has its expiries in order of time, and their strikes by price, call beside put', () => {
  const chain = expiriesOf([
    option(2, '100000', 'Call'),
    option(2, '90000', 'Put'),
    option(1, '90000', 'Call'),
    option(2, '90000', 'Call'),
  ])
  expect(chain).toEqual([
    { deliveryMs: 1, rows: [{ strike: '90000', call: 'BTC-1-90000-C', put: undefined }] },
    {
      deliveryMs: 2,
      rows: [
        { strike: '90000', call: 'BTC-2-90000-C', put: 'BTC-2-90000-P' },
        { strike: '100000', call: 'BTC-2-100000-C', put: undefined },
      ],
    },
  ])
})

test('the ticket keeps the option that it began with while strikes are listed around it', () => {
  const rowsOf = (...strikes: string[]) =>
    expiriesOf(strikes.map((at) => option(1, at, 'Call')))[0]?.rows ?? []
  const start = startOption(rowsOf('60', '62', '64'), undefined)
  expect(start).toBe('BTC-1-62-C')
  expect(startOption(rowsOf('60', '62', '64', '66', '68'), start)).toBe(start)
  // Another expiry is shown, or the option has ended.
  expect(startOption(rowsOf('64', '66', '68'), start)).toBe('BTC-1-66-C')
  expect(startOption([], start)).toBeUndefined()
})

test('the strike at the money is the one nearest to the forward price', () => {
  const rows = expiriesOf(['60000', '62000', '65000'].map((at) => option(1, at, 'Call')))[0]?.rows
  expect(strikeAtMoney(rows ?? [], '63400')).toBe('62000')
  expect(strikeAtMoney(rows ?? [], '63501')).toBe('65000')
  expect(strikeAtMoney(rows ?? [], '')).toBeUndefined()
  expect(strikeAtMoney([], '63501')).toBeUndefined()
})

test('a call with a strike below the forward price is in the money, a put with one above it', () => {
  expect(isInMoney('Call', '60000', '61000')).toBe(true)
  expect(isInMoney('Call', '61000', '61000')).toBe(false)
  expect(isInMoney('Put', '62000', '61000')).toBe(true)
  expect(isInMoney('Put', '60000', '61000')).toBe(false)
  expect(isInMoney('Put', '62000', '')).toBe(false)
})

test('the remaining hours are given on the last day only', () => {
  expect(hoursLeft(86_400_000, 0)).toBeUndefined()
  expect(hoursLeft(86_400_000 - 1, 0)).toBe(23)
  expect(hoursLeft(0, 1)).toBe(0)
})

test('remaining days are whole, and 0 after the expiry', () => {
  expect(daysLeft(3 * 86_400_000 - 1, 0)).toBe(2)
  expect(daysLeft(0, 1)).toBe(0)
})
