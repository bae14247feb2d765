// Liquidation steps as reported to an account, live by push and later from the history.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { explanationText } from '@basis/domain/margin/explanation'
import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Event } from '@basis/engine/events'
import type { WireLiquidation } from '@basis/protocol/position'
import { averageOf } from './executions.ts'

const kinds = [
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LossCovered',
] as const
type PnlClosed = Extract<Event, { readonly kind: 'PnlClosed' }>
type Forced = Exclude<PnlClosed['cause'], 'Trade' | 'Delivery'>
/** A forced close of a position or of a part of one. */
type ForcedClosing = PnlClosed & { readonly cause: Forced }
type LoanConverted = Extract<Event, { readonly kind: 'LoanConverted' }>
/** A forced sale of coins to repay a loan (rules 12.5). */
type ForcedConversion = LoanConverted & {
  readonly cause: Exclude<LoanConverted['cause'], 'Request'>
}
export type LiquidationEvent =
  | Extract<Event, { readonly kind: (typeof kinds)[number] }>
  | ForcedClosing
  | ForcedConversion

export const isLiquidationStep = (event: Event): event is LiquidationEvent =>
  isForcedClosing(event) || isForcedConversion(event) || kinds.some((kind) => kind === event.kind)

export const isForcedConversion = (event: Event): event is ForcedConversion =>
  event.kind === 'LoanConverted' && event.cause !== 'Request'

export const isForcedClosing = (event: Event): event is ForcedClosing =>
  event.kind === 'PnlClosed' && event.cause !== 'Trade' && event.cause !== 'Delivery'

/** Encodes a step as the specification names it, with the numbers that decided it. */
export function liquidationStep(
  event: LiquidationEvent,
  timeE3: number,
  instrument: Instrument | undefined,
): WireLiquidation {
  const plain = plainStep(event, timeE3, instrument)
  if (!('explanation' in event) || event.explanation === undefined) return plain
  return { ...plain, explanation: explanationText(event.explanation) }
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
      return { ...none, symbol, step: 'started', amount: formatTrimmed(marginBalance, 8) }
    }
    case 'MarginReplenished': {
      const { symbol, added } = event
      return { ...none, symbol, step: 'replenished', amount: formatTrimmed(added, 8) }
    }
    case 'LossCovered': {
      const { coin } = event
      return {
        ...none,
        symbol: '',
        step: 'lossCovered',
        coin,
        amount: formatTrimmed(event.amount, 8),
      }
    }
    case 'LoanConverted': {
      const { cause, coin, repaid, from: soldCoin, given, fee, maintenanceRateE4 } = event
      const conversion = {
        cause,
        soldCoin,
        sold: formatTrimmed(given, 8),
        fee: formatTrimmed(fee, 8),
        rate: formatTrimmed(BigInt(maintenanceRateE4), 4),
      }
      const amount = formatTrimmed(repaid, 8)
      return { ...none, symbol: '', step: 'converted', coin, amount, conversion }
    }
    case 'PositionDeleveraged': {
      const { symbol, side, closedLots, priceE8, value } = event
      const size = instrument === undefined ? '0' : formatQty(instrument, closedLots)
      const bustPrice = formatTrimmed(BigInt(priceE8), 8)
      const plain = { ...none, symbol, side, size, bustPrice }
      return { ...plain, step: 'deleveraged', amount: formatTrimmed(value, 8) }
    }
    case 'PnlClosed': {
      const { symbol, side, positionIdx, cause, closedLots, exitValue, closedPnl } = event
      const closed = { ...none, symbol, side, positionIdx, cause, step: 'closed' } as const
      const money = { exitValue: formatTrimmed(exitValue, 8), amount: formatTrimmed(closedPnl, 8) }
      if (instrument === undefined) return { ...closed, ...money, avgExitPrice: '0' }
      const avgExitPrice = averageOf(instrument, exitValue, closedLots)
      return { ...closed, ...money, size: formatQty(instrument, closedLots), avgExitPrice }
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
