// Several orders of contracts placed by one request: all of them or none.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { ask } from '../../client/http.ts'
import { message } from '../../i18n/message-keys.ts'
import { applyReceipt } from '../../stores/orders.ts'
import { newLinkId, oneAtATime } from '../intents.ts'
import { done, failed, ignored, orderFields } from '../trading.ts'
import type { ActionOutcome, OrderIntent } from '../trading.ts'

export type IntendedOrder = { readonly instrument: Instrument; readonly intent: OrderIntent }

/** If the exchange would refuse one order, it places none and returns that order's refusal. */
export async function placeTogether(orders: readonly IntendedOrder[]): Promise<ActionOutcome> {
  const fields = orders.map(({ intent, instrument }) => orderFields(intent, instrument))
  const request = fields.map((each) => ({ ...each, orderLinkId: newLinkId() }))
  const outcome = await oneAtATime(`batch ${JSON.stringify(fields)}`, () =>
    ask('createBatch', { request, allOrNone: true }),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.orderCreateFailureTitle'))
  for (const { result } of outcome.value.list) {
    if (result?.order !== undefined) applyReceipt(result.order, 'newed')
  }
  return done
}
