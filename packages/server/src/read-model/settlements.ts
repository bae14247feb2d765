// Sessions and deliveries in the history: what an account was paid, and at which price a market
// settled (rules 1.8, 11.1).

import type { Event } from '@basis/engine/events'
import { eventOfText, eventText } from './event-text.ts'
import type { SettlementRow } from './history-tables.ts'

const kinds = ['PositionDelivered', 'SessionPaid', 'Delivered', 'SessionSettled'] as const
export type SettlementKind = (typeof kinds)[number]
export type SettlementEvent<Kind extends SettlementKind = SettlementKind> = Extract<
  Event,
  { readonly kind: Kind }
>

export const isSettlement = (event: Event): event is SettlementEvent =>
  kinds.some((kind) => kind === event.kind)

type Entry = Pick<SettlementRow, 'seq' | 'place' | 'timeMs'>

/** Returns the row of an event; the account 0 is nobody's: everybody may read it. */
export function settlementRow(entry: Entry, event: SettlementEvent): SettlementRow {
  const { kind, symbol } = event
  const account = 'account' in event ? event.account : 0
  return { ...entry, account, kind, symbol, record: eventText(event) }
}

export function settlementRecord({ seq, timeMs, record }: SettlementRow) {
  const event = eventOfText<SettlementEvent>(record)
  return { seq, timeMs, symbol: event.symbol, event }
}
