// Scenarios of liquidation: cancel, reduce, take over, cover; never at stale prices (rules 5.8,
// 14; reliability L2, L6, L12, M3).

import { expect, test } from 'vitest'
import { runScenario } from '../../testing/scenario.ts'

/** Repeated prices, one a second; after 150 the mark no longer depends on the last trade (2.2). */
const prices = (text: string, times: number): string =>
  `  index ${text}\n  +1s\n`.repeat(times).trim()

/** Alice is long 0.5 at 60,000 with 500 USDT, bob short; the fund has 1,000. The mark is steady. */
const longAtBankruptcy59000 = `\
  list BTCUSDT LinearPerpetual fees=0:0
  deposit #0 1000 USDT
  deposit alice 500 USDT
  deposit bob 100000 USDT
  index BTCUSDT 60000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  place alice Buy BTCUSDT 0.5 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.5 @ 60000
    → alice filled 1: 0.5 @ 60000 fee 0 USDT
    → filled 2: 0.5 @ 60000 fee 0 USDT
${prices('BTCUSDT 60000', 150)}`

test('5.8, step 1: the account’s orders are cancelled first, and that may be enough', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001
  deposit alice 500 USDT
  deposit bob 100000 USDT
  index BTCUSDT 60000 BTC/USDT 60000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  place alice Buy BTCUSDT 0.5 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.5 @ 60000
    → alice filled 1: 0.5 @ 60000 fee 0 USDT
    → filled 2: 0.5 @ 60000 fee 0 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 3
  place alice Buy BTC/USDT 0.001 @ 50000
    → placed 4
${prices('BTCUSDT 60000 BTC/USDT 60000', 150)}
  show alice
    → 500 USDT (50 locked); available 90
    → long 0.5 BTCUSDT @ 60000 upl 0 liq 59397
  index BTCUSDT 59500 BTC/USDT 60000
  show alice
    → 500 USDT (50 locked); available 0
    → long 0.5 BTCUSDT @ 60000 upl -250 liq 59497.5
  index BTCUSDT 59400 BTC/USDT 60000
    → alice liquidated: 90 of 148.5
    → alice cancelled 3 CancelAllBeforeLiq
    → alice cancelled 4 CancelAllBeforeLiq`
  expect(runScenario(story)).toBe(story)
})

test('5.8, step 4: the position is sold into the book by fifths until the rate is below 90 %', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0.055:0.02
  list ETHUSDT LinearPerpetual ETH/USDT tick=0.01 fees=0.055:0.02
  deposit alice 600 USDT
  deposit bob 100000 USDT
  index BTCUSDT 60000 ETHUSDT 3000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  leverage alice ETHUSDT 100
    → ETHUSDT at 100x
  place bob Sell BTCUSDT 0.5 @ 60000
    → placed 1
  place alice Buy BTCUSDT 0.5 market
    → bob filled 1: 0.5 @ 60000 fee 6 USDT
    → filled 2: 0.5 @ 60000 fee 16.5 USDT
  place bob Sell ETHUSDT 1 @ 3000
    → placed 3
  place alice Buy ETHUSDT 1 market
    → bob filled 3: 1 @ 3000 fee 0.6 USDT
    → filled 4: 1 @ 3000 fee 1.65 USDT
  place bob Buy BTCUSDT 0.4 @ 59290
    → placed 5
  place bob Buy BTCUSDT 0.4 @ 59200
    → placed 6
${prices('BTCUSDT 60000 ETHUSDT 3000', 150)}
  show alice
    → 581.85 USDT; available 233.8815
    → long 0.5 BTCUSDT @ 60000 upl 0 liq 59198.3
    → long 1 ETHUSDT @ 3000 upl 0 liq 2599.12
  index BTCUSDT 59195 ETHUSDT 3000
    → alice liquidated: 179.35 of 180.956
    → bob closed 0.1 BTCUSDT: 68.6142 = 71 - 1.2 - 1.1858 + 0
    → bob filled 5: 0.1 @ 59290 fee 1.1858 USDT left 0.3
    → alice closed 0.1 BTCUSDT: -77.56095 = - 71 - 3.3 - 3.26095 + 0
    → alice filled 7: 0.1 @ 59290 fee 3.26095 USDT
  // A fifth of the position was enough: the rate is 79.8 %, below the target of 90 %.
  show alice
    → 507.58905 USDT; available 0
    → long 0.4 BTCUSDT @ 60000 upl -322 liq 59100.8
    → long 1 ETHUSDT @ 3000 upl 0 liq 2962.32`
  expect(runScenario(story)).toBe(story)
})

