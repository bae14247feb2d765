// Scenarios of MMR close orders (rules 8.8, D-41).

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

const opening = `
list BTCUSDT LinearPerpetual fees=0:0
list ETHUSDT LinearPerpetual ETH/USDT tick=0.01 fees=0:0
index BTCUSDT 60000 ETHUSDT 3000
deposit maker 10000000 USDT
deposit alice 1000 USDT
leverage alice BTCUSDT 100
leverage alice ETHUSDT 100
place maker Sell BTCUSDT 1 @ 60000
place alice Buy BTCUSDT 1 market
place maker Sell ETHUSDT 2 @ 3000
place alice Buy ETHUSDT 2 market
`
const fall = (price: number): string => `index BTCUSDT ${price} ETHUSDT 3000\n+1s\n`.repeat(170)

test('an MMR close order closes the position when the rate is reached, before a liquidation', () => {
  const emitted = runScenario(`${opening}mmr alice BTCUSDT 8000
place maker Buy BTCUSDT 1 @ 59300
${fall(59_400)}show alice
`)
  expect(emitted).toContain('alice mmr close 1 BTCUSDT at 80% Triggered')
  expect(emitted).toMatch(/alice closed 1 BTCUSDT/)
  expect(emitted).not.toContain('liquidated')
  expect(emitted).toMatch(/show alice\n.*\n {2}→ long 2 ETHUSDT/)
})

test('of two MMR close orders the one that releases most is executed; the other waits while not needed', () => {
  const emitted = runScenario(`${opening}mmr alice ETHUSDT 7000
mmr alice BTCUSDT 8000
place maker Buy BTCUSDT 1 @ 59300
place maker Buy ETHUSDT 2 @ 2999
${fall(59_400)}mmr alice ETHUSDT 7000
`)
  expect(emitted).toContain('alice mmr close 2 BTCUSDT at 80% Triggered')
  expect(emitted).not.toContain('alice mmr close 1 ETHUSDT at 70% Triggered')
  expect(emitted).toMatch(/mmr alice ETHUSDT 7000\n {2}→ rejected mmrCloseExists/)
})

test('an MMR close order is refused out of range and twice; while it waits isolated margin is refused', () => {
  const emitted = runScenario(`${opening}mmr maker ETHUSDT 9100
mmr alice BTCUSDT 9100
mmr alice BTCUSDT 1
mmr alice BTCUSDT 8000
mmr alice BTCUSDT 8500
mode alice BTCUSDT Isolated
cancel-mmr alice BTCUSDT
cancel-mmr alice BTCUSDT
`)
  expect(emitted.slice(emitted.indexOf('mmr maker'))).toBe(`mmr maker ETHUSDT 9100
  → rejected mmrCloseRateOutOfRange
mmr alice BTCUSDT 9100
  → rejected mmrCloseRateOutOfRange
mmr alice BTCUSDT 1
  → rejected mmrCloseRateOutOfRange
mmr alice BTCUSDT 8000
  → mmr close 1 BTCUSDT at 80% Waiting
mmr alice BTCUSDT 8500
  → rejected mmrCloseExists
mode alice BTCUSDT Isolated
  → rejected ordersBlockModeSwitch
cancel-mmr alice BTCUSDT
  → mmr close 1 BTCUSDT at 80% Cancelled
cancel-mmr alice BTCUSDT
  → rejected orderNotFound
`)
})

test('an MMR close order is cancelled when its position is closed by another order', () => {
  const emitted = runScenario(`${opening}mmr alice BTCUSDT 8000
place maker Buy BTCUSDT 1 @ 60000
close-all alice BTCUSDT
`)
  expect(emitted).toContain('mmr close 1 BTCUSDT at 80% Cancelled')
})
