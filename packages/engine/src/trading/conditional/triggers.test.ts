// Scenarios of triggers: conditional orders, TP/SL and trailing stops (rules 8.3, 8.5, 8.6,
// 6.2; reliability L2).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('EX-8.3: an attached TP/SL applies only if the order opens a position', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 5 @ 49000
    → placed 1
  place alice Buy BTCUSDT 5 @ 49000 tp=50000 sl=48000
    → maker filled 1: 5 @ 49000 fee 49 USDT
    → filled 2: 5 @ 49000 fee 134.75 USDT
    → placed 3 TakeProfit 50000
    → placed 4 StopLoss 48000
  place maker Buy BTCUSDT 3 @ 49000
    → placed 5
  place alice Sell BTCUSDT 3 @ 49000 tp=47000 sl=50000
    → maker closed 3 BTCUSDT: -58.8 = 0 - 29.4 - 29.4 + 0
    → maker filled 5: 3 @ 49000 fee 29.4 USDT
    → closed 3 BTCUSDT: -161.7 = 0 - 80.85 - 80.85 + 0
    → filled 6: 3 @ 49000 fee 80.85 USDT
    → replaced 3: 2 TakeProfit 50000
    → replaced 4: 2 StopLoss 48000
  orders alice
    → 3 Sell BTCUSDT 2 @ 0 Untriggered TakeProfit 50000
    → 4 Sell BTCUSDT 2 @ 0 Untriggered StopLoss 48000
  place maker Buy BTCUSDT 3 @ 49000
    → placed 7
  place alice Sell BTCUSDT 3 @ 49000 tp=47000 sl=50000
    → maker closed 2 BTCUSDT: -39.2 = 0 - 19.6 - 19.6 + 0
    → maker filled 7: 3 @ 49000 fee 29.4 USDT
    → closed 2 BTCUSDT: -107.8 = 0 - 53.9 - 53.9 + 0
    → filled 8: 3 @ 49000 fee 80.85 USDT
    → cancelled 3 CancelByTpSlTsClear
    → cancelled 4 CancelByTpSlTsClear
    → placed 9 TakeProfit 47000
    → placed 10 StopLoss 50000
  orders alice
    → 9 Buy BTCUSDT 1 @ 0 Untriggered TakeProfit 47000
    → 10 Buy BTCUSDT 1 @ 0 Untriggered StopLoss 50000`
  expect(runScenario(story)).toBe(story)
})

test('EX-8.4: partial entries are cut newest first and fire by distance; a fired leg cancels the other', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 10 @ 49000
    → placed 1
  place alice Buy BTCUSDT 10 @ 49000
    → maker filled 1: 10 @ 49000 fee 98 USDT
    → filled 2: 10 @ 49000 fee 269.5 USDT
  tpsl alice BTCUSDT Partial qty=4 tp=49400 sl=48600
    → placed 3 PartialTakeProfit 49400
    → placed 4 PartialStopLoss 48600
  tpsl alice BTCUSDT Partial qty=5 tp=49300 sl=48700
    → placed 5 PartialTakeProfit 49300
    → placed 6 PartialStopLoss 48700
  tpsl alice BTCUSDT Partial qty=2 tp=49300
    → rejected tpslQtyTooSmall
  place maker Buy BTCUSDT 3 @ 49000
    → placed 7
  place alice Sell BTCUSDT 3 market
    → maker closed 3 BTCUSDT: -58.8 = 0 - 29.4 - 29.4 + 0
    → maker filled 7: 3 @ 49000 fee 29.4 USDT
    → closed 3 BTCUSDT: -161.7 = 0 - 80.85 - 80.85 + 0
    → filled 8: 3 @ 49000 fee 80.85 USDT
    → replaced 5: 3 PartialTakeProfit 49300
    → replaced 6: 3 PartialStopLoss 48700
  orders alice
    → 3 Sell BTCUSDT 4 @ 0 Untriggered PartialTakeProfit 49400
    → 4 Sell BTCUSDT 4 @ 0 Untriggered PartialStopLoss 48600
    → 5 Sell BTCUSDT 3 @ 0 Untriggered PartialTakeProfit 49300
    → 6 Sell BTCUSDT 3 @ 0 Untriggered PartialStopLoss 48700
  place maker Buy BTCUSDT 3 @ 48700
    → placed 9
  place maker Buy BTCUSDT 4 @ 48600
    → placed 10
  deposit bob 1000000 USDT
  place bob Sell BTCUSDT 0.1 market
    → maker closed 0.1 BTCUSDT: 28.046 = 30 - 0.98 - 0.974 + 0
    → maker filled 9: 0.1 @ 48700 fee 0.974 USDT left 2.9
    → filled 11: 0.1 @ 48700 fee 2.6785 USDT
    → alice triggered 6
    → alice cancelled 5 CancelByOCOTpCanceledBySlTriggered
    → maker closed 2.9 BTCUSDT: 813.334 = 870 - 28.42 - 28.246 + 0
    → maker filled 9: 2.9 @ 48700 fee 28.246 USDT
    → alice closed 2.9 BTCUSDT: -1025.8315 = - 870 - 78.155 - 77.6765 + 0
    → alice filled 6: 2.9 @ 48700 fee 77.6765 USDT left 0.1
    → maker closed 0.1 BTCUSDT: 38.048 = 40 - 0.98 - 0.972 + 0
    → maker filled 10: 0.1 @ 48600 fee 0.972 USDT left 3.9
    → alice closed 0.1 BTCUSDT: -45.368 = - 40 - 2.695 - 2.673 + 0
    → alice filled 6: 0.1 @ 48600 fee 2.673 USDT
    → alice triggered 4
    → alice cancelled 3 CancelByOCOTpCanceledBySlTriggered
    → maker closed 3.9 BTCUSDT: 1483.872 = 1560 - 38.22 - 37.908 + 0
    → maker filled 10: 3.9 @ 48600 fee 37.908 USDT
    → alice closed 3.9 BTCUSDT: -1769.352 = - 1560 - 105.105 - 104.247 + 0
    → alice filled 4: 3.9 @ 48600 fee 104.247 USDT left 0.1
    → alice cancelled 4 CancelByNoLiquidity
  orders alice
  cancel alice 4 entry
    → rejected orderFinal
  cancel-partial alice BTCUSDT`
  expect(runScenario(story)).toBe(story)
})

