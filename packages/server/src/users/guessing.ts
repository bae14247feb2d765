// Limits on password guessing: by network, by network and name, and by known device. None is by
// name alone, so that strangers cannot lock the owner out (reliability S2).

import { networkOf } from '../config/networks.ts'
import type { Clock } from '../exchange/ports.ts'
import type { Awaitable } from '../postgres/awaitable.ts'

/** Failures without a wait; each further one doubles the wait. */
const freeFailures = { pair: 3, network: 20, device: 5 } as const
const firstWaitMs = 1000
const maxWaitMs = 60_000
/** A count is reset after this long without a failure. */
const forgetMs = 15 * 60_000
/** Above this many counts the least recently used are dropped. */
const maxCounts = 50_000

export type Guess = {
  readonly name: string
  readonly address: string
  /** Identifies a device that has signed in to this name before. */
  readonly device?: string | undefined
}

/** A permitted guess. It counts as a failure until `wasRight` is called. */
type Attempt = { readonly wasRight: () => Awaitable<void> }

export type Guessing = {
  /** Returns how many milliseconds to wait, or the attempt. */
  readonly begin: (guess: Guess) => Awaitable<number | Attempt>
}

export type GuessCount = { readonly failures: number; readonly lastMs: number }

/** The new counts; an undefined count is removed, undefined `counts` changes nothing. */
export type CountChange<Result> = {
  readonly result: Result
  readonly counts?: readonly (GuessCount | undefined)[]
}

/** The counts of failed guesses: of one process, or shared over a server. */
export interface GuessCounts {
  /** Changes the counts of some keys atomically. */
  readonly change: <Result>(
    keys: readonly string[],
    decide: (counts: readonly (GuessCount | undefined)[]) => CountChange<Result>,
  ) => Awaitable<Result>
}

/** Counts that live in this process's memory. */
export function memoryCounts(): GuessCounts {
  const counts = new Map<string, GuessCount>()
  const put = (key: string, count: GuessCount | undefined): void => {
    counts.delete(key)
    if (count !== undefined) counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  }
  return {
    change(keys, decide) {
      const { result, counts: next } = decide(keys.map((key) => counts.get(key)))
      if (next !== undefined) for (const [k, key] of keys.entries()) put(key, next[k])
      return result
    },
  }
}

export function createGuessing(clock: Clock, counts: GuessCounts): Guessing {
  return {
    begin(guess) {
      const limits = keysOf(guess)
      const keys = limits.map(([key]) => key)
      const nowMs = clock.nowMs()
      // Counted before the check, so that parallel guesses are limited like sequential ones.
      return counts.change<number | Attempt>(keys, (found) => {
        const current = found.map((count) => fresh(count, nowMs))
        const waitMs = Math.max(...limits.map(([, free], k) => waitOf(current[k], { free, nowMs })))
        if (waitMs > 0) return { result: waitMs }
        const counted = current.map((count) => ({
          failures: (count?.failures ?? 0) + 1,
          lastMs: nowMs,
        }))
        return { result: { wasRight: () => forgive(counts, keys) }, counts: counted }
      })
    },
  }
}

const fresh = (count: GuessCount | undefined, nowMs: number): GuessCount | undefined =>
  count !== undefined && count.lastMs + forgetMs > nowMs ? count : undefined

function waitOf(
  count: GuessCount | undefined,
  { free, nowMs }: { readonly free: number; readonly nowMs: number },
): number {
  if (count === undefined || count.failures < free) return 0
  const doubled = firstWaitMs * 2 ** Math.min(count.failures - free, 16)
  return Math.max(0, count.lastMs + Math.min(maxWaitMs, doubled) - nowMs)
}

const forgive = (counts: GuessCounts, keys: readonly string[]): Awaitable<void> =>
  counts.change(keys, (found) => ({
    result: undefined,
    counts: found.map((count, k) => {
      // A successful sign-in of the guesser's own account must not clear the network's failures.
      const isNetwork = keys[k]?.startsWith('network ') === true && count !== undefined
      return isNetwork ? { ...count, failures: count.failures - 1 } : undefined
    }),
  }))

function keysOf({ name, address, device }: Guess): readonly (readonly [string, number])[] {
  if (device !== undefined) return [[`device ${device} ${name}`, freeFailures.device]]
  const network = networkOf(address)
  return [
    [`pair ${network} ${name}`, freeFailures.pair],
    [`network ${network}`, freeFailures.network],
  ]
}
