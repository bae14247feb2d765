// The stop of a position that a liquidation may precede: the one closest to the liquidation price.

import { ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { TriggerBasis } from '@basis/domain/orders/order'
import { overtakenStop, type Overtaken } from '@basis/domain/orders/overtaken'
import type { TpslRequest } from '@basis/domain/orders/tpsl'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { Ticker } from '../../stores/tickers.ts'

export type Stop = { readonly triggerTicks: PriceTicks; readonly triggerBy: TriggerBasis }
export type OvertakenStop = Overtaken & {
  readonly stop: Stop
  readonly liquidationTicks: PriceTicks
}

/** Returns the stops that close a position at a loss; a trailing stop follows the last price. */
export function stopsOf({ tpsl }: Pick<PositionRecord, 'tpsl'>): readonly Stop[] {
  const entries = [tpsl.full, ...tpsl.partial]
  const trailing = tpsl.trailing?.triggerTicks
  return [
    ...entries.flatMap((entry) => entry?.stopLoss ?? []),
    ...(trailing === undefined
      ? []
      : [{ triggerTicks: trailing, triggerBy: 'LastPrice' as const }]),
  ]
}

/** Returns the typed stop, if there is one. */
export function requestedStops({ stopLoss }: TpslRequest): readonly Stop[] {
  if (stopLoss?.triggerTicks === undefined) return []
  return [{ triggerTicks: stopLoss.triggerTicks, triggerBy: stopLoss.triggerBy }]
}

/** Returns the stop that is overtaken by the largest distance, with it; undefined for none. */
export function overtakenOf(
  stops: readonly Stop[],
  at: {
    readonly record: Pick<PositionRecord, 'liquidationTicks'>
    readonly position: Pick<HeldPosition, 'side'>
    readonly instrument: Instrument
    readonly ticker: Ticker | undefined
  },
): OvertakenStop | undefined {
  const { position, instrument, ticker } = at
  const { liquidationTicks } = at.record
  if (liquidationTicks === undefined) return undefined
  const last = ticker?.lastTicks
  const lastE8 = last === undefined ? undefined : ticksToE8(instrument, last as PriceTicks)
  const found = stops.flatMap((stop): OvertakenStop[] => {
    const overtaken = overtakenStop({
      side: position.side,
      ...stop,
      liquidationTicks,
      tickSizeE8: instrument.tickSizeE8,
      markE8: ticker?.markE8,
      basisE8: stop.triggerBy === 'IndexPrice' ? ticker?.indexE8 : lastE8,
    })
    return overtaken === undefined ? [] : [{ ...overtaken, stop, liquidationTicks }]
  })
  return found.toSorted((a, b) => a.distanceTicks - b.distanceTicks)[0]
}
