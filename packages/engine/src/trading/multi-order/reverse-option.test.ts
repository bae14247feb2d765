// The reversal of an option (rules 6.4, 9.4): closing it moves its premium, not its profit. Since
// version 3 of the rules the opening leg is checked against what the account then has.

import { expect, test } from 'vitest'
import { runScenario } from '../../../testing/scenario.ts'

const friday = 1_790_035_200_000 + 80 * 3_600_000
const symbol = 'BTC-25SEP26-66000-C'
const listing = `list ${symbol} Option BTC/USDC/USDC tick=1 lot=0.01 least=0 fees=0.03:0.02 \
market=500 tiers=50000000:100:3:1 right=Call strike=66000 delivery=${friday}`

const venue = (rules: number): string =>
  `${listing}
${rules > 1 ? 'rules 2\n' : ''}${rules > 2 ? 'rules 3\n' : ''}index ${symbol} 60000 mark 1000
deposit maker 1000000 USDC
`

/** Sold for 1,000, of which 18 were paid as the fee: 8,000 are in the wallet. */
const short = (rules: number): string => `${venue(rules)}deposit alice 7018 USDC
place maker Buy ${symbol} 1 @ 1000
place alice Sell ${symbol} 1 market
`

test('a short is not reversed if buying it back leaves too little for the premium of the long', () => {
  // At 4,000 the wallet is left with 8,000 − 4,018 = 3,982, and the long costs 4,018.
  const story = `${short(3)}index ${symbol} 60000 mark 4000
place maker Sell ${symbol} 2 @ 4000
reverse alice ${symbol}
`
  const emitted = runScenario(story)
  expect(emitted).toContain('rejected insufficientBalance')
  expect(emitted).not.toContain('closed 1')
})

test('it is reversed if the rest of the wallet pays for the long', () => {
  const story = `${short(3)}index ${symbol} 60000 mark 3900
place maker Sell ${symbol} 2 @ 3900
reverse alice ${symbol}
show alice
`
  // 8,000 − 2 × 3,918 = 164.
  expect(runScenario(story)).toMatch(/→ 164 USDC; available 164\n {2}→ long 1 /)
})

test('a long is reversed if its premium, once received, carries the short', () => {
  const story = `${venue(3)}deposit alice 7118 USDC
place maker Sell ${symbol} 1 @ 1000
place alice Buy ${symbol} 1 market
place maker Buy ${symbol} 2 @ 1000
reverse alice ${symbol}
show alice
`
  // 7,118 − 1,018 + 982 = 7,082 carry the short, which needs 7,000 and its fee of 18.
  expect(runScenario(story)).toMatch(/→ 8064 USDC; available 1064\n {2}→ short 1 /)
})

test('under the second rules the first was accepted, as journals of theirs must replay', () => {
  const story = `${short(2)}index ${symbol} 60000 mark 4000
place maker Sell ${symbol} 2 @ 4000
reverse alice ${symbol}
show alice
`
  expect(runScenario(story)).toContain('→ -36 USDC')
})
