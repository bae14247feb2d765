// Sending the ticket of an option: the questions that every order is asked, then the order.

import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import { ignored, type ActionOutcome } from '../../actions/action-outcome.ts'
import { placeOrder } from '../../actions/trading.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'
import { intentOf, limitOf, type OptionDraft, type OptionNow } from './option-form.ts'

/** Sends a draft without problems, once it is confirmed if it needs to be. */
export async function sendOption(
  instrument: Instrument,
  draft: OptionDraft,
  now: OptionNow,
): Promise<ActionOutcome> {
  const intent = intentOf(instrument, draft)
  if (intent === undefined) return ignored
  const limitTicks = limitTicksOf(instrument, draft, now)
  if (!(await isIntentConfirmed(intent, instrument, { limitTicks }))) return ignored
  return placeOrder(intent)
}

/** The price of a limit; of one by volatility the price that it stands for now. */
function limitTicksOf(
  instrument: Instrument,
  draft: OptionDraft,
  now: OptionNow,
): PriceTicks | undefined {
  if (draft.orderType !== 'Limit') return undefined
  const ticks = parsePrice(instrument, limitOf(instrument, draft, now))
  return typeof ticks === 'number' ? ticks : undefined
}
