// Terms that other panels put into the order ticket: a price or a quantity that was clicked, or a
// whole order that was drawn or chosen on the chart.

import { create } from 'zustand'
import type { Side } from '@basis/domain/orders/order'

/** `stamp` grows with every pick, so that the same price clicked twice is two picks. */
export type Pick = {
  readonly symbol: string
  readonly priceTicks?: number
  readonly qtyLots?: number
  /** The trader means an order: with its side, and with no other terms than these. */
  readonly order?: PickedTerms
  readonly stamp: number
}

/** Prices in ticks. */
export type PickedTerms = {
  readonly side: Side
  /** With it the order waits, and is a market order unless a price comes as well. */
  readonly triggerTicks?: number
  readonly takeProfitTicks?: number
  readonly stopLossTicks?: number
}

const useDraft = create<{ pick: Pick | undefined; stamp: number }>()(() => ({
  pick: undefined,
  stamp: 0,
}))

/** Fills the ticket's price with a price in ticks. */
export function pickPrice(symbol: string, priceTicks: number): void {
  put({ symbol, priceTicks })
}

/** Fills the ticket's quantity with a quantity in lots. */
export function pickQuantity(symbol: string, qtyLots: number): void {
  put({ symbol, qtyLots })
}

/** Fills the ticket with an order: whatever is not said of it stays as it was typed. */
export function pickOrder(
  symbol: string,
  order: PickedTerms,
  amounts: { readonly priceTicks?: number; readonly qtyLots?: number } = {},
): void {
  put({ symbol, order, ...amounts })
}

function put(pick: Omit<Pick, 'stamp'>): void {
  useDraft.setState((before) => {
    const stamp = before.stamp + 1
    return { pick: { ...pick, stamp }, stamp }
  })
}

/** Forgets a pick that was taken in, so that a ticket opened later does not take it again. */
export function dropPick(stamp: number): void {
  useDraft.setState(({ pick }) => (pick?.stamp === stamp ? { pick: undefined } : {}))
}

/** Returns the last pick that nobody has taken in and paints again with the next. */
export function usePick(): Pick | undefined {
  return useDraft((state) => state.pick)
}