test('D-38: partial entries end with the position; of equal triggers the older fires first', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  deposit bob 1000000 USDT
  place maker Sell BTCUSDT 10 @ 49000
    → placed 1
  place alice Buy BTCUSDT 10 @ 49000
    → maker filled 1: 10 @ 49000 fee 98 USDT
    → filled 2: 10 @ 49000 fee 269.5 USDT
  tpsl alice BTCUSDT Partial qty=4 tp=49300 sl=48600
    → placed 3 PartialTakeProfit 49300
    → placed 4 PartialStopLoss 48600
  tpsl alice BTCUSDT Partial qty=2 tp=49300 sl=48700
    → placed 5 PartialTakeProfit 49300
    → placed 6 PartialStopLoss 48700
  tpsl alice BTCUSDT Partial qty=3 tp=49400 sl=48500
    → placed 7 PartialTakeProfit 49400
    → placed 8 PartialStopLoss 48500
  place maker Buy BTCUSDT 6 @ 49290
    → placed 9
  place maker Sell BTCUSDT 0.1 @ 49300
    → placed 10
  place bob Buy BTCUSDT 0.1 @ 49300
    → maker filled 10: 0.1 @ 49300 fee 0.986 USDT
    → filled 11: 0.1 @ 49300 fee 2.7115 USDT
    → alice triggered 3
    → alice cancelled 4 CancelByOCOSlCanceledByTpTriggered
    → alice triggered 5
    → alice cancelled 6 CancelByOCOSlCanceledByTpTriggered
    → maker closed 4 BTCUSDT: -1226.75318812 = - 1148.11881189 - 39.20237623 - 39.432 + 0
    → maker filled 9: 4 @ 49290 fee 39.432 USDT left 2
    → alice closed 4 BTCUSDT: 943.762 = 1160 - 107.8 - 108.438 + 0
    → alice filled 3: 4 @ 49290 fee 108.438 USDT
    → maker closed 2 BTCUSDT: -613.37659406 = - 574.05940594 - 19.60118812 - 19.716 + 0
    → maker filled 9: 2 @ 49290 fee 19.716 USDT
    → alice closed 2 BTCUSDT: 471.881 = 580 - 53.9 - 54.219 + 0
    → alice filled 5: 2 @ 49290 fee 54.219 USDT
  orders alice
    → 7 Sell BTCUSDT 3 @ 0 Untriggered PartialTakeProfit 49400
    → 8 Sell BTCUSDT 3 @ 0 Untriggered PartialStopLoss 48500
  place maker Buy BTCUSDT 4 @ 49290
    → placed 12
  close-all alice
    → maker closed 4 BTCUSDT: -1226.75318812 = - 1148.11881188 - 39.20237624 - 39.432 + 0
    → maker filled 12: 4 @ 49290 fee 39.432 USDT
    → closed 4 BTCUSDT: 943.762 = 1160 - 107.8 - 108.438 + 0
    → filled 13: 4 @ 49290 fee 108.438 USDT
    → cancelled 7 CancelByTpSlTsClear
    → cancelled 8 CancelByTpSlTsClear
  orders alice`
  expect(runScenario(story)).toBe(story)
})

test('EX-8.6: a trailing stop follows the peak and fires at its distance', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 8000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  deposit bob 1000000 USDT
  place maker Sell BTCUSDT 1 @ 8000
    → placed 1
  place alice Buy BTCUSDT 1 @ 8000
    → maker filled 1: 1 @ 8000 fee 1.6 USDT
    → filled 2: 1 @ 8000 fee 4.4 USDT
  tpsl alice BTCUSDT Full trail=500
    → placed 3 TrailingStop 7500
  place maker Sell BTCUSDT 0.1 @ 9000
    → placed 4
  place bob Buy BTCUSDT 0.1 market
    → maker filled 4: 0.1 @ 9000 fee 0.18 USDT
    → filled 5: 0.1 @ 9000 fee 0.495 USDT
    → alice replaced 3: 1 TrailingStop 8500
  place maker Buy BTCUSDT 0.1 @ 8500.1
    → placed 6
  place bob Sell BTCUSDT 0.1 market
    → maker closed 0.1 BTCUSDT: -41.25091109 = - 40.91909091 - 0.16181818 - 0.170002 + 0
    → maker filled 6: 0.1 @ 8500.1 fee 0.170002 USDT
    → closed 0.1 BTCUSDT: -50.9525055 = - 49.99 - 0.495 - 0.4675055 + 0
    → filled 7: 0.1 @ 8500.1 fee 0.4675055 USDT
  orders alice
    → 3 Sell BTCUSDT 1 @ 0 Untriggered TrailingStop 8500
  place maker Buy BTCUSDT 0.1 @ 8500
    → placed 8
  place maker Buy BTCUSDT 2 @ 8499
    → placed 9
  place bob Sell BTCUSDT 0.1 market
    → maker closed 0.1 BTCUSDT: -41.24090909 = - 40.90909091 - 0.16181818 - 0.17 + 0
    → maker filled 8: 0.1 @ 8500 fee 0.17 USDT
    → filled 10: 0.1 @ 8500 fee 0.4675 USDT
    → alice triggered 3
    → maker closed 0.9 BTCUSDT: -370.26800182 = - 367.28181818 - 1.45636364 - 1.52982 + 0
    → maker filled 9: 1 @ 8499 fee 1.6998 USDT left 1
    → alice closed 1 BTCUSDT: 489.92555 = 499 - 4.4 - 4.67445 + 0
    → alice filled 3: 1 @ 8499 fee 4.67445 USDT
  show alice
    → 1000489.92555 USDT; available 1000489.92555`
  expect(runScenario(story)).toBe(story)
})

