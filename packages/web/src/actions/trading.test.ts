// The notice of an order that the exchange placed at another price than requested (spec 8).

import { btcUsdt } from '@basis/domain/testing/instruments'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { say } from '../i18n/i18n.ts'
import { shownNotices } from '../shell/notices.ts'
import { type OrderIntent } from './order-requests.ts'
import { notifyModifiedPrice } from './trading.ts'

const intent: OrderIntent = {
  symbol: btcUsdt.symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
}
const titles = () => shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

test('only a limit order placed at another price than requested has a notice', () => {
  notifyModifiedPrice(intent, btcUsdt, { price: '60000.0' })
  notifyModifiedPrice(intent, btcUsdt, { price: '' })
  notifyModifiedPrice({ ...intent, orderType: 'Market' }, btcUsdt, { price: '61000.0' })
  expect(titles()).toEqual([])
  notifyModifiedPrice(intent, btcUsdt, { price: '60010.5' })
  expect(titles()).toEqual(['Placed at 60,010.5 instead of 60,000.0'])
})
