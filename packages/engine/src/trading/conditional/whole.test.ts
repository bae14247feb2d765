// A conditional order that closes the whole position has no quantity: it takes that of the position
// when it triggers (spec 7: reduceOnly with closeOnTrigger and quantity 0).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

test('O9: a conditional order changed to quantity 0 closes the whole position when it triggers', () => {
  const story = `
  list BTCUSDT LinearPerpetual band=50:60
  index BTCUSDT 49000
  deposit alice 1000000 USDT
  deposit maker 10000000 USDT
  place maker Sell BTCUSDT 3 @ 49000
    → placed 1
  place alice Buy BTCUSDT 3 @ 49000
    → maker filled 1: 3 @ 49000 fee 29.4 USDT
    → filled 2: 3 @ 49000 fee 80.85 USDT
  place alice Sell BTCUSDT 1 @ 48500 reduce close when=fall:48600
    → placed 3 Stop 48600
  replace alice 3 0l
    → replaced 3: 0 Stop 48600
  place maker Buy BTCUSDT 1 @ 48600
    → placed 4
  place maker Sell BTCUSDT 1 @ 48600
    → closed 1 BTCUSDT: 380.48 = 400 - 9.8 - 9.72 + 0
    → filled 4: 1 @ 48600 fee 9.72 USDT
    → filled 5: 1 @ 48600 fee 26.73 USDT
    → alice triggered 3
    → alice entered 3
  orders alice
    → 3 Sell BTCUSDT 3 @ 48500 New Stop 48600`
  expect(runScenario(story)).toBe(story)
})
