// Sessions, deliveries, interest and transfers in the history: what an account was paid, charged or
// moved, and at which price a market settled (rules 1.8, 11.1, 12.4, 23.2).

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { isFinal } from '@basis/domain/orders/order'
import type { Event } from '@basis/engine/events'
import { eventText } from './event-text.ts'
import type { SettlementRow } from './history-tables.ts'

const kinds = [
  'PositionDelivered',
  'SessionPaid',
  'Delivered',
  'SessionSettled',
  'InterestCharged',
  'SpreadOrderChanged',
  'SpreadFilled',
  'SpreadTraded',
  'FundsTransferred',
] as const
export type SettlementKind = (typeof kinds)[number]
export type SettlementEvent<Kind extends SettlementKind = SettlementKind> = Extract<
  Event,
  { readonly kind: Kind }
>

/** Only the final event of a combination order is kept in the history. */
export const isSettlement = (event: Event): event is SettlementEvent =>
  event.kind === 'SpreadOrderChanged'
    ? isFinal(event.spread.status)
    : kinds.some((kind) => kind === event.kind)

type Entry = Pick<SettlementRow, 'seq' | 'place' | 'timeMs'>

/** Returns the row of an event; account 0 stands for public events, which any account may read. */
export function settlementRow(entry: Entry, event: SettlementEvent): SettlementRow {
  const { kind } = event
  const owner = 'spread' in event ? event.spread.account : undefined
  const account = owner ?? ('account' in event ? event.account : 0)
  return { ...entry, account, kind, symbol: placeOf(event), record: eventText(event) }
}

/** The market of an event; for interest and transfers the coin. */
function placeOf(event: SettlementEvent): SymbolId {
  if ('spread' in event) return event.spread.symbol
  return 'symbol' in event ? event.symbol : symbolId(event.coin)
}