test('5.8, step 6: without bids the fund takes over at the bankruptcy price and sells the position later', () => {
  const story = `
${longAtBankruptcy59000}
  index BTCUSDT 59290
    → alice liquidated: 145 of 148.225
    → alice cancelled 3 CancelByNoLiquidity
    → alice taken over: long 0.5 BTCUSDT @ 59000
    → alice closed 0.5 BTCUSDT: -500 = - 500 + 0 + 0 + 0
  show alice
    → 0 USDT; available 0
  // The fund is long from 59,000; it sells into the bids that are within the band.
  place bob Buy BTCUSDT 0.2 @ 59300
    → placed 4
  +1s
  index BTCUSDT 59290
    → bob closed 0.2 BTCUSDT: 140 = 140 + 0 + 0 + 0
    → bob filled 4: 0.2 @ 59300 fee 0 USDT
    → fund closed 0.2 BTCUSDT: 60 = 60 + 0 + 0 + 0
    → fund filled 5: 0.2 @ 59300 fee 0 USDT left 0.3
    → fund cancelled 5 CancelByNoLiquidity
  place bob Buy BTCUSDT 1 @ 59100
    → placed 6
  place bob Buy BTCUSDT 1 @ 50000
    → placed 7
  +1s
  index BTCUSDT 59290
    → bob closed 0.3 BTCUSDT: 270 = 270 + 0 + 0 + 0
    → bob filled 6: 0.3 @ 59100 fee 0 USDT left 0.7
    → fund closed 0.3 BTCUSDT: 30 = 30 + 0 + 0 + 0
    → fund filled 8: 0.3 @ 59100 fee 0 USDT
  show bob
    → 100410 USDT; available 91273`
  expect(runScenario(story)).toBe(story)
})

test('L10, L11, D-31: after a gap of 50 % the pool bears what it has, the rest goes at the bankruptcy price', () => {
  const story = `
${longAtBankruptcy59000}
  index BTCUSDT 30000
    → alice liquidated: -14500 of 75
    → alice taken over: long 0.5 BTCUSDT @ 59000
    → alice closed 0.5 BTCUSDT: -500 = - 500 + 0 + 0 + 0
    → bob deleveraged: short 0.466 BTCUSDT @ 59000
    → bob closed 0.466 BTCUSDT: 466 = 466 + 0 + 0 + 0
    → fund closed 0.466 BTCUSDT: 0 = 0 + 0 + 0 + 0
    → bob deleveraged: short 0.034 BTCUSDT @ 30000
    → bob closed 0.034 BTCUSDT: 1020 = 1020 + 0 + 0 + 0
    → fund closed 0.034 BTCUSDT: -986 = - 986 + 0 + 0 + 0
  show alice
    → 0 USDT; available 0
  show bob
    → 101486 USDT; available 101486`
  expect(runScenario(story)).toBe(story)
})

