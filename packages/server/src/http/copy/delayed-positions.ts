// Positions of copy-trading leaders with a delay of one minute, for public display (rules 16.7).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Position } from '@basis/domain/orders/position'
import type { EventBatch } from '@basis/engine/events'
import type { Exchange } from '../../exchange/exchange.ts'

export const delaySeconds = 60

type Snapshot = { readonly timeMs: number; readonly positions: readonly Position[] }

class DelayedPositions {
  readonly #exchange: Exchange
  readonly #snapshots = new Map<AccountId, Snapshot[]>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    for (const { wallet } of exchange.views.copy.leaders()) this.#record(wallet)
    exchange.subscribe((batch) => this.#apply(batch))
  }

  /**
   * Returns the newest snapshot that is old enough; empty during the first minute after a start.
   */
  of(wallet: AccountId, nowMs: number): readonly Position[] {
    const latestMs = nowMs - delaySeconds * 1000
    const snapshots = this.#snapshots.get(wallet) ?? []
    return snapshots.findLast(({ timeMs }) => timeMs <= latestMs)?.positions ?? []
  }

  #apply({ events }: EventBatch): void {
    for (const event of events) {
      if (event.kind === 'LeaderChanged') this.#record(event.leader.wallet)
      if (event.kind !== 'PositionChanged') continue
      const { account } = event.position
      if (this.#snapshots.has(account)) this.#record(account)
    }
  }

  #record(wallet: AccountId): void {
    const timeMs = this.#exchange.lastTimeMs()
    const positions = this.#exchange.views.positions(wallet).map(({ position }) => position)
    const snapshots = this.#snapshots.get(wallet) ?? []
    const latestMs = timeMs - delaySeconds * 1000
    const from = Math.max(
      0,
      snapshots.findLastIndex((snapshot) => snapshot.timeMs <= latestMs),
    )
    this.#snapshots.set(wallet, [...snapshots.slice(from), { timeMs, positions }])
  }
}

const ofExchange = new WeakMap<Exchange, DelayedPositions>()

/** Returns the delayed positions of an exchange, recorded since the first call. */
export function delayedPositions(exchange: Exchange): DelayedPositions {
  const found = ofExchange.get(exchange) ?? new DelayedPositions(exchange)
  ofExchange.set(exchange, found)
  return found
}
