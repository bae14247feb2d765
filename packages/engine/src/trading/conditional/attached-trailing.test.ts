// Scenarios of orders with an attached trailing stop for the position they open (rules 8.6).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

const market = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 8000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  deposit bob 1000000 USDT`

test('EX-8.11: an attached trailing stop is active from the first fill and is not reset by later fills', () => {
  const story = `${market}
  place alice Buy BTCUSDT 2 @ 8000 trail=500
    → placed 1
  place maker Sell BTCUSDT 1 @ 8000
    → alice filled 1: 1 @ 8000 fee 1.6 USDT left 1
    → filled 2: 1 @ 8000 fee 4.4 USDT
    → alice placed 3 TrailingStop 7500
  orders alice
    → 1 Buy BTCUSDT 1 @ 8000 PartiallyFilled
    → 3 Sell BTCUSDT 1 @ 0 Untriggered TrailingStop 7500
  place maker Sell BTCUSDT 0.1 @ 8400
    → placed 4
  place bob Buy BTCUSDT 0.1 @ 8400
    → maker filled 4: 0.1 @ 8400 fee 0.168 USDT
    → filled 5: 0.1 @ 8400 fee 0.462 USDT
    → alice replaced 3: 1 TrailingStop 7900
  place maker Sell BTCUSDT 1 @ 8000
    → alice filled 1: 1 @ 8000 fee 1.6 USDT
    → filled 6: 1 @ 8000 fee 4.4 USDT
    → alice replaced 3: 2 TrailingStop 7900
  orders alice
    → 3 Sell BTCUSDT 2 @ 0 Untriggered TrailingStop 7900`
  expect(runScenario(story)).toBe(story)
})

test('an attached trailing stop fires at its distance from the peak, and closes the whole position', () => {
  const story = `${market}
  place alice Buy BTCUSDT 2 @ 8000 trail=500
    → placed 1
  place maker Sell BTCUSDT 2 @ 8000
    → alice filled 1: 2 @ 8000 fee 3.2 USDT
    → filled 2: 2 @ 8000 fee 8.8 USDT
    → alice placed 3 TrailingStop 7500
  place maker Sell BTCUSDT 0.1 @ 8400
    → placed 4
  place bob Buy BTCUSDT 0.1 @ 8400
    → maker filled 4: 0.1 @ 8400 fee 0.168 USDT
    → filled 5: 0.1 @ 8400 fee 0.462 USDT
    → alice replaced 3: 2 TrailingStop 7900
  place maker Buy BTCUSDT 0.1 @ 7900.1
    → placed 6
  place bob Sell BTCUSDT 0.1 @ 7900.1
    → maker closed 0.1 BTCUSDT: 11.30971229 = 11.8947619 - 0.42704761 - 0.158002 + 0
    → maker filled 6: 0.1 @ 7900.1 fee 0.158002 USDT
    → closed 0.1 BTCUSDT: -50.8865055 = - 49.99 - 0.462 - 0.4345055 + 0
    → filled 7: 0.1 @ 7900.1 fee 0.4345055 USDT
  orders alice
    → 3 Sell BTCUSDT 2 @ 0 Untriggered TrailingStop 7900
  place maker Buy BTCUSDT 2.1 @ 7900
    → placed 8
  place bob Sell BTCUSDT 0.1 @ 7900
    → maker closed 0.1 BTCUSDT: 11.31971429 = 11.9047619 - 0.42704761 - 0.158 + 0
    → maker filled 8: 0.1 @ 7900 fee 0.158 USDT left 2
    → filled 9: 0.1 @ 7900 fee 0.4345 USDT
    → alice triggered 3
    → maker closed 1.9 BTCUSDT: 215.07457142 = 226.1904762 - 8.11390478 - 3.002 + 0
    → maker filled 8: 2 @ 7900 fee 3.16 USDT
    → alice closed 2 BTCUSDT: -211.89 = - 200 - 3.2 - 8.69 + 0
    → alice filled 3: 2 @ 7900 fee 8.69 USDT
  orders alice`
  expect(runScenario(story)).toBe(story)
})

test('an attached trailing stop of a later order replaces the first, also after a reversal', () => {
  const story = `${market}
  place maker Sell BTCUSDT 2 @ 8000
    → placed 1
  place alice Buy BTCUSDT 1 @ 8000 trail=500
    → maker filled 1: 1 @ 8000 fee 1.6 USDT left 1
    → filled 2: 1 @ 8000 fee 4.4 USDT
    → placed 3 TrailingStop 7500
  place alice Buy BTCUSDT 1 @ 8000 trail=1% activate=8100
    → maker filled 1: 1 @ 8000 fee 1.6 USDT
    → filled 4: 1 @ 8000 fee 4.4 USDT
    → replaced 3: 2 TrailingStop 0
  orders alice
    → 3 Sell BTCUSDT 2 @ 0 Untriggered TrailingStop 0
  place maker Buy BTCUSDT 0.1 @ 8100
    → placed 5
  place bob Sell BTCUSDT 0.1 @ 8100
    → maker closed 0.1 BTCUSDT: -10.322 = - 10 - 0.16 - 0.162 + 0
    → maker filled 5: 0.1 @ 8100 fee 0.162 USDT
    → filled 6: 0.1 @ 8100 fee 0.4455 USDT
    → alice replaced 3: 2 TrailingStop 8019
  place maker Buy BTCUSDT 4 @ 8050
    → placed 7
  place alice Sell BTCUSDT 3 @ 8050 trail=300
    → maker closed 1.9 BTCUSDT: -101.099 = - 95 - 3.04 - 3.059 + 0
    → maker filled 7: 3 @ 8050 fee 4.83 USDT left 1
    → closed 2 BTCUSDT: 82.345 = 100 - 8.8 - 8.855 + 0
    → filled 8: 3 @ 8050 fee 13.2825 USDT
    → cancelled 3 CancelByTpSlTsClear
    → placed 9 TrailingStop 8350
  orders alice
    → 9 Buy BTCUSDT 1 @ 0 Untriggered TrailingStop 8350`
  expect(runScenario(story)).toBe(story)
})

test('in hedge mode each side has its own; a conditional order attaches it when it fills', () => {
  const story = `${market}
  hedge alice BTCUSDT on
    → BTCUSDT hedged
  place maker Sell BTCUSDT 1 @ 8000
    → placed 1
  place maker Buy BTCUSDT 1 @ 7900
    → placed 2
  place alice Buy BTCUSDT 1 @ 8000 idx=1 trail=500
    → maker filled 1: 1 @ 8000 fee 1.6 USDT
    → filled 3: 1 @ 8000 fee 4.4 USDT
    → placed 4 TrailingStop 7500
  place alice Sell BTCUSDT 1 @ 7900 idx=2 trail=300 activate=7800
    → maker closed 1 BTCUSDT: 96.82 = 100 - 1.6 - 1.58 + 0
    → maker filled 2: 1 @ 7900 fee 1.58 USDT
    → filled 5: 1 @ 7900 fee 4.345 USDT
    → placed 6 TrailingStop 0
  place alice Sell BTCUSDT 1 market idx=2 when=rise:8100 trail=1%
    → placed 7 Stop 8100
  orders alice
    → 4 Sell BTCUSDT 1 @ 0 Untriggered TrailingStop 7500
    → 6 Buy BTCUSDT 1 @ 0 Untriggered TrailingStop 0
    → 7 Sell BTCUSDT 1 @ 0 Untriggered Stop 8100
  place maker Sell BTCUSDT 0.1 @ 8100
    → placed 8
  place maker Buy BTCUSDT 1 @ 8090
    → placed 9
  place bob Buy BTCUSDT 0.1 @ 8100
    → maker filled 8: 0.1 @ 8100 fee 0.162 USDT
    → filled 10: 0.1 @ 8100 fee 0.4455 USDT
    → alice replaced 4: 1 TrailingStop 7600
    → alice triggered 7
    → maker closed 0.1 BTCUSDT: 0.6762 = 1 - 0.162 - 0.1618 + 0
    → maker filled 9: 1 @ 8090 fee 1.618 USDT
    → alice filled 7: 1 @ 8090 fee 4.4495 USDT
    → alice replaced 6: 2 TrailingStop 8170.9
  orders alice
    → 4 Sell BTCUSDT 1 @ 0 Untriggered TrailingStop 7600
    → 6 Buy BTCUSDT 2 @ 0 Untriggered TrailingStop 8170.9`
  expect(runScenario(story)).toBe(story)
})

test('its bounds are checked at the order’s price, and a reducing order may not have one', () => {
  const story = `${market}
  place alice Buy BTCUSDT 1 @ 7900 trail=7900
    → rejected trailingOutOfRange
  place alice Buy BTCUSDT 1 @ 7900 trail=0
    → rejected trailingOutOfRange
  place alice Buy BTCUSDT 1 @ 7900 trail=100%
    → rejected trailingOutOfRange
  place alice Buy BTCUSDT 1 @ 7900 activate=8000
    → rejected triggerNotAllowed
  place alice Buy BTCUSDT 1 market close when=rise:8500:MarkPrice trail=100
    → rejected tpslOnReduceOnly
  place alice Buy BTCUSDT 1 @ 7900 trail=7899.9
    → placed 1
  cancel alice 1
    → cancelled 1 CancelByUser`
  expect(runScenario(story)).toBe(story)
})
