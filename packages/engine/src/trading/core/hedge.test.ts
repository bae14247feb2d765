// Scenarios of hedged positions: modes, order roles, margin, settings, liquidation, funding
// (rules 4.5, 5.8, 6; D-32, D-34).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

/** Repeated prices, one a second; after 150 the mark no longer depends on the last trade (2.2). */
const prices = (text: string, times: number): string =>
  `  index ${text}\n  +1s\n`.repeat(times).trim()

test('EX-6.3: a cross hedge needs the margin of its larger side, and a full one has no liquidation price', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 30000 USDT
  place alice Buy BTCUSDT 1 @ 60000 idx=1
    → rejected positionIdxMismatch
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  hedge alice BTCUSDT on
    → rejected positionModeUnchanged
  place alice Buy BTCUSDT 1 @ 60000
    → rejected positionIdxMismatch
  place alice Buy BTCUSDT 2 @ 60000 idx=1
    → placed 1
  place bob Sell BTCUSDT 2 @ 60000
    → alice filled 1: 2 @ 60000 fee 24 USDT
    → filled 2: 2 @ 60000 fee 66 USDT
  show alice
    → 29976 USDT; available 17916.6
    → long 2 BTCUSDT @ 60000 upl 0 liq 45268.1
  place alice Sell BTCUSDT 2 @ 60000 idx=2
    → placed 3
  place bob Buy BTCUSDT 2 @ 60000
    → alice filled 3: 2 @ 60000 fee 24 USDT
    → closed 2 BTCUSDT: -132 = 0 - 66 - 66 + 0
    → filled 4: 2 @ 60000 fee 66 USDT
  show alice
    → 29952 USDT; available 17820
    → long 2 BTCUSDT @ 60000 upl 0
    → short 2 BTCUSDT @ 60000 upl 0
  // 29,952 less the 12,132 of margin.
  hedge alice BTCUSDT off
    → rejected positionBlocksModeSwitch`
  expect(runScenario(story)).toBe(story)
})

test('D-32: closing orders are cut to the position and shrink with it, and never open the other side', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 30000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  place alice Sell BTCUSDT 1 @ 60000 idx=1
    → rejected reduceOnlyWithoutPosition
  place alice Buy BTCUSDT 2 @ 60000 idx=1
    → placed 1
  place bob Sell BTCUSDT 2 @ 60000
    → alice filled 1: 2 @ 60000 fee 0 USDT
    → filled 2: 2 @ 60000 fee 0 USDT
  place alice Sell BTCUSDT 3 @ 60010 idx=1
    → placed 3
  orders alice
    → 3 Sell BTCUSDT 2 @ 60010 New
  place alice Sell BTCUSDT 1 @ 60005 idx=1
    → placed 4
    → replaced 3: 1 @ 60010
  orders alice
    → 3 Sell BTCUSDT 1 @ 60010 New
    → 4 Sell BTCUSDT 1 @ 60005 New
  // A conditional closing order is cut when it triggers.
  place alice Sell BTCUSDT 9 market idx=1 when=rise:60009
    → placed 5 Stop 60009
  place bob Buy BTCUSDT 3 @ 60010
    → alice closed 1 BTCUSDT: 5 = 5 + 0 + 0 + 0
    → alice filled 4: 1 @ 60005 fee 0 USDT
    → closed 1 BTCUSDT: -5 = - 5 + 0 + 0 + 0
    → filled 6: 1 @ 60005 fee 0 USDT left 2
    → alice closed 1 BTCUSDT: 10 = 10 + 0 + 0 + 0
    → alice filled 3: 1 @ 60010 fee 0 USDT
    → closed 1 BTCUSDT: -10 = - 10 + 0 + 0 + 0
    → filled 6: 1 @ 60010 fee 0 USDT left 1
    → alice triggered 5
    → alice cancelled 5 CancelByReduceOnly
  show alice
    → 30015 USDT; available 30015`
  expect(runScenario(story)).toBe(story)
})

