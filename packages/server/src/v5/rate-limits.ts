// Limits of the open API: a rolling second by account and call, and five rolling seconds by
// address.

import type { Clock } from '../exchange/ports.ts'

/** What a limit said, for the headers of the answer. */
export type V5Allowance = {
  readonly limit: number
  /** How many more may come now. */
  readonly left: number
  /** Now, or when the next one may come where none may. */
  readonly resetMs: number
  /** How many of those asked for may pass. */
  readonly passed: number
}

const secondMs = 1000
const addressWindowMs = 5000
const perAddress = 600
const addressBlockMs = 600_000
/** Windows that nobody uses any more are dropped when there are more than these. */
const maxWindows = 20_000

/** The moments of what has passed within the last second, the oldest first. */
class Window {
  readonly #moments: number[] = []
  #first = 0

  get count(): number {
    return this.#moments.length - this.#first
  }

  get oldestMs(): number {
    return this.#moments[this.#first] ?? 0
  }

  forget(beforeMs: number): void {
    while (this.#first < this.#moments.length && this.oldestMs <= beforeMs) this.#first += 1
    if (this.#first > 512 || this.#first === this.#moments.length) {
      this.#moments.splice(0, this.#first)
      this.#first = 0
    }
  }

  add(nowMs: number, count: number): void {
    for (let k = 0; k < count; k += 1) this.#moments.push(nowMs)
  }
}

export type V5Limits = {
  /** Counts requests of a key; `name` says of whom and for what. */
  readonly take: (name: string, perSecond: number, count: number) => V5Allowance
  /** Counts a request of an address; false while it is blocked. */
  readonly takeAddress: (address: string) => boolean
}

/** `factor` multiplies the venue's numbers; 0 switches the limits off. */
export function createV5Limits(clock: Clock, factor: number): V5Limits {
  const windows = new Map<string, Window>()
  const addresses = new Map<string, { count: number; untilMs: number; blockedMs: number }>()

  function windowOf(name: string, nowMs: number): Window {
    const known = windows.get(name)
    if (known !== undefined) return known
    if (windows.size > maxWindows) {
      for (const [other, window] of windows) {
        window.forget(nowMs - secondMs)
        if (window.count === 0) windows.delete(other)
      }
    }
    const made = new Window()
    windows.set(name, made)
    return made
  }

  return {
    take(name, perSecond, count) {
      const nowMs = clock.nowMs()
      if (factor === 0) return { limit: perSecond, left: perSecond, resetMs: nowMs, passed: count }
      const limit = perSecond * factor
      const window = windowOf(name, nowMs)
      window.forget(nowMs - secondMs)
      const passed = Math.min(count, limit - window.count)
      window.add(nowMs, passed)
      const left = limit - window.count
      const resetMs = left > 0 ? nowMs : window.oldestMs + secondMs
      return { limit, left, resetMs, passed }
    },
    takeAddress(address) {
      if (factor === 0) return true
      const nowMs = clock.nowMs()
      if (addresses.size > maxWindows) {
        for (const [other, { untilMs, blockedMs }] of addresses) {
          if (untilMs < nowMs && blockedMs < nowMs) addresses.delete(other)
        }
      }
      const known = addresses.get(address) ?? { count: 0, untilMs: 0, blockedMs: 0 }
      addresses.set(address, known)
      if (nowMs < known.blockedMs) return false
      if (nowMs >= known.untilMs) {
        known.count = 0
        known.untilMs = nowMs + addressWindowMs
      }
      known.count += 1
      if (known.count <= perAddress * factor) return true
      known.blockedMs = nowMs + addressBlockMs
      return false
    },
  }
}
