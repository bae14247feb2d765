// Scenarios of orders: resting, matching, changes and cancels (rules 8.3, 8.4; reliability O1, O4,
// O5).

import { expect, test } from 'vitest'
import { venue } from '../../../testing/example-venue.ts'
import { runScenario } from '../../../testing/scenario.ts'

test('a limit order rests, and a market order fills it at the resting price', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Sell BTCUSDT 0.010 @ 65010
    → placed 1
  book BTCUSDT
    → bids none | asks 0.01 @ 65010
  place bob Buy BTCUSDT 0.010 market
    → alice filled 1: 0.01 @ 65010 fee 0.13002 USDT
    → filled 2: 0.01 @ 65010 fee 0.357555 USDT
  show alice
    → 9999.86998 USDT; available 9934.5766695
    → short 0.01 BTCUSDT @ 65010 upl 0.1 liq 1059659.3
  show bob
    → 9999.642445 USDT; available 9934.2206455
    → long 0.01 BTCUSDT @ 65010 upl -0.1`
  expect(runScenario(story)).toBe(story)
})

test('orders are matched by price, then by time, and the taker gets the better price', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  deposit carol 100000 USDT
  deposit dave 100000 USDT
  place alice Sell BTCUSDT 0.1 @ 65020
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 65010
    → placed 2
  place carol Sell BTCUSDT 0.1 @ 65010
    → placed 3
  place dave Buy BTCUSDT 0.25 @ 65100
    → bob filled 2: 0.1 @ 65010 fee 1.3002 USDT
    → filled 4: 0.1 @ 65010 fee 3.57555 USDT left 0.15
    → carol filled 3: 0.1 @ 65010 fee 1.3002 USDT
    → filled 4: 0.1 @ 65010 fee 3.57555 USDT left 0.05
    → alice filled 1: 0.05 @ 65020 fee 0.6502 USDT left 0.05
    → filled 4: 0.05 @ 65020 fee 1.78805 USDT
  book BTCUSDT
    → bids none | asks 0.05 @ 65020`
  expect(runScenario(story)).toBe(story)
})

test('IOC never rests, FOK fills all or nothing, PostOnly never takes', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Sell BTCUSDT 0.1 @ 65010
    → placed 1
  place bob Buy BTCUSDT 0.3 @ 65010 IOC
    → alice filled 1: 0.1 @ 65010 fee 1.3002 USDT
    → filled 2: 0.1 @ 65010 fee 3.57555 USDT left 0.2
    → cancelled 2 CancelByIoc
  place alice Sell BTCUSDT 0.1 @ 65010
    → placed 3
  place bob Buy BTCUSDT 0.3 @ 65010 FOK
    → cancelled 4 CancelByFok
  place bob Buy BTCUSDT 0.1 @ 65009 FOK
    → cancelled 5 CancelByFok
  place bob Buy BTCUSDT 0.1 @ 65010 PostOnly
    → cancelled 6 CancelByPostOnly
  place bob Buy BTCUSDT 0.1 @ 65009.9 PostOnly
    → placed 7
  place bob Buy BTCUSDT 0.1 @ 65010 FOK
    → alice filled 3: 0.1 @ 65010 fee 1.3002 USDT
    → filled 8: 0.1 @ 65010 fee 3.57555 USDT
  place bob Buy BTCUSDT 0.3 market
    → cancelled 9 CancelByNoLiquidity
  book BTCUSDT
    → bids 0.1 @ 65009.9 | asks none`
  expect(runScenario(story)).toBe(story)
})

test('D-36: only a smaller quantity keeps the place in the queue', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  deposit carol 100000 USDT
  place alice Buy BTCUSDT 0.2 @ 64990
    → placed 1
  place bob Buy BTCUSDT 0.2 @ 64990
    → placed 2
  replace alice 1 BTCUSDT 0.1
    → replaced 1: 0.1 @ 64990
  place carol Sell BTCUSDT 0.05 @ 64990
    → alice filled 1: 0.05 @ 64990 fee 0.6499 USDT left 0.05
    → filled 3: 0.05 @ 64990 fee 1.787225 USDT
  // A larger quantity loses the place, and so does a new price, even when it is changed back.
  replace alice 1 BTCUSDT 0.2
    → replaced 1: 0.2 @ 64990
  place carol Sell BTCUSDT 0.05 @ 64990
    → bob filled 2: 0.05 @ 64990 fee 0.6499 USDT left 0.15
    → filled 4: 0.05 @ 64990 fee 1.787225 USDT
  replace bob 2 BTCUSDT @ 64980
    → replaced 2: 0.2 @ 64980
  replace bob 2 BTCUSDT @ 64990
    → replaced 2: 0.2 @ 64990
  place carol Sell BTCUSDT 0.05 @ 64990
    → alice filled 1: 0.05 @ 64990 fee 0.6499 USDT left 0.1
    → filled 5: 0.05 @ 64990 fee 1.787225 USDT`
  expect(runScenario(story)).toBe(story)
})

