// Values that other panels put into the order ticket (clicked, drawn or dragged on the chart), and
// the draft's prices that they show.

import { create } from 'zustand'
import type { Side } from '@basis/domain/orders/order'

/** `stamp` grows with each pick, so that clicking the same price twice makes two picks. */
export type Pick = {
  readonly symbol: string
  readonly priceTicks?: number
  readonly qtyLots?: number
  /** The pick is a complete order with a side; it has no other terms than these. */
  readonly order?: PickedTerms
  readonly stamp: number
}

/** Prices in ticks. */
export type PickedTerms = {
  readonly side: Side
  /** With a trigger the order is conditional; it is a market order unless a price is given. */
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

/** Fills the ticket with an order; fields that it does not have stay as typed. */
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

/** Drops a pick that was used, so that a ticket opened later does not use it again. */
export function dropPick(stamp: number): void {
  useDraft.setState(({ pick }) => (pick?.stamp === stamp ? { pick: undefined } : {}))
}

/** Returns the last unused pick and re-renders with the next. */
export function usePick(): Pick | undefined {
  return useDraft((state) => state.pick)
}

/** The prices of the draft order, which the chart shows and lets the trader drag. */
export const draftParts = ['price', 'trigger', 'takeProfit', 'stopLoss'] as const
export type DraftPart = (typeof draftParts)[number]

/** Prices in ticks; gain and loss in 1e-8 of the settle coin, if there is a quantity. */
export type DraftLines = {
  readonly symbol: string
  readonly side: Side
  readonly ticks: Readonly<Partial<Record<DraftPart, number>>>
  readonly gains: Readonly<Partial<Record<DraftPart, bigint>>>
}

const useLines = create<{ lines: DraftLines | undefined }>()(() => ({ lines: undefined }))

/** Shows the lines of the draft order, or none; equal lines change nothing. */
export function showDraftLines(lines: DraftLines | undefined): void {
  const { lines: before } = useLines.getState()
  if (contentOf(before) !== contentOf(lines)) useLines.setState({ lines })
}

const contentOf = (lines: DraftLines | undefined): string | undefined =>
  JSON.stringify(lines, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

/** Returns the lines of a symbol's draft order and re-renders with the next. */
export function useDraftLines(symbol: string): DraftLines | undefined {
  return useLines(({ lines }) => (lines?.symbol === symbol ? lines : undefined))
}

type Moved = (part: DraftPart, ticks: number | undefined) => void
let dragHandler: { readonly symbol: string; readonly moved: Moved } | undefined

/** Sets the handler of dragged lines; returns a function that removes it. */
export function onDraftMoved(symbol: string, moved: Moved): () => void {
  const mine = { symbol, moved }
  dragHandler = mine
  return () => {
    if (dragHandler === mine) dragHandler = undefined
  }
}

/** Reports that a line was dragged to a price, or removed (undefined). */
export function moveDraft(symbol: string, part: DraftPart, ticks: number | undefined): void {
  if (dragHandler?.symbol === symbol) dragHandler.moved(part, ticks)
}

/** An order of a scaled order being typed: a price in ticks, a quantity in lots. */
type PlannedLevel = { readonly priceTicks: number; readonly lots: number }
export type PlannedOrders = {
  readonly symbol: string
  readonly side: Side
  readonly levels: readonly PlannedLevel[]
}

const usePlan = create<{ plan: PlannedOrders | undefined }>()(() => ({ plan: undefined }))

/** Shows the orders of a scaled order before they are sent, or none. */
export function showPlannedOrders(plan: PlannedOrders | undefined): void {
  if (JSON.stringify(usePlan.getState().plan) !== JSON.stringify(plan)) usePlan.setState({ plan })
}

/** Returns a symbol's planned orders and re-renders with the next. */
export function usePlannedOrders(symbol: string): PlannedOrders | undefined {
  return usePlan(({ plan }) => (plan?.symbol === symbol ? plan : undefined))
}
