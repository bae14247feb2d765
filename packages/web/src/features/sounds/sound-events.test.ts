// Sound events of notices and order changes.

import type { Order } from '@basis/domain/orders/order'
import { expect, test } from 'vitest'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { NoticeDraft } from '../../shell/notices.ts'
import { eventOfNotice, isPartOf } from './sound-events.ts'

const notice = (kind: string, key: MessageKey = 'alerts.notSet'): NoticeDraft => ({
  kind,
  tone: 'info',
  title: { key },
})

test.each([
  [notice('tradeExecuted', 'msg.title.1'), 'orderFilled'],
  [notice('tradeExecuted', 'notices.partlyFilled'), 'orderPartlyFilled'],
  [notice('failure-110007', 'notices.orderCreateFailureTitle'), 'orderRejected'],
  [notice('stopFired', 'notices.triggeredTitle'), 'stopTriggered'],
  [notice('stopFilled', 'notices.triggeredTitle'), 'stopTriggered'],
  [notice('liquidation', 'notices.ordersCanceledTitle'), 'marginWarning'],
  [notice('priceAlert', 'alerts.fired'), 'alert'],
  [notice('orderCreated', 'msg.title.4'), undefined],
  [notice('failure-110007', 'notices.leverageFailure'), undefined],
])('notice %j has the sound event %s', (draft, event) => {
  expect(eventOfNotice(draft)).toBe(event)
})

test('the first partial fill of an order has a sound event; later fills and forced ones have none', () => {
  const of = (status: Order['status'], filledLots: number) =>
    ({ status, filledLots }) as unknown as Order
  const happening = { isNew: false, hasFired: false, isForced: false }
  const [none, part] = [of('New', 0), of('PartiallyFilled', 5)]
  expect(isPartOf({ ...happening, before: none, order: part })).toBe(true)
  expect(isPartOf({ ...happening, before: part, order: part })).toBe(false)
  expect(isPartOf({ ...happening, before: part, order: of('Filled', 9) })).toBe(false)
  expect(isPartOf({ ...happening, before: none, order: part, isForced: true })).toBe(false)
})
