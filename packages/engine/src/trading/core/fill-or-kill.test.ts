// A fill-or-kill order is filled whole or not at all (rules 8.3; law 14.2.31), also if filling it
// cuts reduce-only orders that it would meet later (D-33). Before the third rules it was split.

import { describe, expect, test } from 'vitest'
import { linear, venue, type Venue } from '../../../testing/example-venue.ts'
import { engineFromSnapshot, stateHash, takeSnapshot } from '../../replay/snapshot/snapshot.ts'

/** Bob is long 10 and has the asks, which are given. */
function askedBy(rules: number, asks: readonly string[]): Venue {
  const made = venue(`${linear} fees=0:0`, { rules })
  made.say('index BTCUSDT 100')
  made.trade('bob', 'carol', ['10', '100'])
  for (const ask of asks) made.say(`place bob Sell BTCUSDT ${ask}`)
  return made
}

const ended = (made: Venue, qty: string, words = '') =>
  made
    .say(`place alice Buy BTCUSDT ${qty} @ 103 FOK${words}`)
    .events.flatMap((event) =>
      'order' in event && event.order.account === made.id('alice') ? [event.order] : [],
    )
    .at(-1)

const closing = ['10 @ 101', '10 @ 102 reduce']

describe('a fill-or-kill order that meets reduce-only orders', () => {
  test('is not split if its first fill leaves them nothing to reduce', () => {
    const made = askedBy(3, closing)
    expect(ended(made, '20')).toMatchObject({
      status: 'Cancelled',
      cancelType: 'CancelByFok',
      filledLots: 0,
    })
    expect(made.position('bob')?.position.sizeLots).toBe(10_000)
    const restored = engineFromSnapshot(takeSnapshot(made.engine))
    expect(stateHash(restored)).toBe(stateHash(made.engine))
  })

  test('nor if it skips own orders', () => {
    const made = askedBy(3, closing)
    expect(ended(made, '20', ' smp=CancelMaker')).toMatchObject({ filledLots: 0 })
  })

  test('names what could have been filled', () => {
    const made = askedBy(3, ['4 @ 101', '10 @ 102 reduce'])
    expect(ended(made, '11')).toMatchObject({ cancelType: 'CancelByFok' })
    const end = made.emitted.flatMap((event) => (event.kind === 'OrderCanceled' ? [event] : []))
    expect(end.at(-1)?.explanation?.numbers['fillable']?.value).toBe(1_000_000_000n)
  })

  test('is filled by what they can still reduce', () => {
    const made = askedBy(3, ['4 @ 101', '10 @ 102 reduce'])
    expect(ended(made, '10')).toMatchObject({ status: 'Filled', filledLots: 10_000 })
    expect(made.position('bob')).toBeUndefined()
  })

  test('of which the newest at the worst price is cut first, wherever it queues', () => {
    const made = askedBy(3, [])
    const older = made.say('place bob Sell BTCUSDT 4 @ 102 reduce').orderId
    const newer = made.say('place bob Sell BTCUSDT 5 @ 102 reduce').orderId
    // The older one moves behind the newer one, and a plain order between both.
    made.say(`replace bob ${older} BTCUSDT @ 103`)
    made.say('place bob Sell BTCUSDT 3 @ 102')
    made.say(`replace bob ${older} BTCUSDT 5 @ 102`)
    made.say('place bob Sell BTCUSDT 4 @ 101')
    expect(older).toBeLessThan(newer ?? 0)
    // 4, then 1 of the newer one, whose rest is cut, 3, and 2 of the older one: 10.
    expect(ended(made, '11')).toMatchObject({ cancelType: 'CancelByFok', filledLots: 0 })
    expect(ended(made, '10')).toMatchObject({ status: 'Filled' })
  })

  test('was split under the second rules, as journals of theirs must replay', () => {
    const made = askedBy(2, closing)
    expect(ended(made, '20')).toMatchObject({
      status: 'PartiallyFilledCanceled',
      filledLots: 10_000,
    })
  })
})
