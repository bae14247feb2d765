// Starting or changing a rule: the questions that every order is asked, then the request.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { WireRule } from '@basis/protocol/rules/rule'
import { ignored, type ActionOutcome } from '../../actions/action-outcome.ts'
import type { OrderIntent } from '../../actions/order-requests.ts'
import { changeRule, ruleRequest, startRule, type RuleIntent } from '../../actions/rules/rules.ts'
import { ruleMessage } from '../../actions/words/rule-words.ts'
import { isIntentConfirmed } from '../outcome/question/order-question.ts'

type Around = {
  /** The rule to change; absent for a new one. */
  readonly changed?: Pick<WireRule, 'ruleId'> | undefined
  /** The number of its firings before the change. */
  readonly fired: number
}

/** Sends a rule, once it is confirmed if its orders need to be. */
export async function sendRule(
  intent: RuleIntent,
  instrument: Instrument,
  { changed, fired }: Around,
): Promise<ActionOutcome> {
  const judged = ordersOf(intent, instrument, fired)
  const words = ruleMessage(ruleRequest(intent, instrument), instrument)
  const known = { words, isInParts: true }
  if (judged !== undefined && !(await isIntentConfirmed(judged, instrument, known))) return ignored
  return changed === undefined
    ? startRule(intent, instrument)
    : changeRule(changed, intent, instrument)
}

/**
 * Returns all orders that a rule may still send as one; undefined if it only closes or cancels. The
 * market at that time is not known, so a limit is its own trigger: it is never a worse price.
 */
function ordersOf(
  { positionIdx, terms: { action, most } }: RuleIntent,
  { symbol }: Instrument,
  fired: number,
): OrderIntent | undefined {
  if (action.do !== 'Order') return undefined
  const { side, reduceOnly, priceTicks } = action
  const all = {
    symbol,
    side,
    reduceOnly,
    positionIdx,
    qtyLots: qtyLots(action.qtyLots * Math.max(1, most - fired)),
  }
  return priceTicks === undefined
    ? { ...all, orderType: 'Market', timeInForce: 'ImmediateOrCancel' }
    : {
        ...all,
        orderType: 'Limit',
        timeInForce: 'GoodTillCancel',
        priceTicks,
        triggerTicks: priceTicks,
      }
}
