// Scenarios of positions: opened, increased, reduced, reversed; leverage; reduce-only (rules 1,
// 4.5, 6.2).

import { parseDecimal } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import { e8, inverse, linear, startMs, venue } from '../../../testing/example-venue.ts'
import { runScenario } from '../../../testing/scenario.ts'

test('EX-1.1, EX-1.3: a long of 0.8 at 5,375 that sells 1 @ 5,500 becomes a short of 0.2', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0 band=50:50
  index BTCUSDT 5500
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place bob Sell BTCUSDT 0.5 @ 5000
    → placed 1
  place alice Buy BTCUSDT 0.5 @ 5000
    → bob filled 1: 0.5 @ 5000 fee 0 USDT
    → filled 2: 0.5 @ 5000 fee 0 USDT
  place bob Sell BTCUSDT 0.3 @ 6000
    → placed 3
  place alice Buy BTCUSDT 0.3 @ 6000
    → bob filled 3: 0.3 @ 6000 fee 0 USDT
    → filled 4: 0.3 @ 6000 fee 0 USDT
  show alice
    → 10000 USDT; available 9660
    → long 0.8 BTCUSDT @ 5375 upl 100
  place bob Buy BTCUSDT 1 @ 5500
    → placed 5
  place alice Sell BTCUSDT 1 @ 5500
    → bob closed 0.8 BTCUSDT: -100 = - 100 + 0 + 0 + 0
    → bob filled 5: 1 @ 5500 fee 0 USDT
    → closed 0.8 BTCUSDT: 100 = 100 + 0 + 0 + 0
    → filled 6: 1 @ 5500 fee 0 USDT
  show alice
    → 10100 USDT; available 9990
    → short 0.2 BTCUSDT @ 5500 upl 0 liq 55721.3
  show bob
    → 9900 USDT; available 9790
    → long 0.2 BTCUSDT @ 5500 upl 0`
  expect(runScenario(story)).toBe(story)
})

test('EX-1.6: a closed part takes its share of the opening fee and of the funding', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:50 fees=0.055:0
  index BTCUSDT 20000
  deposit alice 30000 USDT
  deposit bob 30000 USDT
  place bob Sell BTCUSDT 1 @ 20000
    → placed 1
  place alice Buy BTCUSDT 1 market
    → bob filled 1: 1 @ 20000 fee 0 USDT
    → filled 2: 1 @ 20000 fee 11 USDT
  +1m
  index BTCUSDT 20000
  +8h
  time
    → BTCUSDT funding 0.01% at 20000
    → alice funding -2 on BTCUSDT
    → bob funding 2 on BTCUSDT
  place bob Buy BTCUSDT 0.4 @ 21000
    → placed 3
  place alice Sell BTCUSDT 0.4 market
    → bob closed 0.4 BTCUSDT: -399.2 = - 400 + 0 + 0 + 0.8
    → bob filled 3: 0.4 @ 21000 fee 0 USDT
    → closed 0.4 BTCUSDT: 390.18 = 400 - 4.4 - 4.62 - 0.8
    → filled 4: 0.4 @ 21000 fee 4.62 USDT
  // The remaining 0.6 keeps 6.60 of the fee and 1.20 of the funding.
  place bob Buy BTCUSDT 0.6 @ 20000
    → placed 5
  place alice Sell BTCUSDT 0.6 market
    → bob closed 0.6 BTCUSDT: 1.2 = 0 + 0 + 0 + 1.2
    → bob filled 5: 0.6 @ 20000 fee 0 USDT
    → closed 0.6 BTCUSDT: -14.4 = 0 - 6.6 - 6.6 - 1.2
    → filled 6: 0.6 @ 20000 fee 6.6 USDT
  show alice
    → 30375.78 USDT; available 30375.78`
  expect(runScenario(story)).toBe(story)
})

