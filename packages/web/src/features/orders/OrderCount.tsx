// The number of open orders, shown after the panel's name.

import { useOpenOrders } from '../../stores/orders.ts'

export function OrderCount() {
  const count = useOpenOrders()?.length ?? 0
  return count === 0 ? null : <span className="text-accent">({count})</span>
}
