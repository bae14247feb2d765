// Questions about an open order that is amended: the changed order raises those of a new one,
// except for what is true of it already (reliability T5).

import { afterEach, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import type { WireWallet } from '@basis/protocol/account'
import { instrument } from '../../../../testing/held-position.ts'
import {
  leaveAccount,
  prepareAccount,
  previewWith,
  questionOr,
} from '../../../../testing/order-questions.ts'
import type { OrderChange } from '../../../actions/amending/replace-order.ts'
import { message } from '../../../i18n/message-keys.ts'
import { isAmendmentConfirmed } from './amendment-question.ts'

/** Buys 0.1 BTC at 60,000: 600 of the account's 10,000 at 10x. */
const order = {
  id: 7,
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  status: 'New',
  positionIdx: 0,
  reduceOnly: false,
  closeOnTrigger: false,
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(100),
  filledLots: qtyLots(0),
} as unknown as Order
const lots = (count: number): OrderChange => ({ qtyLots: qtyLots(count) })

afterEach(() => leaveAccount())

/** The open question about a change, or that there is none. */
async function questionAbout(change: OrderChange, changed: Partial<Order> = {}): Promise<string> {
  leaveAccount()
  const requests = prepareAccount()
  const confirmed = isAmendmentConfirmed({ ...order, ...changed }, change, instrument)
  const asked = questionOr(requests, /nothing/)
  return Promise.race([asked, confirmed.then((isMeant) => (isMeant ? 'none' : 'refused'))])
}

test('a quantity raised to more than half of the equity needs confirmation, with figures', async () => {
  const question = await questionAbout(lots(1000))
  expect(question).toContain('Amend to: Buy 1.000 BTCUSDT at 60,000.0')
  expect(question).toMatch(/Uses 6\d% of your equity/)
})

test('a small rise, a lower quantity, and an order that closes need none', async () => {
  expect(await questionAbout(lots(200))).toBe('none')
  expect(await questionAbout(lots(900), { qtyLots: qtyLots(1000) })).toBe('none')
  expect(await questionAbout(lots(1000), { reduceOnly: true })).toBe('none')
})

test('what is true of the order already is asked again only if there is more of it', async () => {
  const large = { qtyLots: qtyLots(1000) }
  expect(await questionAbout({ priceTicks: priceTicks(590_000) }, large)).toBe('none')
  expect(await questionAbout(lots(1200), large)).toMatch(/Uses 7\d% of your equity/)
  // Only the open part uses the equity.
  expect(await questionAbout(lots(1100), { filledLots: qtyLots(900), ...large })).toBe('none')
})

test('a trigger moved far from the limit of its order needs confirmation', async () => {
  const stop = { stopType: 'Stop', triggerTicks: 598_000, triggerBy: 'LastPrice' }
  const waiting = { status: 'Untriggered', stop } as Partial<Order>
  const to = (ticks: number) => questionAbout({ triggerTicks: priceTicks(ticks) }, waiting)
  expect(await to(599_000)).toBe('none')
  expect(await to(500_000)).toContain('20.00% worse')
})

test('10.4: in portfolio margin the exchange is asked what the change uses', async () => {
  const portfolio = { units: [] } as unknown as NonNullable<WireWallet['portfolio']>
  const requests = prepareAccount(
    (path) => (path.includes('preview-replace') ? previewWith('6000') : undefined),
    { accountMode: 'portfolio', portfolio },
  )
  void isAmendmentConfirmed(order, lots(1000), instrument)
  expect(await questionOr(requests, /nothing/)).toContain('Uses 60% of your equity')
  const [preview] = requests.filter(({ path }) => path.includes('preview-replace'))
  expect(preview?.body).toEqual({ symbol: 'BTCUSDT', orderId: '7', qty: '1.000' })
})

test('a price at which it would be filled at once is asked about, however small it is', async () => {
  const requests = prepareAccount()
  const atOnce = message('orders.tradesAtOnce', { price: '60,000.0' })
  void isAmendmentConfirmed(order, { priceTicks: priceTicks(600_001) }, instrument, atOnce)
  expect(await questionOr(requests, /nothing/)).toContain('60,000.1')
})