test('a replacement is checked like a new order, and may be filled at once', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Buy BTCUSDT 0.2 @ 64990
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 64990
    → alice filled 1: 0.1 @ 64990 fee 1.2998 USDT left 0.1
    → filled 2: 0.1 @ 64990 fee 3.57445 USDT
  replace alice 1 BTCUSDT 0.1
    → rejected qtyNotAboveFilled
  replace alice 1 BTCUSDT 0.05
    → rejected qtyNotAboveFilled
  replace alice 1 BTCUSDT 0.2
    → rejected orderUnchanged
  replace alice 1 BTCUSDT 0.2 @ 64990
    → rejected orderUnchanged
  replace alice 1 BTCUSDT @ 66000
    → rejected priceAboveBand
  replace alice 1 BTCUSDT 20
    → rejected insufficientBalance
  replace alice 1 BTCUSDT 1191
    → rejected orderMaxQtyReplace
  replace alice 1 650000l
    → rejected riskLimitExceeded
  replace alice 1 BTCUSDT 0.00
    → rejected qtyNotAboveFilled
  place bob Sell BTCUSDT 0.05 @ 65005
    → placed 3
  replace alice 1 BTCUSDT @ 65005
    → replaced 1: 0.2 @ 65005
    → bob filled 3: 0.05 @ 65005 fee 0.65005 USDT
    → filled 1: 0.05 @ 65005 fee 1.7876375 USDT left 0.05
  orders alice
    → 1 Buy BTCUSDT 0.05 @ 65005 PartiallyFilled
  replace alice 1 BTCUSDT 0.15 @ 64990
    → rejected qtyNotAboveFilled`
  expect(runScenario(story)).toBe(story)
})

test('a PostOnly order whose new price would take is cancelled', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place bob Sell BTCUSDT 0.1 @ 65005
    → placed 1
  place alice Buy BTCUSDT 0.2 @ 64990 PostOnly
    → placed 2
  replace alice 2 BTCUSDT @ 65005
    → replaced 2: 0.2 @ 65005
    → cancelled 2 CancelByPostOnly
  book BTCUSDT
    → bids none | asks 0.1 @ 65005`
  expect(runScenario(story)).toBe(story)
})

test('8.4: when own orders would match, the taker’s self-match prevention decides', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Sell BTCUSDT 0.1 @ 65000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 65000
    → placed 2
  place alice Buy BTCUSDT 0.1 @ 65000 smp=CancelTaker
    → cancelled 3 CancelBySmp
  place alice Buy BTCUSDT 0.1 @ 65000 smp=CancelMaker
    → cancelled 1 CancelBySmp
    → bob filled 2: 0.1 @ 65000 fee 1.3 USDT
    → filled 4: 0.1 @ 65000 fee 3.575 USDT
  place alice Sell BTCUSDT 0.1 @ 65010
    → placed 5
  place alice Buy BTCUSDT 0.1 @ 65010 smp=CancelBoth
    → cancelled 5 CancelBySmp
    → cancelled 6 CancelBySmp
  place alice Sell BTCUSDT 0.05 @ 65010
    → placed 7
  place alice Buy BTCUSDT 0.05 @ 65010
    → closed 0.05 BTCUSDT: -1.9376 = 0.5 - 1.7875 - 0.6501 + 0
    → filled 7: 0.05 @ 65010 fee 0.6501 USDT
    → filled 8: 0.05 @ 65010 fee 1.787775 USDT
  book BTCUSDT
    → bids none | asks none`
  expect(runScenario(story)).toBe(story)
})

test.each([
  ['CancelMaker', { 1: 2 }],
  ['CancelTaker', { 2: 1 }],
  ['CancelBoth', { 1: 2, 2: 1 }],
])(
  '8.4: an order cancelled by self-match prevention (%s) has the id of the order that it would match',
  (mode, met) => {
    const made = venue('BTCUSDT LinearPerpetual', { alice: '100000' })
    made.say('index BTCUSDT 65000')
    made.say('place alice Sell BTCUSDT 0.1 @ 65000')
    made.say(`place alice Buy BTCUSDT 0.1 @ 65000 smp=${mode}`)
    const ended = made.emitted.flatMap((event) => (event.kind === 'OrderCanceled' ? [event] : []))
    expect(Object.fromEntries(ended.map(({ order, metId }) => [order.id, metId]))).toEqual(met)
  },
)

test('8.4: a FOK order does not count own orders that it may not match', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Sell BTCUSDT 0.1 @ 65000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 65001
    → placed 2
  place alice Buy BTCUSDT 0.1 @ 65000 FOK smp=CancelMaker
    → cancelled 3 CancelByFok
  place alice Buy BTCUSDT 0.1 @ 65001 FOK smp=CancelTaker
    → cancelled 4 CancelByFok
  place alice Buy BTCUSDT 0.1 @ 65001 FOK smp=CancelBoth
    → cancelled 5 CancelByFok
  orders alice
    → 1 Sell BTCUSDT 0.1 @ 65000 New
  place alice Buy BTCUSDT 0.1 @ 65001 FOK smp=CancelMaker
    → cancelled 1 CancelBySmp
    → bob filled 2: 0.1 @ 65001 fee 1.30002 USDT
    → filled 6: 0.1 @ 65001 fee 3.575055 USDT`
  expect(runScenario(story)).toBe(story)
})

