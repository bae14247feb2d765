// Texts of the forms of spot plan orders: the name of each kind, and the field that a refusal
// refers to.

import type { Problem } from '@basis/domain/instrument/problems'
import { problemMessage } from '../../../client/error-reactions.ts'
import { message, type Message, type MessageKey } from '../../../i18n/message-keys.ts'
import type { PlanKind } from './plan-form.ts'

export const kindWords: Readonly<Record<PlanKind, MessageKey>> = {
  conditional: 'orders.conditional',
  stopLimit: 'ticket.planStopLimit',
  tpsl: 'orders.tabTpSl',
  oco: 'orders.tabOco',
  trailingStop: 'orders.trailingStop',
  trailingProfit: 'orders.trailingProfit',
  attached: 'ticket.planAttached',
}

export const kindHints: Readonly<Record<PlanKind, MessageKey>> = {
  conditional: 'ticket.planConditionalHint',
  stopLimit: 'ticket.planStopLimitHint',
  tpsl: 'ticket.planTpslHint',
  oco: 'ticket.planOcoHint',
  trailingStop: 'ticket.planTrailingStopHint',
  trailingProfit: 'ticket.planTrailingProfitHint',
  attached: 'ticket.planAttachedHint',
}

/** The label of a request's field. */
const fieldWords: Readonly<Record<string, MessageKey>> = {
  triggerPrice: 'ticket.triggerPrice',
  price: 'ticket.price',
  tpTriggerPrice: 'ticket.tpTrigger',
  tpLimitPrice: 'ticket.tpLimit',
  slTriggerPrice: 'ticket.slTrigger',
  slLimitPrice: 'ticket.slLimit',
  activationPrice: 'tpsl.activation',
  trailingPercentage: 'tpsl.retracement',
  trailingValue: 'tpsl.retracement',
}

const isEmpty = ({ name }: Problem): boolean =>
  name === 'priceRequired' || name === 'qtyRequired' || name === 'planFieldMissing'

/** Returns why an order would be refused, with the name of the field if there are several. */
export function planProblemMessage(wrong: Problem): Message {
  const key = fieldWords[wrong.field ?? '']
  if (key === undefined) return problemMessage(wrong)
  const field: Message = { key }
  return isEmpty(wrong)
    ? message('plans.fieldMissing', { field })
    : message('plans.fieldProblem', { field, reason: problemMessage(wrong) })
}
