// Decision records: why a stop triggered, a command was refused or a position was liquidated.

import { explanationText } from '@basis/domain/margin/explanation'
import type { Event } from '@basis/engine/events'
import { byName, storedJson, text } from '../stored/stored-json.ts'
import type { DecisionRow } from './history-tables.ts'
import type { DecisionRecord } from './read-model.ts'

type Decision = Omit<DecisionRow, 'seq' | 'place' | 'timeMs' | 'account'>

/** Returns the decision that an event records; undefined if it needs no explanation. */
export function decisionOf(event: Event): Decision | undefined {
  switch (event.kind) {
    case 'OrderTriggered': {
      if (event.explanation === undefined) return undefined
      const { rule, compared, numbers } = explanationText(event.explanation)
      const { symbol, id } = event.order
      const common = { symbol, orderId: id, event: event.kind, rule, compared }
      return { ...common, numbers: JSON.stringify(numbers) }
    }
    case 'OrderCanceled': {
      const { symbol, id } = event.order
      const common = { symbol, orderId: id, event: event.kind }
      if (event.problem !== undefined) return { ...common, ...refusalOf(event as Refusal) }
      if (event.explanation === undefined) return undefined
      const { rule, compared, numbers } = explanationText(event.explanation)
      return { ...common, rule, compared, numbers: JSON.stringify(numbers) }
    }
    case 'OrderRejected': {
      // A refused order has no number, so its own id identifies it.
      const { symbol, id, linkId } = event.order
      return { symbol, orderId: id, event: event.kind, ...refusalOf(event, linkId) }
    }
    case 'CommandRejected': {
      const { symbol = '', command } = event
      return { symbol, orderId: 0, event: command, ...refusalOf(event) }
    }
    case 'LiquidationStarted':
    case 'PositionTakenOver':
    case 'PositionDeleveraged':
    case 'LossCovered': {
      const { rule, compared, numbers } = explanationText(event.explanation)
      const symbol = 'symbol' in event ? (event.symbol ?? '') : ''
      const common = { symbol, orderId: 0, event: event.kind, rule, compared }
      return { ...common, numbers: JSON.stringify(numbers) }
    }
    default:
      return undefined
  }
}

/**
 * A refusal's rule (its problem's name), the comparison or else the field at fault, and its
 * figures: those of the formula, if one decided, and those of the message.
 */
function refusalOf({ problem, explanation }: Refusal, linkId = ''): Pick<Decision, Described> {
  const { name, field = '', params = {} } = problem
  const why = explanation === undefined ? undefined : explanationText(explanation)
  const named = linkId === '' ? {} : { orderLinkId: linkId }
  const numbers = { ...params, ...why?.numbers, ...(field === '' ? {} : { field }), ...named }
  return { rule: name, compared: why?.compared ?? field, numbers: JSON.stringify(numbers) }
}

type Refusal = Pick<Extract<Event, { kind: 'OrderRejected' }>, 'problem' | 'explanation'>
type Described = 'rule' | 'compared' | 'numbers'

const numbersShape = byName(text)

export function decisionRecord(row: DecisionRow): DecisionRecord {
  const { seq, timeMs, symbol, orderId, event, rule, compared } = row
  const numbers = storedJson('numbers', row.numbers, numbersShape)
  return { seq, timeMs, symbol, orderId, event, rule, compared, numbers }
}
