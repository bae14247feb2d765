// The exchange's announced calendar: openings, delistings, deliveries and maintenance of the next
// seven days.

// Shocks are not announced. Dozens of options start and expire each day; see their chain.

import type { SymbolId } from '@basis/domain/numbers/brand'
import { auctionStartMs, isComing, type Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'
import { listings, listingsAt } from '../../instruments/listings.ts'
import {
  announcedAheadMs,
  cancelOnlyMs,
  weeklyPairsAt,
} from '../../instruments/spot/weekly-pairs.ts'
import { weekMs, weekOf } from '../../instruments/weeks.ts'
import { symbolsWithoutOptions } from '../../options/dated-contracts.ts'
import { MarketWeek } from './market-week.ts'

export type MarketEvent = {
  /**
   * A call auction before trading begins, a start of trading without one, the cancel-only time
   * before a pair is closed, a delivery, or temporary cancel-only maintenance.
   */
  readonly kind: 'auction' | 'opening' | 'delisting' | 'delivery' | 'maintenance'
  readonly timeMs: number
  /** The end time of events with a duration. */
  readonly endMs?: number
  /** When it was first announced. */
  readonly announcedMs: number
  readonly symbols: readonly SymbolId[]
}

/** The calendar of an exchange and its seed; the same in every process of a cluster. */
export class MarketCalendar {
  readonly #views: Views
  readonly #week: MarketWeek

  constructor(views: Views, seed: number) {
    this.#views = views
    this.#week = new MarketWeek(seed, listings)
  }

  /** Returns the events in progress or starting within seven days, soonest first. */
  next(nowMs: number): readonly MarketEvent[] {
    const instruments = symbolsWithoutOptions(this.#views).flatMap((symbol) => {
      const instrument = this.#views.instrument(symbol)
      return instrument === undefined || instrument.status === 'Closed' ? [] : [instrument]
    })
    const all = [
      ...openings(instruments, nowMs),
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
      // A pair that is closed before then has no maintenance.
      const listed = listingsAt(timeMs).filter((listing) => listing.coin === coin)
      const ofCoin = new Set(listed.map(({ instrument }) => instrument.symbol))
      const symbols = instruments.flatMap(({ symbol }) => (ofCoin.has(symbol) ? [symbol] : []))
      return [{ kind: 'maintenance', timeMs, endMs, announcedMs: timeMs - weekMs, symbols }]
    })
  }
}

function openings(instruments: readonly Instrument[], nowMs: number): MarketEvent[] {
  const weekly = new Set(weeklyPairsAt(nowMs).map(({ instrument }) => instrument.symbol))
  return instruments.filter(isComing).map((instrument) => {
    const { symbol, launchMs = 0 } = instrument
    const startMs = auctionStartMs(instrument)
    const aheadMs = weekly.has(symbol) ? announcedAheadMs : weekMs
    const common = { announcedMs: launchMs - aheadMs, symbols: [symbol] }
    return startMs === undefined
      ? { kind: 'opening', timeMs: launchMs, ...common }
      : { kind: 'auction', timeMs: startMs, endMs: launchMs, ...common }
  })
}

function delistings(instruments: readonly Instrument[], nowMs: number): MarketEvent[] {
  const listed = new Set(instruments.map(({ symbol }) => symbol))
  return weeklyPairsAt(nowMs).flatMap(({ closesMs, instrument: { symbol } }): MarketEvent[] => {
    if (closesMs === undefined || !listed.has(symbol)) return []
    const timeMs = closesMs - cancelOnlyMs
    const announcedMs = closesMs - weekMs
    return [{ kind: 'delisting', timeMs, endMs: closesMs, announcedMs, symbols: [symbol] }]
  })
}

/** All futures delivered at the same time are one event. */
function deliveries(instruments: readonly Instrument[]): MarketEvent[] {
  const dated = instruments.filter(({ deliveryMs }) => deliveryMs !== undefined)
  return [...Map.groupBy(dated, ({ deliveryMs = 0 }) => deliveryMs)].map(([timeMs, ended]) => ({
    kind: 'delivery',
    timeMs,
    announcedMs: timeMs - weekMs,
    symbols: ended.map(({ symbol }) => symbol),
  }))
}
