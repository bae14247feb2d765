// Scenarios of the spot market: coins are exchanged, orders lock their payment, fees are taken from
// the received coin (rules 3.1, 8.7; reliability M3).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('a buyer pays the fee in the base coin, a seller in the quote coin; an order locks its payment', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
  index BTC/USDT 60000
  deposit alice 1000 USDT
  deposit bob 1 BTC
  place alice Buy BTC/USDT 0.01 @ 60000
    → placed 1
  show alice
    → 1000 USDT (600 locked); available 400
  place bob Sell BTC/USDT 0.004 market
    → alice filled 1: 0.004 @ 60000 fee 0.000004 BTC left 0.006
    → filled 2: 0.004 @ 60000 fee 0.24 USDT
  show alice
    → 0.003996 BTC, 760 USDT (360 locked); available 400
  show bob
    → 0.996 BTC, 239.76 USDT; available 239.76
  cancel alice 1
    → cancelled 1 CancelByUser
  show alice
    → 0.003996 BTC, 760 USDT; available 760`
  expect(runScenario(story)).toBe(story)
})

test('an order beyond the free balance, less what other orders have locked, is refused', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
  index BTC/USDT 60000
  deposit alice 1000 USDT
  most alice BTC/USDT 60000
    → buy 0.016666, sell 0
  // Without asks a market order is checked at the mark; its maximum is computed 0.05 % above it.
  most alice BTC/USDT
    → buy 0.016658, sell 0
  place alice Buy BTC/USDT 0.02 @ 60000
    → rejected insufficientBalance
  place alice Sell BTC/USDT 0.001 @ 60000
    → rejected insufficientCoin
  place alice Buy BTC/USDT 0.016 @ 60000
    → placed 1
  place alice Buy BTC/USDT 0.001 @ 60000
    → rejected insufficientBalance
  replace alice 1 BTC/USDT 0.017
    → rejected insufficientBalance
  replace alice 1 BTC/USDT 0.016666
    → replaced 1: 0.016666 @ 60000
  show alice
    → 1000 USDT (999.96 locked); available 0.04
  replace alice 1 BTC/USDT 0.01
    → replaced 1: 0.01 @ 60000
  show alice
    → 1000 USDT (600 locked); available 400
  place alice Buy BTC/USDT 0.006666 @ 60000
    → placed 2
  show alice
    → 1000 USDT (999.96 locked); available 0.04
  cancel-all alice
    → cancelled 1 CancelByUser
    → cancelled 2 CancelByUser
  show alice
    → 1000 USDT; available 1000`
  expect(runScenario(story)).toBe(story)
})

test('a fill at a better price releases what the order had locked beyond it', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0:0
  index BTC/USDT 60000
  deposit alice 1000 USDT
  deposit bob 1 BTC
  place bob Sell BTC/USDT 0.01 @ 59900
    → placed 1
  place alice Buy BTC/USDT 0.012 @ 60000
    → bob filled 1: 0.01 @ 59900 fee 0 USDT
    → filled 2: 0.01 @ 59900 fee 0 BTC left 0.002
  show alice
    → 0.01 BTC, 401 USDT (120 locked); available 281
  place bob Sell BTC/USDT 0.002 @ 59950
    → alice filled 2: 0.002 @ 60000 fee 0 BTC
    → filled 3: 0.002 @ 60000 fee 0 USDT
  show alice
    → 0.012 BTC, 281 USDT; available 281
  show bob
    → 0.988 BTC, 719 USDT; available 719`
  expect(runScenario(story)).toBe(story)
})

test('a market buy by amount spends at most the amount, rounded down to whole lots', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.0001 fees=0.1:0.1
  index BTC/USDT 60000
  deposit alice 1000 USDT
  deposit bob 1 BTC
  place bob Sell BTC/USDT 0.001 @ 60000
    → placed 1
  place bob Sell BTC/USDT 0.1 @ 60100
    → placed 2
  place alice Buy BTC/USDT 0 market for=4.99
    → rejected notionalTooSmall
  place alice Buy BTC/USDT 0 market for=0
    → rejected amountInvalid
  place alice Buy BTC/USDT 0 market for=-5
    → rejected amountInvalid
  place alice Buy BTC/USDT 0.001 market for=100
    → rejected amountInvalid
  place alice Buy BTC/USDT 0 @ 60000 for=100
    → rejected amountInvalid
  place alice Buy BTC/USDT 0 market for=1000.01
    → rejected insufficientBalance
  place alice Buy BTC/USDT 0 market for=100
    → bob filled 1: 0.001 @ 60000 fee 0.06 USDT
    → filled 3: 0.001 @ 60000 fee 0.000001 BTC left 0.0006
    → bob filled 2: 0.0006 @ 60100 fee 0.03606 USDT left 0.0994
    → filled 3: 0.0006 @ 60100 fee 0.0000006 BTC
  place alice Buy BTC/USDT 0 market for=5.99
    → cancelled 4 CancelByNoLiquidity
  show alice
    → 0.0015984 BTC, 903.94 USDT; available 903.94`
  expect(runScenario(story)).toBe(story)
})

