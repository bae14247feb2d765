// The text of takeovers and deleverages, in which positions change owner without an order.

import type { PositionDeleveraged, PositionTakenOver } from '../../api/events.ts'
import { money, qtyText, type Instruments } from './line.ts'

/** Returns `#7 taken over: long 0.5 BTCUSDT @ 59000`. */
export function handedOverText(
  event: PositionTakenOver | PositionDeleveraged,
  instruments: Instruments,
): string {
  const [verb, lots, price] =
    event.kind === 'PositionTakenOver'
      ? (['taken over', event.sizeLots, event.bankruptcyPriceE8] as const)
      : (['deleveraged', event.closedLots, event.priceE8] as const)
  const side = event.side === 'Buy' ? 'long' : 'short'
  const size = qtyText(instruments.get(event.symbol), lots)
  return `#${event.account} ${verb}: ${side} ${size} ${event.symbol} @ ${money(BigInt(price))}`
}
