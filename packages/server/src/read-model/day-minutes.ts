// A market's ended minutes of the last 24 hours, in columns: as objects those of all markets would
// take tens of megabytes, and most of a start's time.

import { minuteMs, type Candle } from '@basis/domain/instrument/candle'

export const minutesOfDay = 1440
/** Dropped minutes stay in the columns until there are this many, so that dropping is cheap. */
const droppedMost = 512

/** Candles in columns, in order of time, as they go from one thread to another. */
export type CandleColumns = {
  readonly startMs: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volumeLots: Float64Array
  readonly turnover: BigInt64Array
}

/** Returns columns of zeros. */
export function emptyColumns(length: number): CandleColumns {
  const column = (): Float64Array => new Float64Array(length)
  return {
    startMs: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volumeLots: column(),
    turnover: new BigInt64Array(length),
  }
}

/** Returns the columns followed by candles. */
export function followedBy(past: CandleColumns, candles: readonly Candle[]): CandleColumns {
  const { length } = past.startMs
  const all = emptyColumns(length + candles.length)
  all.startMs.set(past.startMs)
  all.open.set(past.open)
  all.high.set(past.high)
  all.low.set(past.low)
  all.close.set(past.close)
  all.volumeLots.set(past.volumeLots)
  all.turnover.set(past.turnover)
  candles.forEach((candle, k) => {
    const at = length + k
    all.startMs[at] = candle.startMs
    all.open[at] = candle.open
    all.high[at] = candle.high
    all.low[at] = candle.low
    all.close[at] = candle.close
    all.volumeLots[at] = candle.volumeLots
    all.turnover[at] = candle.turnover
  })
  return all
}

/** Ended minutes that had a price, oldest first, at most a day of them. */
export class DayMinutes {
  readonly #startMs: number[]
  readonly #open: number[]
  readonly #high: number[]
  readonly #low: number[]
  readonly #close: number[]
  readonly #volumeLots: number[]
  readonly #turnover: bigint[]
  /** The index of the oldest minute; those before it are dropped. */
  #first = 0

  constructor(past: CandleColumns) {
    this.#startMs = Array.from(past.startMs)
    this.#open = Array.from(past.open)
    this.#high = Array.from(past.high)
    this.#low = Array.from(past.low)
    this.#close = Array.from(past.close)
    this.#volumeLots = Array.from(past.volumeLots)
    this.#turnover = Array.from(past.turnover)
  }

  /** Adds a minute in place of those that begin with it or later. */
  push(minute: Candle): void {
    while (this.#startMs.length > this.#first && this.#newestMs >= minute.startMs) this.#pop()
    this.#startMs.push(minute.startMs)
    this.#open.push(minute.open)
    this.#high.push(minute.high)
    this.#low.push(minute.low)
    this.#close.push(minute.close)
    this.#volumeLots.push(minute.volumeLots)
    this.#turnover.push(minute.turnover)
    if (this.#startMs.length - this.#first > minutesOfDay) this.#dropThrough(this.#first + 1)
  }

  /** Drops the minutes before a time; returns whether there were any. */
  dropBefore(timeMs: number): boolean {
    let first = this.#first
    while ((this.#startMs[first] ?? timeMs) < timeMs) first += 1
    if (first === this.#first) return false
    this.#dropThrough(first)
    return true
  }

  /**
   * Folds the minutes that began before the open one, to which its start and, if there are none,
   * its opening price is given.
   */
  fold({ startMs, open }: Candle): Candle {
    let end = this.#startMs.length
    while (end > this.#first && (this.#startMs[end - 1] ?? 0) >= startMs) end -= 1
    const first = end === this.#first ? open : (this.#open[this.#first] ?? open)
    const day = { startMs, open: first, high: first, low: first, close: first }
    let volumeLots = 0
    let turnover = 0n
    for (let k = this.#first; k < end; k += 1) {
      day.high = Math.max(day.high, this.#high[k] ?? 0)
      day.low = Math.min(day.low, this.#low[k] ?? 0)
      day.close = this.#close[k] ?? 0
      volumeLots += this.#volumeLots[k] ?? 0
      turnover += this.#turnover[k] ?? 0n
    }
    return { ...day, volumeLots, turnover }
  }

  /**
   * Returns the close of the last minute that had ended by a time, else the first known price;
   * undefined without minutes.
   */
  priceAt(timeMs: number): number | undefined {
    let at = this.#startMs.length - 1
    while (at >= this.#first && (this.#startMs[at] ?? 0) + minuteMs > timeMs) at -= 1
    return at >= this.#first ? this.#close[at] : this.#open[this.#first]
  }

  get #newestMs(): number {
    return this.#startMs.at(-1) ?? -1
  }

  #pop(): void {
    for (const column of this.#columns()) column.pop()
  }

  #dropThrough(first: number): void {
    this.#first = first
    if (first < droppedMost && first < this.#startMs.length) return
    for (const column of this.#columns()) column.splice(0, first)
    this.#first = 0
  }

  #columns(): readonly { pop(): unknown; splice(start: number, count: number): unknown }[] {
    return [
      this.#startMs,
      this.#open,
      this.#high,
      this.#low,
      this.#close,
      this.#volumeLots,
      this.#turnover,
    ]
  }
}
