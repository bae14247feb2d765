// English sentences of problems whose cause depends on the rules in force: they name the figure
// only.

import { copyWithdrawalProblem } from '@basis/domain/copy/settings'
import type { Problem } from '@basis/domain/instrument/problems'
import { expect, test } from 'vitest'
import { problemWords } from './problem-words.ts'

const unit = 100_000_000n

test('16.1: what can leave a copy wallet is named, whatever holds the rest', () => {
  expect(problemWords(copyWithdrawalProblem(2n * unit, unit) as Problem)).toBe(
    'amount: was not transferred: 1 USDT can leave the copy wallet now',
  )
})

test('17.4: what a bot still takes is not called the maximum of its investment', () => {
  const params = { max: '0', coin: 'USDT' }
  expect(problemWords({ name: 'gridInvestmentTooLarge', field: 'investment', params })).toBe(
    'investment: must be at most 0 USDT, the most that can be invested now',
  )
})

test('8.8: of the open orders only those that depend on a mode prevent its change', () => {
  // An MMR close order prevents portfolio margin, a limit order does not.
  expect(problemWords({ name: 'ordersBlockModeSwitch', field: 'mode' })).toBe(
    'mode: cannot be changed while orders that depend on it are open',
  )
})
