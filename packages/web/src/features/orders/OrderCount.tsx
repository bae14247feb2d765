// The number of open orders, shown after the panel's name.

import { useOpenOrders } from '../../stores/orders.ts'
import { usePositions } from '../../stores/positions.ts'
import { useSpreadCount } from '../../stores/spread/spreads.ts'

export function OrderCount() {
  const closes = usePositions()?.filter(({ mmrClose }) => mmrClose !== undefined).length ?? 0
  const count = (useOpenOrders()?.length ?? 0) + closes + useSpreadCount()
  return count === 0 ? null : <span className="text-accent">({count})</span>
}
