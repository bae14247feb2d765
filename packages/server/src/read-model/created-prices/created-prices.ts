// The last price at the time each trader's order was placed: for open orders in memory and in the
// database, for ended ones in the order's record.

import type { EventBatch, Event } from '@basis/engine/events'
import { isFinal } from '@basis/domain/orders/order'
import type { CreatedPriceRow } from '../history-tables.ts'

type Created = { readonly lastTicks: number; isStored: boolean }

/** All traders; called with every batch, in order. */
export class CreatedPrices {
  readonly #isTrader: (account: number) => boolean
  readonly #lastTicks: (symbol: string) => number | undefined
  readonly #open = new Map<number, Created>()
  /** Orders placed, or ended after they were stored, since the previous `takeChanges`. */
  #placed = new Set<number>()
  #ended: CreatedPriceRow[] = []
  /**
   * Orders that ended since the previous `takeChanges`, and before it: readable until the next one.
   */
  #leaving = new Set<number>()
  #leftBefore = new Set<number>()

  /** `lastTicks`: a market's last price before the next batch. */
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

  /** Returns the last price in ticks at the time an order was placed, if known. */
  of(orderId: number): number | undefined {
    return this.#open.get(orderId)?.lastTicks
  }

  /** Returns the rows to be stored since the previous call. */
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