test('6.4: a reversal closes one side, cancels its TP/SL and opens the other side', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 30000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  place bob Buy BTCUSDT 2 @ 60000
    → placed 1
  place alice Sell BTCUSDT 2 market idx=2
    → bob filled 1: 2 @ 60000 fee 0 USDT
    → filled 2: 2 @ 60000 fee 0 USDT
  tpsl alice BTCUSDT Full idx=2 tp=59000 sl=61000
    → placed 3 TakeProfit 59000
    → placed 4 StopLoss 61000
  tpsl alice BTCUSDT Full idx=1 tp=61000
    → rejected tpslWithoutPosition
  place bob Sell BTCUSDT 5 @ 60020
    → placed 5
  reverse alice BTCUSDT
    → rejected positionIdxMismatch
  reverse alice BTCUSDT idx=1
    → rejected reduceOnlyWithoutPosition
  reverse alice BTCUSDT idx=2
    → bob closed 2 BTCUSDT: 40 = 40 + 0 + 0 + 0
    → bob filled 5: 2 @ 60020 fee 0 USDT left 3
    → closed 2 BTCUSDT: -40 = - 40 + 0 + 0 + 0
    → filled 6: 2 @ 60020 fee 0 USDT
    → bob filled 5: 2 @ 60020 fee 0 USDT left 1
    → filled 7: 2 @ 60020 fee 0 USDT
    → cancelled 3 CancelByTpSlTsClear
    → cancelled 4 CancelByTpSlTsClear
  show alice
    → 29960 USDT; available 17920
    → long 2 BTCUSDT @ 60020 upl -40 liq 45266.4
  place bob Buy BTCUSDT 5 @ 60000
    → placed 8
  close-all alice
    → bob closed 2 BTCUSDT: 40 = 40 + 0 + 0 + 0
    → bob filled 8: 2 @ 60000 fee 0 USDT left 3
    → closed 2 BTCUSDT: -40 = - 40 + 0 + 0 + 0
    → filled 9: 2 @ 60000 fee 0 USDT
  hedge alice BTCUSDT off
    → BTCUSDT one-way
  place alice Buy BTCUSDT 1 market
    → bob filled 5: 1 @ 60020 fee 0 USDT
    → filled 10: 1 @ 60020 fee 0 USDT
  show alice
    → 29920 USDT; available 23900
    → long 1 BTCUSDT @ 60020 upl -20 liq 30251.3`
  expect(runScenario(story)).toBe(story)
})

test('5.8, step 3: a liquidation first closes the hedged part, at the mark and without a fee', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0.055:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 13000 USDT
  hedge alice coin=USDT on
    → USDT hedged
  place bob Buy BTCUSDT 1 @ 60000
    → placed 1
  place alice Sell BTCUSDT 1 market idx=2
    → bob filled 1: 1 @ 60000 fee 0 USDT
    → filled 2: 1 @ 60000 fee 33 USDT
  place bob Sell BTCUSDT 2 @ 60000
    → placed 3
  place alice Buy BTCUSDT 2 market idx=1
    → bob closed 1 BTCUSDT: 0 = 0 + 0 + 0 + 0
    → bob filled 3: 2 @ 60000 fee 0 USDT
    → filled 4: 2 @ 60000 fee 66 USDT
  show alice
    → 12901 USDT; available 805.3
    → long 2 BTCUSDT @ 60000 upl 0 liq 47431.9
    → short 1 BTCUSDT @ 60000 upl 0
${prices('BTCUSDT 60000', 150)}
  place bob Buy BTCUSDT 3 @ 47500
    → placed 5
  index BTCUSDT 47600
  show alice
    → 12901 USDT; available 0
    → long 2 BTCUSDT @ 60000 upl -24800 liq 47431.9
    → short 1 BTCUSDT @ 60000 upl 12400
  index BTCUSDT 47300
    → alice liquidated: 201 of 332.2
    → alice closed 1 BTCUSDT: -12733 = - 12700 - 33 + 0 + 0
    → alice closed 1 BTCUSDT: 12667 = 12700 - 33 + 0 + 0
    → bob closed 0.2 BTCUSDT: 2500 = 2500 + 0 + 0 + 0
    → bob filled 5: 0.2 @ 47500 fee 0 USDT left 2.8
    → alice closed 0.2 BTCUSDT: -2511.825 = - 2500 - 6.6 - 5.225 + 0
    → alice filled 6: 0.2 @ 47500 fee 5.225 USDT
    → bob closed 0.2 BTCUSDT: 2500 = 2500 + 0 + 0 + 0
    → bob filled 5: 0.2 @ 47500 fee 0 USDT left 2.6
    → alice closed 0.2 BTCUSDT: -2511.825 = - 2500 - 6.6 - 5.225 + 0
    → alice filled 7: 0.2 @ 47500 fee 5.225 USDT
  show alice
    → 7890.55 USDT; available 0
    → long 0.6 BTCUSDT @ 60000 upl -7620 liq 47114.4`
  expect(runScenario(story)).toBe(story)
})

