// The number of open positions, shown after the panel's name.

import { usePositions } from '../../stores/positions.ts'

export function PositionCount() {
  const count = usePositions()?.length ?? 0
  return count === 0 ? null : <span className="text-accent">({count})</span>
}
