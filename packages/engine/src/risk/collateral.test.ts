// Coins as collateral: tiers by quantity, and the collateral that spot orders cost (rules 5.6,
// 12.3; docs/rules/collateral.md).

import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import { describe, expect, test } from 'vitest'
import { coins, linear, venue, type Venue } from '../../testing/example-venue.ts'

const pair = 'BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 band=5:10 fees=0:0'
const tiers = 'coin BTC 9800 tiers=10:9800,20:9500,30:9000,40:8500,50:8000'

/** A pair whose base coin is collateral at 60,000, and a trader with a balance of USDT. */
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

test('12.3: coins beyond the last tier do not count as collateral', () => {
  const made = opened('0.00000001')
  made.say('deposit alice 60 BTC')
  const counted = (98 + 95 + 90 + 85 + 80) * 6000
  expect(made.account()?.marginBalance).toBe(coins(`${counted}.00000001`))
})

describe('EX-12.4: an open spot order reduces the margin balance by the collateral that its fill would cost', () => {
  test('buying 1 BTC for 60,000 leaves 98,800 of 100,000; its cancel restores the 100,000', () => {
    const made = opened('100000')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
    expect(made.account()?.available).toBe(coins('98800'))
    expect(made.account()?.coins).toMatchObject([{ coin: 'USDT', locked: coins('60000') }])
    made.say('cancel-all alice')
    expect(made.account()?.available).toBe(coins('100000'))
  })

  test('the fill costs the same collateral, and an order to sell costs none', () => {
    const made = opened('100000')
    made.say('deposit bob 1 BTC')
    made.say('place bob Sell BTC/USDT 1 @ 60000')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
    made.say('place alice Sell BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('98800'))
  })

  test('an order to buy a coin that is not collateral costs its whole price', () => {
    const made = opened('100000', 'coin BTC 0')
    made.say('place alice Buy BTC/USDT 1 @ 60000')
    expect(made.account()?.marginBalance).toBe(coins('40000'))
  })

  test('an order is refused if its haircut exceeds the available margin, though the coins would suffice', () => {
    const made = opened('100000')
    made.say(`list ${linear} fees=0:0`)
    made.say('index BTCUSDT 60000')
    // 990,000 at 10× leaves 1,000.
    made.say('place alice Buy BTCUSDT 16.5 @ 60000')
    expect(made.account()?.available).toBe(coins('1000'))
    const { name, params } = made.refused('place alice Buy BTC/USDT 1 @ 60000')
    expect(name).toBe('insufficientBalance')
    expect(params).toMatchObject({ needed: '1200', available: '1000' })
    made.say('place alice Buy BTC/USDT 0.8 @ 60000')
  })

  test('a market buy by amount is checked with the haircut of what the amount buys', () => {
    const made = opened('100000')
    made.say('deposit bob 1 BTC')
    made.say('place bob Sell BTC/USDT 1 @ 60000')
    made.say('place alice Buy BTC/USDT 0 market for=30000')
    expect(made.account()?.marginBalance).toBe(coins('99400'))
  })
})

test('the available amount of a coin is at most its balance and excludes what is used as margin', () => {
  const made = opened('1000')
  made.say('deposit alice 1 BTC')
  const [bitcoin, dollars] = made.account()?.coins ?? []
  expect(bitcoin).toMatchObject({ coin: 'BTC', available: coins('1') })
  expect(dollars).toMatchObject({ coin: 'USDT', available: coins('1000') })
  made.say(`list ${linear} fees=0:0`)
  made.say('index BTCUSDT 60000')
  // 58,800 + 1,000 back 59,000: 800 is free, 800 ÷ 58,800 of the coin.
  made.say('place alice Buy BTCUSDT 9.833 @ 60000')
  expect(made.account()?.available).toBe(coins('802'))
  expect(made.account()?.coins[0]?.available).toBe(coins('0.01363945'))
  expect(made.account()?.coins[1]?.available).toBe(coins('802'))
})

test('an account is liquidated when the price of its collateral coin falls', () => {
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
  // 540,000 needs 2,700: a coin at 2,755 counts as 2,699.90.
  made.say('index BTCUSDT 60000 coins BTC 2755')
  expect(made.emitted.some(({ kind }) => kind === 'LiquidationStarted')).toBe(true)
})

describe('5.7, 14.2.21: the estimated price of an inverse position counts its coin as collateral', () => {
  const inverse =
    'BTCUSD InversePerpetual BTC/USD/BTC tick=0.5 lot=1 price=1t..3999999t qty=1l..10000000l ' +
    'market=5000000l least=0 band=2:4 fees=0:0 tiers=1000:1:0.5:100'

  function held(deposit: string, listing: string): Venue {
    const made = venue(pair, { alice: '0.00000001' })
    made.say(listing)
    made.say(`list ${inverse}`)
    made.say('index BTC/USDT 60000 BTCUSD 60000 coins BTC 60000')
    made.say(`deposit alice ${deposit} BTC`)
    made.say('place bob Sell BTCUSD 30000 @ 60000')
    made.say('place alice Buy BTCUSD 30000 @ 60000')
    return made
  }

  test('at a ratio of 0.95 a position of 0.5 BTC with 1 BTC is liquidated at 20,105.5, not at 20,793.5', () => {
    const made = held('1', 'coin BTC 9500')
    // V = (0.95 × 0.5 + 0.95) ÷ (0.95 + 0.005) = 1.4921…; 30,000 ÷ V = 20,105.26…, a long up.
    expect(made.position()?.liquidationPriceTicks).toBe(40_211)
  })

  test('a loss that spans collateral tiers counts in each tier at its own ratio', () => {
    // 0.4 at 0.98 and 0.6 at 0.5 is 0.692; the loss reduces the second tier first, at 0.5 each.
    const made = held('1', 'coin BTC 9800 tiers=0.4:9800,10:5000')
    // After a loss of 0.6: 0.392 = 0.98 (V − 1.1) + 0.005 V: V = 1.470 ÷ 0.985 = 1.49238…
    expect(made.position()?.liquidationPriceTicks).toBe(40_205)
  })
})

describe('5.6: the most that a spot order may spend of its coin', () => {
  const paid = (made: Venue, ticks?: number) =>
    made.engine.views.maxQty(
      made.id('alice'),
      symbolId('BTC/USDT'),
      ticks === undefined ? undefined : priceTicks(ticks),
    )?.paid

  test('is the free balance, even if part of it backs a position and could not be withdrawn', () => {
    const made = opened('100000')
    made.say(`list ${linear} fees=0:0`)
    made.say('index BTCUSDT 60000')
    // 300,000 at 10× needs 30,000: spending all loses 2,000 of the 70,000 that is left.
    made.say('place alice Buy BTCUSDT 5 @ 60000')
    expect(made.account()?.coins[0]?.available).toBe(coins('70000'))
    expect(paid(made, 6_000_000)?.buy).toBe(coins('100000'))
    made.say('place alice Buy BTC/USDT 0.5 @ 60000')
    expect(paid(made, 6_000_000)?.buy).toBe(coins('70000'))
  })

  test('is the amount whose haircut the margin allows, if that is less', () => {
    const made = opened('100000')
    made.say(`list ${linear} fees=0:0`)
    made.say('index BTCUSDT 60000')
    // 1,000 is left: 2 % of 50,000.
    made.say('place alice Buy BTCUSDT 16.5 @ 60000')
    // 0.833333 BTC, and not one lot more.
    expect(paid(made, 6_000_000)?.buy).toBe(coins('49999.98'))
    made.say('place alice Buy BTC/USDT 0.833333 @ 60000')
  })

  test('is the whole balance of a coin that is sold, less what orders have locked', () => {
    const made = opened('1000')
    made.say('deposit alice 1 BTC')
    made.say('place alice Sell BTC/USDT 0.25 @ 61000')
    made.say(`list ${linear} fees=0:0`)
    made.say('index BTCUSDT 60000')
    made.say('place alice Buy BTCUSDT 9.833 @ 60000')
    expect(paid(made)?.sell).toBe(coins('0.75'))
  })

  test('is not given for a contract', () => {
    const made = opened('1000')
    made.say(`list ${linear}`)
    made.say('index BTCUSDT 60000')
    expect(made.engine.views.maxQty(made.id('alice'), symbolId('BTCUSDT'))?.paid).toBeUndefined()
  })
})
