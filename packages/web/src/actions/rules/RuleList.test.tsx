// The list of rules: what an older answer and a snapshot change.

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireRule } from '@basis/protocol/rules/rule'
import { applyRules, useRules } from './rule-list.ts'

const rule = (ruleId: string, updateNo: number, status = 'Running') =>
  ({ ruleId, updateNo, status, firedTimes: 0 }) as WireRule

function Shown() {
  const rules = useRules() ?? []
  return <p>{rules.map(({ ruleId, status }) => `${ruleId} ${status}`).join(', ')}</p>
}

test('an older answer changes nothing, and a snapshot removes what the exchange no longer keeps', async () => {
  const screen = await render(<Shown />)
  applyRules([rule('1', 1), rule('2', 3, 'Paused')], true)
  await expect.element(screen.getByText('2 Paused, 1 Running')).toBeInTheDocument()
  applyRules([rule('2', 2), rule('1', 2, 'Cancelled')])
  await expect.element(screen.getByText('2 Paused, 1 Cancelled')).toBeInTheDocument()
  applyRules([rule('2', 2)], true)
  await expect.element(screen.getByText('2 Paused', { exact: true })).toBeInTheDocument()
})
