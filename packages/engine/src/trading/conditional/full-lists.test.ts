// A position has at most 20 partial take-profits and 20 partial stop-losses (rules 8.3): since the
// third rules a fill of an order with a stop-loss only does not count the take-profits.

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** Alice is long, has 20 partial take-profits, and an order with the given legs is filled. */
function filled(rules: number, legs: string): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('alice', 'bob', ['10', '100'])
  for (let k = 1; k <= 20; k += 1) made.say(`tpsl alice BTCUSDT Partial qty=0.1 tp=${110 + k}`)
  made.say('place bob Sell BTCUSDT 1 @ 100')
  made.say(`place alice Buy BTCUSDT 1 @ 100 tpsl=Partial ${legs}`)
  return made
}

const entries = (made: Venue) => made.position()?.tpsl.partial ?? []

test('an attached stop-loss is set', () => {
  const made = filled(3, 'sl=90')
  expect(entries(made)).toHaveLength(21)
  expect(entries(made).at(-1)?.stopLoss?.triggerTicks).toBe(900)
})

test('a take-profit beyond the twentieth is not, nor a stop-loss that is paired with it', () => {
  expect(entries(filled(3, 'tp=140'))).toHaveLength(20)
  expect(entries(filled(3, 'tp=140 sl=90'))).toHaveLength(20)
})

test('under the second rules the stop-loss was left out', () => {
  expect(entries(filled(2, 'sl=90'))).toHaveLength(20)
})
