// Orders of well-margined accounts enter without their margin being computed: the quick answer must
// be the exact one, whatever the price band (well-margined.ts; decision 13).

import { describe, expect, test } from 'vitest'
import { stateOf } from '../engine/engine.ts'
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

describe('an account that quotes a pair beside its contracts', () => {
  const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0 qty=1l..100000000l'

  /** Ten coins, of which five are offered, and an order each for a coin and a contract. */
  function quoting(dollars: string, tiers: string) {
    const made = venue('BTCUSDT LinearPerpetual BTC/USDT', { alice: dollars })
    made.say(`list ${pair}`)
    made.say(`coin BTC 9800 ${tiers}`)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000')
    made.say('deposit alice 10 BTC')
    made.say('place alice Sell BTC/USDT 5 @ 61000')
    made.say('place alice Buy BTC/USDT 0.001 @ 59000')
    made.say('place alice Buy BTCUSDT 0.01 @ 59000')
    made.wait(1000)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60001')
    const { risk } = stateOf(made.engine).accounts.get(made.id('alice')) ?? {}
    return risk?.isWellMargined
  }

  test('is not checked with every price where its dollars alone carry what it has', () => {
    expect(quoting('100000', 'tiers=10:9800,20:9500')).toBe(true)
  })

  test('is checked where it is the coins that carry it', () => {
    expect(quoting('100', 'tiers=10:9800,20:9500')).toBe(false)
  })

  test('is checked where orders could take more one by one than together', () => {
    expect(quoting('100000', 'tiers=1:1000,20:9500')).toBe(false)
  })
})
