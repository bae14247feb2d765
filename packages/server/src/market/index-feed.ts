// From the outside world to the exchange: what one step of the index process says, as one command
// for all instruments, each on its own tick grid.

import { priceE8 } from '@basis/domain/fixed'
import type { Instrument } from '@basis/domain/instrument'
import type { UpdatePrices } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'
import type { Listing } from '../listings.ts'
import { createIndexProcess, type IndexedCoin } from './prices.ts'

export type IndexFeed = {
  /** Lets the world go on up to this moment; undefined when no index of any coin is alive. */
  readonly next: (timeMs: number) => UpdatePrices | undefined
}

/** The world's first step, and the longest one: a machine that slept does not wake to a leap. */
const firstStepMs = 250
const longestStepMs = 5_000

/**
 * Returns the feed of all listed coins. It goes on where the exchange's last index prices are, and
 * begins at the genesis prices where there are none.
 */
export function createIndexFeed(options: {
  readonly seed: number
  readonly listings: readonly Listing[]
  readonly views: Views
}): IndexFeed {
  const process = createIndexProcess({ seed: options.seed, coins: indexedCoins(options) })
  let lastMs: number | undefined
  return {
    next: (timeMs) => {
      const stepMs = lastMs === undefined ? firstStepMs : timeMs - lastMs
      lastMs = timeMs
      // The clock was set back: the world waits one step, not until the old time comes again.
      if (stepMs <= 0) return undefined
      const updates = process.next(timeMs, Math.min(stepMs, longestStepMs))
      const alive = new Map(
        updates.filter(({ basis }) => basis !== 'none').map((each) => [each.coin, each.priceE8]),
      )
      const prices = options.listings.flatMap(({ coin, instrument }) => {
        const exactE8 = alive.get(coin)
        if (exactE8 === undefined) return []
        return [{ symbol: instrument.symbol, indexE8: onGrid(instrument, exactE8) }]
      })
      return prices.length === 0 ? undefined : { kind: 'UpdatePrices', prices }
    },
  }
}

const onGrid = ({ tickSizeE8 }: Instrument, exactE8: number) =>
  priceE8(Math.max(1, Math.round(exactE8 / tickSizeE8)) * tickSizeE8)

/** One entry a coin, on the finest grid of its instruments. */
function indexedCoins({
  listings,
  views,
}: {
  readonly listings: readonly Listing[]
  readonly views: Views
}): IndexedCoin[] {
  const finest = new Map<string, Listing>()
  for (const listing of listings) {
    const known = finest.get(listing.coin)
    if (known === undefined || known.instrument.tickSizeE8 > listing.instrument.tickSizeE8) {
      finest.set(listing.coin, listing)
    }
  }
  return [...finest.values()].map(({ coin, instrument, genesisPriceTicks }) => {
    const { symbol, tickSizeE8 } = instrument
    const anchorE8 = genesisPriceTicks * tickSizeE8
    const lastE8 = views.symbol(symbol)?.indexE8 ?? 0
    return { coin, tickSizeE8, anchorE8, priceE8: lastE8 > 0 ? lastE8 : anchorE8 }
  })
}
