// Groups of markets: by the sectors of their coins, and new or announced listings.

import { isComing } from '@basis/domain/instrument/instrument'
import { dayMs } from '@basis/domain/instrument/candle'
import { sectors, type Sector } from '@basis/protocol/instrument'
import type { MessageKey } from '../../i18n/message-keys.ts'
import type { Listing } from '../../stores/catalogue.ts'

export const sectorWords: Readonly<Record<Sector, MessageKey>> = {
  layer1: 'markets.sectorLayer1',
  layer2: 'markets.sectorLayer2',
  defi: 'markets.sectorDefi',
  meme: 'markets.sectorMeme',
  ai: 'markets.sectorAi',
  payments: 'markets.sectorPayments',
  infrastructure: 'markets.sectorInfrastructure',
  exchange: 'markets.sectorExchange',
  'proof-of-work': 'markets.sectorProofOfWork',
}

/** Returns the sectors that any of the listings belongs to, in the exchange's order. */
export function offeredSectors(order: readonly Listing[]): readonly Sector[] {
  return sectors.filter((sector) => order.some(({ tags }) => tags?.includes(sector) === true))
}

/** Returns the listings of a sector; a pair belongs to the sectors of its coin's contracts. */
export function listingsOfSector(
  listings: readonly Listing[],
  sector: Sector | 'all',
  order: readonly Listing[],
): readonly Listing[] {
  if (sector === 'all') return listings
  const coins = new Set(
    order
      .filter(({ tags }) => tags?.includes(sector) === true)
      .map(({ instrument }) => instrument.baseCoin),
  )
  return listings.filter(({ instrument }) => coins.has(instrument.baseCoin))
}

/** A listing counts as new for this many days. */
const newForDays = 30

export type NewListings = {
  /** Announced but not open yet, the next first. */
  readonly coming: readonly Listing[]
  /** Opened in the last thirty days, newest first. */
  readonly opened: readonly Listing[]
}

/** Returns the announced and the recently listed markets. */
export function newListings(listings: readonly Listing[], nowMs: number): NewListings {
  const opensMs = ({ instrument }: Listing): number => instrument.launchMs ?? 0
  const isNew = (listing: Listing): boolean =>
    opensMs(listing) > nowMs - newForDays * dayMs && opensMs(listing) <= nowMs
  return {
    coming: listings
      .filter(({ instrument }) => isComing(instrument))
      .toSorted((a, b) => opensMs(a) - opensMs(b)),
    opened: listings
      .filter((listing) => !isComing(listing.instrument) && isNew(listing))
      .toSorted((a, b) => opensMs(b) - opensMs(a)),
  }
}
