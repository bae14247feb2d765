// The number of running algorithmic orders and rules, shown after the panel's name.

import { isRunning, useRules } from '../../actions/rules/rule-list.ts'
import { useStrategies } from '../../stores/strategies.ts'

export function StrategyCount() {
  const rules = useRules()?.filter(isRunning).length ?? 0
  const count = (useStrategies()?.length ?? 0) + rules
  return count === 0 ? null : <span className="text-accent">({count})</span>
}