test('O1: a repeated link id returns its order; other content under it is refused', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Buy BTCUSDT 0.1 @ 64990 link=mine
    → placed 1
  place alice Buy BTCUSDT 0.1 @ 64990 link=mine
  place alice Buy BTCUSDT 0.2 @ 64990 link=mine
    → rejected orderLinkIdDuplicate
  place bob Buy BTCUSDT 0.2 @ 64990 link=mine
    → placed 2
  cancel alice link=mine
    → cancelled 1 CancelByUser
  place alice Buy BTCUSDT 0.1 @ 64990 link=mine
  cancel alice link=mine
    → rejected orderFinal
  orders alice
  orders bob
    → 2 Buy BTCUSDT 0.2 @ 64990 New
  // A refused order does not use up its link id.
  place alice Buy BTCUSDT 100 @ 64990 link=other
    → rejected riskLimitExceeded
  place alice Buy BTCUSDT 0.1 @ 64990 link=other
    → placed 3
  replace alice link=other 200l
    → replaced 3: 0.2 @ 64990
  cancel alice link=other
    → cancelled 3 CancelByUser`
  expect(runScenario(story)).toBe(story)
})

test('O5: a cancel of a final order says so; ids of other accounts and unknown ids get the same answer', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  place alice Buy BTCUSDT 0.1 @ 64990
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 64990
    → alice filled 1: 0.1 @ 64990 fee 1.2998 USDT
    → filled 2: 0.1 @ 64990 fee 3.57445 USDT
  cancel alice 1
    → rejected orderFinal
  cancel bob 1
    → rejected orderNotFound
  cancel bob 77
    → rejected orderNotFound
  cancel alice link=never
    → rejected orderNotFound
  cancel #9 1
    → rejected accountUnknown
  replace bob 1 5l
    → rejected orderNotFound`
  expect(runScenario(story)).toBe(story)
})

test('cancel-all cancels the oldest orders first, in one market or in all', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list ETHUSDT LinearPerpetual ETH/USDT tick=0.01
  index BTCUSDT 65000 ETHUSDT 3000
  deposit alice 100000 USDT
  place alice Buy BTCUSDT 0.1 @ 64990
    → placed 1
  place alice Buy ETHUSDT 1 @ 2990
    → placed 2
  place alice Sell BTCUSDT 0.1 @ 65010
    → placed 3
  place alice Buy BTCUSDT 0.1 @ 64980
    → placed 4
  cancel-all alice ETHUSDT
    → cancelled 2 CancelByUser
  cancel-all alice NOBODY
    → rejected instrumentUnknown
  cancel-all alice
    → cancelled 1 CancelByUser
    → cancelled 3 CancelByUser
    → cancelled 4 CancelByUser
  cancel-all alice`
  expect(runScenario(story)).toBe(story)
})

test('O5: many orders of robots do not push out the final orders of traders', () => {
  const quotes = Array.from({ length: 9000 }, () => [
    '  place #9 Buy BTCUSDT 0.1 @ 64000 link=q',
    '  cancel #9 link=q',
  ])
    .flat()
    .map((line, k) => line.replace('link=q', `link=q${k >> 1}`))
    .join('\n')
  const emitted = runScenario(`
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  open #9 robot
  deposit #9 100000 USDT
  deposit alice 100000 USDT
  place alice Buy BTCUSDT 0.1 @ 64990 IOC
${quotes}
  cancel alice 1`)
  expect(emitted.endsWith('cancel alice 1\n    → rejected orderFinal')).toBe(true)
})
