// The reduce-only orders that an order would meet on its way through the book: its earlier fills
// shrink their positions, and they are cut to what is left (rules 6.2, D-33).

import { positionOf } from '../../state/positions.ts'
import type { OpenOrder, PositionState } from '../../state/state.ts'
import { worstFirst } from './open-orders.ts'

export class ReducingMakers {
  /** The position of the incoming order: a trade with oneself leaves it as it was. */
  readonly #own: PositionState
  /** The lots that positions have left. */
  readonly #positions = new Map<PositionState, number>()
  /** The lots that orders have left, if they were filled or cut. */
  readonly #orders = new Map<OpenOrder, number>()

  constructor(own: PositionState) {
    this.#own = own
  }

  leftOf = (maker: OpenOrder): number => this.#orders.get(maker) ?? maker.leavesLots

  fill(maker: OpenOrder, lots: number): void {
    const position = positionOf(maker)
    this.#orders.set(maker, this.leftOf(maker) - lots)
    const shrinks = position.sign === -maker.sign && position !== this.#own
    if (!shrinks || position.reduceOnlyOrders === 0) return
    const left = (this.#positions.get(position) ?? position.sizeLots) - lots
    this.#positions.set(position, left)
    const orders = maker.sign === 1 ? position.buys : position.sells
    const reducing = orders.filter(({ reduceOnly }) => reduceOnly)
    let excess = -Math.max(0, left)
    for (const order of reducing) excess += this.leftOf(order)
    if (excess <= 0) return
    for (const order of reducing.sort(worstFirst(maker.sign))) {
      const cut = Math.min(Math.max(0, excess), this.leftOf(order))
      excess -= cut
      if (cut > 0) this.#orders.set(order, this.leftOf(order) - cut)
    }
  }
}
