// What sessions and deliveries leave in the history: of an account what it was paid, of a market at
// which price (domain.md 1.8, 11.1).

import type { AccountId, SymbolId } from '@basis/domain/brand'
import type { Event } from '@basis/engine/events'
import { eventOfText, eventText } from './event-text.ts'
import type { SettlementRow } from './history-tables.ts'
import type { HistoryQuestion } from './read-model.ts'

const kinds = ['PositionDelivered', 'SessionPaid', 'Delivered', 'SessionSettled'] as const
export type SettlementKind = (typeof kinds)[number]
export type SettlementEvent<Kind extends SettlementKind = SettlementKind> = Extract<
  Event,
  { readonly kind: Kind }
>

/** One kind of settlement, newest first; the two that concern a market have no account. */
export type SettlementQuestion<Kind extends SettlementKind = SettlementKind> = Omit<
  HistoryQuestion,
  'account'
> & { readonly kind: Kind; readonly account?: AccountId }

export type SettlementRecord<Kind extends SettlementKind = SettlementKind> = {
  readonly seq: number
  readonly timeMs: number
  readonly symbol: SymbolId
  readonly event: SettlementEvent<Kind>
}

export const isSettlement = (event: Event): event is SettlementEvent =>
  kinds.some((kind) => kind === event.kind)

type Entry = Pick<SettlementRow, 'entryNo' | 'seq' | 'timeMs'>

/** Returns the row of an event; the account 0 is nobody's: everybody may read it. */
export function settlementRow(entry: Entry, event: SettlementEvent): SettlementRow {
  const { kind, symbol } = event
  const account = 'account' in event ? event.account : 0
  return { ...entry, account, kind, symbol, record: eventText(event) }
}

export function settlementRecord({ seq, timeMs, record }: SettlementRow): SettlementRecord {
  const event = eventOfText<SettlementEvent>(record)
  return { seq, timeMs, symbol: event.symbol, event }
}
