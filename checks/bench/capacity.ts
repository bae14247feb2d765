// The queueing model of docs/capacity.md: `npm run capacity -- --order-us 110 --commit-ms 4` prints
// the latency of orders at each load, and the limit of one machine.

import { parseArgs } from 'node:util'

export type Costs = {
  /** Main-thread time of one order, from its bytes to its answer, in seconds. */
  readonly orderS: number
  /** The main thread's share of time for the market and its readers. */
  readonly idleShare: number
  /** One synced write of the journal, in seconds. */
  readonly commitS: number
}

/** The orders per second that use all of the main thread's time. */
export const mostOrders = ({ orderS, idleShare }: Costs): number => (1 - idleShare) / orderS

/**
 * Returns the mean latency of an order in seconds; Infinity if more arrive than can be served.
 * Arrivals are random (Poisson) with a constant service time, so orders wait for the main thread as
 * in an M/D/1 queue; then for the rest of the current write, half of one on average if writes
 * follow each other, and for their own write.
 */
export function meanLatencyS(costs: Costs, ordersPerS: number): number {
  const { orderS, idleShare, commitS } = costs
  const busy = ordersPerS * orderS + idleShare
  if (busy >= 1) return Infinity
  const waitS = (busy * orderS) / (2 * (1 - busy))
  // The share of time with a write in progress: each write takes all waiting orders.
  const isWriting = Math.min(1, ordersPerS * commitS)
  return waitS + orderS + (isWriting * commitS) / 2 + commitS
}

const shares = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95] as const

function main(): void {
  const { values } = parseArgs({
    options: {
      'order-us': { type: 'string', default: '110' },
      'idle-share': { type: 'string', default: '0.12' },
      'commit-ms': { type: 'string', default: '4' },
    },
  })
  const costs = {
    orderS: Number(values['order-us']) / 1e6,
    idleShare: Number(values['idle-share']),
    commitS: Number(values['commit-ms']) / 1e3,
  }
  const most = mostOrders(costs)
  if (!(most > 0) || !(costs.commitS >= 0)) throw new Error('The costs must be above 0')
  console.log(`one machine ends at ${most.toFixed(0)} orders/s`)
  for (const share of shares) {
    const ms = meanLatencyS(costs, most * share) * 1e3
    console.log(`${(most * share).toFixed(0).padStart(7)} orders/s: ${ms.toFixed(2)} ms each`)
  }
}

if (import.meta.main) main()
