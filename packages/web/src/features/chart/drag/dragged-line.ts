// The order whose line is being dragged on a chart, and the price under the pointer.

import { create } from 'zustand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'

type Dragged = { readonly orderId: Order['id']; readonly symbol: string; readonly to: PriceTicks }

const useDragged = create<{ readonly line: Dragged | undefined }>()(() => ({ line: undefined }))

/** Sets the dragged order and the price under the pointer. */
export function dragLine({ id: orderId, symbol }: Order, to: PriceTicks): void {
  const { line } = useDragged.getState()
  if (line?.orderId !== orderId || line.to !== to) {
    useDragged.setState({ line: { orderId, symbol, to } })
  }
}

export const dropLine = (): void => useDragged.setState({ line: undefined })

/** Returns the dragged line of a symbol and renders again when its price changes. */
export const useDraggedLine = (symbol: string): Dragged | undefined =>
  useDragged(({ line }) => (line?.symbol === symbol ? line : undefined))
