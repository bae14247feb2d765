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

test('an MMR close order is refused without a position, out of range, twice and on isolated margin', () => {
  const emitted = runScenario(`${opening}deposit bob 1000 USDT
place bob Buy BTCUSDT 0.001 @ 50000
mmr bob BTCUSDT 8000
cancel-all bob
mode bob ETHUSDT Isolated
place maker Sell ETHUSDT 1 @ 3000
place bob Buy ETHUSDT 1 market
mmr bob ETHUSDT 8000
mmr maker ETHUSDT 9100
mmr alice BTCUSDT 9100
mmr alice BTCUSDT 1
mmr alice BTCUSDT 8000
mmr alice BTCUSDT 8500
mode alice BTCUSDT Isolated
cancel-mmr alice BTCUSDT
cancel-mmr alice BTCUSDT
`)
  expect(emitted.slice(emitted.indexOf('place bob'))).toBe(`place bob Buy BTCUSDT 0.001 @ 50000
  → placed 5
mmr bob BTCUSDT 8000
  → rejected tpslWithoutPosition
cancel-all bob
  → cancelled 5 CancelByUser
mode bob ETHUSDT Isolated
place maker Sell ETHUSDT 1 @ 3000
  → placed 6
place bob Buy ETHUSDT 1 market
  → maker filled 6: 1 @ 3000 fee 0 USDT
  → filled 7: 1 @ 3000 fee 0 USDT
mmr bob ETHUSDT 8000
  → rejected mmrCloseNeedsCross
mmr maker ETHUSDT 9100
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

test('an MMR close order is cancelled with its position, however that is closed', () => {
  const waiting = `${opening}mmr alice BTCUSDT 8000\n`
  const cancelled = '  → mmr close 1 BTCUSDT at 80% Cancelled\n'
  const closed = runScenario(`${waiting}place maker Buy BTCUSDT 1 @ 60000
close-all alice BTCUSDT
`)
  expect(closed.endsWith(cancelled)).toBe(true)
  // A part that is closed leaves it; the rest is closed by an order that rests in the book.
  const filled = runScenario(`${waiting}place alice Sell BTCUSDT 1 @ 60000
place maker Buy BTCUSDT 0.4 @ 60000
orders maker
place maker Buy BTCUSDT 0.6 @ 60000
`)
  const [part, rest] = filled.split('orders maker')
  expect(part).toContain('alice closed 0.4 BTCUSDT')
  expect(part).not.toContain('Cancelled')
  expect(rest).toContain(cancelled.replace('mmr', 'alice mmr'))
  const reversed = runScenario(`${waiting}place maker Buy BTCUSDT 2 @ 60000
reverse alice BTCUSDT
show alice
`)
  expect(reversed).toContain(`${cancelled}show alice`)
  expect(reversed).toMatch(/short 1 BTCUSDT/)
})

test('an MMR close order is cancelled when the liquidation of another account closes its position', () => {
  // The pool is empty, so that alice's short is deleveraged at bob's bankruptcy price.
  const emitted = runScenario(`
list BTCUSDT LinearPerpetual fees=0:0
index BTCUSDT 60000
deposit alice 10000 USDT
deposit bob 700 USDT
leverage bob BTCUSDT 100
place bob Buy BTCUSDT 1 @ 60000
place alice Sell BTCUSDT 1 @ 60000
mmr alice BTCUSDT 8000
${'index BTCUSDT 58500\n+1s\n'.repeat(170)}`)
  expect(emitted).toMatch(/alice deleveraged: short 1 BTCUSDT @ 59300\n/)
  expect(emitted).toContain('alice mmr close 1 BTCUSDT at 80% Cancelled')
  expect(emitted).not.toContain('Triggered')
})

const thirdRules = 'rules 2\nrules 3\n'

test('8.8: under the third rules a portfolio has no MMR close order, and one that waits blocks the change', () => {
  const emitted = runScenario(`${opening}${thirdRules}deposit alice 20000 USDT
mmr alice BTCUSDT 8000
account-mode alice Portfolio
cancel-mmr alice BTCUSDT
account-mode alice Portfolio
mmr alice BTCUSDT 8000
`)
  expect(emitted).toMatch(
    /account-mode alice Portfolio\n {2}→ rejected ordersBlockModeSwitch\n[^]*account-mode alice Portfolio\n {2}→ account mode Portfolio\nmmr alice BTCUSDT 8000\n {2}→ rejected mmrCloseNeedsCross/,
  )
})

test('8.8: one that a portfolio has from the second rules is cancelled under the third', () => {
  const emitted = runScenario(`${opening}rules 2
deposit alice 20000 USDT
account-mode alice Portfolio
mmr alice BTCUSDT 8000
rules 3
index BTCUSDT 60000 ETHUSDT 3000
`)
  expect(emitted).toContain('alice mmr close 1 BTCUSDT at 80% Cancelled')
})

test('10.1: an idle side of a former isolated hedge prevents portfolio margin before the third rules only', () => {
  const story = (rules: string): string => `list BTCUSDT LinearPerpetual
${rules}index BTCUSDT 60000
deposit alice 2000 USDT
hedge alice BTCUSDT on
mode alice BTCUSDT Isolated
hedge alice BTCUSDT off
mode alice BTCUSDT Cross
account-mode alice Portfolio
`
  expect(runScenario(story('rules 2\n'))).toContain('rejected portfolioNeedsCross')
  expect(runScenario(story(thirdRules))).toMatch(/→ account mode Portfolio\n$/)
})
