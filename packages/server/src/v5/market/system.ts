// System calls: status (there is no maintenance of the whole venue), announcements from its
// calendar, and index components.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { SymbolView } from '@basis/engine/views'
import type { V5Answer } from '@basis/protocol/v5/calls'
import type { MarketEvent } from '../../simulator/week/market-calendar.ts'
import { venueCoin, venues } from '../../simulator/venues.ts'
import { roundedText } from '../../options/forwards.ts'
import type { V5Handlers, V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'
import { invalidParameter } from '../refused.ts'

export const systemHandlers: V5Handlers<'systemStatus' | 'announcements' | 'indexPriceComponents'> =
  {
    systemStatus: () => ({ result: { list: [] } }),
    announcements: ({ parts }, { type, tag, page = 1, limit = 20 }) => {
      const list = parts.calendar
        .next(parts.clock.nowMs())
        .map((event) => announcementOf(parts, event))
        .filter((each) => type === undefined || each.type.key === type)
        .filter((each) => tag === undefined || each.tags.includes(tag))
        .toSorted((a, b) => b.dateTimestamp - a.dateTimestamp)
      const shown = list.slice((page - 1) * limit, page * limit)
      return { result: { total: list.length, list: shown } }
    },

    indexPriceComponents: ({ parts }, { indexName }) => {
      const view = parts.exchange.views.symbol(symbolId(indexName))
      if (view === undefined || view.indexE8 === 0) throw invalidParameter('indexName')
      const lastPrice = formatTrimmed(BigInt(view.indexE8), 8)
      const updateTime = String(parts.exchange.lastTimeMs())
      const components = componentsOf(parts, view)
      return { result: { indexName, lastPrice, updateTime, components } }
    },
  }

type Announcement = V5Answer<'announcements'>['list'][number]

/** The types are those of bybit.com; only the symbols in the title name the market. */
const announcements: Record<
  MarketEvent['kind'],
  { type: Announcement['type']; title: string; description: string }
> = {
  auction: {
    type: { title: 'New Listings', key: 'new_crypto' },
    title: 'New listing by call auction',
    description: 'A call auction collects limit orders; trading begins at its end.',
  },
  opening: {
    type: { title: 'New Listings', key: 'new_crypto' },
    title: 'New listing',
    description: 'Trading begins.',
  },
  delisting: {
    type: { title: 'Delistings', key: 'delistings' },
    title: 'Delisting',
    description: 'Orders can only be cancelled; those that are open at the end are cancelled.',
  },
  delivery: {
    type: { title: 'Product Updates', key: 'product_updates' },
    title: 'Delivery',
    description: 'Positions are settled at the delivery price.',
  },
  maintenance: {
    type: { title: 'Maintenance Updates', key: 'maintenance_updates' },
    title: 'Maintenance',
    description: 'Orders can only be cancelled until the end.',
  },
}

function announcementOf({ exchange }: V5Parts, event: MarketEvent): Announcement {
  const { kind, timeMs, endMs = timeMs, announcedMs, symbols } = event
  const { type, title, description } = announcements[kind]
  const instruments = symbols.flatMap((symbol) => exchange.views.instrument(symbol) ?? [])
  const tagOf = (each: Instrument): string => (each.kind === 'Spot' ? 'Spot' : 'Derivatives')
  return {
    title: `${title}: ${instruments.map((each) => v5Symbol(each)).join(', ')}`,
    description,
    type,
    tags: [...new Set(instruments.map((each) => tagOf(each)))],
    url: '',
    dateTimestamp: announcedMs,
    startDateTimestamp: timeMs,
    endDateTimestamp: endMs,
  }
}

/**
 * Returns the last price of each venue in its quote coin and, times the multiplier, in that of the
 * index. A process that receives no venue prices only knows the weights and reports the index price
 * for each.
 */
function componentsOf({ lastIndexUpdates }: V5Parts, { instrument, indexE8 }: SymbolView) {
  const { baseCoin } = instrument
  const update = lastIndexUpdates?.get(baseCoin)
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
