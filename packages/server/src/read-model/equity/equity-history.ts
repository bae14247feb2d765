// Equity of traders as time goes by: measured every five minutes and at each deposit, kept in the
// database the more coarsely the older it is.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import { formatTrimmed, type Amount } from '@basis/domain/numbers/fixed'
import type { EventBatch } from '@basis/engine/events'
import type { EquityRow } from '../history-tables.ts'

/** Minutes from one sample to the next of a kind, finest first; each is a multiple of the last. */
const equityStepsMin = [5, 60, 1440] as const

const measureEveryMs = equityStepsMin[0] * minuteMs
/**
 * Measuring thousands at once would hold up the exchange: one account for each of its milliseconds
 * that has passed, and at most so many with a command.
 */
const measuredAtOnce = 50

/** What an account is worth now, 1e-8 USD; undefined where it is not known. */
export type EquityOf = (account: number) => Amount | undefined

/** All traders; fed with every batch, in order, after the exchange has applied it. */
export class EquityHistory {
  readonly #traders: ReadonlySet<number>
  #equityOf: EquityOf = () => undefined
  /** Of each account what was last stored of each step, so that a level is stored once. */
  readonly #levels = new Map<number, (Amount | undefined)[]>()
  #startMs: number
  #measuredMs: number
  #due: number[] = []
  #taken: EquityRow[] = []

  constructor(traders: ReadonlySet<number>, nowMs: number) {
    this.#traders = traders
    this.#startMs = nowMs - (nowMs % measureEveryMs)
    this.#measuredMs = nowMs
  }

  /** The exchange is asked for its figures from now on. */
  measureBy(equityOf: EquityOf): void {
    this.#equityOf = equityOf
  }

  apply({ timeMs, events }: EventBatch): void {
    const startMs = timeMs - (timeMs % measureEveryMs)
    if (startMs > this.#startMs) {
      this.#startMs = startMs
      this.#due = [...this.#traders]
    }
    const count = Math.min(measuredAtOnce, timeMs - this.#measuredMs)
    this.#measuredMs = timeMs
    for (const account of this.#due.splice(0, count)) {
      this.#measure(account, this.#startMs, this.#coarsest())
    }
    for (const event of events) {
      if (event.kind !== 'WalletChanged' || event.cause !== 'Deposit') continue
      if (this.#traders.has(event.account)) this.#measure(event.account, timeMs, equityStepsMin[0])
    }
  }

  /** Returns what has to be stored since it was asked last. */
  takeChanges(): readonly EquityRow[] {
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  #coarsest(): number {
    const isStart = (stepMin: number): boolean => this.#startMs % (stepMin * minuteMs) === 0
    return equityStepsMin.findLast(isStart) ?? equityStepsMin[0]
  }

  #measure(account: number, timeMs: number, stepMin: number): void {
    const equity = this.#equityOf(account)
    if (equity === undefined) return
    const levels = this.#levels.get(account) ?? []
    this.#levels.set(account, levels)
    // The finer samples are thrown away first: a level must stand in each step by itself.
    const covered = equityStepsMin.filter((each) => each <= stepMin)
    if (covered.every((_, at) => levels[at] === equity)) return
    for (const at of covered.keys()) levels[at] = equity
    this.#taken.push({ account, timeMs, stepMin, equity: formatTrimmed(equity, 8) })
  }
}

/** Samples of each step are kept for so many days; days for ever. */
export const equityKeptDays: Readonly<Record<number, number>> = { 5: 7, 60: 400 }

/** Returns the finest step that is kept over a span and tells it in at most so many samples. */
export function equityStep(spanMs: number, most: number): number {
  const fits = equityStepsMin.find((stepMin) => {
    const isKept = spanMs <= (equityKeptDays[stepMin] ?? Infinity) * dayMs
    return isKept && spanMs / (stepMin * minuteMs) <= most
  })
  return fits ?? equityStepsMin[2]
}
