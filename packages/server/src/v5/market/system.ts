// The venue about itself: maintenance and announcements, of which there are none here, and the
// components of an index.

import { symbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { venues } from '../../simulator/venues.ts'
import type { V5Handlers } from '../context.ts'
import { invalidParameter } from '../refused.ts'

export const systemHandlers: V5Handlers<'systemStatus' | 'announcements' | 'indexPriceComponents'> =
  {
    systemStatus: () => ({ result: { list: [] } }),
    announcements: () => ({ result: { total: 0, list: [] } }),

    indexPriceComponents: ({ parts }, { indexName }) => {
      const view = parts.exchange.views.symbol(symbolId(indexName))
      if (view === undefined || view.indexE8 === 0) throw invalidParameter('indexName')
      const price = formatTrimmed(BigInt(view.indexE8), 8)
      const components = venues.map(({ name, share }) => ({
        exchange: name,
        spotPair: indexName,
        equivalentPrice: price,
        multiplier: '1',
        price,
        weight: String(share),
      }))
      const updateTime = String(parts.exchange.lastTimeMs())
      return { result: { indexName, lastPrice: price, updateTime, components } }
    },
  }
