// Candles of one market's price as they form: an open candle per resolution, and the stored steps
// still to be written.

import {
  bucketAfter,
  bucketStart,
  flatCandle,
  foldCandles,
  minuteMs,
  resolutions,
  type Candle,
  type Resolution,
} from '@basis/domain/instrument/candle'
import {
  candleSteps,
  followedLate,
  stepStart,
  type OpenSeries,
  type Series,
} from './candle-series.ts'
import type { StoredCandle } from '../portion-writer.ts'

/** A candle that can still change; `endMs` is the end of its bucket. */
type OpenCandle = {
  startMs: number
  endMs: number
  open: number
  high: number
  low: number
  close: number
  volumeLots: number
  turnover: bigint
}

/** A price and the volume traded at it. */
export type Tick = {
  readonly timeMs: number
  readonly priceTicks: number
  readonly volumeLots: number
  readonly turnover: bigint
}

/**
 * Every candle opens at the close of the one before, so that history, seed and live trading join
 * without a price gap.
 */
export class LiveSeries {
  readonly #series: Series
  readonly #display = new Map<Resolution, OpenCandle>()
  /** The candle before the open one, in its final state. */
  readonly #ended = new Map<Resolution, OpenCandle>()
  readonly #steps = new Map<number, OpenCandle>()
  readonly #unfollowed = new Set<Resolution>(followedLate)
  /** Followed, but the part before that has not been loaded yet. */
  readonly #joining = new Set<Resolution>()
  #closed: StoredCandle[] = []
  #isMinuteChanged = false
  #close = 0

  constructor(start: OpenSeries) {
    this.#series = { symbol: start.symbol, source: start.source }
    for (const [resolution, candle] of start.display) {
      this.#display.set(resolution, opened(candle, endOf(resolution, candle.startMs)))
      this.#close = candle.close
    }
    for (const [stepMin, candle] of start.steps) {
      const startMs = stepStart(stepMin, candle.startMs)
      this.#steps.set(stepMin, opened({ ...candle, startMs }, startMs + stepMin * minuteMs))
    }
  }

  /** The last price; 0 before the first one. */
  get close(): number {
    return this.#close
  }

  take(tick: Tick): void {
    const before = this.#close === 0 ? tick.priceTicks : this.#close
    for (const resolution of resolutions) {
      if (this.#unfollowed.has(resolution)) continue
      const open = this.#display.get(resolution)
      if (open !== undefined && tick.timeMs < open.endMs) {
        fold(open, tick)
        continue
      }
      if (open !== undefined) this.#ended.set(resolution, open)
      this.#display.set(resolution, this.#begun(resolution, tick, before))
    }
    this.roll(tick.timeMs)
    for (const { stepMin } of candleSteps) {
      const open = this.#steps.get(stepMin)
      if (open !== undefined) {
        fold(open, tick)
        continue
      }
      const startMs = stepStart(stepMin, tick.timeMs)
      this.#steps.set(stepMin, firstOf(tick, before, [startMs, startMs + stepMin * minuteMs]))
    }
    this.#isMinuteChanged = true
    this.#close = tick.priceTicks
  }

  /** Ends the steps that are over at `nowMs`; they are stored with the next portion. */
  roll(nowMs: number): void {
    for (const [stepMin, open] of this.#steps) {
      if (nowMs < open.endMs) continue
      this.#closed.push({ ...this.#series, stepMin, candle: shown(open) })
      this.#steps.delete(stepMin)
      if (stepMin === 1) this.#isMinuteChanged = false
    }
  }

  /** Returns the rows to be stored since the previous call: ended steps and the open minute. */
  takeChanges(): readonly StoredCandle[] {
    const changes = this.#closed
    const minute = this.#steps.get(1)
    this.#closed = []
    if (this.#isMinuteChanged && minute !== undefined) {
      changes.push({ ...this.#series, stepMin: 1, candle: shown(minute) })
    }
    this.#isMinuteChanged = false
    return changes
  }

  /**
   * Updates a candle from now on. Returns whether it was not followed before: its earlier part must
   * then be loaded and passed to `join`.
   */
  follow(resolution: Resolution): boolean {
    const isNew = this.#unfollowed.delete(resolution)
    if (isNew) this.#joining.add(resolution)
    return isNew
  }

  /** Merges the part of a candle from before it was followed into the open candle. */
  join(resolution: Resolution, past: Candle | undefined): void {
    this.#joining.delete(resolution)
    if (past === undefined) return
    const since = this.#display.get(resolution)
    if (since !== undefined && since.startMs !== past.startMs) return
    const whole = since === undefined ? past : foldCandles(past, since)
    this.#display.set(resolution, opened(whole, endOf(resolution, past.startMs)))
  }

  /**
   * Returns the currently open candle; undefined before the first price and until its earlier part
   * is joined.
   */
  candle(resolution: Resolution, nowMs: number): Candle | undefined {
    if (this.#close === 0 || this.#unfollowed.has(resolution) || this.#joining.has(resolution)) {
      return undefined
    }
    const open = this.#display.get(resolution)
    if (open !== undefined && nowMs < open.endMs) return shown(open)
    return flatCandle(bucketStart(resolution, nowMs), this.#close)
  }

  /**
   * Returns the last ended candle that had a price, in its final state; undefined if none has ended
   * since the start.
   */
  endedCandle(resolution: Resolution, nowMs: number): Candle | undefined {
    const open = this.#display.get(resolution)
    const ended = open !== undefined && nowMs >= open.endMs ? open : this.#ended.get(resolution)
    return ended === undefined ? undefined : shown(ended)
  }

  /** Returns the last minute that had a price, if it has ended by now. */
  minuteBefore(nowMs: number): Candle | undefined {
    const minute = this.#display.get('1')
    return minute === undefined || nowMs < minute.endMs ? undefined : shown(minute)
  }

  #begun(resolution: Resolution, tick: Tick, before: number): OpenCandle {
    const startMs = bucketStart(resolution, tick.timeMs)
    return firstOf(tick, before, [startMs, endOf(resolution, startMs)])
  }
}

const endOf = (resolution: Resolution, startMs: number): number =>
  bucketAfter(resolution, startMs, 1)

const opened = (candle: Candle, endMs: number): OpenCandle => ({ ...candle, endMs })

function firstOf(tick: Tick, before: number, [startMs, endMs]: [number, number]): OpenCandle {
  const { priceTicks, volumeLots, turnover } = tick
  const high = Math.max(before, priceTicks)
  const low = Math.min(before, priceTicks)
  return { startMs, endMs, open: before, high, low, close: priceTicks, volumeLots, turnover }
}

function fold(open: OpenCandle, tick: Tick): void {
  const price = tick.priceTicks
  if (price > open.high) open.high = price
  if (price < open.low) open.low = price
  open.close = price
  if (tick.volumeLots === 0) return
  open.volumeLots += tick.volumeLots
  open.turnover += tick.turnover
}

function shown({ endMs: _endMs, ...candle }: OpenCandle): Candle {
  return candle
}
