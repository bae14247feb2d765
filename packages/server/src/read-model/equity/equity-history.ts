// Equity of traders as time goes by: measured every five minutes and whenever money comes or goes,
// kept in the database the more coarsely the older it is.

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

/** Minutes from one sample to the next of a kind, finest first; each is a multiple of the last. */
const equityStepsMin = [5, 60, 1440] as const

const measureEveryMs = equityStepsMin[0] * minuteMs
/**
 * Measuring thousands at once would hold up the exchange: one account for each of its milliseconds
 * that has passed, and at most so many with a command.
 */
const measuredAtOnce = 50

/** Money that comes into an account or leaves it is no result of its trading. */
const flowCauses: ReadonlySet<WalletChanged['cause']> = new Set([
  'Deposit',
  'Withdrawal',
  'Transfer',
  'CopyTransfer',
  'BotTransfer',
] as const)

/**
 * What growth is multiplied by where everything was lost: it must not become 0, or nothing that is
 * put in afterwards could grow.
 */
const lostAll = 1e-6

export type Worth = {
  /** What an account is worth now, 1e-8 USD; undefined where it is not known. */
  readonly equityOf: (account: number) => Amount | undefined
  /** The price of a coin, by which it counts in the equity: 1e-8 USD, 0 before there is one. */
  readonly usdE8Of: (coin: string) => number
}

/** An account as it was measured last. */
type Measured = {
  readonly equity: Amount
  /** All that came in less all that left, 1e-8 USD at the time of each. */
  readonly putIn: Amount
  /** What one dollar has become since the first sample, whatever was put in or taken out. */
  readonly growth: number
}

/** All traders; fed with every batch, in order, after the exchange has applied it. */
export class EquityHistory {
  readonly #traders: ReadonlySet<number>
  #worth: Worth = { equityOf: () => undefined, usdE8Of: () => 0 }
  readonly #measured = new Map<number, Measured>()
  /** Of each account what was last stored of each step, so that a level is stored once. */
  readonly #levels = new Map<number, (Measured | undefined)[]>()
  #startMs: number
  #measuredMs: number
  #due: number[] = []
  #taken: EquityRow[] = []

  /** `newest`: of each account the sample that was stored last. */
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

  /** The exchange is asked for its figures from now on. */
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
    // First what came and went: it must be known before a sample takes it for a gain.
    for (const [account, flow] of this.#flowsOf(events)) {
      this.#measure(account, { timeMs, stepMin: equityStepsMin[0], flow })
    }
    for (const account of this.#due.splice(0, count)) {
      this.#measure(account, { timeMs: this.#startMs, stepMin: this.#coarsest(), flow: zero })
    }
  }

  /** Returns what came into accounts of traders, or left them below zero, 1e-8 USD. */
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
    // The finer samples are thrown away first: a level must stand in each step by itself.
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
  /** What came in with the commands since the last sample. */
  readonly flow: Amount
}

const isLevel = (stored: Measured | undefined, now: Measured): boolean =>
  stored?.equity === now.equity && stored.putIn === now.putIn

/** Returns by how much an equity has grown by itself; nothing grows out of nothing or of debts. */
function growthFactor(from: Amount | undefined, to: Amount): number {
  if (from === undefined || from <= zero) return 1
  return Math.max(lostAll, Number(to) / Number(from))
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
