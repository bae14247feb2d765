// Sends a conversion: an order at market, which raises the questions of every order.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { ignored, type ActionOutcome } from '../../actions/action-outcome.ts'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { placeOrder } from '../../actions/trading.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'

export async function sendConversion(
  order: OrderIntent,
  instrument: Instrument,
): Promise<ActionOutcome> {
  return (await isIntentConfirmed(order, instrument)) ? placeOrder(order) : ignored
}
