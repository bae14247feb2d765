// What is listed: contracts from the network, else remembered, else built in; spot pairs by the
// specification's chain of lists (spec 4). Everything else reads instruments from here.

import { codeOfDelivery, futuresSymbol, listedOfCode } from '@basis/domain/futures-calendar'
import type { Instrument } from '@basis/domain/instrument'
import { contractTypes, marketTypeOf, marketTypes, type MarketType } from '@basis/domain/market'
import { spotListCodes } from '@basis/protocol/errors'
import { contractSymbol, decodeInstrument, type ContractSymbol } from '@basis/protocol/instrument'
import { decodeSpotSymbol, mergeSpotLists, spotSymbol } from '@basis/protocol/spot-symbol'
import type { SpotSymbol } from '@basis/protocol/spot-symbol'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { stored } from '../platform/storage.ts'
import { chooseSymbol, useTradePage } from '../shell/location.ts'
import type { TradePage } from '../shell/routes.ts'
import { serverNowMs } from './connection.ts'
import { fallbackContracts, fallbackSpotSymbols } from './fallback-catalogue.ts'
import { ask, SPOT_LIST_TIMEOUT_MS } from './http.ts'
import { noteFamilies } from './business/symbol-families.ts'

/** Something that can be chosen and traded. */
export type Listing = {
  readonly symbol: string
  readonly instrument: Instrument
  readonly marketType: MarketType
  /** BTC/USDT for both the pair and the perpetual; the market type tells them apart. */
  readonly displayName: string
}

/** Where a list came from; only what came over the network may be traded (reliability T11). */
export type ListSource = 'network' | 'stored' | 'builtIn'

export type Catalogue = {
  readonly status: 'pending' | 'resolved' | 'rejected'
  readonly source: ListSource
  readonly listings: ReadonlyMap<string, Listing>
  /** In the order of the exchange: by market type, then by its own rank. */
  readonly order: readonly Listing[]
}

/** Spec 9: symbol cache version 6; records of other versions are not read. */
const CACHE_VERSION = 6

const empty: Catalogue = { status: 'pending', source: 'builtIn', listings: new Map(), order: [] }

export const useCatalogue = create<Catalogue>()(() => empty)

const contractRecord = stored<readonly ContractSymbol[]>({
  key: 'basis.contracts',
  version: CACHE_VERSION,
  fallback: [],
  decode: (json) => decoded(z.array(contractSymbol), json),
})
const spotRecord = stored<readonly SpotSymbol[]>({
  key: 'basis.spotSymbols',
  version: CACHE_VERSION,
  fallback: [],
  decode: (json) => decoded(z.array(spotSymbol), json),
})

function decoded<Schema extends z.ZodMiniType>(
  schema: Schema,
  json: unknown,
): z.output<Schema> | undefined {
  const read = z.safeParse(schema, json)
  return read.success ? read.data : undefined
}

type Sourced<Value> = { readonly list: Value; readonly source: ListSource }

let loading: Promise<void> | undefined

/** Loads both catalogues, once however often it is asked (spec 4: one load in flight). */
export function loadCatalogue(): Promise<void> {
  loading ??= Promise.all([loadContracts(), loadSpot()])
    .then(([contracts, spot]) => takeLists(contracts, spot))
    .finally(() => {
      loading = undefined
    })
  return loading
}

async function loadContracts(): Promise<Sourced<readonly ContractSymbol[]>> {
  const outcome = await ask('symbolList', { filter: 'all' })
  if (outcome.ok) {
    const list = contractTypes.flatMap((type) => outcome.value[type])
    contractRecord.write(list)
    return { list, source: 'network' }
  }
  console.warn('The contract list could not be loaded', outcome.error.code)
  const kept = contractRecord.read()
  return kept.length > 0
    ? { list: kept, source: 'stored' }
    : { list: fallbackContracts(), source: 'builtIn' }
}

async function loadSpot(): Promise<Sourced<readonly SpotSymbol[]>> {
  const fetched = (await spotFromBoth()) ?? (await spotFromV2())
  if (fetched !== undefined) {
    spotRecord.write(fetched)
    return { list: fetched, source: 'network' }
  }
  const kept = spotRecord.read()
  logSpot(kept.length > 0 ? spotListCodes.cachedListUsed : spotListCodes.builtInListUsed)
  return kept.length > 0
    ? { list: kept, source: 'stored' }
    : { list: fallbackSpotSymbols(), source: 'builtIn' }
}

/** The all-symbols and the v3 list together, merged; undefined when one fails or nothing merges. */
async function spotFromBoth(): Promise<readonly SpotSymbol[] | undefined> {
  const options = { timeoutMs: SPOT_LIST_TIMEOUT_MS }
  const [all, grouped] = await Promise.all([
    ask('spotSymbolsAll', {}, options),
    ask('spotSymbolsV3', {}, options),
  ])
  if (!all.ok || !grouped.ok) {
    logSpot(spotListCodes.allOrV3Failed)
    return undefined
  }
  const merged = mergeSpotLists(all.value.quoteTokenSymbols, grouped.value.quoteTokenResult)
  if (merged.length > 0) return merged
  logSpot(spotListCodes.mergeFailed)
  return undefined
}

