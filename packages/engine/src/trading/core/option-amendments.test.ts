// An option's order may carry full TP/SL at market only (rules 9.1): since the third rules also if
// they are attached by a change of the order.

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

const call = 'BTC-25SEP26-66000-C'
const friday = 1_790_035_200_000 + 80 * 3_600_000

const grid = 'tick=1 lot=0.01 least=0 fees=0:0 market=500 tiers=50000000:100:3:1'

const opened = (rules: number): string => `
  rules 2${rules === 3 ? '\n  rules 3' : ''}
  list ${call} Option BTC/USDC/USDC ${grid} right=Call strike=66000 delivery=${friday}
  index ${call} 60000 mark 900
  deposit alice 10000 USDC
  place alice Buy ${call} 1 @ 900
    → placed 1`

test.each(['tpsl=Partial tp=2000', 'tpsl=Partial tp=2000,@2000'])('%s is refused', (words) => {
  const story = `${opened(3)}
  replace alice 1 ${call} ${words}
    → rejected optionUnsupported`
  expect(runScenario(story)).toBe(story)
})

test('full ones at market are attached', () => {
  const story = `${opened(3)}
  replace alice 1 ${call} tp=2000 sl=500`
  expect(runScenario(story)).not.toMatch(/rejected/)
})

test('under the second rules partial ones were attached', () => {
  const story = `${opened(2)}
  replace alice 1 ${call} tpsl=Partial tp=2000`
  expect(runScenario(story)).not.toMatch(/rejected/)
})
