// The request of a position's TP/SL: the checked terms, and the orders of the entry that it
// changes.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Position } from '@basis/domain/orders/position'
import type { LegName, SizedTpslRequest } from '@basis/domain/orders/tpsl'
import type { ExistingLeg } from '@basis/domain/orders/tpsl-entries'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeSizedTpslRequest } from '@basis/protocol/tpsl'

export type TpslTarget = Pick<Position, 'symbol' | 'positionIdx'>

/** The requested TP/SL, and the orders that it replaces. */
export type TpslChange = {
  readonly terms: SizedTpslRequest
  readonly before: Readonly<Partial<Record<LegName, Pick<ExistingLeg, 'orderId'>>>> | undefined
}

/** Returns the request of a checked change; an entry is identified by its orders. */
export function tpslRequest(
  { symbol, positionIdx }: TpslTarget,
  instrument: Instrument,
  { terms, before }: TpslChange,
): CallRequest<'setTpSlTs'> {
  const named = terms.mode === 'Partial' ? before : undefined
  const idOf = (name: LegName): string | undefined => named?.[name]?.orderId.toString()
  const [tpStopOrderId, slStopOrderId] = [idOf('takeProfit'), idOf('stopLoss')]
  return {
    symbol,
    positionIdx,
    ...encodeSizedTpslRequest(terms, instrument),
    ...(tpStopOrderId === undefined ? {} : { tpStopOrderId }),
    ...(slStopOrderId === undefined ? {} : { slStopOrderId }),
  }
}