async function spotFromV2(): Promise<readonly SpotSymbol[] | undefined> {
  logSpot(spotListCodes.fallBackToV2)
  const outcome = await ask('spotSymbolsV2', {}, { timeoutMs: SPOT_LIST_TIMEOUT_MS })
  if (outcome.ok) return mergeSpotLists([], outcome.value.quoteTokenResult)
  logSpot(spotListCodes.v2Failed)
  return undefined
}

/** Spec 8: the spot list's codes are only logged. */
function logSpot(code: number): void {
  console.warn('Spot symbol list', code)
}

function takeLists(
  contracts: Sourced<readonly ContractSymbol[]>,
  spot: Sourced<readonly SpotSymbol[]>,
): void {
  noteFamilies(familiesOf(contracts.list))
  const order = listingsOf(contracts.list, spot.list)
  const source = contracts.source === 'network' ? spot.source : contracts.source
  useCatalogue.setState({
    status: source === 'network' ? 'resolved' : 'rejected',
    source,
    listings: new Map(order.map((listing) => [listing.symbol, listing])),
    order,
  })
}

const familiesOf = (contracts: readonly ContractSymbol[]) =>
  new Map(
    contracts.map(({ symbol, contractType, isPreListing }) => {
      return [symbol, { contractType, isComing: isPreListing }] as const
    }),
  )

/** Returns what may be shown, sorted by market type and rank; hidden symbols are left out. */
export function listingsOf(
  contracts: readonly ContractSymbol[],
  spot: readonly SpotSymbol[],
): readonly Listing[] {
  const shown = contracts
    .filter(({ symbolDisplay }) => symbolDisplay !== 'hide')
    .toSorted((a, b) => a.indexSort - b.indexSort)
    .map(contractListing)
  const pairs = spot.filter(({ showStatus }) => showStatus).map(spotListing)
  const rank = (listing: Listing): number => marketTypes.indexOf(listing.marketType)
  return [...pairs, ...shown].toSorted((a, b) => rank(a) - rank(b))
}

function contractListing(wire: ContractSymbol): Listing {
  return {
    symbol: wire.symbol,
    instrument: decodeInstrument(wire),
    marketType: marketTypeOf(wire.contractType),
    displayName: wire.displayName,
  }
}

function spotListing(wire: SpotSymbol): Listing {
  return {
    symbol: wire.symbolName,
    instrument: decodeSpotSymbol(wire),
    marketType: 'Spot',
    displayName: `${wire.baseTokenName}/${wire.quoteTokenName}`,
  }
}

/**
 * Returns how a listing is called where it stands alone: BTC/USDT, BTCUSDT, BTC-PERP, BTCUSDZ26.
 */
export const shownName = ({ symbol, displayName, marketType }: Listing): string =>
  marketType === 'Spot' || marketType === 'UsdcPerpetual' ? displayName : symbol

/** Returns a listing outside React. */
export function listingOf(symbol: string): Listing | undefined {
  return useCatalogue.getState().listings.get(symbol)
}

/** Returns an instrument outside React. */
export function instrumentOf(symbol: string): Instrument | undefined {
  return listingOf(symbol)?.instrument
}

export function useListing(symbol: string): Listing | undefined {
  return useCatalogue((catalogue) => catalogue.listings.get(symbol))
}

/** Returns the symbol that a page's address stands for in the catalogue. */
export function symbolOfPage(page: TradePage): string | undefined {
  if (page.kind === 'spot') return `${page.base}/${page.quote}`
  if (page.kind === 'inverseFutures') {
    const base = page.pair.replace(/USD$/, '')
    return futuresSymbol('Inverse', base, listedOfCode(page.code, serverNowMs()))
  }
  return page.kind === 'option' ? undefined : page.symbol
}

/** Asks for one instrument anew and puts it in its place (spec 7, dynamic-symbol-item). */
export async function refreshInstrument(symbol: string): Promise<void> {
  if (symbol.includes('/')) return loadCatalogue()
  const outcome = await ask('symbolItem', { symbol })
  if (!outcome.ok) return
  const fresh = contractListing(outcome.value.item)
  useCatalogue.setState((before) => ({
    listings: new Map([...before.listings, [symbol, fresh]]),
    order: before.order.map((listing) => (listing.symbol === symbol ? fresh : listing)),
  }))
}

/** Returns the symbol of the trade page; the default one where the address names none. */
export function useCurrentSymbol(): string {
  return symbolOfPage(useTradePage()) ?? 'BTCUSDT'
}

/**
 * Returns the listing of the page; undefined until the catalogue is there, or when it is not
 * listed.
 */
export function useCurrentListing(): Listing | undefined {
  return useListing(useCurrentSymbol())
}

/** Returns whether the page names a symbol that the loaded catalogue does not have. */
export function useIsUnlisted(): boolean {
  const isLoaded = useCatalogue((catalogue) => catalogue.status !== 'pending')
  return useCurrentListing() === undefined && isLoaded
}

/** Moves the page to a listing. */
export function showListing(listing: Listing): void {
  const { instrument, marketType, symbol } = listing
  chooseSymbol({
    marketType,
    symbol,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    futuresCode:
      instrument.deliveryMs === undefined
        ? undefined
        : codeOfDelivery(instrument.deliveryMs, serverNowMs()),
  })
}
