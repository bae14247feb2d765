// The number of running algorithmic orders, shown after the panel's name.

import { useStrategies } from '../../stores/strategies.ts'

export function StrategyCount() {
  const count = useStrategies()?.length ?? 0
  return count === 0 ? null : <span className="text-accent">({count})</span>
}
