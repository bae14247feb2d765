// The calendar that the venue announces: openings, ends, deliveries and maintenance of the next
// seven days.

// A shock is in no calendar.

import type { SymbolId } from '@basis/domain/numbers/brand'
import { isComing, type Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { announcedAheadMs, weeklyPairsAt } from '../../instruments/spot/weekly-pairs.ts'
import { weekMs, weekOf } from '../../instruments/weeks.ts'
import { MarketWeek } from './market-week.ts'

export type MarketEvent = {
  readonly kind: 'opening' | 'delisting' | 'delivery' | 'maintenance'
  readonly timeMs: number
  /** Of maintenance: when all orders are taken again. */
  readonly endMs?: number
  /** When it was announced first. */
  readonly announcedMs: number
  readonly symbols: readonly SymbolId[]
}

/** The calendar of an exchange and its seed; every process of a cluster has the same. */
export class MarketCalendar {
  readonly #views: Views
  readonly #week: MarketWeek

  constructor(views: Views, seed: number) {
    this.#views = views
    this.#week = new MarketWeek(seed, listings)
  }

  /** Returns what is planned from a moment to seven days later, the next first. */
  next(nowMs: number): readonly MarketEvent[] {
    const instruments = this.#views.symbols().flatMap((symbol) => {
      const instrument = this.#views.instrument(symbol)
      return instrument === undefined || instrument.option !== undefined ? [] : [instrument]
    })
    const all = [
      ...openings(instruments),
      ...delistings(instruments, nowMs),
      ...deliveries(instruments),
      ...this.#maintenance(instruments, nowMs),
    ]
    return all
      .filter(({ timeMs, endMs = timeMs }) => endMs > nowMs && timeMs <= nowMs + weekMs)
      .toSorted((a, b) => a.timeMs - b.timeMs)
  }

  #maintenance(instruments: readonly Instrument[], nowMs: number): MarketEvent[] {
    return [weekOf(nowMs), weekOf(nowMs) + 1].flatMap((week): MarketEvent[] => {
      const planned = this.#week.maintenanceOf(week)
      if (planned === undefined) return []
      const { coin, timeMs, endMs } = planned
      const ofCoin = new Set(
        listingsAt(nowMs).flatMap((listing) =>
          listing.coin === coin ? [listing.instrument.symbol] : [],
        ),
      )
      const symbols = instruments.flatMap(({ symbol }) => (ofCoin.has(symbol) ? [symbol] : []))
      return [{ kind: 'maintenance', timeMs, endMs, announcedMs: timeMs - weekMs, symbols }]
    })
  }
}

function openings(instruments: readonly Instrument[]): MarketEvent[] {
  return instruments.filter(isComing).map(({ symbol, launchMs: timeMs = 0 }) => ({
    kind: 'opening',
    timeMs,
    announcedMs: timeMs - announcedAheadMs,
    symbols: [symbol],
  }))
}

function delistings(instruments: readonly Instrument[], nowMs: number): MarketEvent[] {
  const open = new Set(
    instruments.filter(({ status }) => status !== 'Closed').map(({ symbol }) => symbol),
  )
  return weeklyPairsAt(nowMs).flatMap(({ closesMs, instrument: { symbol } }): MarketEvent[] =>
    closesMs === undefined || !open.has(symbol)
      ? []
      : [
          {
            kind: 'delisting',
            timeMs: closesMs,
            announcedMs: closesMs - weekMs,
            symbols: [symbol],
          },
        ],
  )
}

/** All contracts of one moment are one event. */
function deliveries(instruments: readonly Instrument[]): MarketEvent[] {
  const dated = instruments.filter(
    ({ deliveryMs, status }) => deliveryMs !== undefined && status !== 'Closed',
  )
  return [...Map.groupBy(dated, ({ deliveryMs = 0 }) => deliveryMs)].map(([timeMs, ended]) => ({
    kind: 'delivery',
    timeMs,
    announcedMs: timeMs - weekMs,
    symbols: ended.map(({ symbol }) => symbol),
  }))
}
