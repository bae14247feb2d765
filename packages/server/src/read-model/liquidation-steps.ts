// The steps of a liquidation as an account is told them, at once by push and later from history.

import { formatTrimmed } from '@basis/domain/fixed'
import { explanationText } from '@basis/domain/risk/explanation'
import { formatQty, type Instrument } from '@basis/domain/instrument'
import type { Event } from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/position'

const kinds = [
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LossCovered',
] as const
export type LiquidationEvent = Extract<Event, { readonly kind: (typeof kinds)[number] }>

export const isLiquidationStep = (event: Event): event is LiquidationEvent =>
  kinds.some((kind) => kind === event.kind)

/** Returns a step in the specification's words, with the numbers that decided it. */
export function liquidationStep(
  event: LiquidationEvent,
  timeE3: number,
  instrument: Instrument | undefined,
): WireLiquidation {
  const told = plainStep(event, timeE3, instrument)
  if (!('explanation' in event)) return told
  return { ...told, explanation: explanationText(event.explanation) }
}

function plainStep(
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
    case 'PositionDeleveraged': {
      const { symbol, side, closedLots, priceE8, value } = event
      const size = instrument === undefined ? '0' : formatQty(instrument, closedLots)
      const bustPrice = formatTrimmed(BigInt(priceE8), 8)
      const plain = { ...none, symbol, side, size, bustPrice }
      return { ...plain, step: 'deleveraged', amount: encodeAmount(value) }
    }
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