test('EX-5.10, EX-7.1: a long of 1 BTC at 60,000 leaves 3,970.30 of 10,000, enough for 0.654 more', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 10033 USDT
  deposit bob 100000 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 1
  place alice Buy BTCUSDT 1 market
    → bob filled 1: 1 @ 60000 fee 12 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
  show alice
    → 10000 USDT; available 3970.3
    → long 1 BTCUSDT @ 60000 upl 0 liq 50281.2
  most alice BTCUSDT 60000
    → buy 0.654, sell 2.647
  place alice Buy BTCUSDT 0.655 @ 60000
    → rejected insufficientBalance
  place alice Buy BTCUSDT 0.654 @ 60000
    → placed 3
  show alice
    → 10000 USDT; available 5.2942
    → long 1 BTCUSDT @ 60000 upl 0 liq 50281.2`
  expect(runScenario(story)).toBe(story)
})

test('EX-7.2: one long of 1 BTC may be sold down to a short of 1.647', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 10033 USDT
  deposit bob 100000 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 1
  place alice Buy BTCUSDT 1 market
    → bob filled 1: 1 @ 60000 fee 12 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
  most alice BTCUSDT 60000
    → buy 0.654, sell 2.647
  place alice Sell BTCUSDT 2.648 @ 60000
    → rejected insufficientBalance
  place alice Sell BTCUSDT 2.647 @ 60000
    → placed 3
  show alice
    → 10000 USDT; available 3.8629
    → long 1 BTCUSDT @ 60000 upl 0 liq 50281.2
  place bob Buy BTCUSDT 2.647 market
    → alice closed 1 BTCUSDT: -45 = 0 - 33 - 12 + 0
    → alice filled 3: 2.647 @ 60000 fee 31.764 USDT
    → closed 1 BTCUSDT: -45 = 0 - 12 - 33 + 0
    → filled 4: 2.647 @ 60000 fee 87.351 USDT
  show alice
    → 9968.236 USDT; available 26.4499
    → short 1.647 BTCUSDT @ 60000 upl 0 liq 65687.6`
  expect(runScenario(story)).toBe(story)
})

test('6.2: reduce-only needs a position on the other side and is cut to it', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Sell BTCUSDT 0.1 @ 60000 reduce
    → rejected reduceOnlyWithoutPosition
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  place alice Buy BTCUSDT 0.1 @ 60000 reduce
    → rejected reduceOnlyWithoutPosition
  place alice Sell BTCUSDT 5 @ 60100 reduce
    → placed 3
  place alice Sell BTCUSDT 0l market reduce
    → rejected qtyRequired
  orders alice
    → 3 Sell BTCUSDT 0.1 @ 60100 New
  cancel-all alice
    → cancelled 3 CancelByUser
  // A quantity of 0 with closeOnTrigger closes the whole position.
  place bob Buy BTCUSDT 0.2 @ 60000
    → placed 4
  place alice Sell BTCUSDT 0l market reduce close
    → bob closed 0.1 BTCUSDT: -4.5 = 0 - 3.3 - 1.2 + 0
    → bob filled 4: 0.1 @ 60000 fee 1.2 USDT left 0.1
    → closed 0.1 BTCUSDT: -4.5 = 0 - 1.2 - 3.3 + 0
    → filled 5: 0.1 @ 60000 fee 3.3 USDT
  show alice
    → 9995.5 USDT; available 9995.5`
  expect(runScenario(story)).toBe(story)
})

test('D-33: reduce-only orders beyond the position are cut at the worst price first, then the newest', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  place alice Sell BTCUSDT 0.05 @ 60100 reduce
    → placed 3
  place alice Sell BTCUSDT 0.05 @ 60200 reduce
    → placed 4
  // With the third there is 0.04 too much: the order at 60,200 has the worst price.
  place alice Sell BTCUSDT 0.04 @ 60150 reduce
    → placed 5
    → replaced 4: 0.01 @ 60200
  orders alice
    → 3 Sell BTCUSDT 0.05 @ 60100 New
    → 4 Sell BTCUSDT 0.01 @ 60200 New
    → 5 Sell BTCUSDT 0.04 @ 60150 New
  // At the same price the newer order is cut first.
  place alice Sell BTCUSDT 0.02 @ 60150 reduce
    → cancelled 4 CancelByReduceOnly
    → replaced 6: 0.01 @ 60150
  orders alice
    → 3 Sell BTCUSDT 0.05 @ 60100 New
    → 5 Sell BTCUSDT 0.04 @ 60150 New
    → 6 Sell BTCUSDT 0.01 @ 60150 New
  // Another order closes more than half of the position.
  place bob Buy BTCUSDT 0.06 @ 60000
    → placed 7
  place alice Sell BTCUSDT 0.06 market
    → bob closed 0.06 BTCUSDT: -2.7 = 0 - 1.98 - 0.72 + 0
    → bob filled 7: 0.06 @ 60000 fee 0.72 USDT
    → closed 0.06 BTCUSDT: -2.7 = 0 - 0.72 - 1.98 + 0
    → filled 8: 0.06 @ 60000 fee 1.98 USDT
    → cancelled 6 CancelByReduceOnly
    → cancelled 5 CancelByReduceOnly
    → replaced 3: 0.04 @ 60100
  orders alice
    → 3 Sell BTCUSDT 0.04 @ 60100 New
  place bob Buy BTCUSDT 0.04 @ 60000
    → placed 9
  place alice Sell BTCUSDT 0.04 market
    → bob closed 0.04 BTCUSDT: -1.8 = 0 - 1.32 - 0.48 + 0
    → bob filled 9: 0.04 @ 60000 fee 0.48 USDT
    → closed 0.04 BTCUSDT: -1.8 = 0 - 0.48 - 1.32 + 0
    → filled 10: 0.04 @ 60000 fee 1.32 USDT
    → cancelled 3 CancelByReduceOnly
  orders alice`
  expect(runScenario(story)).toBe(story)
})

