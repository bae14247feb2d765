// Triggers follow the prices of a command in the order in which they were traded, also if a batch
// falls and rises before they are checked (rules 8.3, 8.5, 8.6).

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** Alice is long 1 from 100; a batch of Bob trades at the prices given, of 95, 110 and others. */
function traded(rules: number, stops: string, prices: readonly number[]): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('alice', 'bob', ['1', '100'])
  made.say(`tpsl alice BTCUSDT Full ${stops}`)
  made.say('place carol Buy BTCUSDT 3 @ 95')
  made.say('place dave Sell BTCUSDT 3 @ 110')
  const acts = prices.flatMap((price) => {
    if (price === 95) return [`place bob Sell BTCUSDT 1 @ 95`]
    if (price === 110) return [`place bob Buy BTCUSDT 1 @ 110`]
    return [`place bob Sell BTCUSDT 1 @ ${price}`, `place bob Buy BTCUSDT 1 @ ${price}`]
  })
  made.say(`batch bob ; ${acts.join(' ; ')}`)
  return made
}

/** The stops that have fired, and the price that each was reached by. */
const fired = (made: Venue) =>
  made.emitted.flatMap((event) =>
    event.kind === 'OrderTriggered' && event.reachedE8 !== undefined
      ? [[event.order.stop?.stopType, event.reachedE8 / 1e8]]
      : [],
  )

const both = 'tp=108 sl=97'

test('a stop-loss that is reached before the take-profit fires', () => {
  expect(fired(traded(3, both, [95, 110, 100]))).toEqual([['StopLoss', 95]])
  expect(fired(traded(3, both, [95, 110, 95]))).toEqual([['StopLoss', 95]])
})

test('a take-profit that is reached before the stop-loss fires', () => {
  expect(fired(traded(3, both, [110, 95, 100]))).toEqual([['TakeProfit', 110]])
})

test('a trailing stop follows a high only from when it was traded', () => {
  // From 110 the trigger is 102: the fall to 95 came before.
  expect(fired(traded(3, 'trail=8', [95, 110, 104]))).toEqual([])
  expect(fired(traded(3, 'trail=8', [110, 95, 104]))).toEqual([['TrailingStop', 95]])
})

test('under the second rules the high counted first', () => {
  expect(fired(traded(2, both, [95, 110, 100]))).toEqual([['TakeProfit', 110]])
  expect(fired(traded(2, 'trail=8', [95, 110, 104]))).toEqual([['TrailingStop', 95]])
})