test('4.5: isolated sides have their own leverage, margin and liquidation; cross sides share a leverage', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 25000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  leverage alice BTCUSDT 20 5
    → rejected leverageSidesDiffer
  mode alice BTCUSDT Isolated
  leverage alice BTCUSDT 20 5
    → BTCUSDT at 20x long
    → BTCUSDT at 5x short
  place bob Buy BTCUSDT 1 @ 60000
    → placed 1
  place alice Sell BTCUSDT 1 market idx=2
    → bob filled 1: 1 @ 60000 fee 0 USDT
    → filled 2: 1 @ 60000 fee 0 USDT
  place bob Sell BTCUSDT 1 @ 60000
    → placed 3
  place alice Buy BTCUSDT 1 market idx=1
    → bob closed 1 BTCUSDT: 0 = 0 + 0 + 0 + 0
    → bob filled 3: 1 @ 60000 fee 0 USDT
    → filled 4: 1 @ 60000 fee 0 USDT
  show alice
    → 25000 USDT; available 10000
    → long 1 BTCUSDT @ 60000 upl 0 liq 57286.5
    → short 1 BTCUSDT @ 60000 upl 0 liq 71641.7
  margin alice BTCUSDT 1 100
  mode alice BTCUSDT Cross
  mode alice BTCUSDT Isolated
  leverage alice BTCUSDT 20 5
    → BTCUSDT at 20x long
  show alice
    → 25000 USDT; available 10000
    → long 1 BTCUSDT @ 60000 upl 0 liq 57286.5
    → short 1 BTCUSDT @ 60000 upl 0 liq 71641.7
  place alice Buy BTCUSDT 0.1 @ 55000 idx=1
    → placed 5
  place alice Sell BTCUSDT 0.1 @ 65000 idx=2
    → placed 6
${prices('BTCUSDT 60000', 150)}
  index BTCUSDT 57200
    → alice liquidated: 200 of 286
    → alice cancelled 5 CancelByPrepareLiq
    → alice taken over: long 1 BTCUSDT @ 57000
    → alice closed 1 BTCUSDT: -3000 = - 3000 + 0 + 0 + 0
  show alice
    → 22000 USDT; available 8700
    → short 1 BTCUSDT @ 60000 upl 2800 liq 71641.7
  orders alice
    → 6 Sell BTCUSDT 0.1 @ 65000 New`
  expect(runScenario(story)).toBe(story)
})

test('2.7: each side pays or receives its own funding', () => {
  const story = `
  list BTCUSDT LinearPerpetual fees=0:0
  index BTCUSDT 60000
  deposit bob 10000000 USDT
  deposit alice 30000 USDT
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  place alice Buy BTCUSDT 2 @ 60000 idx=1
    → placed 1
  place bob Sell BTCUSDT 2 @ 60000
    → alice filled 1: 2 @ 60000 fee 0 USDT
    → filled 2: 2 @ 60000 fee 0 USDT
  place alice Sell BTCUSDT 1 @ 60000 idx=2
    → placed 3
  place bob Buy BTCUSDT 1 @ 60000
    → alice filled 3: 1 @ 60000 fee 0 USDT
    → closed 1 BTCUSDT: 0 = 0 + 0 + 0 + 0
    → filled 4: 1 @ 60000 fee 0 USDT
  +8h
  time
    → BTCUSDT funding 0.01% at 60000
    → bob funding 6 on BTCUSDT
    → alice funding -12 on BTCUSDT
    → alice funding 6 on BTCUSDT`
  expect(runScenario(story)).toBe(story)
})

test('6.1: switching a coin changes its symbols without orders or positions; the others keep their mode', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  list ETHUSDT LinearPerpetual ETH/USDT/USDT
  list BTCUSD InversePerpetual BTC/USD/BTC
  index BTCUSDT 60000
  index ETHUSDT 3000
  deposit alice 1000000 USDT
  place alice Buy BTCUSDT 1 @ 59000
    → placed 1
  hedge alice BTCUSDT on
    → rejected ordersBlockModeSwitch
  hedge alice BTCUSD on
    → rejected hedgeUnsupported
  hedge alice coin=BTC on
    → rejected hedgeUnsupported
  hedge alice coin=USDT on
    → USDT hedged
  place alice Buy ETHUSDT 1 @ 2990 idx=1
    → placed 2
  place alice Buy BTCUSDT 1 @ 59000
    → placed 3
  list SOLUSDT LinearPerpetual SOL/USDT/USDT
  index SOLUSDT 100
  place alice Buy SOLUSDT 1 @ 99 idx=1
    → placed 4
  cancel-all alice
    → cancelled 1 CancelByUser
    → cancelled 2 CancelByUser
    → cancelled 3 CancelByUser
    → cancelled 4 CancelByUser
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  hedge alice coin=USDT off
    → USDT one-way
  place alice Buy ETHUSDT 1 @ 2990
    → placed 5
  hedge alice BTCUSDT off
    → rejected positionModeUnchanged`
  expect(runScenario(story)).toBe(story)
})
