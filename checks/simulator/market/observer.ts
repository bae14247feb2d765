// Observes a simulated market as a trader would: every trade, and all books every few seconds.

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import type { EventBatch } from '@basis/engine/events'
import type { SymbolView, Views } from '@basis/engine/views'
import { dailyTurnoverOf, medianTurnoverOf } from '@basis/server/simulator/robots/liquidity'
import type { Listing } from '@basis/server/instruments/listings'

/** The three largest and the others whose books are observed. */
export const watched = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map(symbolId)
const bookEveryMs = 5_000
const hourMs = 3_600_000
const minuteMs = 60_000

export type Print = { readonly timeMs: number; readonly value: number; readonly lots: number }

/** One symbol's trades, by minute and by hour. */
export class SymbolRecord {
  readonly listing: Listing
  readonly prints: Print[] = []
  readonly printsByHour = new Map<number, number>()
  readonly valueByMinute = new Map<number, number>()
  readonly closeByMinute = new Map<number, number>()
  readonly spreads: number[] = []
  readonly depth10: number[] = []
  readonly depth50: number[] = []
  readonly levels: number[] = []
  readonly rates: number[] = []
  readonly interest: { readonly atMs: number; readonly value: number; readonly lots: number }[] = []
  /** The mid price relative to the index at the end of a minute, less one. */
  readonly premiumByMinute = new Map<number, number>()
  /** The takers' buys less their sells in a minute, in quote units. */
  readonly flowByMinute = new Map<number, number>()
  observations = 0
  outside = 0
  count = 0

  constructor(listing: Listing) {
    this.listing = listing
  }

  get dailyTurnover(): number {
    return dailyTurnoverOf(this.listing)
  }

  get medianTurnover(): number {
    return medianTurnoverOf(this.listing)
  }

  /** The value of a lot at a price, in quote units. */
  valueOf(ticks: number): number {
    const { instrument } = this.listing
    const lot = instrument.lotSizeE8 / 1e8
    if (instrument.kind === 'Inverse') return lot
    return lot * ticks * (instrument.tickSizeE8 / 1e8)
  }
}

export class Observer {
  readonly records = new Map<SymbolId, SymbolRecord>()
  /** Mid prices of the observed books once a second, for short horizons. */
  readonly seconds = new Map<SymbolId, number[]>()
  readonly #views: Views
  readonly #startMs: number
  #secondMs = 0
  #bookMs = 0
  liquidations = 0

  constructor(views: Views, listings: readonly Listing[], startMs: number) {
    this.#views = views
    this.#startMs = startMs
    for (const listing of listings) {
      this.records.set(listing.instrument.symbol, new SymbolRecord(listing))
    }
    for (const symbol of watched) this.seconds.set(symbol, [])
  }

  hear({ timeMs, events }: EventBatch): void {
    for (const event of events) {
      if (event.kind === 'LiquidationStarted') this.liquidations += 1
      if (event.kind !== 'Traded') continue
      const record = this.records.get(event.symbol)
      if (record === undefined) continue
      const value = record.valueOf(event.priceTicks) * event.qtyLots
      const at = timeMs - this.#startMs
      record.count += 1
      add(record.printsByHour, Math.floor(at / hourMs), 1)
      const minute = Math.floor(at / minuteMs)
      add(record.valueByMinute, minute, value)
      add(record.flowByMinute, minute, event.takerSide === 'Buy' ? value : -value)
      if (watched.includes(event.symbol)) {
        record.prints.push({ timeMs, value, lots: event.qtyLots })
      }
    }
  }

  observe(timeMs: number): void {
    if (timeMs - this.#secondMs < 1_000) return
    this.#secondMs = timeMs
    const isBookDue = timeMs - this.#bookMs >= bookEveryMs
    if (isBookDue) this.#bookMs = timeMs
    for (const [symbol, record] of this.records) {
      const view = this.#views.symbol(symbol)
      if (view === undefined || view.bestBidTicks <= 0 || view.bestAskTicks <= 0) continue
      record.observations += 1
      const { lastTicks, bestBidTicks, bestAskTicks } = view
      if (lastTicks < bestBidTicks || lastTicks > bestAskTicks) record.outside += 1
      const middle = (bestBidTicks + bestAskTicks) / 2
      const minute = Math.floor((timeMs - this.#startMs) / minuteMs)
      record.closeByMinute.set(minute, middle)
      const ofIndex = (middle * view.instrument.tickSizeE8) / view.indexE8
      record.premiumByMinute.set(minute, ofIndex - 1)
      this.seconds.get(symbol)?.push(middle)
      record.spreads.push(bestAskTicks - bestBidTicks)
      if (isBookDue) this.#measureBook(record, view, timeMs)
    }
  }

  #measureBook(record: SymbolRecord, view: SymbolView, timeMs: number): void {
    const { symbol } = view.instrument
    if (view.instrument.kind !== 'Spot') {
      record.rates.push(Number(view.fundingRateE8) / 1e8)
      record.interest.push({
        atMs: timeMs - this.#startMs,
        value: record.valueOf(view.lastTicks) * view.openInterestLots,
        lots: view.openInterestLots,
      })
    }
    if (!watched.includes(symbol)) return
    const depth = this.#views.depth(symbol, 1_000)
    if (depth === undefined) return
    const middle = (view.bestBidTicks + view.bestAskTicks) / 2
    const within = (share: number): number => {
      const near = [...depth.bids, ...depth.asks].filter(
        ({ priceTicks }) => Math.abs(priceTicks / middle - 1) <= share,
      )
      return near.reduce((sum, each) => sum + record.valueOf(each.priceTicks) * each.qtyLots, 0)
    }
    record.depth10.push(within(0.001) / record.dailyTurnover)
    record.depth50.push(within(0.005) / record.dailyTurnover)
    const near = [depth.bids, depth.asks].map(
      (side) => side.filter(({ priceTicks }) => Math.abs(priceTicks / middle - 1) <= 0.05).length,
    )
    record.levels.push(Math.min(...near))
  }
}

function add(map: Map<number, number>, key: number, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value)
}

export function recordOf({ records }: Observer, symbol: string): SymbolRecord {
  const record = records.get(symbolId(symbol))
  if (record === undefined) throw new Error(`${symbol} is not observed`)
  return record
}

export const perpetualsOf = ({ records }: Observer): SymbolRecord[] =>
  [...records.values()].filter(
    ({ listing }) => listing.instrument.contractType === 'LinearPerpetual',
  )
