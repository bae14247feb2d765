// A reversal is done whole or not at all, also if it meets reduce-only orders, which are cut as its
// own fills shrink their position (rules 6.4, D-33, D-35).

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

function shortOf(rules: number, qty: string, lines: readonly string[]): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('carol', 'alice', [qty, '100'])
  for (const line of lines) made.say(line)
  return made
}

/** Bob is long 10 and short 10; he sells 5 more short, and may sell the long. */
const hedged = [
  'hedge bob BTCUSDT on',
  'place carol Sell BTCUSDT 10 @ 100',
  'place bob Buy BTCUSDT 10 @ 100 idx=1',
  'place carol Buy BTCUSDT 10 @ 100',
  'place bob Sell BTCUSDT 10 @ 100 idx=2',
  'place bob Sell BTCUSDT 5 @ 101 idx=2',
  'place bob Sell BTCUSDT 10 @ 102 idx=1 reduce',
]

test('a short side that grows takes nothing from the orders of the long side', () => {
  const made = shortOf(3, '7', hedged)
  made.say('reverse alice BTCUSDT')
  expect(made.position()?.position).toMatchObject({ side: 'Buy', sizeLots: 7000 })
})

test('under the second rules it did, and the reversal was refused', () => {
  expect(shortOf(2, '7', hedged).refused('reverse alice BTCUSDT').name).toBe('reverseNotFillable')
})

/** Bob is long 10; an amended order of his queues behind a newer one and a plain one. */
const queued = [
  'place carol Sell BTCUSDT 10 @ 100',
  'place bob Buy BTCUSDT 10 @ 100',
  'place bob Sell BTCUSDT 4 @ 102 reduce link=older',
  'place bob Sell BTCUSDT 5 @ 102 reduce',
  'replace bob link=older @ 1030t',
  'place bob Sell BTCUSDT 3 @ 102',
  'replace bob link=older 5000l @ 1020t',
  'place bob Sell BTCUSDT 4 @ 101',
]

test('nothing happens if it cannot be filled whole', () => {
  const made = shortOf(3, '6', queued)
  // 4, 1 of the newer order, 3, and 2 of the older one: 10 of 12.
  expect(made.refused('reverse alice BTCUSDT').name).toBe('reverseNotFillable')
  expect(made.position()?.position).toMatchObject({ side: 'Sell', sizeLots: 6000 })
})

test('under the second rules the second leg was filled in part', () => {
  const made = shortOf(2, '6', queued)
  made.say('reverse alice BTCUSDT')
  expect(made.position()?.position).toMatchObject({ side: 'Buy', sizeLots: 4000 })
})
