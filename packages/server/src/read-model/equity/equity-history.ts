// Equity of traders over time: measured every five minutes and at each deposit or withdrawal, kept
// in the database at a resolution that falls with age.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import {
  amount,
  divRound,
  formatTrimmed,
  parseDecimal,
  unitE8,
  zero,
  type Amount,
} from '@basis/domain/numbers/fixed'
import type { EventBatch, WalletChanged } from '@basis/engine/events'
import type { EquityRow } from '../history-tables.ts'

/** Sample intervals in minutes, finest first; each is a multiple of the one before. */
const equityStepsMin = [5, 60, 1440] as const

const measureEveryMs = equityStepsMin[0] * minuteMs
/**
 * Measuring thousands of accounts at once would hold up the exchange: one account is measured per
 * millisecond of exchange time, and at most this many per command.
 */
const measuredAtOnce = 50

/** Money that enters or leaves an account is not a trading result. */
const flowCauses: ReadonlySet<WalletChanged['cause']> = new Set([
  'Deposit',
  'Withdrawal',
  'Transfer',
  'CopyTransfer',
  'BotTransfer',
] as const)

/** The growth factor after a total loss: 0 would keep the growth of later deposits at 0. */
const lostAll = 1e-6

export type Worth = {
  /** An account's current equity, 1e-8 USD; undefined if unknown. */
  readonly equityOf: (account: number) => Amount | undefined
  /** The price at which a coin counts in the equity, 1e-8 USD; 0 before there is one. */
  readonly usdE8Of: (coin: string) => number
}

/** An account at its last measurement. */
type Measured = {
  readonly equity: Amount
  /** Deposits less withdrawals, 1e-8 USD at the time of each. */
  readonly putIn: Amount
  /** The value of one dollar since the first sample, independent of deposits and withdrawals. */
  readonly growth: number
}

/** All traders; called with every batch, in order, after the exchange has applied it. */
export class EquityHistory {
  readonly #traders: ReadonlySet<number>
  #worth: Worth = { equityOf: () => undefined, usdE8Of: () => 0 }
  readonly #measured = new Map<number, Measured>()
  /**
   * Per account the last stored sample of each interval, so that an unchanged level is stored once.
   */
  readonly #levels = new Map<number, (Measured | undefined)[]>()
  #startMs: number
  #measuredMs: number
  #due: number[] = []
  #taken: EquityRow[] = []

  /** `newest`: the last stored sample of each account. */
  constructor(traders: ReadonlySet<number>, nowMs: number, newest: readonly EquityRow[]) {
    this.#traders = traders
    for (const { account, equity, putIn, growth } of newest) {
      const read = (text: string): Amount => amount(parseDecimal(text, 8) ?? 0n)
      const last = { equity: read(equity), putIn: read(putIn), growth: Number(growth) }
      this.#measured.set(account, last)
    }
    this.#startMs = nowMs - (nowMs % measureEveryMs)
    this.#measuredMs = nowMs
  }

  /** Sets the source of the figures from now on. */
  measureBy(worth: Worth): void {
    this.#worth = worth
  }

  apply({ timeMs, events }: EventBatch): void {
    const startMs = timeMs - (timeMs % measureEveryMs)
    if (startMs > this.#startMs) {
      this.#startMs = startMs
      this.#due = [...this.#traders]
    }
    const count = Math.min(measuredAtOnce, timeMs - this.#measuredMs)
    this.#measuredMs = timeMs
    // Flows come first, so that a sample does not count them as gains.
    for (const [account, flow] of this.#flowsOf(events)) {
      this.#measure(account, { timeMs, stepMin: equityStepsMin[0], flow })
    }
    for (const account of this.#due.splice(0, count)) {
      this.#measure(account, { timeMs: this.#startMs, stepMin: this.#coarsest(), flow: zero })
    }
  }

  /** Returns net deposits into traders' accounts (negative: withdrawals), 1e-8 USD. */
  #flowsOf(events: EventBatch['events']): ReadonlyMap<number, Amount> {
    const flows = new Map<number, Amount>()
    for (const event of events) {
      if (event.kind !== 'WalletChanged' || !flowCauses.has(event.cause)) continue
      const { account, coin, change } = event
      if (!this.#traders.has(account)) continue
      const usd = divRound(change * BigInt(this.#worth.usdE8Of(coin)), unitE8, 'nearest')
      flows.set(account, amount((flows.get(account) ?? zero) + usd))
    }
    return flows
  }

  /** Returns the rows to be stored since the previous call. */
  takeChanges(): readonly EquityRow[] {
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  #coarsest(): number {
    const isStart = (stepMin: number): boolean => this.#startMs % (stepMin * minuteMs) === 0
    return equityStepsMin.findLast(isStart) ?? equityStepsMin[0]
  }

  #measure(account: number, { timeMs, stepMin, flow }: Sample): void {
    const equity = this.#worth.equityOf(account)
    if (equity === undefined) return
    const before = this.#measured.get(account)
    const now = {
      equity,
      putIn: amount((before?.putIn ?? zero) + flow),
      growth: (before?.growth ?? 1) * growthFactor(before?.equity, amount(equity - flow)),
    }
    this.#measured.set(account, now)
    const levels = this.#levels.get(account) ?? []
    this.#levels.set(account, levels)
    // Finer samples are deleted first, so each interval must hold the level by itself.
    const covered = equityStepsMin.filter((each) => each <= stepMin)
    if (covered.every((_, at) => isLevel(levels[at], now))) return
    for (const at of covered.keys()) levels[at] = now
    const text = (value: Amount): string => formatTrimmed(value, 8)
    const { putIn, growth } = now
    const figures = { equity: text(equity), putIn: text(putIn), growth: String(growth) }
    this.#taken.push({ account, timeMs, stepMin, ...figures })
  }
}

type Sample = {
  readonly timeMs: number
  readonly stepMin: number
  /** Net deposits by commands since the last sample. */
  readonly flow: Amount
}

const isLevel = (stored: Measured | undefined, now: Measured): boolean =>
  stored?.equity === now.equity && stored.putIn === now.putIn

/** Returns the growth factor of an equity; 1 if it was zero, negative or unknown before. */
function growthFactor(from: Amount | undefined, to: Amount): number {
  if (from === undefined || from <= zero) return 1
  return Math.max(lostAll, Number(to) / Number(from))
}

/** Retention of each interval's samples, in days; daily samples are kept forever. */
export const equityKeptDays: Readonly<Record<number, number>> = { 5: 7, 60: 400 }

/** Returns the finest interval kept over the whole span that takes at most `most` samples. */
export function equityStep(spanMs: number, most: number): number {
  const fits = equityStepsMin.find((stepMin) => {
    const isKept = spanMs <= (equityKeptDays[stepMin] ?? Infinity) * dayMs
    return isKept && spanMs / (stepMin * minuteMs) <= most
  })
  return fits ?? equityStepsMin[2]
}