test('a reduce-only order never grows beyond the position, and never reverses it', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  place alice Sell BTCUSDT 0.05 @ 60100 reduce
    → placed 3
  place bob Buy BTCUSDT 0.4 @ 60000
    → placed 4
  replace alice 3 BTCUSDT 0.4
    → replaced 3: 0.1 @ 60100
  replace alice 3 BTCUSDT 0.4
    → rejected orderUnchanged
  replace alice 3 BTCUSDT 0.4 @ 60000
    → replaced 3: 0.1 @ 60000
    → bob closed 0.1 BTCUSDT: -4.5 = 0 - 3.3 - 1.2 + 0
    → bob filled 4: 0.1 @ 60000 fee 1.2 USDT left 0.3
    → closed 0.1 BTCUSDT: -4.5 = 0 - 1.2 - 3.3 + 0
    → filled 3: 0.1 @ 60000 fee 3.3 USDT
  show alice
    → 9995.5 USDT; available 9995.5
  show bob
    → 9995.5 USDT; available 8176.69`
  expect(runScenario(story)).toBe(story)
})

test('14.2.19: a reduce-only order is never refused for lack of margin', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit alice 610 USDT
  deposit bob 10000 USDT
  place alice Buy BTCUSDT 0.1 @ 60000
    → placed 1
  place bob Sell BTCUSDT 0.1 @ 60000
    → alice filled 1: 0.1 @ 60000 fee 1.2 USDT
    → filled 2: 0.1 @ 60000 fee 3.3 USDT
  show alice
    → 608.8 USDT; available 5.83
    → long 0.1 BTCUSDT @ 60000 upl 0 liq 54212.8
  place alice Sell BTCUSDT 0.1 @ 59500
    → placed 3
  place alice Sell BTCUSDT 0.1 @ 59500 reduce
    → placed 4
  show alice
    → 608.8 USDT; available 0
    → long 0.1 BTCUSDT @ 60000 upl 0 liq 54715.3`
  expect(runScenario(story)).toBe(story)
})

test('4.5: the checks of a new leverage have a fixed order', () => {
  const story = `
  list BTCUSDT LinearPerpetual tiers=50000:1%:0.5%:100,100000:2%:1%:50,500000:10%:5%:10
  list BTC/USDT Spot BTC/USDT tick=0.01 lot=0.000001
  index BTCUSDT 60000
  deposit alice 13000 USDT
  deposit bob 100000 USDT
  leverage #9 BTCUSDT 5
    → rejected accountUnknown
  leverage alice NOBODY 5
    → rejected instrumentUnknown
  leverage alice BTC/USDT 5
    → rejected instrumentUnknown
  leverage alice BTCUSDT 0.99
    → rejected leverageOutOfRange
  leverage alice BTCUSDT 100.01
    → rejected leverageOutOfRange
  leverage alice BTCUSDT 10
    → rejected leverageUnchanged
  place alice Buy BTCUSDT 1 @ 60000
    → placed 1
  leverage alice BTCUSDT 51
    → rejected leverageRiskLimit
  leverage alice BTCUSDT 4.5
    → rejected leverageInsufficientBalance
  leverage alice BTCUSDT 5
    → BTCUSDT at 5x
  show alice
    → 13000 USDT; available 940.6
  place bob Sell BTCUSDT 1 @ 60000
    → alice filled 1: 1 @ 60000 fee 12 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
  leverage alice BTCUSDT 51
    → rejected leverageRiskLimit
  leverage alice BTCUSDT 4.5
    → rejected leverageInsufficientBalance
  leverage alice BTCUSDT 50
    → BTCUSDT at 50x
  show alice
    → 12988 USDT; available 11755.66
    → long 1 BTCUSDT @ 60000 upl 0 liq 47280.8
  leverage alice BTCUSDT 5
    → BTCUSDT at 5x`
  expect(runScenario(story)).toBe(story)
})

