// The account's open orders, folded from pushes and receipts; newest first.

import { isFinal, type Order } from '@basis/domain/orders/order'
import type { PushedOrder } from '@basis/protocol/topics/private-messages'
import { orderEvents, type OrderEventNumber } from '@basis/protocol/topics/topic'
import type { WireLiquidation } from '@basis/protocol/position'
import { decodeOrder, expandOrder, type WireExecution, type WireOrder } from '@basis/protocol/order'
import { createStreamStore, usePacedStream, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import { instrumentOf } from './catalogue.ts'
import { claimAnnouncement } from './dedupe.ts'
import { createUnlisted } from './options/unlisted.ts'

const OPEN = 'open'

/**
 * Under `open` all open orders, newest first, undefined until the first snapshot; under a symbol
 * its own, whose array stays identical while other symbols change.
 */
export const openOrderStore: StreamStore<string, readonly Order[]> = createStreamStore()

/** One message's change to an order; each change is reported once. */
export type OrderHappening = {
  /** The previous state; absent if the order was not known. */
  readonly before: Order | undefined
  readonly order: Order
  /** The order was placed. */
  readonly isNew: boolean
  /** The trigger was reached. */
  readonly hasFired: boolean
  /** Caused by a liquidation or ADL, which have their own notices. */
  readonly isForced: boolean
  /** Reported by the answer to a request of this page, before the push. */
  readonly isAnswer?: boolean
}

const byId = new Map<number, Order>()
const unlisted = createUnlisted<WireOrder>((wire) => {
  applyOrder(wire, orderEvents.replaced)
  publish()
})
/** Symbols of skipped messages, whose instruments were unknown. */
const unread = new Set<string>()
/** Orders changed since the lists were published, with their state in those lists. */
const changed = new Map<number, Order | undefined>()
/** The last update number of final orders, so that a late receipt does not reopen one. */
const finalNos = new Map<number, number>()
const FINALS_KEPT = 500
/** When the last snapshot was created, by the exchange's clock; 0 if it has no pushes after it. */
let snapshotMs = 0
/** The update number of answered orders that the snapshot after their change does not have. */
const goneNos = new Map<number, number>()
/** Above this number of changes a list is sorted as a whole. */
const MOVED_SINGLY = 200

type Listener<Value> = (value: Value) => void
const orderListeners = new Set<Listener<readonly OrderHappening[]>>()
const fillListeners = new Set<Listener<WireExecution>>()
const liquidationListeners = new Set<Listener<readonly WireLiquidation[]>>()

/** Listens to changes of orders after the first snapshot; returns the unsubscribe. */
export function onOrders(listener: Listener<readonly OrderHappening[]>): () => void {
  orderListeners.add(listener)
  return () => orderListeners.delete(listener)
}

/** Listens to the account's fills; returns the unsubscribe. */
export function onFill(listener: Listener<WireExecution>): () => void {
  fillListeners.add(listener)
  return () => fillListeners.delete(listener)
}

/** Listens to liquidations of the account, one message at a time; returns the unsubscribe. */
export function onLiquidation(listener: Listener<readonly WireLiquidation[]>): () => void {
  liquidationListeners.add(listener)
  return () => liquidationListeners.delete(listener)
}

/**
 * Applies a message of the order topic, created at `timeMs`; orders of unknown instruments or off
 * the grid are skipped.
 */
export function applyOrders(
  pushed: readonly PushedOrder[],
  isSnapshot: boolean,
  timeMs: number = 0,
): void {
  if (isSnapshot) {
    snapshotMs = timeMs
    goneNos.clear()
    unlisted.clear()
    unread.clear()
    for (const { id } of byId.values()) setOrder(id, undefined)
  }
  const changes: Change[] = []
  for (const short of pushed) {
    const wire = expandOrder(short)
    const change = wire === undefined ? undefined : applyOrder(wire, short.e)
    if (change !== undefined) changes.push(change)
  }
  publish()
  if (!isSnapshot) notifyListeners(changes)
}

/**
 * Applies the order of an answer; a newer pushed state is kept. With `act` the change is reported
 * to the listeners, by the answer or the push, whichever comes first.
 */
export function applyReceipt(wire: WireOrder, act?: 'newed' | 'replaced' | 'canceled'): void {
  const change = applyOrder(wire, orderEvents[act ?? 'replaced'], true)
  publish()
  if (act !== undefined && change !== undefined) notifyListeners([change], true)
}

/** A new state of an order, and the event that caused it. */
type Change = {
  readonly before: Order | undefined
  readonly order: Order
  readonly event: OrderEventNumber
}

/** Applies a state of an order; undefined if it is not newer. */
function applyOrder(
  wire: WireOrder,
  event: OrderEventNumber,
  isAnswer = false,
): Change | undefined {
  const instrument = instrumentOf(wire.symbol)
  if (instrument === undefined) {
    unread.add(wire.symbol)
    unlisted.keep(wire.orderId, wire.symbol, wire)
  }
  const order = instrument === undefined ? undefined : decodeOrder(wire, instrument)
  if (order === undefined) return undefined
  const before = byId.get(order.id)
  const seenNo = Math.max(
    ...[before?.updateNo, finalNos.get(order.id), goneNos.get(order.id)].map((no) => no ?? -1),
  )
  if (order.updateNo < seenNo) return undefined
  if (isFinal(order.status)) {
    setOrder(order.id, undefined)
    rememberFinal(order)
  } else if (isAnswer && before === undefined && order.updatedMs <= snapshotMs) {
    // It has ended, or a push still lists it; an answer would leave an ended order in the list.
    goneNos.set(order.id, order.updateNo)
  } else if (!finalNos.has(order.id)) setOrder(order.id, order)
  return order.updateNo > seenNo ? { before, order, event } : undefined
}

function rememberFinal({ id, updateNo }: Order): void {
  finalNos.set(id, updateNo)
  if (finalNos.size <= FINALS_KEPT) return
  const [oldest] = finalNos.keys()
  if (oldest !== undefined) finalNos.delete(oldest)
}

function setOrder(id: number, order: Order | undefined): void {
  if (!changed.has(id)) changed.set(id, byId.get(id))
  if (order === undefined) byId.delete(id)
  else byId.set(id, order)
}

/** Updates the lists: of ten thousand orders only those that changed are moved. */
function publish(): void {
  const symbols = new Set<Order['symbol']>()
  for (const [id, before] of changed) {
    if (before !== undefined) symbols.add(before.symbol)
    const order = byId.get(id)
    if (order !== undefined) symbols.add(order.symbol)
  }
  const isOpen = openOrderStore.current(OPEN) !== undefined
  if (changed.size > MOVED_SINGLY) sortAnew(symbols)
  else {
    if (symbols.size > 0 || !isOpen) move(OPEN, () => true)
    for (const symbol of symbols) move(symbol, (order) => order.symbol === symbol)
  }
  changed.clear()
}

function sortAnew(symbols: Iterable<Order['symbol']>): void {
  const all = [...byId.values()].toSorted(newestFirst)
  const ofSymbol = Map.groupBy(all, ({ symbol }) => symbol)
  openOrderStore.set(OPEN, all)
  for (const symbol of symbols) openOrderStore.set(symbol, ofSymbol.get(symbol) ?? [])
}

/** Removes each changed order from its old position in a list and inserts it at its new one. */
function move(key: string, belongs: (order: Order) => boolean): void {
  const list = [...(openOrderStore.current(key) ?? [])]
  for (const [id, before] of changed) {
    const order = byId.get(id)
    if (before !== undefined && belongs(before)) {
      const at = placeOf(before, list)
      if (list[at]?.id === id) list.splice(at, 1)
    }
    if (order !== undefined && belongs(order)) list.splice(placeOf(order, list), 0, order)
  }
  openOrderStore.set(key, list)
}

/** Returns the index of an order, or its insertion index, in a list sorted newest first. */
function placeOf(order: Order, list: readonly Order[]): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const other = list[middle]
    if (other !== undefined && newestFirst(other, order) < 0) from = middle + 1
    else to = middle
  }
  return from
}

