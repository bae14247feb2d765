// Scenarios of refused orders: the problem of an order, by precedence (rules 3.2, 4.2, 8.1, 8.2;
// reliability L3, R6).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('symbol and account are checked first, then the link id, then the state of the market', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  deposit alice 100 USDT
  place alice Buy NOBODY 1l @ 1t
    → rejected instrumentUnknown
  place #9 Buy BTCUSDT 1l @ 1t
    → rejected accountUnknown
  place alice Buy BTCUSDT 0l @ 0t link=bad! idx=1
    → rejected orderLinkIdInvalid
  status BTCUSDT CancelOnly
  place alice Buy BTCUSDT 0l @ 0t idx=1
    → rejected instrumentNotTrading
  status BTCUSDT Trading
  place alice Buy BTCUSDT 0l @ 0t idx=1
    → rejected positionIdxMismatch
  place alice Buy BTCUSDT 0l @ 0t reduce
    → rejected reduceOnlyWithoutPosition
  place alice Buy BTCUSDT 0l @ 0t
    → rejected priceTooLow
  // Without an index price no new order is accepted.
  place alice Buy BTCUSDT 0.001 @ 65000
    → rejected priceUnavailable
  place alice Buy BTCUSDT 1 market
    → rejected priceUnavailable`
  expect(runScenario(story)).toBe(story)
})

test('further checks come in the order price, quantity, value, band, balance', () => {
  const story = `
  list BTCUSDT LinearPerpetual qty=0.002..10 market=5 price=1..100000
  index BTCUSDT 65000
  deposit alice 100 USDT
  place alice Buy BTCUSDT 0l limit
    → rejected priceRequired
  place alice Buy BTCUSDT 0l @ 1t market
    → rejected priceNotAllowed
  place alice Buy BTCUSDT 0l @ 9t
    → rejected priceTooLow
  place alice Buy BTCUSDT 0l @ 1000001t
    → rejected priceTooHigh
  place alice Buy BTCUSDT 0l @ 10t
    → rejected qtyRequired
  place alice Buy BTCUSDT 1l @ 10t
    → rejected qtyTooSmall
  place alice Buy BTCUSDT 10001l @ 10t
    → rejected orderMaxQtyReplace
  place alice Buy BTCUSDT 5001l market
    → rejected orderMaxQtyReplace
  place alice Buy BTCUSDT 0.002 @ 1
    → rejected notionalTooSmall
  place alice Buy BTCUSDT 0.002 @ 65650.1
    → rejected priceAboveBand
  place alice Sell BTCUSDT 0.002 @ 64349.9
    → rejected priceBelowBand
  place alice Buy BTCUSDT 0.1 @ 65650
    → rejected insufficientBalance
  place alice Sell BTCUSDT 0.1 @ 64350
    → rejected insufficientBalance
  place alice Sell BTCUSDT 0.01 @ 99999.9
    → rejected insufficientBalance
  place alice Buy BTCUSDT 0.01 @ 1000
    → placed 1
  orders alice
    → 1 Buy BTCUSDT 0.01 @ 1000 New`
  expect(runScenario(story)).toBe(story)
})

test('EX-8.1: the price band follows from the mark, the index and the average', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  +1s
  index BTCUSDT 60100
  place alice Buy BTCUSDT 0.1 @ 60600.1
    → rejected priceAboveBand
  place alice Sell BTCUSDT 0.1 @ 59399.9
    → rejected priceBelowBand
  place alice Buy BTCUSDT 0.1 @ 60600
    → placed 3
  place bob Sell BTCUSDT 0.1 @ 60600.1
    → placed 4`
  expect(runScenario(story)).toBe(story)
})

test('a market order stops at the band and the rest is cancelled', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Sell BTCUSDT 0.1 @ 60600
    → placed 1
  place alice Sell BTCUSDT 0.1 @ 60600.1
    → placed 2
  place bob Buy BTCUSDT 0.2 market
    → alice filled 1: 0.1 @ 60600 fee 1.212 USDT
    → filled 3: 0.1 @ 60600 fee 3.333 USDT left 0.1
    → cancelled 3 CancelByPriceBand`
  expect(runScenario(story)).toBe(story)
})

test('EX-3.2, EX-7.1: the balance must cover the margin and both fees, to the last unit', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 50000
  deposit alice 5052.24999999 USDT
  place alice Buy BTCUSDT 1 @ 50000
    → rejected insufficientBalance
  deposit alice 0.00000001 USDT
  place alice Sell BTCUSDT 1 @ 50000
    → rejected insufficientBalance
  place alice Buy BTCUSDT 1 @ 50000
    → placed 1
  show alice
    → 5052.25 USDT; available 0
  cancel alice 1
    → cancelled 1 CancelByUser
  deposit alice 5.5 USDT
  place alice Sell BTCUSDT 1 @ 50000
    → placed 2`
  expect(runScenario(story)).toBe(story)
})

