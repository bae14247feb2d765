// Scenarios of orders that close: split above the maximum, all positions at once, kinds of
// cancel-all, slippage limits (rules 6.2, 8.3).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('6.2: a reduce-only quantity above the maximum is split into equal parts', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place alice Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65010 fee 1.3002 USDT left 0.9
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT
  list BTCUSDT LinearPerpetual qty=0.002..0.033 market=0.02
  place alice Sell BTCUSDT 0.1 @ 65100 reduce link=big
    → placed 3
    → placed 4
    → placed 5
    → placed 6
  place alice Sell BTCUSDT 0.1 @ 65100 reduce link=big
  place alice Sell BTCUSDT 0.09 @ 65100 reduce link=big
    → rejected orderLinkIdDuplicate
  place alice Buy BTCUSDT 0.1 @ 64000
    → rejected orderMaxQtyReplace
  orders alice
    → 3 Sell BTCUSDT 0.025 @ 65100 New
    → 4 Sell BTCUSDT 0.025 @ 65100 New
    → 5 Sell BTCUSDT 0.025 @ 65100 New
    → 6 Sell BTCUSDT 0.025 @ 65100 New`
  expect(runScenario(story)).toBe(story)
})

test('6.2: if no split fits, one order of the maximum is placed and the rest is refused', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place alice Buy BTCUSDT 0.035 market
    → maker filled 1: 0.035 @ 65010 fee 0.45507 USDT left 0.965
    → filled 2: 0.035 @ 65010 fee 1.2514425 USDT
  list BTCUSDT LinearPerpetual qty=0.02..0.033
  place alice Sell BTCUSDT 0.035 @ 65100 reduce
    → placed 3
    → rejected qtyTooSmall
  orders alice
    → 3 Sell BTCUSDT 0.033 @ 65100 New`
  expect(runScenario(story)).toBe(story)
})

test('closing all closes every position and cancels own orders in the way; a flat account gets no error', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  list ETHUSDT LinearPerpetual ETH/USDT/USDT
  index ETHUSDT 3000
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place maker Buy ETHUSDT 1 @ 2999
    → placed 2
  place alice Buy BTCUSDT 0.01 market
    → maker filled 1: 0.01 @ 65010 fee 0.13002 USDT left 0.99
    → filled 3: 0.01 @ 65010 fee 0.357555 USDT
  place alice Sell ETHUSDT 0.1 market
    → maker filled 2: 0.1 @ 2999 fee 0.05998 USDT left 0.9
    → filled 4: 0.1 @ 2999 fee 0.164945 USDT
  place alice Buy BTCUSDT 0.01 @ 65002
    → placed 5
  place maker Buy BTCUSDT 1 @ 65000
    → placed 6
  place maker Sell ETHUSDT 1 @ 3001
    → placed 7
  close-all alice
    → cancelled 5 CancelBySmp
    → maker closed 0.01 BTCUSDT: -0.16002 = 0.1 - 0.13002 - 0.13 + 0
    → maker filled 6: 0.01 @ 65000 fee 0.13 USDT left 0.99
    → closed 0.01 BTCUSDT: -0.815055 = - 0.1 - 0.357555 - 0.3575 + 0
    → filled 8: 0.01 @ 65000 fee 0.3575 USDT
    → maker closed 0.1 ETHUSDT: 0.08 = 0.2 - 0.05998 - 0.06002 + 0
    → maker filled 7: 0.1 @ 3001 fee 0.06002 USDT left 0.9
    → closed 0.1 ETHUSDT: -0.53 = - 0.2 - 0.164945 - 0.165055 + 0
    → filled 9: 0.1 @ 3001 fee 0.165055 USDT
  close-all alice
  close-all alice NOBODY
    → rejected instrumentUnknown`
  expect(runScenario(story)).toBe(story)
})

test('a position that cannot be closed is refused by itself; the others are closed', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  list ETHUSDT LinearPerpetual ETH/USDT/USDT
  index ETHUSDT 3000
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place maker Sell ETHUSDT 1 @ 3001
    → placed 2
  place alice Buy BTCUSDT 0.01 market
    → maker filled 1: 0.01 @ 65010 fee 0.13002 USDT left 0.99
    → filled 3: 0.01 @ 65010 fee 0.357555 USDT
  place alice Buy ETHUSDT 0.1 market
    → maker filled 2: 0.1 @ 3001 fee 0.06002 USDT left 0.9
    → filled 4: 0.1 @ 3001 fee 0.165055 USDT
  place maker Buy ETHUSDT 1 @ 2999
    → placed 5
  status BTCUSDT CancelOnly
  close-all alice
    → rejected instrumentNotTrading
    → maker closed 0.1 ETHUSDT: 0.08 = 0.2 - 0.06002 - 0.05998 + 0
    → maker filled 5: 0.1 @ 2999 fee 0.05998 USDT left 0.9
    → closed 0.1 ETHUSDT: -0.53 = - 0.2 - 0.165055 - 0.164945 + 0
    → filled 6: 0.1 @ 2999 fee 0.164945 USDT`
  expect(runScenario(story)).toBe(story)
})

