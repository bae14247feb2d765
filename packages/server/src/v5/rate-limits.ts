// Limits of the open API: a rolling second per account and call, and a window of five seconds per
// address.

import type { Clock } from '../exchange/ports.ts'
import type { Quota } from '../exchange/quotas.ts'
import { networkOf } from '../config/networks.ts'
import { RollingWindows, type WindowAllowance } from '../exchange/rolling-windows.ts'

/** The state of a limit, for the headers of the answer. */
export type V5Allowance = WindowAllowance & { readonly limit: number }

const addressWindowMs = 5000
const perAddress = 600
const addressBlockMs = 600_000
/** Above this many addresses, idle ones are dropped. */
const maxAddresses = 20_000

export type V5Limits = {
  /** Counts requests under a name, of an account and a call. */
  readonly take: (name: string, perSecond: number, count: number) => V5Allowance
  /** The quota that the commands of those requests count against over all gateways. */
  readonly quota: (name: string, perSecond: number, count: number) => Quota | undefined
  /** Counts a request of an address; false while it is blocked. */
  readonly takeAddress: (address: string) => boolean
}

/** Creates the limits. `factor` multiplies the venue's limits; 0 switches them off. */
export function createV5Limits(clock: Clock, factor: number): V5Limits {
  const windows = new RollingWindows()
  const addresses = new Map<string, { count: number; untilMs: number; blockedMs: number }>()
  return {
    take(name, perSecond, count) {
      const nowMs = clock.nowMs()
      if (factor === 0) return { limit: perSecond, left: perSecond, resetMs: nowMs, passed: count }
      const limit = perSecond * factor
      return { limit, ...windows.take(name, limit, count, nowMs) }
    },
    quota: (name, perSecond, count) =>
      factor === 0 || count === 0
        ? undefined
        : { name: `v5 ${name}`, rate: { perSecond: perSecond * factor }, count },
    takeAddress(caller) {
      if (factor === 0) return true
      const address = networkOf(caller)
      const nowMs = clock.nowMs()
      if (addresses.size > maxAddresses) {
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