test('a short is liquidated in a rising market, and the balance is shared among all positions taken over', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  list ETHUSDT LinearPerpetual ETH/USDT tick=0.01 fees=0:0
  deposit #0 1000 USDT
  deposit alice 800 USDT
  deposit bob 100000 USDT
  index BTCUSDT 60000 ETHUSDT 3000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  leverage alice ETHUSDT 100
    → ETHUSDT at 100x
  place alice Sell BTCUSDT 0.5 @ 60000
    → placed 1
  place bob Buy BTCUSDT 0.5 @ 60000
    → alice filled 1: 0.5 @ 60000 fee 0 USDT
    → filled 2: 0.5 @ 60000 fee 0 USDT
  place alice Buy ETHUSDT 5 @ 3000
    → placed 3
  place bob Sell ETHUSDT 5 @ 3000
    → alice filled 3: 5 @ 3000 fee 0 USDT
    → filled 4: 5 @ 3000 fee 0 USDT
${prices('BTCUSDT 60000 ETHUSDT 3000', 150)}
  index BTCUSDT 61200 ETHUSDT 3000
    → alice liquidated: 200 of 228
    → alice cancelled 5 CancelByNoLiquidity
    → alice cancelled 6 CancelByNoLiquidity
    → alice taken over: short 0.5 BTCUSDT @ 61468.42105262
    → alice closed 0.5 BTCUSDT: -734.21052631 = - 734.21052631 + 0 + 0 + 0
    → alice taken over: long 5 ETHUSDT @ 2986.84210526
    → alice closed 5 ETHUSDT: -65.78947369 = - 65.78947369 + 0 + 0 + 0
  show alice
    → 0 USDT; available 0`
  expect(runScenario(story)).toBe(story)
})

test('L2: after a pause of prices, liquidation needs five prices over three seconds', () => {
  const story = `
${longAtBankruptcy59000}
  +11s
  index BTCUSDT 59200
  time
  index BTCUSDT 59200
  index BTCUSDT 59200
  index BTCUSDT 59200
  index BTCUSDT 59200
  +2999ms
  index BTCUSDT 59200
  show alice
    → 500 USDT; available 0
    → long 0.5 BTCUSDT @ 60000 upl -400 liq 59296.5
  +1ms
  time
    → alice liquidated: 100 of 148
    → alice cancelled 3 CancelByNoLiquidity
    → alice taken over: long 0.5 BTCUSDT @ 59000
    → alice closed 0.5 BTCUSDT: -500 = - 500 + 0 + 0 + 0`
  expect(runScenario(story)).toBe(story)
})

test('M3: a trader’s own close that leaves a negative balance is covered by the fund in the same command', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  deposit #0 1000 USDT
  deposit alice 100 USDT
  deposit bob 100000 USDT
  index BTCUSDT 65000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  place alice Buy BTCUSDT 0.1 @ 65000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 65000
    → alice filled 1: 0.1 @ 65000 fee 1.3 USDT
    → filled 2: 0.1 @ 65000 fee 3.575 USDT
  index BTCUSDT 60000
  place bob Buy BTCUSDT 0.1 @ 63700
    → placed 3
  place alice Sell BTCUSDT 0.1 market reduce
    → bob closed 0.1 BTCUSDT: 125.151 = 130 - 3.575 - 1.274 + 0
    → bob filled 3: 0.1 @ 63700 fee 1.274 USDT
    → closed 0.1 BTCUSDT: -134.8035 = - 130 - 1.3 - 3.5035 + 0
    → filled 4: 0.1 @ 63700 fee 3.5035 USDT
    → covered 34.8035, fund 965.1965
  show alice
    → 0 USDT; available 0`
  expect(runScenario(story)).toBe(story)
})

test('M3: a small debt in one coin is paid from another coin and cancels no order', () => {
  const story = `
  list BTCPERP UsdcPerpetual BTC/USDC fees=0.055:0.02
  list ETHUSDT LinearPerpetual ETH/USDT tick=0.01
  deposit alice 1000 USDT
  deposit bob 100000 USDC
  index BTCPERP 60000 ETHUSDT 3000
  place bob Sell BTCPERP 0.1 @ 60000
    → placed 1
  place alice Buy BTCPERP 0.1 market
    → bob filled 1: 0.1 @ 60000 fee 1.2 USDC
    → filled 2: 0.1 @ 60000 fee 3.3 USDC
  place alice Buy ETHUSDT 0.1 @ 2900
    → placed 3
  place bob Buy BTCPERP 0.1 @ 60000
    → placed 4
  place alice Sell BTCPERP 0.1 market reduce
    → bob closed 0.1 BTCPERP: -2.4 = 0 - 1.2 - 1.2 + 0
    → bob filled 4: 0.1 @ 60000 fee 1.2 USDC
    → closed 0.1 BTCPERP: -6.6 = 0 - 3.3 - 3.3 + 0
    → filled 5: 0.1 @ 60000 fee 3.3 USDC
  show alice
    → 0 USDC, 993.4 USDT; available 964.09695`
  expect(runScenario(story)).toBe(story)
})

