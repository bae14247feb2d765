// The queueing model of docs/capacity.md: `npm run capacity -- --order-us 110 --commit-ms 4` says
// how long orders wait at each load, and where one machine ends.

import { parseArgs } from 'node:util'

export type Costs = {
  /** Time of the main thread for one order, from its bytes to its answer, in seconds. */
  readonly orderS: number
  /** Time of the main thread for the market and its readers, as a share of it. */
  readonly idleShare: number
  /** One synced write of the journal, in seconds. */
  readonly commitS: number
}

/** The orders of a second that leave the main thread no time. */
export const mostOrders = ({ orderS, idleShare }: Costs): number => (1 - idleShare) / orderS

/**
 * Returns how long an order takes on average, in seconds; Infinity where more come than can be
 * served. Orders come at random (Poisson) and each takes the main thread equally long, so they
 * wait for it as in a queue M/D/1; then for the rest of the write that is at work, half of one on
 * average where writes follow each other, and for their own.
 */
export function meanLatencyS(costs: Costs, ordersPerS: number): number {
  const { orderS, idleShare, commitS } = costs
  const busy = ordersPerS * orderS + idleShare
  if (busy >= 1) return Infinity
  const waitS = (busy * orderS) / (2 * (1 - busy))
  // A write is at work for as much of the time as there are writes: each takes all that waits.
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
