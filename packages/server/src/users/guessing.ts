// Limits on guessing passwords: by network, by network and name, and by a device that has signed in
// before. None is by name alone: then strangers could keep the owner out (reliability S2).

import { isIPv6 } from 'node:net'
import { plainAddress } from './networks.ts'
import type { Clock } from '../exchange/ports.ts'

/** Failures that cost nothing; each further one doubles the wait. */
const freeFailures = { pair: 3, network: 20, device: 5 } as const
const firstWaitMs = 1000
const maxWaitMs = 60_000
/** A count begins anew when nothing has failed for so long. */
const forgetMs = 15 * 60_000
/** The longest unused counts go when there are more. */
const maxCounts = 50_000

export type Guess = {
  readonly name: string
  readonly address: string
  /** Names the device when it has signed in to this name before. */
  readonly device?: string | undefined
}

/** A guess that may be tried. It counts as a failure until it is told that it was right. */
type Attempt = { readonly wasRight: () => void }

export type Guessing = {
  /** Returns how many milliseconds to wait, or the attempt. */
  readonly begin: (guess: Guess) => number | Attempt
}

type Count = { failures: number; lastMs: number }

export function createGuessing(clock: Clock): Guessing {
  const counts = new Map<string, Count>()

  const current = (key: string): Count | undefined => {
    const count = counts.get(key)
    return count !== undefined && count.lastMs + forgetMs > clock.nowMs() ? count : undefined
  }
  const waitOf = ([key, free]: readonly [string, number]): number => {
    const count = current(key)
    if (count === undefined || count.failures < free) return 0
    const doubled = firstWaitMs * 2 ** Math.min(count.failures - free, 16)
    return Math.max(0, count.lastMs + Math.min(maxWaitMs, doubled) - clock.nowMs())
  }
  const put = (key: string, count: Count): void => {
    counts.delete(key)
    counts.set(key, count)
    const [oldest] = counts.keys()
    if (counts.size > maxCounts && oldest !== undefined) counts.delete(oldest)
  }

  return {
    begin(guess) {
      const keys = keysOf(guess)
      const waitMs = Math.max(...keys.map(waitOf))
      if (waitMs > 0) return waitMs
      // Counted before the work, so that guesses in parallel wait as well as guesses in a row.
      const before = keys.map(([key]) => ({ key, failures: current(key)?.failures ?? 0 }))
      const nowMs = clock.nowMs()
      for (const { key, failures } of before) put(key, { failures: failures + 1, lastMs: nowMs })
      return {
        wasRight() {
          for (const [key] of keys) {
            const count = counts.get(key)
            // An own account between two guesses must not wipe out what the network has done.
            if (key.startsWith('network ') && count !== undefined) count.failures -= 1
            else counts.delete(key)
          }
        },
      }
    },
  }
}

function keysOf({ name, address, device }: Guess): readonly (readonly [string, number])[] {
  if (device !== undefined) return [[`device ${device} ${name}`, freeFailures.device]]
  const network = networkOf(address)
  return [
    [`pair ${network} ${name}`, freeFailures.pair],
    [`network ${network}`, freeFailures.network],
  ]
}

/** One customer has a whole /64 of IPv6; of IPv4, one address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::', 2)
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
