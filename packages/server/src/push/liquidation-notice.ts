// What an account is told of its liquidation, with the explanation that the history keeps.

import { formatTrimmed } from '@basis/domain/fixed'
import { formatQty, type Instrument } from '@basis/domain/instrument'
import { explanationText } from '@basis/domain/risk/explanation'
import type { Event } from '@basis/engine/events'
import { encodeAmount } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/topics'

export type LiquidationEvent = Extract<
  Event,
  { kind: 'LiquidationStarted' | 'PositionTakenOver' | 'PositionDeleveraged' | 'LossCovered' }
>

/** Returns the notice of one step; without the instrument of a position its size is told as 0. */
export function wireLiquidationOf(
  event: LiquidationEvent,
  instrument: Instrument | undefined,
  timeE3: number,
): WireLiquidation {
  const none = { symbol: '', side: 'None', size: '0', markPrice: '', bustPrice: '' } as const
  const why = { ...explanationText(event.explanation), timeE3 }
  const size = (lots: Parameters<typeof formatQty>[1]): string =>
    instrument === undefined ? '0' : formatQty(instrument, lots)
  switch (event.kind) {
    case 'LiquidationStarted':
      return { ...none, ...why, step: 'started', amount: encodeAmount(event.marginBalance) }
    case 'LossCovered':
      return { ...none, ...why, step: 'lossCovered', amount: encodeAmount(event.amount) }
    case 'PositionTakenOver': {
      const { symbol, side, sizeLots, markE8, bankruptcyPriceE8 } = event
      return {
        symbol,
        side,
        size: size(sizeLots),
        markPrice: formatTrimmed(BigInt(markE8), 8),
        bustPrice: formatTrimmed(BigInt(bankruptcyPriceE8), 8),
        ...why,
        step: 'takenOver',
        amount: '0',
      }
    }
    case 'PositionDeleveraged': {
      const { symbol, side, closedLots, priceE8, value } = event
      return {
        symbol,
        side,
        size: size(closedLots),
        markPrice: why.numbers['markPrice']?.replace(/ .*$/, '') ?? '',
        bustPrice: formatTrimmed(BigInt(priceE8), 8),
        ...why,
        step: 'deleveraged',
        amount: encodeAmount(value),
      }
    }
  }
}
