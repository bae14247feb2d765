// Fills, liquidation steps and ended orders of an account's options, for topics of their own (spec
// 7).

import type { WireExecution } from '@basis/protocol/order'
import type { WireLiquidation } from '@basis/protocol/position'
import type { PushedOrder } from '@basis/protocol/topics'

type Pushed = {
  readonly userOptionTrade: WireExecution
  readonly userOptionLiquidation: WireLiquidation
  readonly userOptionOrderHistory: PushedOrder
}
type Kind = keyof Pushed

/** What has gathered since each topic was last sent. */
export class OptionPushes {
  #gathered: { [K in Kind]: Pushed[K][] } = empty()

  add<K extends Kind>(kind: K, pushed: Pushed[K]): void {
    this.#gathered[kind].push(pushed)
  }

  /** Returns what is to be sent; undefined where there is nothing. */
  take(kind: Kind): readonly Pushed[Kind][] | undefined {
    const taken = this.#gathered[kind]
    this.#gathered[kind] = []
    return taken.length === 0 ? undefined : taken
  }

  /** Drops what gathered for topics that nobody reads. */
  dropUnread(read: readonly string[]): void {
    for (const kind of [
      'userOptionTrade',
      'userOptionLiquidation',
      'userOptionOrderHistory',
    ] as const) {
      if (!read.includes(kind)) this.#gathered[kind] = []
    }
  }
}

const empty = (): { [K in Kind]: Pushed[K][] } => ({
  userOptionTrade: [],
  userOptionLiquidation: [],
  userOptionOrderHistory: [],
})
