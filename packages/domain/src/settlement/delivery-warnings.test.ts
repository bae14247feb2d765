// A delivery is announced a day and an hour before, each once.

import { expect, it } from 'vitest'
import { deliveryWarning, nextDeliveryWarning } from './delivery-warnings.ts'

const hourMs = 3_600_000
const deliveryMs = Date.UTC(2026, 11, 25, 8)

it.each([
  { hours: 25, within: undefined },
  { hours: 24, within: 24 },
  { hours: 2, within: 24 },
  { hours: 1, within: 1 },
  { hours: 0.1, within: 1 },
  { hours: 0, within: undefined },
])('$hours hours ahead stand within a warning of $within', ({ hours, within }) => {
  const warning = deliveryWarning(deliveryMs, deliveryMs - hours * hourMs)
  expect(warning === undefined ? undefined : warning / hourMs).toBe(within)
})

it.each([
  { hours: 30, next: 24 },
  { hours: 24, next: 1 },
  { hours: 1, next: undefined },
])('after $hours hours ahead the next is due $next hours ahead', ({ hours, next }) => {
  const due = nextDeliveryWarning(deliveryMs, deliveryMs - hours * hourMs)
  expect(due === undefined ? undefined : (deliveryMs - due) / hourMs).toBe(next)
})
