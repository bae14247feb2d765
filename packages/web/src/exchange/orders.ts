// The account's open orders, folded from pushes and receipts; newest first.

import { isFinal, type Order } from '@basis/domain/order'
import { orderEvents, type OrderEventNumber, type PushedOrder } from '@basis/protocol/topics'
import type { WireLiquidation } from '@basis/protocol/position'
import { decodeOrder, expandOrder, type WireExecution, type WireOrder } from '@basis/protocol/order'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import { instrumentOf } from './catalogue.ts'

const OPEN = 'open'

/** Under one key the list of open orders; undefined until the first snapshot. */
export const openOrderStore: StreamStore<typeof OPEN, readonly Order[]> = createStreamStore()

/** What a trader is told about orders; given as they come, never twice. */
export type OrderEvent = {
  readonly event: keyof typeof orderEvents
  readonly order: Order
  /** The problem that refused it, by name. */
  readonly rejectReason: string | undefined
}

const byId = new Map<number, Order>()
/** The last number of change seen of orders that are final, so that a late receipt revives none. */
const finalNos = new Map<number, number>()
const FINALS_KEPT = 500

type Listener<Value> = (value: Value) => void
const orderListeners = new Set<Listener<OrderEvent>>()
const fillListeners = new Set<Listener<WireExecution>>()
const liquidationListeners = new Set<Listener<WireLiquidation>>()

/** Listens to what happens to orders after the first snapshot; returns how to stop. */
export function onOrderEvent(listener: Listener<OrderEvent>): () => void {
  orderListeners.add(listener)
  return () => orderListeners.delete(listener)
}

/** Listens to the account's fills; returns how to stop. */
export function onFill(listener: Listener<WireExecution>): () => void {
  fillListeners.add(listener)
  return () => fillListeners.delete(listener)
}

/** Listens to liquidations of the account; returns how to stop. */
export function onLiquidation(listener: Listener<WireLiquidation>): () => void {
  liquidationListeners.add(listener)
  return () => liquidationListeners.delete(listener)
}

/**
 * Takes in a message of the order topic; what cannot be read on its instrument's grid is left out.
 */
export function takeOrders(pushed: readonly PushedOrder[], isSnapshot: boolean): void {
  if (isSnapshot) byId.clear()
  for (const short of pushed) {
    const wire = expandOrder(short)
    if (wire === undefined) continue
    const order = takeOrder(wire)
    if (order !== undefined && !isSnapshot) tell(short.e, order, wire.cxlRejReason)
  }
  publish()
}

/** Takes in an order of a receipt; a change that the push has brought already is not taken back. */
export function takeReceipt(wire: WireOrder): void {
  takeOrder(wire)
  publish()
}

function takeOrder(wire: WireOrder): Order | undefined {
  const instrument = instrumentOf(wire.symbol)
  const order = instrument === undefined ? undefined : decodeOrder(wire, instrument)
  if (order === undefined) return undefined
  const before = byId.get(order.id)
  const seenNo = Math.max(before?.updateNo ?? -1, finalNos.get(order.id) ?? -1)
  if (order.updateNo < seenNo) return undefined
  if (isFinal(order.status)) {
    byId.delete(order.id)
    rememberFinal(order)
  } else if (!finalNos.has(order.id)) byId.set(order.id, order)
  return order
}

function rememberFinal({ id, updateNo }: Order): void {
  finalNos.set(id, updateNo)
  if (finalNos.size <= FINALS_KEPT) return
  const [oldest] = finalNos.keys()
  if (oldest !== undefined) finalNos.delete(oldest)
}

function publish(): void {
  const list = [...byId.values()].toSorted((a, b) => b.createdMs - a.createdMs || b.id - a.id)
  openOrderStore.set(OPEN, list)
}

const eventNames = new Map(
  Object.entries(orderEvents).map(([name, no]) => [no, name as keyof typeof orderEvents]),
)

function tell(no: OrderEventNumber, order: Order, rejectReason: string | undefined): void {
  const event = eventNames.get(no)
  if (event === undefined) return
  for (const listener of orderListeners) listener({ event, order, rejectReason })
}

/** Takes in fills; a snapshot is empty, what was before is asked for. */
export function takeFills(fills: readonly WireExecution[]): void {
  for (const fill of fills) for (const listener of fillListeners) listener(fill)
}

/** Takes in liquidations. */
export function takeLiquidations(list: readonly WireLiquidation[]): void {
  for (const liquidation of list) {
    for (const listener of liquidationListeners) listener(liquidation)
  }
}

/** Forgets everything: nobody is signed in. */
export function clearOrders(): void {
  byId.clear()
  finalNos.clear()
  openOrderStore.remove(OPEN)
}

/** Returns the open orders, newest first; undefined until they are known. */
export function useOpenOrders(): readonly Order[] | undefined {
  return useStream(openOrderStore, OPEN)
}

/** Returns an open order outside React. */
export function openOrder(orderId: number): Order | undefined {
  return byId.get(orderId)
}
