// The queueing model compared with a queue that is simulated order by order.

import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { meanLatencyS, mostOrders } from './capacity.ts'

/** Simulates random arrivals that wait for the main thread; returns the mean time of an order. */
function simulatedS(orderS: number, ordersPerS: number): number {
  const random = createPrng(7)
  const count = 400_000
  let [timeS, freeS, sumS] = [0, 0, 0]
  for (let k = 0; k < count; k += 1) {
    timeS += -Math.log(1 - random.nextFloat()) / ordersPerS
    freeS = Math.max(timeS, freeS) + orderS
    sumS += freeS - timeS
  }
  return sumS / count
}

test('without load an order takes its own time and one write', () => {
  const costs = { orderS: 0.0001, idleShare: 0, commitS: 0.004 }
  expect(meanLatencyS(costs, 0)).toBeCloseTo(0.0041, 10)
})

test.each([0.3, 0.6, 0.8])(
  'at %d of the maximum rate an order takes as long as in the simulated queue',
  (load) => {
    const costs = { orderS: 0.0001, idleShare: 0, commitS: 0 }
    const ordersPerS = load * mostOrders(costs)
    const ratio = meanLatencyS(costs, ordersPerS) / simulatedS(costs.orderS, ordersPerS)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.03)
  },
)

test('above the maximum rate the latency is infinite', () => {
  const costs = { orderS: 0.0001, idleShare: 0.12, commitS: 0.004 }
  expect(mostOrders(costs)).toBeCloseTo(8_800, 6)
  expect(meanLatencyS(costs, 8_801)).toBe(Infinity)
})
