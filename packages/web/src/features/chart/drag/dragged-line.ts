// The order whose line is being dragged on a chart, and the price under the hand.

import { create } from 'zustand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'

type Dragged = { readonly orderId: Order['id']; readonly symbol: string; readonly to: PriceTicks }

const useDragged = create<{ readonly line: Dragged | undefined }>()(() => ({ line: undefined }))

/** The hand is at this price now. */
export function dragLine({ id: orderId, symbol }: Order, to: PriceTicks): void {
  const { line } = useDragged.getState()
  if (line?.orderId !== orderId || line.to !== to) {
    useDragged.setState({ line: { orderId, symbol, to } })
  }
}

export const dropLine = (): void => useDragged.setState({ line: undefined })

/** Returns what is dragged of a symbol and paints again with each price. */
export const useDraggedLine = (symbol: string): Dragged | undefined =>
  useDragged(({ line }) => (line?.symbol === symbol ? line : undefined))
