// The slippage limit: its ranges and the resulting price (rules 8.3).

import { expect, test } from 'vitest'
import { priceTicks } from '../numbers/fixed.ts'
import { slippageBound, slippageProblem, type Slippage } from './slippage.ts'

test.each<[Slippage['unit'], number, string | undefined]>([
  ['TickSize', 0, 'slippageTooLow'],
  ['TickSize', 1, undefined],
  ['TickSize', 10_000, undefined],
  ['TickSize', 10_001, 'slippageTooHigh'],
  ['TickSize', 1.5, 'slippageTooLow'],
  ['Percent', 0, 'slippageTooLow'],
  ['Percent', 1, undefined],
  ['Percent', 1_000, undefined],
  ['Percent', 1_001, 'slippageTooHigh'],
])('a slippage limit of %s %d gives the problem %s', (unit, most, name) => {
  expect(slippageProblem({ unit, most })?.name).toBe(name)
})

test.each<[Slippage['unit'], number, number, number]>([
  ['TickSize', 5, 650_105, 650_095],
  // 0.5 % of 65,010.0 is 325.05: rounded down to the tick.
  ['Percent', 50, 653_350, 646_850],
  ['Percent', 1, 650_165, 650_035],
])('a slippage limit of %s %d from 65010.0 is %d to buy, %d to sell', (unit, most, buy, sell) => {
  const best = priceTicks(650_100)
  expect(slippageBound('Buy', best, { unit, most })).toBe(buy)
  expect(slippageBound('Sell', best, { unit, most })).toBe(sell)
})