test('conditional orders need no margin while they wait, and fire nearest trigger first', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 10000 USDT
  deposit maker 10000000 USDT
  deposit bob 1000000 USDT
  place alice Buy BTCUSDT 0.01 market when=rise:65100
    → rejected priceUnavailable
  place maker Sell BTCUSDT 0.1 @ 65000
    → placed 1
  place bob Buy BTCUSDT 0.1 market
    → maker filled 1: 0.1 @ 65000 fee 1.3 USDT
    → filled 2: 0.1 @ 65000 fee 3.575 USDT
  place alice Buy BTCUSDT 0.01 market when=rise:64900
    → rejected triggerAboveRequired
  place alice Buy BTCUSDT 0.01 market when=fall:65100
    → rejected triggerBelowRequired
  place alice Buy BTCUSDT 0.01 market when=rise:65100 link=a
    → placed 3 Stop 65100
  place alice Buy BTCUSDT 0.01 market when=rise:65100 link=a
  place alice Buy BTCUSDT 0.01 @ 65200 when=rise:65050 tp=65400 sl=65000
    → placed 4 Stop 65050
  place alice Sell BTCUSDT 0 market when=rise:65190 reduce close
    → placed 5 Stop 65190
  place alice Buy BTCUSDT 100 market when=rise:65200
    → placed 6 Stop 65200
  orders alice
    → 3 Buy BTCUSDT 0.01 @ 0 Untriggered Stop 65100
    → 4 Buy BTCUSDT 0.01 @ 65200 Untriggered Stop 65050
    → 5 Sell BTCUSDT 0 @ 0 Untriggered Stop 65190
    → 6 Buy BTCUSDT 100 @ 0 Untriggered Stop 65200
  show alice
    → 10000 USDT; available 10000
  place maker Sell BTCUSDT 0.1 @ 65100
    → placed 7
  place maker Sell BTCUSDT 0.1 @ 65200
    → placed 8
  place maker Buy BTCUSDT 0.1 @ 65000
    → placed 9
  place bob Buy BTCUSDT 0.2 @ 65200
    → maker filled 7: 0.1 @ 65100 fee 1.302 USDT
    → filled 10: 0.1 @ 65100 fee 3.5805 USDT left 0.1
    → maker filled 8: 0.1 @ 65200 fee 1.304 USDT
    → filled 10: 0.1 @ 65200 fee 3.586 USDT
    → alice triggered 4
    → alice triggered 3
    → alice triggered 5
    → alice triggered 6
    → alice entered 4
    → alice cancelled 3 CancelByNoLiquidity
    → alice cancelled 5 CancelByReduceOnly
    → alice cancelled 6 CancelByInsufficientMargin
  show alice
    → 10000 USDT; available 9932.11866`
  expect(runScenario(story)).toBe(story)
})

test('6.2: a close-on-trigger order is cut to the position when it fires, together with older ones', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit maker 10000000 USDT
  deposit bob 1000000 USDT
  place maker Sell BTCUSDT 1 @ 65000
    → placed 1
  place alice Buy BTCUSDT 0.9 @ 65000
    → maker filled 1: 0.9 @ 65000 fee 11.7 USDT left 0.1
    → filled 2: 0.9 @ 65000 fee 32.175 USDT
  place alice Sell BTCUSDT 2 market when=fall:64900 close
    → placed 3 Stop 64900
  place alice Sell BTCUSDT 2 @ 64880 when=fall:64890 close reduce
    → placed 4 Stop 64890
  place alice Sell BTCUSDT 2 @ 64900 when=fall:64890 reduce
    → placed 5 Stop 64890
  place maker Buy BTCUSDT 0.5 @ 64900
    → placed 6
  place maker Buy BTCUSDT 0.1 @ 64890
    → placed 7
  place bob Sell BTCUSDT 0.1 @ 64900
    → maker closed 0.1 BTCUSDT: 7.402 = 10 - 1.3 - 1.298 + 0
    → maker filled 6: 0.1 @ 64900 fee 1.298 USDT left 0.4
    → filled 8: 0.1 @ 64900 fee 3.5695 USDT
    → alice triggered 3
    → maker closed 0.4 BTCUSDT: 29.608 = 40 - 5.2 - 5.192 + 0
    → maker filled 6: 0.4 @ 64900 fee 5.192 USDT
    → alice closed 0.4 BTCUSDT: -68.578 = - 40 - 14.3 - 14.278 + 0
    → alice filled 3: 0.4 @ 64900 fee 14.278 USDT left 0.5
    → maker closed 0.1 BTCUSDT: 8.4022 = 11 - 1.3 - 1.2978 + 0
    → maker filled 7: 0.1 @ 64890 fee 1.2978 USDT
    → alice closed 0.1 BTCUSDT: -18.14395 = - 11 - 3.575 - 3.56895 + 0
    → alice filled 3: 0.1 @ 64890 fee 3.56895 USDT left 0.4
    → alice cancelled 3 CancelByNoLiquidity
    → alice triggered 4
    → alice triggered 5
    → alice entered 4
    → alice cancelled 5 CancelByReduceOnly
  orders alice
    → 4 Sell BTCUSDT 0.4 @ 64880 New Stop 64890`
  expect(runScenario(story)).toBe(story)
})

