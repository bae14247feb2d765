// Last prices that orders of traders were placed at: of what is open in memory and in the database,
// of what has ended in its record.

import type { EventBatch, Event } from '@basis/engine/events'
import { isFinal } from '@basis/domain/orders/order'
import type { CreatedPriceRow } from '../history-tables.ts'

type Created = { readonly lastTicks: number; isStored: boolean }

/** All traders; fed with every batch, in order. */
export class CreatedPrices {
  readonly #isTrader: (account: number) => boolean
  readonly #lastTicks: (symbol: string) => number | undefined
  readonly #open = new Map<number, Created>()
  /** Placed, or ended after they were stored, since that was asked last. */
  #placed = new Set<number>()
  #ended: CreatedPriceRow[] = []
  /** Ended since changes were taken, and before that: whoever tells of their end reads them yet. */
  #leaving = new Set<number>()
  #leftBefore = new Set<number>()

  /** `lastTicks`: the last price of a market before the batch that is told next. */
  constructor(
    rows: readonly CreatedPriceRow[],
    isTrader: (account: number) => boolean,
    lastTicks: (symbol: string) => number | undefined,
  ) {
    this.#isTrader = isTrader
    this.#lastTicks = lastTicks
    for (const { orderId, lastTicks: ticks } of rows) {
      this.#open.set(orderId, { lastTicks: ticks, isStored: true })
    }
  }

  apply({ events }: EventBatch): void {
    const traded = new Map<string, number>()
    for (const event of events) {
      if (event.kind === 'Traded') traded.set(event.symbol, event.priceTicks)
      else if (event.kind === 'OrderPlaced') this.#place(event, traded)
      else if ('order' in event && isFinal(event.order.status)) this.#end(event.order.id)
    }
  }

  /** Returns the last price in ticks when an order was placed, where it is known. */
  of(orderId: number): number | undefined {
    return this.#open.get(orderId)?.lastTicks
  }

  /** Returns what has to be stored since it was asked last. */
  takeChanges(): readonly CreatedPriceRow[] {
    const rows = this.#ended
    for (const orderId of this.#placed) {
      const created = this.#open.get(orderId)
      if (created === undefined) continue
      created.isStored = true
      rows.push({ orderId, lastTicks: created.lastTicks, hasEnded: 0 })
    }
    for (const orderId of this.#leftBefore) this.#open.delete(orderId)
    this.#leftBefore = this.#leaving
    this.#leaving = new Set()
    this.#placed = new Set()
    this.#ended = []
    return rows
  }

  #place({ order }: Extract<Event, { kind: 'OrderPlaced' }>, traded: Map<string, number>): void {
    if (!this.#isTrader(order.account)) return
    const lastTicks = traded.get(order.symbol) ?? this.#lastTicks(order.symbol)
    if (lastTicks === undefined) return
    this.#open.set(order.id, { lastTicks, isStored: false })
    this.#placed.add(order.id)
  }

  #end(orderId: number): void {
    const created = this.#open.get(orderId)
    if (created === undefined) return
    this.#placed.delete(orderId)
    this.#leaving.add(orderId)
    const { lastTicks, isStored } = created
    if (isStored) this.#ended.push({ orderId, lastTicks, hasEnded: 1 })
  }
}
