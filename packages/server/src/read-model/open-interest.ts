// Open interest over time: folded from events, sampled every five minutes, kept in memory for a day
// and longer in the database.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import type { Event, EventBatch } from '@basis/engine/events'
import type { OpenInterestRow } from './history-tables.ts'

/**
 * A sample is the open interest at the end of its interval; the current sample's is that of now.
 */
export const sampleMs = 5 * minuteMs
/** A day, and one more sample to compare with. */
export const samplesKept = dayMs / sampleMs + 1

const sampleStart = (timeMs: number): number => timeMs - (timeMs % sampleMs)

const hourOf = (timeMs: number): number => Math.floor(timeMs / (60 * minuteMs))

type Interest = { lots: number; readonly samples: OpenInterestRow[] }

/** A contract, which has positions; spot pairs have none. */
type Market = { readonly symbol: string; readonly kind: string }

/** All contracts; called with every batch, in order. */
export class OpenInterest {
  readonly #contracts = new Map<string, Interest>()
  /** Stored samples of contracts that are not known yet, such as options after a restart. */
  readonly #past = new Map<string, Interest>()
  /** Contracts that have ended: after the present sample they have no more. */
  readonly #over = new Set<string>()
  /** Symbols whose current sample has changed since it was stored. */
  readonly #changed = new Set<string>()
  readonly #longShareOf: (symbol: string) => number | undefined
  #ended: OpenInterestRow[] = []
  #sampleMs: number
  #nowMs: number

  /** `rows`: newest samples of all symbols, ascending; `longShareOf`: the current share, ×1e6. */
  constructor(
    markets: readonly Market[],
    rows: readonly OpenInterestRow[],
    nowMs: number,
    longShareOf: (symbol: string) => number | undefined = () => undefined,
  ) {
    this.#longShareOf = longShareOf
    this.#nowMs = nowMs
    this.#sampleMs = sampleStart(nowMs)
    for (const market of markets) this.list(market)
    for (const row of rows) {
      const interest = this.#contracts.get(row.symbol) ?? this.#pastOf(row.symbol)
      interest.lots = row.lots
      if (row.startMs < this.#sampleMs) interest.samples.push(row)
    }
  }

  apply({ timeMs, events }: EventBatch): void {
    this.#nowMs = timeMs
    const start = sampleStart(timeMs)
    if (start > this.#sampleMs) this.#roll(start)
    for (const event of events) this.#take(event)
  }

  /** Adopts the open interest from before the journal begins, for contracts with no data. */
  introduce(standing: Iterable<readonly [symbol: string, lots: number]>): void {
    for (const [symbol, lots] of standing) {
      const interest = this.#contracts.get(symbol)
      if (interest === undefined || interest.lots > 0 || interest.samples.length > 0) continue
      if (lots > 0) this.#move(symbol, lots)
    }
  }

  /** Returns the rows to be stored since the previous call. */
  takeChanges(): readonly OpenInterestRow[] {
    const ended = this.#ended
    const present = [...this.#changed].map((symbol) => this.#sample(symbol))
    this.#ended = []
    this.#changed.clear()
    return [...ended, ...present]
  }

  /**
   * Returns the open interest in lots at a time within the last day, to five minutes; undefined for
   * times before the known samples.
   */
  at(symbol: string, timeMs: number): number | undefined {
    const interest = this.#contracts.get(symbol)
    if (interest === undefined) return undefined
    if (timeMs >= this.#nowMs) return interest.lots
    return interest.samples.findLast(({ startMs }) => startMs + sampleMs <= timeMs)?.lots
  }

  list({ symbol, kind }: Market): void {
    if (kind === 'Spot' || this.#contracts.has(symbol)) return
    this.#contracts.set(symbol, this.#pastOf(symbol))
    this.#past.delete(symbol)
  }

  /** Stops sampling a contract that has ended: there are hundreds of new options every day. */
  end(symbol: string): void {
    if (this.#contracts.has(symbol)) this.#over.add(symbol)
  }

  #pastOf(symbol: string): Interest {
    const found = this.#past.get(symbol)
    if (found !== undefined) return found
    const made: Interest = { lots: 0, samples: [] }
    this.#past.set(symbol, made)
    return made
  }

  #sample(symbol: string): OpenInterestRow {
    const lots = this.#contracts.get(symbol)?.lots ?? 0
    const longE6 = this.#longShareOf(symbol) ?? null
    return { symbol, startMs: this.#sampleMs, lots, endsHour: 0, longE6 }
  }

  /**
   * Ends the current sample of every contract that has ever had open interest, and drops those that
   * have ended.
   */
  #roll(startMs: number): void {
    const endsHour = Number(hourOf(startMs) > hourOf(this.#sampleMs))
    for (const [symbol, { lots, samples }] of this.#contracts) {
      if (lots === 0 && samples.length === 0) continue
      const row = { ...this.#sample(symbol), endsHour }
      this.#ended.push(row)
      samples.push(row)
      if (samples.length > samplesKept) samples.shift()
    }
    for (const symbol of this.#over) this.#contracts.delete(symbol)
    this.#over.clear()
    this.#changed.clear()
    this.#sampleMs = startMs
  }

  /**
   * Counts long lots. A buy opens what it does not close; the insurance fund opens what it takes
   * over, without netting; every close has an event of its own.
   */
  #take(event: Event): void {
    switch (event.kind) {
      case 'OrderFilled': {
        const { order, fill } = event
        if (order.side === 'Buy') this.#move(order.symbol, fill.qtyLots - fill.closedLots)
        return
      }
      case 'SpreadFilled': {
        for (const leg of [event.fill.far, event.fill.near]) {
          if (leg.side === 'Buy') this.#move(leg.symbol, leg.qtyLots - leg.closedLots)
        }
        return
      }
      case 'BlockTraded':
        return this.#move(event.symbol, event.qtyLots - event.closedLots)
      case 'PositionTakenOver':
        return this.#move(event.symbol, event.sizeLots)
      case 'PnlClosed': {
        const isLong = event.side === 'Buy'
        if (isLong || event.cause === 'TakeOver') this.#move(event.symbol, -event.closedLots)
        return
      }
      default:
        return undefined
    }
  }

  #move(symbol: string, byLots: number): void {
    const interest = this.#contracts.get(symbol)
    if (interest === undefined || byLots === 0) return
    interest.lots += byLots
    this.#changed.add(symbol)
  }
}