test('a market buy by amount buys at most the maximum quantity of a market order', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.0001 fees=0:0 market=0.5
  index BTC/USDT 60000
  deposit alice 1000000 USDT
  deposit bob 10 BTC
  place bob Sell BTC/USDT 10 @ 60000
    → placed 1
  place alice Buy BTC/USDT 0 market for=600000
    → bob filled 1: 0.5 @ 60000 fee 0 USDT left 9.5
    → filled 2: 0.5 @ 60000 fee 0 BTC`
  expect(runScenario(story)).toBe(story)
})

test('with smp=CancelMaker a buy is checked at the prices of the other accounts’ orders', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.001 fees=0:0
  index BTC/USDT 100
  deposit alice 101.9 USDT
  deposit alice 1 BTC
  deposit bob 1 BTC
  place alice Sell BTC/USDT 1 @ 99
    → placed 1
  place bob Sell BTC/USDT 1 @ 101
    → placed 2
  place alice Buy BTC/USDT 1 @ 102 smp=CancelMaker
    → rejected priceAboveBand
  place alice Buy BTC/USDT 1 @ 101 smp=CancelMaker
    → cancelled 1 CancelBySmp
    → bob filled 2: 1 @ 101 fee 0 USDT
    → filled 3: 1 @ 101 fee 0 BTC
  show alice
    → 2 BTC, 0.9 USDT; available 0.9`
  expect(runScenario(story)).toBe(story)
})

test('margin and spot share one wallet: a position’s margin cannot be spent on spot orders', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
  index BTCUSDT 60000 BTC/USDT 60000
  deposit alice 1000 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  show alice
    → 998.8 USDT; available 395.83
    → long 0.1 BTCUSDT @ 60000 upl 0 liq 50293.2
  place alice Buy BTC/USDT 0.007 @ 60000
    → rejected insufficientBalance
  place alice Buy BTC/USDT 0.005 @ 60000
    → placed 3
  show alice
    → 998.8 USDT (300 locked); available 95.83
    → long 0.1 BTCUSDT @ 60000 upl 0 liq 53308.3
  place alice Buy BTCUSDT 0.001 @ 60000
    → placed 4`
  expect(runScenario(story)).toBe(story)
})

test('a reduce-only order in a spot pair is refused', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
  index BTC/USDT 60000
  deposit alice 1 BTC
  place alice Sell BTC/USDT 0.01 @ 60000 reduce
    → rejected reduceOnlyWithoutPosition`
  expect(runScenario(story)).toBe(story)
})

test('EX-8.2: the band of a spot pair follows the index', () => {
  const story = `
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.0001 fees=0:0 band=0.5:1
  index BTC/USDT 20000
  deposit alice 100000 USDT
  deposit alice 1 BTC
  place alice Buy BTC/USDT 0.1 @ 20100.01
    → rejected priceAboveBand
  place alice Buy BTC/USDT 0.1 @ 20100
    → placed 1
  place alice Sell BTC/USDT 0.1 @ 19899.99
    → rejected priceBelowBand`
  expect(runScenario(story)).toBe(story)
})
