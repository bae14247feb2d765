// Chase orders by rules 8.9.
import { expect, test } from 'vitest'
import { priceTicks } from '../numbers/fixed.ts'
import { afterChaseOrder, chaseStep, openChase, type Chase, type ChaseStep } from './chase.ts'

const buy = { side: 'Buy', maxDistanceTicks: 10 } as const
const at = (bid: number, ask = bid + 2): Parameters<typeof chaseStep>[2] => ({
  bidTicks: priceTicks(bid),
  askTicks: priceTicks(ask),
})
const chaseOf = (step: ChaseStep): Chase => {
  if (step.action === 'Stop') throw new Error(step.reason)
  return step.chase
}

test('a chase order is placed post-only at bid1 or ask1 and repriced at most every second', () => {
  const first = chaseStep(buy, openChase(0), at(100), 0)
  expect(first).toMatchObject({ action: 'Place', priceTicks: 100 })
  expect(chaseStep(buy, chaseOf(first), at(105), 999)).toMatchObject({ action: 'Wait' })
  expect(chaseStep(buy, chaseOf(first), at(105), 1000)).toMatchObject({
    action: 'Place',
    priceTicks: 105,
  })
  const still = chaseStep(buy, chaseOf(first), at(100), 1000)
  expect(still).toMatchObject({ action: 'Wait', chase: { nextMs: 2000, priceTicks: 100 } })
  expect(chaseStep({ side: 'Sell' }, openChase(0), at(100), 0)).toMatchObject({ priceTicks: 102 })
  expect(chaseStep(buy, openChase(0), {}, 0)).toMatchObject({ action: 'Wait' })
})

test('a chase stops beyond the maximum distance from its first price, in its own direction only', () => {
  const started = chaseOf(chaseStep(buy, openChase(0), at(100), 0))
  expect(chaseStep(buy, started, at(110), 1000).action).toBe('Place')
  expect(chaseStep(buy, started, at(111), 1000)).toEqual({ action: 'Stop', reason: 'MaxDistance' })
  expect(chaseStep(buy, started, at(50), 1000).action).toBe('Place')
  const sell = { side: 'Sell', maxDistanceTicks: 10 } as const
  const sold = chaseOf(chaseStep(sell, openChase(0), at(100), 0))
  expect(chaseStep(sell, sold, at(89), 1000)).toMatchObject({ action: 'Stop' })
})

test('a chase stops after five consecutive post-only refusals', () => {
  let chase = openChase(0)
  for (let k = 0; k < 4; k += 1) {
    chase = afterChaseOrder(chaseOf(chaseStep(buy, chase, at(100), k * 1000)), true)
  }
  expect(chaseStep(buy, chase, at(100), 4000).action).toBe('Place')
  const taken = afterChaseOrder(chase, false)
  expect(taken.refusals).toBe(0)
  const refused = afterChaseOrder(chase, true)
  expect(chaseStep(buy, refused, at(100), 4000)).toEqual({ action: 'Stop', reason: 'Refusals' })
})
