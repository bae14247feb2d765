// The coins of an account view: the worth of each, and an available amount that can be spent.

import { expect, test } from 'vitest'
import { coins, linear, venue } from '../../testing/example-venue.ts'

/** Alice holds a bitcoin, a little USDT, and a position that loses. */
function losing() {
  const market = venue(linear, { alice: '2000' })
  market.say('list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1')
  market.say('coin BTC 9500')
  market.say('deposit alice 1 BTC')
  market.say('deposit bob 1 BTC')
  market.say('index BTCUSDT 60000 BTC/USDT 60000 coins BTC 60000')
  market.mark('60000')
  market.trade('alice', 'bob', ['0.1', '60000'])
  market.mark('55000')
  market.say('index BTC/USDT 55000 coins BTC 55000')
  return market
}
const coin = (market: ReturnType<typeof losing>, name: string) =>
  market.account()?.coins.find((each) => each.coin === name)

test('open losses reduce the equity of the coin that they will be paid in, and of no other coin', () => {
  const market = losing()
  const usdt = coin(market, 'USDT')
  expect(usdt?.unrealisedPnl).toBe(coins('500') * -1n)
  expect(usdt?.equity).toBe((usdt?.balance ?? 0n) - coins('500'))
  expect(coin(market, 'BTC')).toMatchObject({
    unrealisedPnl: 0n,
    equity: coins('1'),
    usdValue: coins('55000'),
  })
})

test('the values of the coins add up to the account’s equity', () => {
  const market = losing()
  const sum = market.account()?.coins.reduce((all, { usdValue }) => all + usdValue, 0n)
  expect(sum).toBe(market.account()?.equity)
})

test('the available amount of a coin is its equity if that is below the balance, and can be spent', () => {
  const market = losing()
  const usdt = coin(market, 'USDT')
  expect(usdt?.available).toBe(usdt?.equity)
  // 1,495 of 1,496.7 USDT: the fee is paid in the coin that is bought.
  market.say('place alice Buy BTC/USDT 0.0299 @ 50000')
  expect(coin(market, 'USDT')?.available).toBeLessThan(coins('2'))
})

test('nothing is available of a coin that an open order has locked in full', () => {
  const market = losing()
  market.say('place alice Sell BTC/USDT 1 @ 60000')
  expect(coin(market, 'BTC')).toMatchObject({ locked: coins('1'), available: 0n })
})

test('12.3: nothing is available of a coin whose open loss is beyond its balance; it may be spent', () => {
  const market = losing()
  market.mark('35000')
  market.say('index BTC/USDT 35000 coins BTC 35000')
  const usdt = coin(market, 'USDT')
  // 0.1 BTC from 60,000 loses 2,500 of less than 2,000; the bitcoin covers it.
  expect(usdt?.unrealisedPnl).toBe(-coins('2500'))
  expect(usdt?.equity).toBe((usdt?.balance ?? 0n) - coins('2500'))
  expect(usdt?.available).toBe(0n)
  expect(market.refused('transfer alice #1:Unified #1:Funding 1 USDT').name).toBe(
    'transferInsufficient',
  )
  // Coins that cannot be withdrawn may still be spent (12.3).
  market.say('place alice Buy BTC/USDT 0.001 @ 35000')
  expect(coin(market, 'USDT')).toMatchObject({ locked: coins('35'), available: 0n })
})
