// Why it happened: what is kept of the explanation of an event, to be read later.

import { explanationText, type Explanation } from '@basis/domain/risk/explanation'
import type { Event } from '@basis/engine/events'
import type { DecisionRow } from './history-tables.ts'
import type { DecisionRecord } from './read-model.ts'

type Decision = Omit<DecisionRow, 'entryNo' | 'seq' | 'timeMs' | 'account'>

/** Returns what an event says of its reason; undefined for one that needs none. */
export function decisionOf(event: Event): Decision | undefined {
  switch (event.kind) {
    case 'OrderTriggered':
      if (event.explanation === undefined) return undefined
      return explained(event, event.order.symbol, event.explanation, event.order.id)
    case 'OrderRejected': {
      const { order, problem } = event
      const numbers = JSON.stringify(problem.params ?? {})
      const common = { symbol: order.symbol, orderId: order.id, event: event.kind }
      return { ...common, rule: problem.name, compared: problem.field ?? '', numbers }
    }
    case 'LiquidationStarted':
      return explained(event, event.symbol ?? '', event.explanation)
    case 'PositionTakenOver':
    case 'PositionDeleveraged':
      return explained(event, event.symbol, event.explanation)
    case 'LossCovered':
      return explained(event, '', event.explanation)
    default:
      return undefined
  }
}

function explained(
  { kind }: Event,
  symbol: string,
  explanation: Explanation,
  orderId = 0,
): Decision {
  const { rule, compared, numbers } = explanationText(explanation)
  return { symbol, orderId, event: kind, rule, compared, numbers: JSON.stringify(numbers) }
}

export function decisionRecord(row: DecisionRow): DecisionRecord {
  const { seq, timeMs, symbol, orderId, event, rule, compared } = row
  const numbers = JSON.parse(row.numbers) as DecisionRecord['numbers']
  return { seq, timeMs, symbol, orderId, event, rule, compared, numbers }
}
