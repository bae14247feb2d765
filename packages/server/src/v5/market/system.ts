// The venue about itself: maintenance and announcements, of which there are none here, and the
// components of an index.

import { symbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { SymbolView } from '@basis/engine/views'
import { venues } from '../../simulator/venues.ts'
import { roundedText } from '../../options/forwards.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { invalidParameter } from '../refused.ts'

export const systemHandlers: V5Handlers<'systemStatus' | 'announcements' | 'indexPriceComponents'> =
  {
    systemStatus: () => ({ result: { list: [] } }),
    announcements: () => ({ result: { total: 0, list: [] } }),

    indexPriceComponents: ({ parts }, { indexName }) => {
      const view = parts.exchange.views.symbol(symbolId(indexName))
      if (view === undefined || view.indexE8 === 0) throw invalidParameter('indexName')
      const lastPrice = formatTrimmed(BigInt(view.indexE8), 8)
      const updateTime = String(parts.exchange.lastTimeMs())
      const components = componentsOf(parts, view)
      return { result: { indexName, lastPrice, updateTime, components } }
    },
  }

/** What the venues quote in. */
const venueCoin = 'USDT'

/**
 * What each venue last said, in its coin and, by the multiplier, in that of the index. A process
 * that does not hear the venues knows their weights alone: each is said to have the index's price.
 */
function componentsOf({ heard }: V5Parts, { instrument, indexE8 }: SymbolView) {
  const { baseCoin } = instrument
  const update = heard?.get(baseCoin)
  const spotPair = `${baseCoin}${venueCoin}`
  if (update === undefined || update.basis === 'none') {
    const price = formatTrimmed(BigInt(indexE8), 8)
    return venues.map(({ name, share }) => {
      const named = { exchange: name, spotPair, weight: String(share) }
      return { ...named, equivalentPrice: price, multiplier: '1', price }
    })
  }
  const rate = instrument.quoteCoin === venueCoin ? 1 : indexE8 / update.priceE8
  const volume = update.sources.reduce((sum, source) => sum + Number(source.volumeE8), 0)
  return update.sources.map(({ name, priceE8, volumeE8 }) => ({
    exchange: name,
    spotPair,
    equivalentPrice: roundedText((priceE8 * rate) / 1e8, 8),
    multiplier: roundedText(rate, 8),
    price: formatTrimmed(BigInt(priceE8), 8),
    weight: roundedText(Number(volumeE8) / volume, 8),
  }))
}
