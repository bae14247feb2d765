// The reasons for which the margin mode of the account cannot be changed (rules 8.8, 10.1).

import { problemTable } from '@basis/protocol/errors/problems'
import { expect, test } from 'vitest'
import { say } from '../i18n/i18n.ts'
import { modeProblem } from './account-mode.ts'

const refused = (problem: 'ordersBlockModeSwitch' | 'portfolioNeedsCross') => {
  const wrong = modeProblem({ code: problemTable[problem].code, msg: '', problem })
  return wrong && say(wrong)
}

test('8.8: an MMR close order prevents portfolio margin, other open orders do not', () => {
  expect(refused('ordersBlockModeSwitch')).toBe('Cancel your MMR close orders first')
  expect(refused('portfolioNeedsCross')).toContain('requires cross margin')
  expect(modeProblem({ code: 0, msg: 'OK' })).toBeUndefined()
})
