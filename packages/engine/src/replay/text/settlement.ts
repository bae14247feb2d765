// The text of sessions and deliveries.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Delivered, PositionDelivered, SessionPaid, SessionSettled } from '../../api/events.ts'
import { money, qtyText, words } from './line.ts'

export type SettlementEvent = SessionSettled | SessionPaid | Delivered | PositionDelivered

/** Returns the event of a session or a delivery as a line. */
export function settlementText(event: SettlementEvent, instrument: Instrument | undefined): string {
  const { symbol } = event
  switch (event.kind) {
    case 'SessionSettled':
      return `${symbol} session at ${money(BigInt(event.markE8))}`
    case 'SessionPaid': {
      const funded = event.funding === 0n ? '' : `, funding ${money(event.funding)}`
      return `#${event.account} session ${money(event.cashFlow)}${funded} on ${symbol}`
    }
    case 'Delivered':
      return words(
        `${symbol} delivered at ${formatTrimmed(BigInt(event.priceE8), 8)}`,
        `of ${event.samples} s`,
      )
    case 'PositionDelivered': {
      const size = `${event.side === 'Buy' ? 'long' : 'short'} ${qtyText(instrument, event.sizeLots)}`
      const paid = `${money(event.pnl)}, fee ${money(event.fee)}`
      return `#${event.account} delivered ${size} ${symbol}: ${paid}`
    }
  }
}
