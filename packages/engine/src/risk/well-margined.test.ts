// Orders of well-margined accounts enter without their margin being computed: the quick answer must
// be the exact one, whatever the price band (well-margined.ts; decision 13).

import { describe, expect, test } from 'vitest'
import { venue } from '../../testing/example-venue.ts'

const listing = 'BTCUSDT LinearPerpetual BTC/USDT tick=0.1 lot=0.001 band=80:90'

/** A market in which somebody may sell at a fifth of the mark, and one who is rich. */
function opened() {
  const made = venue(listing, { alice: '100000' })
  made.say('index BTCUSDT 60000')
  made.say('place alice Buy BTCUSDT 0.001 @ 60000')
  made.wait(1000)
  made.say('index BTCUSDT 60000')
  return made
}

describe('a well-margined account in a market with a wild price band', () => {
  test('is refused what loses more than it has: 3 sold at 12,001 lose 143,997', () => {
    const made = opened()
    expect(made.refused('place alice Sell BTCUSDT 3 @ 12001').name).toBe('insufficientBalance')
  })

  test('is refused the third of three orders that only together lose too much', () => {
    const made = opened()
    made.say('place alice Sell BTCUSDT 0.9 @ 12001')
    made.say('place alice Sell BTCUSDT 0.9 @ 12001')
    expect(made.refused('place alice Sell BTCUSDT 0.9 @ 12001').name).toBe('insufficientBalance')
  })

  test('may sell near the mark', () => {
    const made = opened()
    made.say('place alice Sell BTCUSDT 0.5 @ 60001')
    expect(made.account()?.orderMargin).toBeGreaterThan(0n)
  })
})