test('EX-5.9: an order at a price worse than the mark needs its immediate loss besides its margin', () => {
  const story = `
  list BTCUSDT LinearPerpetual tick=0.01
  index BTCUSDT 9259.84
  deposit alice 1000 USDT
  leverage alice BTCUSDT 20
    → BTCUSDT at 20x
  place alice Sell BTCUSDT 1 @ 9253.3
    → placed 1
  show alice
    → 1000 USDT; available 520.36190425
  cancel-all alice
    → cancelled 1 CancelByUser
  place alice Buy BTCUSDT 1 @ 9253.3
    → placed 2
  show alice
    → 1000 USDT; available 527.41083575`
  expect(runScenario(story)).toBe(story)
})

test('EX-6.1: of orders on both sides only the side that needs more is margined', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 2000
  deposit alice 200 USDT
  place alice Buy BTCUSDT 1 @ 2000
    → placed 1
  place alice Sell BTCUSDT 0.75 @ 2000.1
    → placed 2
  show alice
    → 200 USDT; available 0`
  expect(runScenario(story)).toBe(story)
})

test('4.3: position and orders of one side together may not exceed the value that the leverage allows', () => {
  const story = `
  list BTCUSDT LinearPerpetual tiers=1000:1%:0.5%:100,2000:2%:1%:50,5000:10%:5%:10
  index BTCUSDT 100
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Buy BTCUSDT 50 @ 100
    → placed 1
  place alice Buy BTCUSDT 0.1 @ 99
    → rejected riskLimitExceeded
  place alice Sell BTCUSDT 50 @ 101
    → rejected riskLimitExceeded
  place alice Sell BTCUSDT 49.5 @ 101
    → placed 2
  place bob Sell BTCUSDT 50 @ 100
    → alice filled 1: 50 @ 100 fee 1 USDT
    → filled 3: 50 @ 100 fee 2.75 USDT
  place alice Buy BTCUSDT 0.1 @ 99
    → rejected riskLimitExceeded
  // An order that can only close adds no risk, whatever its price.
  cancel-all alice
    → cancelled 2 CancelByUser
  place alice Sell BTCUSDT 50 @ 105
    → placed 4
  place alice Sell BTCUSDT 50 @ 105
    → rejected riskLimitExceeded
  show alice
    → 99999 USDT; available 99496.525
    → long 50 BTCUSDT @ 100 upl 0`
  expect(runScenario(story)).toBe(story)
})

test('at most 500 orders may rest in one market; what never rests is accepted beyond, as is a reduce-only order that triggers', () => {
  const orders = Array.from(
    { length: 500 },
    (_, k) => `
  place alice Buy BTCUSDT 0.001 @ ${50_000 + k}
    → placed ${k + 5}`,
  ).join('')
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 100000 USDT
  deposit maker 100000 USDT
  deposit bob 100000 USDT
  place maker Sell BTCUSDT 0.01 @ 60000
    → placed 1
  place alice Buy BTCUSDT 0.01 @ 60000
    → maker filled 1: 0.01 @ 60000 fee 0.12 USDT
    → filled 2: 0.01 @ 60000 fee 0.33 USDT
  place alice Sell BTCUSDT 0.01 @ 60100 reduce when=fall:59900
    → placed 3 Stop 59900
  place alice Buy BTCUSDT 0.01 @ 59500 when=fall:59900
    → placed 4 Stop 59900${orders}
  place alice Buy BTCUSDT 0.001 @ 50000
    → rejected tooManyOrders
  place alice Buy BTCUSDT 0.001 @ 50000 PostOnly
    → rejected tooManyOrders
  place alice Sell BTCUSDT 0.01 @ 60100 reduce
    → rejected tooManyOrders
  place alice Buy BTCUSDT 0.001 @ 50000 IOC
    → cancelled 505 CancelByIoc
  place alice Buy BTCUSDT 0.001 @ 50000 FOK
    → cancelled 506 CancelByFok
  place alice Buy BTCUSDT 0.001 market
    → cancelled 507 CancelByNoLiquidity
  place maker Buy BTCUSDT 0.001 @ 59900
    → placed 508
  place bob Sell BTCUSDT 0.001 @ 59900
    → maker closed 0.001 BTCUSDT: 0.07602 = 0.1 - 0.012 - 0.01198 + 0
    → maker filled 508: 0.001 @ 59900 fee 0.01198 USDT
    → filled 509: 0.001 @ 59900 fee 0.032945 USDT
    → alice triggered 3
    → alice triggered 4
    → alice entered 3
    → alice cancelled 4 CancelByTriggerRefused`
  expect(runScenario(story)).toBe(story)
})
