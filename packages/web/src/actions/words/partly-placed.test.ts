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

function told(failure: Partial<CallFailure>) {
  const instrument = listings.find(({ symbol }) => symbol === 'BTCUSDT')?.instrument
  if (instrument === undefined) throw new Error('BTCUSDT is listed')
  const whole: CallFailure = { code: 39303, message: 'm', extMap: {}, hasError: true, ...failure }
  return partlyPlaced(whole, asked, instrument)
}

test('says what stands, and how much of which coin was refused', () => {
  const result = {
    orderId: '7',
    orderLinkId: 'a',
    symbol: 'BTCUSDT',
    price: '0',
    create_order_failed_qty_x: '2000000',
  }
  const body = told({ result })?.body
  const text = body === undefined ? '' : say(body)
  expect(text).toContain('Sell 0.035 BTCUSDT')
  expect(text).toContain('placed, 0.020 BTC rejected – ')
})

test('is silent where nothing was placed', () => {
  expect(told({ code: 30031 })).toBeUndefined()
  expect(told({ result: {} })).toBeUndefined()
})
