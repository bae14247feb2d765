// Option orders in portfolio margin are cancelled, newest first, while the maintenance margin with
// them is above the balance (rules 10.4): since the third rules also without a position.

import { expect, test } from 'vitest'
import { runScenario } from '../../testing/scenario.ts'

const delivery = 1_790_035_200_000 + (30 * 24 + 8) * 3_600_000
const call = 'BTC-22OCT26-65000-C-USDT'
const listed =
  `list ${call} Option BTC/USDT/USDT tick=1 lot=0.01 least=0 fees=0:0 market=500 ` +
  `tiers=50000000:100:3:1 right=Call strike=65000 delivery=${delivery}`
const priced = (index: number, mark: number): string =>
  `+1s\n  index ${call} ${index} mark ${mark} forward ${index} iv 0.6`

const cancelled = '\n    → alice cancelled 2 CancelByPmTrialMmOverEquity'

/** Alice has 2,500 USDT and two sell orders, of which the price rise makes too much. */
const story = (rules: number): string => `
  rules 2${rules === 3 ? '\n  rules 3' : ''}
  list BTCUSDT LinearPerpetual BTC/USDT
  ${listed}
  +8h
  ${priced(60_000, 2238)}
  deposit alice 2500 USDT
  deposit bob 1000000 USDT
  account-mode alice Portfolio
    → account mode Portfolio
  place alice Sell ${call} 0.05 @ 2700
    → placed 1
  place alice Sell ${call} 0.35 @ 2700
    → placed 2
  ${priced(60_000, 2238)}
  ${priced(60_000, 2238)}
  ${priced(60_000, 2238)}
  ${priced(60_000, 2238)}
  ${priced(69_000, 7000)}${rules === 3 ? cancelled : ''}`

test('the newest order is cancelled, the other, which the balance covers, stays', () => {
  expect(runScenario(story(3))).toBe(story(3))
})

test('also with spot margin, if nothing is owed', () => {
  const words = '  spot-margin alice on\n    → spot margin on 3x\n  account-mode'
  const lending = story(3).replace('  account-mode', words)
  expect(runScenario(lending)).toBe(lending)
})

test('also if the orders are older than the third rules', () => {
  const late = story(3)
    .replace('\n  rules 3', '')
    .replace(priced(69_000, 7000), `rules 3\n  ${priced(69_000, 7000)}`)
  expect(runScenario(late)).toBe(late)
})

test('nothing is cancelled while the market is silent', () => {
  const silent = story(3).replace('+1s\n  index BTC-22OCT26-65000-C-USDT 69000', (jump) =>
    jump.replace('+1s', '+11s'),
  )
  expect(runScenario(silent)).toBe(silent.replace(/\n.*CancelByPmTrialMmOverEquity$/, ''))
})

test('under the second rules both stayed, and their fill was liquidated', () => {
  const filled = `${story(2)}
  place bob Buy ${call} 0.4 @ 7000
    → alice filled 1: 0.05 @ 2700 fee 0 USDT
    → filled 3: 0.05 @ 2700 fee 0 USDT left 0.35
    → alice filled 2: 0.35 @ 2700 fee 0 USDT
    → filled 3: 0.35 @ 2700 fee 0 USDT`
  const after = `${filled}
  ${priced(69_000, 7000)}`
  expect(runScenario(filled)).toBe(filled)
  expect(runScenario(after)).toMatch(/→ alice liquidated: 780 of /)
})
