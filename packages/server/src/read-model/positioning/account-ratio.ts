// The share of a contract's holders who are long, folded from positions. A robot stands for the
// many people whose positions it holds.

import type { EventBatch, PositionChanged } from '@basis/engine/events'
import { startLotValueOf, type SeedPlan } from '../seed/seed-history.ts'

export type HeldPosition = Pick<
  PositionChanged['position'],
  'account' | 'symbol' | 'positionIdx' | 'side' | 'sizeLots'
>
/** Signed lots by position index, for every account that has ever held a position. */
type Contract = { readonly held: Map<number, number[]>; longs: number; shorts: number }

type Populated = Pick<
  SeedPlan,
  'symbol' | 'kind' | 'population' | 'tickSizeE8' | 'lotSizeE8' | 'startPriceTicks'
>

/** All contracts; called with every batch, in order, and with the positions before the first. */
export class AccountRatio {
  /** For robots that stand for many people: the lots that one of these holds. */
  readonly #lotsPerHead = new Map<string, ReadonlyMap<number, number>>()
  readonly #contracts = new Map<string, Contract>()

  constructor(plans: readonly Populated[]) {
    for (const { symbol, population, ...plan } of plans) {
      const lotValue = startLotValueOf(plan)
      const lots = (population ?? []).map(
        ({ account, valuePerHead }) => [Number(account), valuePerHead / lotValue] as const,
      )
      if (lots.length > 0) this.#lotsPerHead.set(symbol, new Map(lots))
    }
  }

  apply({ events }: Pick<EventBatch, 'events'>): void {
    for (const event of events) if (event.kind === 'PositionChanged') this.hold(event.position)
  }

  hold({ account, symbol, positionIdx, side, sizeLots }: HeldPosition): void {
    let contract = this.#contracts.get(symbol)
    if (contract === undefined) {
      contract = { held: new Map(), longs: 0, shorts: 0 }
      this.#contracts.set(symbol, contract)
    }
    const legs = contract.held.get(account) ?? [0, 0, 0]
    const before = sumOf(legs)
    legs[positionIdx] = side === 'Sell' ? -sizeLots : Number(sizeLots)
    const after = sumOf(legs)
    if (after === 0 && legs.every((lots) => lots === 0)) contract.held.delete(account)
    else contract.held.set(account, legs)
    this.#count(contract, this.#heads(symbol, account, before), -1)
    this.#count(contract, this.#heads(symbol, account, after), 1)
  }

  /** ×1e6; undefined if there are no holders. */
  longE6(symbol: string): number | undefined {
    const { longs, shorts } = this.#contracts.get(symbol) ?? { longs: 0, shorts: 0 }
    return longs + shorts === 0 ? undefined : Math.round((longs / (longs + shorts)) * 1e6)
  }

  /** The number of people that a net position stands for, with its sign. */
  #heads(symbol: string, account: number, net: number): number {
    const lots = this.#lotsPerHead.get(symbol)?.get(account)
    const many = lots === undefined ? 1 : Math.max(1, Math.round(Math.abs(net) / lots))
    return Math.sign(net) * many
  }

  #count(contract: Contract, heads: number, sign: 1 | -1): void {
    if (heads > 0) contract.longs += sign * heads
    else contract.shorts -= sign * heads
  }
}

const sumOf = (legs: readonly number[]): number => legs.reduce((sum, lots) => sum + lots, 0)
