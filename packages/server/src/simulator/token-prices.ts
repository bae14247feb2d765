// The prices of leveraged tokens: each follows its coin's index step by step, and after a restart
// continues from its last index in the exchange.

import type { Views } from '@basis/engine/views'
import type { Listing } from '../instruments/listings.ts'
import { tokenIndex, tokenOf, type LeveragedToken } from '../instruments/spot/leveraged-tokens.ts'

type Followed = { readonly token: LeveragedToken; index: number; before: number | undefined }

export class TokenPrices {
  readonly #followed: Followed[]

  constructor({
    listings,
    views,
  }: {
    readonly listings: readonly Listing[]
    readonly views: Views
  }) {
    this.#followed = listings.flatMap(({ coin, instrument, startPriceTicks }) => {
      const token = tokenOf(coin)
      if (token === undefined) return []
      const { indexE8 = 0 } = views.symbol(instrument.symbol) ?? {}
      const index = indexE8 > 0 ? indexE8 : startPriceTicks * instrument.tickSizeE8
      return [{ token, index, before: undefined }]
    })
  }

  /** Adds the tokens' prices to the coins'; none for a coin without a price. */
  follow(prices: Map<string, number>): void {
    for (const followed of this.#followed) {
      const { token, before } = followed
      const now = prices.get(token.underlying)
      if (now === undefined) continue
      if (before !== undefined) followed.index = tokenIndex(token, followed.index, { before, now })
      followed.before = now
      prices.set(token.coin, followed.index)
    }
  }
}
