// A market's ended minutes of the last 24 hours. Those from before the start stay in the columns in
// which they came: as objects, those of all markets would take a fifth of a start's time.

import {
  flatCandle,
  foldCandles,
  minuteMs,
  minutesPerDay,
  type Candle,
} from '@basis/domain/instrument/candle'

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

const none = emptyColumns(0)

/** Ended minutes that had a price, at most a day of them. */
export class EndedMinutes {
  #past: CandleColumns
  /** The oldest minute of `#past` that counts, and the one after the newest. */
  #first = 0
  #end: number
  /** The minutes after those of `#past`, oldest first. */
  readonly #since: Candle[] = []

  constructor(past: CandleColumns) {
    this.#past = past
    this.#end = past.startMs.length
  }

  /** Adds a minute in place of those that begin with it or later. */
  push(minute: Candle): void {
    const { startMs } = minute
    while ((this.#since.at(-1)?.startMs ?? -1) >= startMs) this.#since.pop()
    while (this.#end > this.#first && this.#startOf(this.#end - 1) >= startMs) this.#end -= 1
    this.#since.push(minute)
    if (this.#end - this.#first + this.#since.length > minutesPerDay) this.#dropOldest()
  }

  /** Drops the minutes before a time; returns whether there were any. */
  dropBefore(timeMs: number): boolean {
    let isAny = false
    while (this.#oldestMs < timeMs) {
      this.#dropOldest()
      isAny = true
    }
    return isAny
  }

  /**
   * Folds the minutes before the open one, whose start the result has and at whose opening price it
   * is flat if there are none.
   */
  fold({ startMs, open }: Candle): Candle {
    const whole = this.#foldPast(startMs)
    const since = this.#since.filter((minute) => minute.startMs < startMs)
    const all = whole === undefined ? since : [whole, ...since]
    const [first = flatCandle(startMs, open), ...rest] = all
    return { ...rest.reduce((sum, minute) => foldCandles(sum, minute), first), startMs }
  }

  /**
   * Returns the close of the last minute that had ended by a time, else the first known price;
   * undefined without minutes.
   */
  priceAt(timeMs: number): number | undefined {
    const minute = this.#since.findLast(({ startMs }) => startMs + minuteMs <= timeMs)
    if (minute !== undefined) return minute.close
    for (let at = this.#end - 1; at >= this.#first; at -= 1) {
      if (this.#startOf(at) + minuteMs <= timeMs) return this.#past.close[at]
    }
    return this.#end > this.#first ? this.#past.open[this.#first] : this.#since[0]?.open
  }

  /** Infinite without minutes. */
  get #oldestMs(): number {
    const inPast = this.#end > this.#first
    return inPast ? this.#startOf(this.#first) : (this.#since[0]?.startMs ?? Infinity)
  }

  #startOf(at: number): number {
    return this.#past.startMs[at] ?? 0
  }

  #dropOldest(): void {
    if (this.#end === this.#first) {
      this.#since.shift()
      return
    }
    this.#first += 1
    if (this.#first < this.#end) return
    this.#past = none
    this.#first = 0
    this.#end = 0
  }

  #foldPast(beforeMs: number): Candle | undefined {
    const { open, high, low, close, volumeLots, turnover } = this.#past
    const first = this.#first
    if (first === this.#end || this.#startOf(first) >= beforeMs) return undefined
    const fold = { ...flatCandle(this.#startOf(first), open[first] ?? 0) }
    for (let at = first; at < this.#end && this.#startOf(at) < beforeMs; at += 1) {
      fold.high = Math.max(fold.high, high[at] ?? 0)
      fold.low = Math.min(fold.low, low[at] ?? 0)
      fold.close = close[at] ?? 0
      fold.volumeLots += volumeLots[at] ?? 0
      fold.turnover += turnover[at] ?? 0n
    }
    return fold
  }
}