const newestFirst = (a: Order, b: Order): number => b.createdMs - a.createdMs || b.id - a.id

/** Reports each order once, even if the message had several of its states. */
function notifyListeners(changes: readonly Change[], isAnswer = false): void {
  if (changes.length === 0) return
  const ofOrder = Map.groupBy(changes, ({ order }) => order.id)
  const happenings = [...ofOrder.values()].map((states) => ({ ...happeningOf(states), isAnswer }))
  for (const { order } of happenings) claimAnnouncement(order.id)
  for (const listener of orderListeners) listener(happenings)
}

function happeningOf(states: readonly Change[]): OrderHappening {
  const [first, last] = [states[0], states.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A group has a first member')
  return {
    before: first.before,
    order: last.order,
    isNew: states.some(({ event }) => event === orderEvents.newed),
    // Only a conditional order has this status, and only briefly.
    hasFired: states.some(({ order }) => order.status === 'Triggered'),
    isForced: states.some(({ event }) => event === orderEvents.liquidation),
  }
}

/** Passes fills on; a snapshot is empty, since earlier fills are requested. */
export function applyFills(fills: readonly WireExecution[]): void {
  for (const fill of fills) for (const listener of fillListeners) listener(fill)
}

/** Passes liquidations on. */
export function applyLiquidations(list: readonly WireLiquidation[]): void {
  if (list.length === 0) return
  for (const listener of liquidationListeners) listener(list)
}

/** Clears the store after a sign-out. */
export function clearOrders(): void {
  unlisted.clear()
  unread.clear()
  byId.clear()
  changed.clear()
  finalNos.clear()
  goneNos.clear()
  snapshotMs = 0
  for (const key of openOrderStore.keys()) openOrderStore.remove(key)
}

/** Returns whether an order of the symbol could not be read since the last snapshot. */
export const hasUnreadOrder = (symbol: string): boolean => unread.has(symbol)

/** Returns the open orders, newest first; undefined until they are known. */
export function useOpenOrders(): readonly Order[] | undefined {
  return usePacedStream(openOrderStore, OPEN, paceOf)
}

/** A list too long to read at a glance is rendered five times a second, a shorter one at once. */
const paceOf = (orders: readonly Order[] | undefined): number =>
  (orders?.length ?? 0) > 500 ? 200 : 0

/** Returns the open orders of a symbol, newest first; none while they are not known. */
export function useOpenOrdersOf(symbol: string): readonly Order[] {
  return useStream(openOrderStore, symbol) ?? none
}
const none: readonly Order[] = []

/** Returns an open order outside React. */
export function openOrder(orderId: number): Order | undefined {
  return byId.get(orderId)
}