test('EX-4.5: a new leverage must allow the value of the larger side of position and orders', () => {
  const story = `
  list BTCUSDT LinearPerpetual tiers=54999:1%:0.5%:100,500000:2%:1%:50
  index BTCUSDT 40000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  leverage alice BTCUSDT 50
    → BTCUSDT at 50x
  place alice Buy BTCUSDT 1 @ 40000
    → placed 1
  place bob Sell BTCUSDT 1 @ 40000
    → alice filled 1: 1 @ 40000 fee 8 USDT
    → filled 2: 1 @ 40000 fee 22 USDT
  place alice Buy BTCUSDT 0.5 @ 30000
    → placed 3
  leverage alice BTCUSDT 51
    → rejected leverageRiskLimit
  replace alice 3 BTCUSDT 0.499
    → replaced 3: 0.499 @ 30000
  leverage alice BTCUSDT 51
    → BTCUSDT at 51x`
  expect(runScenario(story)).toBe(story)
})

test('1.5: the closed PnL of all parts adds up to the wallet’s change, to the last unit', () => {
  const story = `
  list BTCUSDT LinearPerpetual funding=60
  index BTCUSDT 60000
  deposit alice 10000 USDT
  deposit bob 100000 USDT
  place bob Sell BTCUSDT 0.007 @ 60000.1
    → placed 1
  place bob Sell BTCUSDT 0.013 @ 60001.7
    → placed 2
  place alice Buy BTCUSDT 0.02 market
  +1m
  index BTCUSDT 60000
  +1h
  time
  place bob Buy BTCUSDT 0.003 @ 59990.3
  place alice Sell BTCUSDT 0.003 market
  place bob Buy BTCUSDT 0.011 @ 59980.9
  place alice Sell BTCUSDT 0.011 market
  place bob Buy BTCUSDT 0.006 @ 60011.3
  place alice Sell BTCUSDT 0.006 market
  show alice`
  const emitted = runScenario(story)
  const [, wallet = ''] = /→ (\S+) USDT; available/.exec(emitted) ?? []
  const closed = [...emitted.matchAll(/^ {4}→ closed \S+ BTCUSDT: (\S+) =/gm)].map(([, pnl]) =>
    parseDecimal(pnl ?? '', 8),
  )
  expect(closed).toHaveLength(3)
  const sum = closed.reduce((total: bigint, pnl) => total + (pnl ?? 0n), 0n)
  expect(parseDecimal(wallet, 8)).toBe(10_000n * 100_000_000n + sum)
})

test('14.2.9: closing all but one lot keeps the entry price, to the last digit', () => {
  const { say, trade, position, emitted } = venue(linear)
  say('index BTCUSDT 60000')
  trade('alice', 'bob', ['2', '60000'])
  trade('alice', 'bob', ['1', '60000.1'])
  expect(position()?.entryPriceE8).toBe(e8('60000.03333333'))
  trade('bob', 'alice', ['2.999', '60000'])
  expect(position()?.position.sizeLots).toBe(1)
  expect(position()?.entryPriceE8).toBe(e8('60000.03333333'))
  trade('bob', 'alice', ['0.001', '60000'])
  const closed = emitted.flatMap((event) =>
    event.kind === 'PnlClosed' && event.account === 1 ? [event.entryPriceE8] : [],
  )
  expect(closed).toEqual([e8('60000.03333333'), e8('60000.03333333')])
})

test('14.2.9: the same holds for an inverse contract and for the price of a session', () => {
  const coin = venue(inverse, { coin: 'BTC', alice: '10' })
  coin.say('index BTCUSD 60000')
  coin.trade('alice', 'bob', ['7', '60000'])
  coin.trade('alice', 'bob', ['4', '60000.5'])
  const before = coin.position()?.entryPriceE8
  coin.trade('bob', 'alice', ['10', '60000'])
  expect(coin.position()?.entryPriceE8).toBe(before)
  const future = `BTC-30OCT26 UsdcFutures BTC/USDC band=90:90 delivery=${startMs + 38 * 86_400_000}`
  const session = venue(future, { coin: 'USDC' })
  session.say('index BTC-30OCT26 100')
  session.trade('alice', 'bob', ['3', '100.1'])
  session.say('index BTC-30OCT26 110.3')
  session.wait(8 * 3_600_000)
  session.say('time')
  expect(session.position()?.entryPriceE8).toBe(e8('110.3'))
  session.trade('bob', 'alice', ['2.999', '110'])
  expect(session.position()?.entryPriceE8).toBe(e8('110.3'))
  expect(session.position()?.position.averagePriceE8).toBe(e8('100.1'))
})
