// Why a stop fired or an order was refused: what is kept of it, to be read later.

import { explanationText } from '@basis/domain/risk/explanation'
import type { Event } from '@basis/engine/events'
import type { DecisionRow } from './history-tables.ts'
import type { DecisionRecord } from './read-model.ts'

type Decision = Omit<DecisionRow, 'entryNo' | 'seq' | 'timeMs' | 'account'>

/** Returns what an event says of its reason; undefined for one that needs none. */
export function decisionOf(event: Event): Decision | undefined {
  switch (event.kind) {
    case 'OrderTriggered': {
      if (event.explanation === undefined) return undefined
      const { rule, compared, numbers } = explanationText(event.explanation)
      const { symbol, id } = event.order
      const common = { symbol, orderId: id, event: event.kind, rule, compared }
      return { ...common, numbers: JSON.stringify(numbers) }
    }
    case 'OrderRejected': {
      const { order, problem } = event
      const numbers = JSON.stringify(problem.params ?? {})
      const common = { symbol: order.symbol, orderId: order.id, event: event.kind }
      return { ...common, rule: problem.name, compared: problem.field ?? '', numbers }
    }
    default:
      return undefined
  }
}

export function decisionRecord(row: DecisionRow): DecisionRecord {
  const { seq, timeMs, symbol, orderId, event, rule, compared } = row
  const numbers = JSON.parse(row.numbers) as DecisionRecord['numbers']
  return { seq, timeMs, symbol, orderId, event, rule, compared, numbers }
}
