// A delivery is announced once a day before and once an hour before.

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
])(
  '$hours hours before delivery the warning in force is that of $within hours',
  ({ hours, within }) => {
    const warning = deliveryWarning(deliveryMs, deliveryMs - hours * hourMs)
    expect(warning === undefined ? undefined : warning / hourMs).toBe(within)
  },
)

it.each([
  { hours: 30, next: 24 },
  { hours: 24, next: 1 },
  { hours: 1, next: undefined },
])(
  '$hours hours before delivery the next warning is due $next hours before it',
  ({ hours, next }) => {
    const due = nextDeliveryWarning(deliveryMs, deliveryMs - hours * hourMs)
    expect(due === undefined ? undefined : (deliveryMs - due) / hourMs).toBe(next)
  },
)
