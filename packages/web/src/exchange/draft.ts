// What other panels put into the order ticket: a price or a quantity that was clicked.

import { create } from 'zustand'

/** `stamp` grows with every pick, so that the same price clicked twice is two picks. */
export type Pick = {
  readonly symbol: string
  readonly priceTicks?: number
  readonly qtyLots?: number
  readonly stamp: number
}

const useDraft = create<{ pick: Pick | undefined }>()(() => ({ pick: undefined }))

/** Fills the ticket's price with a price in ticks. */
export function pickPrice(symbol: string, priceTicks: number): void {
  put({ symbol, priceTicks })
}

/** Fills the ticket's quantity with a quantity in lots. */
export function pickQuantity(symbol: string, qtyLots: number): void {
  put({ symbol, qtyLots })
}

/** Fills both, as a position drawn on the chart does. */
export function pickOrder(symbol: string, priceTicks: number, qtyLots: number): void {
  put({ symbol, priceTicks, qtyLots })
}

function put(pick: Omit<Pick, 'stamp'>): void {
  useDraft.setState((before) => ({ pick: { ...pick, stamp: (before.pick?.stamp ?? 0) + 1 } }))
}

/** Returns the last pick and paints again with the next. */
export function usePick(): Pick | undefined {
  return useDraft((state) => state.pick)
}
