// The open orders, with those of combinations behind their own tab.

import { OrderTable } from '../../features/orders/OrderTable.tsx'
import { latePart } from '../../platform/load-part.ts'

const OpenSpreads = latePart(
  async () => (await import('../../features/spread/OpenSpreads.tsx')).OpenSpreads,
)

export function OrdersPanel() {
  return <OrderTable spreads={OpenSpreads} />
}
