// Coins as collateral: tiers of a quantity, and what spot orders take away of it (domain.md 5.6,
// 12.3; docs/rules/collateral.md).

import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../examples/venue.ts'

const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0'
const tiers = 'coin BTC 9800 tiers=10:9800,20:9500,30:9000,40:8500,50:8000'

/** A pair whose base coin is collateral at 60,000, and somebody with so many dollars. */
function opened(alice: string, listing = tiers): Venue {
  const made = venue(pair, { alice })
  made.say(listing)
  made.say('index BTC/USDT 60000 coins BTC 60000')
  return made
}

test('EX-12.3: 25 BTC count as 23.8: 1,428,000 at 60,000', () => {
  const made = opened('0.00000001')
  made.say('deposit alice 25 BTC')
  expect(made.account()?.marginBalance).toBe(coins('1428000.00000001'))
})

test('12.3: beyond the last tier nothing counts', () => {
  const made = opened('0.00000001')
  made.say('deposit alice 60 BTC')
  const counted = (98 + 95 + 90 + 85 + 80) * 6000
  expect(made.account()?.marginBalance).toBe(coins(`${counted}.00000001`))
})

describe('EX-12.4: a spot order takes away what it would lose of collateral', () => {
  test('buying 1 BTC for 60,000 leaves 98,800 of 100,000, and all when it is cancelled', () => {
    const made = opened('100000')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
    expect(made.account()?.available).toBe(coins('98800'))
    expect(made.account()?.coins).toMatchObject([{ coin: 'USDT', locked: coins('60000') }])
    made.say('cancel-all alice')
    expect(made.account()?.available).toBe(coins('100000'))
  })

  test('filled it is a loss of as much, and selling takes nothing away', () => {
    const made = opened('100000')
    made.say('deposit bob 1 BTC')
    made.say('place bob Sell BTC/USDT 1 @ 60000')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
    made.say('place alice Sell BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
  })

  test('a coin that is no collateral takes all of it', () => {
    const made = opened('100000', 'coin BTC 0')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('40000'))
  })

  test('where margin is short the coins may be there: the haircut is what is refused', () => {
    const made = opened('100000')
    made.say(`list ${linear} fees=0:0`)
    made.say('index BTCUSDT 60000')
    // 10× of 990,000 leave 1,000.
    made.say('place alice Buy BTCUSDT 16.5 @ 60000')
    expect(made.account()?.available).toBe(coins('1000'))
    const { name, params } = made.refused('place alice Buy BTC/USDT 1 @ 60000')
    expect(name).toBe('insufficientBalance')
    expect(params).toMatchObject({ needed: '1200', available: '1000' })
    made.say('place alice Buy BTC/USDT 0.8 @ 60000')
  })

  test('a market buy by amount is held to what the amount buys', () => {
    const made = opened('100000')
    made.say('deposit bob 1 BTC')
    made.say('place bob Sell BTC/USDT 1 @ 60000')
    made.say('place alice Buy BTC/USDT 0 market for=30000')
    expect(made.account()?.marginBalance).toBe(coins('99400'))
  })
})

test('the wallet offers of a coin no more than is there, and of collateral what carries nothing', () => {
  const made = opened('1000')
  made.say('deposit alice 1 BTC')
  const [bitcoin, dollars] = made.account()?.coins ?? []
  expect(bitcoin).toMatchObject({ coin: 'BTC', available: coins('1') })
  expect(dollars).toMatchObject({ coin: 'USDT', available: coins('1000') })
  made.say(`list ${linear} fees=0:0`)
  made.say('index BTCUSDT 60000')
  // 58,800 + 1,000 carry 59,000: 800 are free, 800 ÷ 58,800 of the coin.
  made.say('place alice Buy BTCUSDT 9.833 @ 60000')
  expect(made.account()?.available).toBe(coins('802'))
  expect(made.account()?.coins[0]?.available).toBe(coins('0.01363945'))
  expect(made.account()?.coins[1]?.available).toBe(coins('802'))
})

test('a falling coin that carries a position has its account liquidated', () => {
  const made = opened('0.00000001')
  made.say('deposit alice 1 BTC')
  made.say(`list ${linear} fees=0:0`)
  made.say('index BTCUSDT 60000')
  made.say('place bob Sell BTCUSDT 9 @ 60000')
  made.say('place alice Buy BTCUSDT 9 @ 60000')
  for (let k = 0; k < 6; k += 1) {
    made.wait(1000)
    made.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000')
  }
  made.wait(1000)
  // 540,000 need 2,700: a coin at 2,755 counts 2,699.90.
  made.say('index BTCUSDT 60000 coins BTC 2755')
  expect(made.told.some(({ kind }) => kind === 'LiquidationStarted')).toBe(true)
})