test('an index trigger needs fresh prices, and is not rounded to a tick', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 10000 USDT
  deposit maker 10000000 USDT
  place maker Buy BTCUSDT 1 @ 64900
    → placed 1
  place maker Sell BTCUSDT 0.1 @ 65000
    → placed 2
  place alice Buy BTCUSDT 0.1 @ 65000
    → maker filled 2: 0.1 @ 65000 fee 1.3 USDT
    → filled 3: 0.1 @ 65000 fee 3.575 USDT
  tpsl alice BTCUSDT Full tp=65500 sl=64950,IndexPrice
    → placed 4 TakeProfit 65500
    → placed 5 StopLoss 64950
  +1s
  index BTCUSDT 64950
  +1s
  index BTCUSDT 64950
  +1s
  index BTCUSDT 64950
  +1s
  index BTCUSDT 64950.00000001
  +1s
  index BTCUSDT 64950
    → alice triggered 5
    → alice cancelled 4 CancelByOCOTpCanceledBySlTriggered
    → maker closed 0.1 BTCUSDT: 7.402 = 10 - 1.3 - 1.298 + 0
    → maker filled 1: 0.1 @ 64900 fee 1.298 USDT left 0.9
    → alice closed 0.1 BTCUSDT: -17.1445 = - 10 - 3.575 - 3.5695 + 0
    → alice filled 5: 0.1 @ 64900 fee 3.5695 USDT
  show alice
    → 9982.8555 USDT; available 9982.8555`
  expect(runScenario(story)).toBe(story)
})

test('TP/SL entries can be changed and cancelled one by one; closing the position cancels the rest', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 1 @ 65000
    → placed 1
  place alice Buy BTCUSDT 1 @ 65000
    → maker filled 1: 1 @ 65000 fee 13 USDT
    → filled 2: 1 @ 65000 fee 35.75 USDT
  tpsl alice BTCUSDT Partial qty=0.6 tp=65300,@65310 sl=64700
    → placed 3 PartialTakeProfit 65300
    → placed 4 PartialStopLoss 64700
  replace alice 3 BTCUSDT 0.5 when=65350
    → replaced 3: 0.5 PartialTakeProfit 65350
  cancel alice 4
    → cancelled 4 CancelByUser
  tpsl alice BTCUSDT Partial tp-order=3 tp=0
    → cancelled 3 CancelByUser
  tpsl alice BTCUSDT Full tp=65400
    → placed 5 TakeProfit 65400
  tpsl alice BTCUSDT Full sl=64800
    → placed 6 StopLoss 64800
  tpsl alice BTCUSDT Full tp=0
    → cancelled 5 CancelByUser
  tpsl alice BTCUSDT Full sl=65100
    → rejected slPosPriceTooHigh
  tpsl alice BTCUSDT Full sl=64800,@64700
    → rejected tpslFullMarketOnly
  tpsl alice BTCUSDT Full trail=1% activate=65200
    → placed 7 TrailingStop 0
  orders alice
    → 6 Sell BTCUSDT 1 @ 0 Untriggered StopLoss 64800
    → 7 Sell BTCUSDT 1 @ 0 Untriggered TrailingStop 0
  place maker Buy BTCUSDT 1 @ 64990
    → placed 8
  place alice Sell BTCUSDT 1 market
    → maker closed 1 BTCUSDT: -15.998 = 10 - 13 - 12.998 + 0
    → maker filled 8: 1 @ 64990 fee 12.998 USDT
    → closed 1 BTCUSDT: -81.4945 = - 10 - 35.75 - 35.7445 + 0
    → filled 9: 1 @ 64990 fee 35.7445 USDT
    → cancelled 6 CancelByTpSlTsClear
    → cancelled 7 CancelByTpSlTsClear
  orders alice
  tpsl alice BTCUSDT Full tp=65400
    → rejected tpslWithoutPosition`
  expect(runScenario(story)).toBe(story)
})

