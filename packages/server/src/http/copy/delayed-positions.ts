// Positions of leaders as they were a minute ago, for everybody who looks (rules 16.7).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { Position } from '@basis/domain/orders/position'
import type { EventBatch } from '@basis/engine/events'
import type { Exchange } from '../../exchange/exchange.ts'

export const delaySeconds = 60

type Look = { readonly timeMs: number; readonly positions: readonly Position[] }

class DelayedPositions {
  readonly #exchange: Exchange
  readonly #looks = new Map<AccountId, Look[]>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
    for (const { wallet } of exchange.views.copy.leaders()) this.#keep(wallet)
    exchange.subscribe((batch) => this.#hear(batch))
  }

  /** Returns the newest look that is old enough; after a start nothing is, for a minute. */
  of(wallet: AccountId, nowMs: number): readonly Position[] {
    const latestMs = nowMs - delaySeconds * 1000
    const looks = this.#looks.get(wallet) ?? []
    return looks.findLast(({ timeMs }) => timeMs <= latestMs)?.positions ?? []
  }

  #hear({ events }: EventBatch): void {
    for (const event of events) {
      if (event.kind === 'LeaderChanged') this.#keep(event.leader.wallet)
      if (event.kind !== 'PositionChanged') continue
      const { account } = event.position
      if (this.#looks.has(account)) this.#keep(account)
    }
  }

  #keep(wallet: AccountId): void {
    const timeMs = this.#exchange.lastTimeMs()
    const positions = this.#exchange.views.positions(wallet).map(({ position }) => position)
    const looks = this.#looks.get(wallet) ?? []
    const latestMs = timeMs - delaySeconds * 1000
    const from = Math.max(
      0,
      looks.findLastIndex((look) => look.timeMs <= latestMs),
    )
    this.#looks.set(wallet, [...looks.slice(from), { timeMs, positions }])
  }
}

const ofExchange = new WeakMap<Exchange, DelayedPositions>()

/** Returns the delayed positions of an exchange, kept from the first question on. */
export function delayedPositions(exchange: Exchange): DelayedPositions {
  const found = ofExchange.get(exchange) ?? new DelayedPositions(exchange)
  ofExchange.set(exchange, found)
  return found
}
