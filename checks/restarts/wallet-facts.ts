// Copies and bots computed from the fills of a whole journal: each copy with the fill that it
// follows, and the coins moved by the orders of each bot.

import type { AccountId } from '@basis/domain/numbers/brand'
import type { EventBatch, OrderFilled } from '@basis/engine/events'

/** The sum of a bot's fills: lots of the base coin, and money in 1e-8. */
export type Moved = { lots: number; quote: bigint; readonly fees: Map<string, bigint> }

export class WalletFacts {
  /** Filled lots of the leader's orders, by order id. */
  readonly led = new Map<string, number>()
  /** Keyed by the bot's wallet. */
  readonly moved = new Map<AccountId, Moved>()
  readonly #faults: string[] = []
  readonly #leader: AccountId
  readonly #followers = new Set<AccountId>()
  readonly #left = new Map<string, number>()

  constructor(leader: AccountId) {
    this.#leader = leader
  }

  note({ seq, events }: EventBatch): void {
    const lots = new Map<AccountId, Map<string, number>>()
    // A bot is emitted at the end of the command in which its entry was filled.
    for (const event of events) {
      if (event.kind === 'FollowChanged' && event.follow.leader === this.#leader) {
        this.#followers.add(event.follow.wallet)
      }
      if (event.kind === 'GridChanged' && !this.moved.has(event.grid.wallet)) {
        this.moved.set(event.grid.wallet, { lots: 0, quote: 0n, fees: new Map() })
      }
    }
    for (const event of events) {
      if (event.kind !== 'OrderFilled') continue
      this.#noteOrder(event, seq)
      const { account, positionIdx, side } = event.order
      const own = lots.get(account) ?? new Map<string, number>()
      const where = `${positionIdx} ${side}`
      own.set(where, (own.get(where) ?? 0) + event.fill.qtyLots)
      lots.set(account, own)
    }
    this.#compare(seq, lots)
  }

  /** Returns the errors found, as texts. */
  faults = (): readonly string[] => this.#faults

  #noteOrder({ order, fill }: OrderFilled, seq: number): void {
    const { account, id } = order
    if (account === this.#leader) {
      this.led.set(String(id), (this.led.get(String(id)) ?? 0) + fill.qtyLots)
    }
    const moved = this.moved.get(account)
    if (moved === undefined) return
    // Each fill must reduce its order's remaining lots exactly once.
    const left = this.#left.get(String(id)) ?? order.qtyLots
    if (left - fill.qtyLots !== order.leavesLots) {
      this.#faults.push(`command ${seq}: order ${id} of ${account} had ${left} lots left`)
    }
    this.#left.set(String(id), order.leavesLots)
    const sign = order.side === 'Buy' ? 1 : -1
    moved.lots += sign * fill.qtyLots
    moved.quote -= BigInt(sign) * fill.value
    moved.fees.set(fill.feeCoin, (moved.fees.get(fill.feeCoin) ?? 0n) + fill.fee)
  }

  /** Each command must fill every follower with the same lots as the leader. */
  #compare(seq: number, lots: ReadonlyMap<AccountId, ReadonlyMap<string, number>>): void {
    const filledBy = (account: AccountId): string =>
      [...(lots.get(account) ?? [])]
        .map(([where, qty]) => `${where} ${qty}`)
        .toSorted()
        .join()
    const led = filledBy(this.#leader)
    for (const follower of this.#followers) {
      const copied = filledBy(follower)
      if (copied !== led) this.#faults.push(`command ${seq}: ${follower} has ${copied} of ${led}`)
    }
  }
}
