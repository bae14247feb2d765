// A closing order of 0.055 of which the exchange refused 0.020 (spec 8, 39303).

import { qtyLots } from '@basis/domain/numbers/fixed'
import type { CallFailure } from '@basis/protocol/envelope'
import { expect, test } from 'vitest'
import { say } from '../../i18n/i18n.ts'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../../stores/fallback-catalogue.ts'
import { partlyPlaced } from './partly-placed.ts'

const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())
const asked = {
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Market',
  qtyLots: qtyLots(55),
} as const

function noticeOf(failure: Partial<CallFailure>, symbol = 'BTCUSDT') {
  const instrument = listings.find((listing) => listing.symbol === symbol)?.instrument
  if (instrument === undefined) throw new Error(`${symbol} is listed`)
  const whole: CallFailure = { code: 39303, message: 'm', extMap: {}, hasError: true, ...failure }
  return partlyPlaced(whole, { ...asked, symbol }, instrument)
}

test('the notice has the placed quantity, and the refused quantity with its coin', () => {
  const result = {
    orderId: '7',
    orderLinkId: 'a',
    symbol: 'BTCUSDT',
    price: '0',
    create_order_failed_qty_x: '2000000',
  }
  const body = noticeOf({ result })?.body
  const text = body === undefined ? '' : say(body)
  expect(text).toContain('Sell 0.035 BTCUSDT')
  expect(text).toContain('placed, 0.020 BTC rejected – ')
})

test('the refused quantity of an inverse contract is in dollars and not divided (spec 9)', () => {
  const receipt = { orderId: '7', orderLinkId: 'a', symbol: 'BTCUSD', price: '0' }
  const body = noticeOf({ result: { ...receipt, create_order_failed_qty_x: '20' } }, 'BTCUSD')?.body
  const text = body === undefined ? '' : say(body)
  expect(text).toContain('Sell 35 BTCUSD')
  expect(text).toContain('placed, 20 USD rejected – ')
})

test('an answer with nothing but the refused quantity is enough (spec 8)', () => {
  const body = noticeOf({ result: { create_order_failed_qty_x: '2000000' } })?.body
  expect(body && say(body)).toContain('placed, 0.020 BTC rejected – ')
})

test('there is no such notice if nothing was placed or the refused quantity is invalid', () => {
  expect(noticeOf({ code: 30031 })).toBeUndefined()
  expect(noticeOf({ result: {} })).toBeUndefined()
  expect(noticeOf({ result: { create_order_failed_qty_x: '5500000' } })).toBeUndefined()
  expect(noticeOf({ result: { create_order_failed_qty_x: 'all' } })).toBeUndefined()
})
