// The steps of a liquidation as an account is told them, at once by push and later from history.

import { formatTrimmed } from '@basis/domain/fixed'
import { formatQty, type Instrument } from '@basis/domain/instrument'
import type { Event } from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/position'

const kinds = [
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'LossCovered',
] as const
export type LiquidationEvent = Extract<Event, { readonly kind: (typeof kinds)[number] }>

export const isLiquidationStep = (event: Event): event is LiquidationEvent =>
  kinds.some((kind) => kind === event.kind)

/** Returns a step in the specification's words; the amount is 1e-8 of the coin that it is in. */
export function liquidationStep(
  event: LiquidationEvent,
  timeE3: number,
  instrument: Instrument | undefined,
): WireLiquidation {
  const none = { side: 'None', size: '0', markPrice: '', bustPrice: '', timeE3 } as const
  switch (event.kind) {
    case 'LiquidationStarted': {
      const { symbol = '', marginBalance } = event
      return { ...none, symbol, step: 'started', amount: encodeAmount(marginBalance) }
    }
    case 'MarginReplenished': {
      const { symbol, added } = event
      return { ...none, symbol, step: 'replenished', amount: encodeAmount(added) }
    }
    case 'LossCovered':
      return { ...none, symbol: '', step: 'lossCovered', amount: encodeAmount(event.amount) }
    case 'PositionTakenOver': {
      const { symbol, side, sizeLots, markE8, bankruptcyPriceE8 } = event
      return {
        symbol,
        side,
        size: instrument === undefined ? '0' : formatQty(instrument, sizeLots),
        markPrice: formatTrimmed(BigInt(markE8), 8),
        bustPrice: formatTrimmed(BigInt(bankruptcyPriceE8), 8),
        step: 'takenOver',
        amount: '0',
        timeE3,
      }
    }
  }
}
