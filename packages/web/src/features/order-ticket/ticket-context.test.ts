// What the state of a market takes, in the words of the ticket.

import { expect, test } from 'vitest'
import { barredBy } from './ticket-context.ts'

test.each([
  ['PreLaunch', 'book.comingTag', 'book.comingTag'],
  ['Auction', undefined, 'book.comingTag'],
  ['Trading', undefined, undefined],
  ['ReduceOnly', 'errors.symbolReduceOnly', undefined],
  ['CancelOnly', 'ticket.paused', 'ticket.paused'],
  ['Closed', 'ticket.paused', 'ticket.paused'],
] as const)(
  'a market that is %s: an order that opens, one that reduces',
  (status, open, reduce) => {
    expect(barredBy({ status }, { reduceOnly: false })).toBe(open)
    expect(barredBy({ status }, { reduceOnly: true })).toBe(reduce)
  },
)
