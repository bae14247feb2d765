// IOC and FOK orders never rest and are accepted beyond the 500 active orders (rules 8.3): since
// the third rules also when their trigger sends them.

import { expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'

/** Alice has 500 resting orders and a conditional limit order, which a trade at 101 triggers. */
function triggered(rules: number, words: string): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('carol', 'dave', ['1', '100'])
  const acts = Array.from({ length: 20 }, () => 'place alice Buy BTCUSDT 0.2 @ 50')
  for (let k = 0; k < 25; k += 1) made.say(`batch alice ; ${acts.join(' ; ')}`)
  made.say(`place alice Buy BTCUSDT 1 @ 102 ${words} when=rise:101`)
  made.say('place bob Sell BTCUSDT 1 @ 102')
  made.trade('carol', 'dave', ['1', '101'])
  return made
}

const ended = (made: Venue) =>
  made.emitted
    .flatMap((event) => ('order' in event ? [event.order] : []))
    .findLast(({ stop }) => stop?.stopType === 'Stop')

test.each(['IOC', 'FOK'])('a triggered %s order is sent', (time) => {
  expect(ended(triggered(3, time))).toMatchObject({ status: 'Filled' })
})

test('one that may rest is cancelled', () => {
  expect(ended(triggered(3, ''))?.cancelType).toBe('CancelByTriggerRefused')
})

test('under the second rules each limit order was cancelled', () => {
  expect(ended(triggered(2, 'IOC'))?.cancelType).toBe('CancelByTriggerRefused')
})
