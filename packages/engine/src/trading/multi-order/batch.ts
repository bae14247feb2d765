// A batch: several operations of one account in one command, each with its own answer, or all or
// none.

import { assertNever } from '@basis/domain/numbers/assert'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { formatQty, qtyCoin } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { Order } from '@basis/domain/orders/order'
import type { Explanation } from '@basis/domain/margin/explanation'
import { maxBatchItems } from '@basis/domain/orders/order'
import { placeAny } from './place-any.ts'
import type { BatchOperation, OrderBatch } from '../../api/commands.ts'
import type { Event } from '../../api/events.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { emitRejected } from '../core/rejection-events.ts'
import { forkState } from '../../state/fork.ts'
import type { EngineState } from '../../state/state.ts'
import { cancelAny, replaceAny } from '../conditional/conditional-orders.ts'

/**
 * Performs the operations in order; a refusal is emitted and the next one follows. A whole batch
 * does nothing if one operation would be refused, or an order of it would end before it is filled;
 * the problem's parameter `leg` is the number of that operation, from 1.
 */
export function performBatch(
  state: EngineState,
  { account, operations, isWhole }: OrderBatch,
): CommandResult {
  const isOwn = operations.every((operation) => operation.account === account)
  if (operations.length === 0 || operations.length > maxBatchItems || !isOwn) {
    // Events keep this name of the field, so that their hashes stay the same.
    return { problem: problem('commandRefused', 'acts') }
  }
  const wrong = isWhole === true ? brokenLeg(state, operations) : undefined
  return wrong ?? { items: operations.map((operation) => performOperation(state, operation)) }
}

type Refused = { readonly problem: Problem; readonly explanation?: Explanation | undefined }

/** Performs the operations on a fork; returns the problem of the first that fails. */
function brokenLeg(state: EngineState, operations: readonly BatchOperation[]): Refused | undefined {
  const fork = forkState(state)
  const asked = new Map<number, number>()
  for (const [place, operation] of operations.entries()) {
    const from = fork.events.length
    const { orderId, ...answer } = performOperation(fork, operation)
    const refused = fork.events.slice(from).find(isRefusal)
    const why = answer.problem ?? (answer.failedLots ? refused?.problem : undefined)
    if (why !== undefined) {
      return { problem: ofLeg(why, place), explanation: answer.explanation ?? refused?.explanation }
    }
    if (orderId === undefined) continue
    if (operation.kind === 'CancelOrder') asked.delete(orderId)
    else asked.set(orderId, place)
  }
  for (const event of fork.events) {
    if (event.kind !== 'OrderCanceled') continue
    const place = asked.get(event.order.id)
    if (place !== undefined) return { problem: ofLeg(notFillable(fork, event.order), place) }
  }
  return undefined
}

const isRefusal = (event: Event) =>
  event.kind === 'OrderRejected' || event.kind === 'CommandRejected'

const ofLeg = ({ params, ...wrong }: Problem, place: number): Problem => ({
  ...wrong,
  params: { ...params, leg: String(place + 1) },
})

/**
 * The problem of an order that was accepted and ended unfilled: by time in force, price or
 * self-trade prevention.
 */
function notFillable(state: EngineState, { symbol, filledLots, qtyLots: lots }: Order): Problem {
  const instrument = state.bySymbol.get(symbol)?.instrument
  if (instrument === undefined) return problem('instrumentUnknown', 'symbol')
  return problem('batchNotFillable', undefined, {
    qty: formatQty(instrument, qtyLots(lots)),
    fillable: formatQty(instrument, qtyLots(filledLots)),
    coin: qtyCoin(instrument),
    symbol,
  })
}

function performOperation(state: EngineState, operation: BatchOperation): CommandResult {
  const answer = answerOf(state, operation)
  if (answer.problem !== undefined && operation.kind !== 'PlaceOrder') {
    emitRejected(state, operation, answer.problem, answer.explanation)
  }
  return answer
}

function answerOf(state: EngineState, operation: BatchOperation): CommandResult {
  switch (operation.kind) {
    case 'PlaceOrder':
      return placeAny(state, operation)
    case 'ReplaceOrder':
      return replaceAny(state, operation)
    case 'CancelOrder':
      return cancelAny(state, operation)
    default:
      return assertNever(operation)
  }
}