test('a partial entry grows with the fills of its order and shrinks with the position', () => {
  const story = `
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 1 @ 65000
    → placed 1
  place alice Buy BTCUSDT 0.4 @ 65000 tpsl=Partial tp=65400 sl=64600
    → maker filled 1: 0.4 @ 65000 fee 5.2 USDT left 0.6
    → filled 2: 0.4 @ 65000 fee 14.3 USDT
    → placed 3 PartialTakeProfit 65400
    → placed 4 PartialStopLoss 64600
  place alice Buy BTCUSDT 1 @ 65000 tpsl=Partial tp=65500
    → maker filled 1: 0.6 @ 65000 fee 7.8 USDT
    → filled 5: 0.6 @ 65000 fee 21.45 USDT left 0.4
    → placed 6 PartialTakeProfit 65500
  place maker Sell BTCUSDT 0.2 @ 65000
    → alice filled 5: 0.2 @ 65000 fee 2.6 USDT left 0.2
    → filled 7: 0.2 @ 65000 fee 7.15 USDT
    → alice replaced 6: 0.8 PartialTakeProfit 65500
  place maker Sell BTCUSDT 0.2 @ 65000
    → alice filled 5: 0.2 @ 65000 fee 2.6 USDT
    → filled 8: 0.2 @ 65000 fee 7.15 USDT
    → alice replaced 6: 1 PartialTakeProfit 65500
  place maker Buy BTCUSDT 0.5 @ 65000
    → placed 9
  replace alice 6 BTCUSDT tp=65600 tpsl=Partial
    → rejected tpslOnReduceOnly
  place alice Sell BTCUSDT 0.5 @ 65000 tp=64000
    → maker closed 0.5 BTCUSDT: -16.25 = 0 - 9.75 - 6.5 + 0
    → maker filled 9: 0.5 @ 65000 fee 6.5 USDT
    → closed 0.5 BTCUSDT: -32.5 = 0 - 14.625 - 17.875 + 0
    → filled 10: 0.5 @ 65000 fee 17.875 USDT
    → replaced 6: 0.5 PartialTakeProfit 65500
  place alice Sell BTCUSDT 0.1 @ 65000 reduce tp=64000
    → rejected tpslOnReduceOnly
  orders alice
    → 3 Sell BTCUSDT 0.4 @ 0 Untriggered PartialTakeProfit 65400
    → 4 Sell BTCUSDT 0.4 @ 0 Untriggered PartialStopLoss 64600
    → 6 Sell BTCUSDT 0.5 @ 0 Untriggered PartialTakeProfit 65500`
  expect(runScenario(story)).toBe(story)
})

test('if both legs are reached at once, the stop-loss fires', () => {
  const emitted = runScenario(`
  list BTCUSDT LinearPerpetual
  index BTCUSDT 65000
  deposit alice 100000 USDT
  deposit bob 100000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 1 @ 65000
  place alice Buy BTCUSDT 1 @ 65000
  tpsl alice BTCUSDT Full tp=65100,IndexPrice sl=64950,MarkPrice
  place maker Buy BTCUSDT 0.1 @ 64900
  place bob Sell BTCUSDT 0.1 market
  +1s
  index BTCUSDT 65000
  +1s
  index BTCUSDT 65000
  +1s
  index BTCUSDT 65000
  +1s
  index BTCUSDT 65100`)
  expect(emitted).toContain('alice triggered 4\n    → alice cancelled 3 CancelByOCOTpCanceledBySl')
})
