// The quotes that a chain's maker wants in an option's book: two levels per side, wider for
// volatile options, skewed against its inventory.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Greeks } from '@basis/domain/options/black76'
import type { SymbolView } from '@basis/engine/views'

/** A wanted level; an order at most `reach` ticks away is good enough. */
export type WantedQuote = {
  readonly side: 'Buy' | 'Sell'
  readonly ticks: number
  readonly lots: number
  readonly reach: number
}

/** Half the spread: these volatility points, and at least this fraction of the premium. */
const spreadPoints = 0.8
const spreadShare = 0.008
/** The index value of a level's quantity. */
const levelValue = 60_000

/**
 * Returns the quotes of an option around its fair value; `inventory` is from −1 to 1, full at
 * either end.
 */
export function wantedQuotes(
  view: SymbolView,
  given: {
    readonly fairE8: number
    readonly indexE8: number
    readonly greeks: Greeks
    readonly inventory: number
  },
): readonly WantedQuote[] {
  const { instrument } = view
  const maxBuyTicks: number = view.maxBuyTicks ?? 0
  const minSellTicks: number = view.minSellTicks ?? 0
  const { fairE8, indexE8, greeks, inventory } = given
  const { tickSizeE8, minPriceTicks } = instrument
  const worth = fairE8 / tickSizeE8
  const points = (spreadPoints * greeks.vega * 1e8) / tickSizeE8
  const half = Math.max(1, points, spreadShare * worth)
  const fair = worth - inventory * half * 0.8
  const lots = lotsOf(instrument, indexE8)
  const reach = Math.max(1, Math.floor(0.4 * half))
  const levels = [0, 1].map((level) => ({
    away: half * (1 + 1.4 * level),
    lots: lots * (1 + level),
    reach: level === 0 ? reach : Math.ceil(half),
  }))
  return levels.flatMap((level) => {
    const bid = Math.floor(fair - level.away)
    const ask = Math.max(Math.ceil(fair + level.away), minSellTicks, minPriceTicks + 1)
    const size = { lots: level.lots, reach: level.reach }
    const buys = bid < minPriceTicks || bid > maxBuyTicks
    return [
      ...(buys ? [] : [{ side: 'Buy' as const, ticks: bid, ...size }]),
      { side: 'Sell' as const, ticks: ask, ...size },
    ]
  })
}

const lotsOf = ({ lotSizeE8, maxQtyLots }: Instrument, indexE8: number): number =>
  Math.min(maxQtyLots, Math.max(1, Math.round(levelValue / ((indexE8 * lotSizeE8) / 1e16))))
