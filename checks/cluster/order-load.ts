// Traders who place one resting order after the other while a cluster is disturbed, and the outcome
// of each order.

import { setTimeout as delay } from 'node:timers/promises'
import { VenueClient } from '../simulator/venue-client.ts'

export class OrderLoad {
  /** The outcome of each order. */
  readonly outcomes = new Map<string, 'done' | 'refused' | 'unknown'>()
  /** The latency of each acknowledged order, ms. */
  readonly tookMs: number[] = []
  readonly client: VenueClient
  /** The longest time without an acknowledged order, ms. */
  longestGapMs = 0
  acknowledged = 0
  readonly #name: string
  #price = ''
  #count = 0
  #running: Promise<void> | undefined
  #isEnding = false

  constructor(name: string, origin: string) {
    this.#name = name
    this.client = new VenueClient(origin)
  }

  async signUp(): Promise<void> {
    await this.client.signUp()
    const { list } = await this.client.ask('tickers', { symbol: 'BTCUSDT' })
    this.#price = String(Math.floor(Number(list[0]?.markPrice) * 0.9))
  }

  start(pauseMs: number): void {
    this.outcomes.clear()
    this.tookMs.length = 0
    this.longestGapMs = 0
    this.acknowledged = 0
    this.#isEnding = false
    this.#running = this.#run(pauseMs)
  }

  /** Resolves when this many more orders were acknowledged. */
  async goesOn(orders: number, withinMs: number): Promise<void> {
    const wanted = this.acknowledged + orders
    const endMs = performance.now() + withinMs
    while (this.acknowledged < wanted) {
      if (performance.now() > endMs) throw new Error(`${this.#name}: no orders for ${withinMs} ms`)
      await delay(20)
    }
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    await this.#running
  }

  async openLinkIds(): Promise<readonly string[]> {
    const { list } = await this.client.ask('openOrders', {})
    return list.map(({ orderLinkId }) => orderLinkId)
  }

  async #run(pauseMs: number): Promise<void> {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001' } as const
    let lastMs = performance.now()
    while (!this.#isEnding) {
      this.#count += 1
      const orderLinkId = `${this.#name}-${this.#count}`
      const startedMs = performance.now()
      const asked = { ...order, price: this.#price, orderLinkId }
      const { kind } = await this.client.call('createOrder', asked)
      const nowMs = performance.now()
      this.outcomes.set(orderLinkId, kind)
      if (kind === 'done') {
        this.acknowledged += 1
        this.tookMs.push(nowMs - startedMs)
        this.longestGapMs = Math.max(this.longestGapMs, nowMs - lastMs)
        lastMs = nowMs
      }
      await delay(pauseMs)
    }
  }
}

/** The value below which this share of all values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0