test('M3: a close that leaves a negative balance cancels the orders that had locked the coin', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001 fees=0:0
  deposit #0 1000 USDT
  deposit alice 1000 USDT
  deposit bob 100000 USDT
  deposit bob 1 BTC
  index BTCUSDT 65000 BTC/USDT 50000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  place alice Buy BTCUSDT 1 @ 65000
    → placed 1
  place bob Sell BTCUSDT 1 @ 65000
    → alice filled 1: 1 @ 65000 fee 13 USDT
    → filled 2: 1 @ 65000 fee 35.75 USDT
  place alice Buy BTC/USDT 0.005 @ 50000
    → placed 3
  index BTCUSDT 60000 BTC/USDT 50000
  place bob Buy BTCUSDT 1 @ 63700
    → placed 4
  place alice Sell BTCUSDT 1 market reduce
    → bob closed 1 BTCUSDT: 1251.51 = 1300 - 35.75 - 12.74 + 0
    → bob filled 4: 1 @ 63700 fee 12.74 USDT
    → closed 1 BTCUSDT: -1348.035 = - 1300 - 13 - 35.035 + 0
    → filled 5: 1 @ 63700 fee 35.035 USDT
    → cancelled 3 CancelAllBeforeLiq
    → covered 348.035, fund 651.965
  show alice
    → 0 USDT; available 0
  place bob Sell BTC/USDT 0.005 @ 50000
    → placed 6
  show alice
    → 0 USDT; available 0`
  expect(runScenario(story)).toBe(story)
})

test('L6: in a market of two accounts both can be liquidated', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  deposit #0 1000 USDT
  deposit alice 500 USDT
  deposit bob 500 USDT
  index BTCUSDT 60000
  leverage alice BTCUSDT 100
    → BTCUSDT at 100x
  leverage bob BTCUSDT 100
    → BTCUSDT at 100x
  place alice Buy BTCUSDT 0.5 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.5 @ 60000
    → alice filled 1: 0.5 @ 60000 fee 0 USDT
    → filled 2: 0.5 @ 60000 fee 0 USDT
${prices('BTCUSDT 60000', 150)}
  index BTCUSDT 59200
    → alice liquidated: 100 of 148
    → alice cancelled 3 CancelByNoLiquidity
    → alice taken over: long 0.5 BTCUSDT @ 59000
    → alice closed 0.5 BTCUSDT: -500 = - 500 + 0 + 0 + 0
  index BTCUSDT 62000
    → bob liquidated: -500 of 155
    → bob taken over: short 0.5 BTCUSDT @ 61000
    → bob closed 0.5 BTCUSDT: -500 = - 500 + 0 + 0 + 0
    → fund closed 0.5 BTCUSDT: 1000 = 1000 + 0 + 0 + 0
  show bob
    → 0 USDT; available 0`
  expect(runScenario(story)).toBe(story)
})

test.each(['0:0', '0.055:0.02'])(
  'L6, 14.2.24: a bidder whom the fund’s sale puts below maintenance is liquidated too, fees %s',
  (fees) => {
    const emitted = runScenario(`
  list BTCUSDT LinearPerpetual fees=${fees}
  deposit #0 100000 USDT
  deposit bob 400 USDT
  deposit carol 100000 USDT
  deposit alice 500 USDT
  index BTCUSDT 60000
  leverage alice BTCUSDT 100
  leverage bob BTCUSDT 100
  place carol Sell BTCUSDT 0.5 @ 60000
  place alice Buy BTCUSDT 0.5 market
${prices('BTCUSDT 60000', 150)}
  place bob Buy BTCUSDT 0.5 @ 59995
  index BTCUSDT 56000
  show bob`)
    expect(emitted).toContain('alice taken over: long 0.5 BTCUSDT')
    // Bob buys at 59,995 at a mark of 56,000, after his own account was checked.
    expect(emitted).toMatch(/bob filled \d+: 0.5 @ 59995/)
    expect(emitted).toContain('bob taken over: long 0.5 BTCUSDT')
    expect(emitted.slice(emitted.lastIndexOf('show bob'))).toContain('→ 0 USDT; available 0')
  },
)
