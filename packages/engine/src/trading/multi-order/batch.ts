// Several acts of one account in one command, each with an answer of its own.

import { assertNever } from '@basis/domain/numbers/assert'
import { problem } from '@basis/domain/instrument/problems'
import { placeWhole } from './close-positions.ts'
import type { BatchAct, OrderBatch } from '../../api/commands.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { emitRejected } from '../core/rejection-events.ts'
import type { EngineState } from '../../state/state.ts'
import { cancelAny, placeConditional, replaceAny } from '../conditional/conditional-orders.ts'
import { placeSpotPlan } from '../conditional/spot-plans.ts'

/** The most acts that one command may carry. */
const maxBatchActs = 20

/** Performs the acts in their order; a refusal is emitted and the next one follows. */
export function performBatch(state: EngineState, { account, acts }: OrderBatch): CommandResult {
  const isOwn = acts.every((act) => act.account === account)
  if (acts.length === 0 || acts.length > maxBatchActs || !isOwn) {
    return { problem: problem('commandRefused', 'acts') }
  }
  return { items: acts.map((act) => performAct(state, act)) }
}

function performAct(state: EngineState, act: BatchAct): CommandResult {
  const answer = answerOf(state, act)
  if (answer.problem !== undefined && act.kind !== 'PlaceOrder') {
    emitRejected(state, act, answer.problem, answer.explanation)
  }
  return answer
}

function answerOf(state: EngineState, act: BatchAct): CommandResult {
  switch (act.kind) {
    case 'PlaceOrder':
      if (act.plan !== undefined) return placeSpotPlan(state, act)
      if (act.trigger !== undefined) return placeConditional(state, act)
      return placeWhole(state, act)
    case 'ReplaceOrder':
      return replaceAny(state, act)
    case 'CancelOrder':
      return cancelAny(state, act)
    default:
      return assertNever(act)
  }
}