test('cancel-all can be limited to orders of one contract kind', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0.1:0.1
  index BTC/USDT 65000
  place alice Buy BTCUSDT 0.01 @ 64900
    → placed 1
  place alice Buy BTC/USDT 0.001 @ 64900
    → placed 2
  cancel-all alice of=Spot
    → cancelled 2 CancelByUser
  cancel-all alice of=Inverse
  cancel-all alice of=Linear
    → cancelled 1 CancelByUser`
  expect(runScenario(story)).toBe(story)
})

test('8.3: a market order stops at its slippage limit, in ticks or percent of the best price', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 0.01 @ 65010
    → placed 1
  place maker Sell BTCUSDT 0.01 @ 65015
    → placed 2
  place maker Sell BTCUSDT 0.01 @ 65030
    → placed 3
  place alice Buy BTCUSDT 0.03 market slip=50
    → maker filled 1: 0.01 @ 65010 fee 0.13002 USDT
    → filled 4: 0.01 @ 65010 fee 0.357555 USDT left 0.02
    → maker filled 2: 0.01 @ 65015 fee 0.13003 USDT
    → filled 4: 0.01 @ 65015 fee 0.3575825 USDT left 0.01
    → cancelled 4 CancelBySlippage
  place alice Buy BTCUSDT 0.03 market slip=0
    → rejected slippageTooLow
  place alice Buy BTCUSDT 0.03 market slip=10.01%
    → rejected slippageTooHigh
  place alice Buy BTCUSDT 0.03 @ 65000 slip=1%
    → rejected slippageMarketOnly
  place maker Buy BTCUSDT 0.01 @ 64990
    → placed 5
  place maker Buy BTCUSDT 0.01 @ 64900
    → placed 6
  place alice Sell BTCUSDT 0.02 market slip=0.1%
    → maker closed 0.01 BTCUSDT: -0.035005 = 0.225 - 0.130025 - 0.12998 + 0
    → maker filled 5: 0.01 @ 64990 fee 0.12998 USDT
    → closed 0.01 BTCUSDT: -0.94001375 = - 0.225 - 0.35756875 - 0.357445 + 0
    → filled 7: 0.01 @ 64990 fee 0.357445 USDT left 0.01
    → cancelled 7 CancelBySlippage`
  expect(runScenario(story)).toBe(story)
})

test('L7: a reduce-only symbol accepts closing orders, a cancel-only symbol none', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit maker 1000000 USDT
  deposit alice 1000 USDT
  place maker Sell BTCUSDT 1 @ 65010
    → placed 1
  place maker Buy BTCUSDT 1 @ 65000
    → placed 2
  place alice Buy BTCUSDT 0.02 market
    → maker filled 1: 0.02 @ 65010 fee 0.26004 USDT left 0.98
    → filled 3: 0.02 @ 65010 fee 0.71511 USDT
  place alice Buy BTCUSDT 0.01 @ 64900
    → placed 4
  place alice Sell BTCUSDT 0.01 @ 65100 reduce
    → placed 5
  status BTCUSDT ReduceOnly
  place alice Buy BTCUSDT 0.01 @ 64900
    → rejected symbolReduceOnly
  place alice Sell BTCUSDT 0.001 market reduce
    → maker closed 0.001 BTCUSDT: -0.016002 = 0.01 - 0.013002 - 0.013 + 0
    → maker filled 2: 0.001 @ 65000 fee 0.013 USDT left 0.999
    → closed 0.001 BTCUSDT: -0.0815055 = - 0.01 - 0.0357555 - 0.03575 + 0
    → filled 6: 0.001 @ 65000 fee 0.03575 USDT
  replace alice 4 BTCUSDT @ 64800
    → rejected symbolReduceOnly
  replace alice 5 BTCUSDT @ 65090
    → replaced 5: 0.01 @ 65090
  replace alice 4 BTCUSDT 0.005
    → replaced 4: 0.005 @ 64900
  status BTCUSDT PreLaunch
  place alice Sell BTCUSDT 0.001 market reduce
    → rejected instrumentNotTrading
  replace alice 5 BTCUSDT @ 65100
    → rejected instrumentNotTrading
  replace alice 5 BTCUSDT 0.005
    → replaced 5: 0.005 @ 65090
  cancel alice 4
    → cancelled 4 CancelByUser`
  expect(runScenario(story)).toBe(story)
})
