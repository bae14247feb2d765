// The listed contracts and spot pairs as loaded by catalogue-loading.ts; all other code reads
// instruments from here.

import {
  codeOfDelivery,
  futuresSymbol,
  deliveryOfCode,
  listedSinceMs,
} from '@basis/domain/instrument/futures-calendar'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { marketTypeOf, marketTypes, type MarketType } from '@basis/domain/instrument/market'
import {
  decodeInstrument,
  decodeMarginPercents,
  type MarginPercents,
  type ContractSymbol,
} from '@basis/protocol/instrument'
import {
  decodeSpotSymbol,
  spotPrecisions,
  type QuoteCoin,
  type SpotSymbol,
} from '@basis/protocol/spot/symbol'
import { create } from 'zustand'
import { chooseSymbol, useTradePage } from '../shell/location.ts'
import { marketTypesAt, usdcName, type Traded, type TradePage } from '../shell/routes.ts'
import { serverNowMs } from '../client/connection.ts'
import { writeInCents } from '../i18n/format.ts'
import { noteFamilies } from '../client/symbol-families.ts'

/** A contract or a spot pair that can be selected and traded. */
export type Listing = {
  readonly symbol: string
  readonly instrument: Instrument
  readonly marketType: MarketType
  /** BTC/USDT for both the pair and the perpetual; the market type distinguishes them. */
  readonly displayName: string
  /** Of a contract: perpetual or expiry, and its coin's sectors. */
  readonly tags?: readonly string[]
  /** Contracts only. */
  readonly marginPercents?: MarginPercents
  /** Pairs only. */
  readonly spot?: SpotListing
  /** Decimals of balances and of unrealised profit, if the exchange gives them. */
  readonly balanceFraction?: number
  readonly upnlFraction?: number
}

/** The catalogue's data about a pair besides its instrument (spec 3). */
export type SpotListing = Pick<
  SpotSymbol,
  'tokenFullName' | 'label' | 'noticeVisible' | 'zeroFeeType' | 'ltUnderlying' | 'ltDirection'
>

/** Where a list came from; trading needs one from the network (reliability T11). */
type ListSource = 'network' | 'stored' | 'builtIn'
export type ListState = 'pending' | ListSource

/** Both lists load independently: neither waits for the other or fails with it. */
export type Catalogue = {
  readonly contracts: ListState
  readonly spot: ListState
  /** By symbol, including the options of the chains that have been loaded. */
  readonly listings: ReadonlyMap<string, Listing>
  /** In the exchange's order: by market type, then by rank. */
  readonly order: readonly Listing[]
}

const empty: Catalogue = { contracts: 'pending', spot: 'pending', listings: new Map(), order: [] }

export const useCatalogue = create<Catalogue>()(() => empty)

let contractList: readonly ContractSymbol[] = []
let spotList: readonly SpotSymbol[] = []
/** Options of the loaded chains; they are in no list of markets. */
const options = new Map<string, ContractSymbol>()

/** Replaces the contracts; `pending` marks a cached list while the network is still being asked. */
export function applyContracts(list: readonly ContractSymbol[], source: ListState): void {
  contractList = list
  publish({ contracts: source })
}

/** Replaces the spot pairs. Amounts of fiat money are written to the cent (spec 3: isFiat). */
export function applySpotPairs(
  list: readonly SpotSymbol[],
  source: ListState,
  groups: readonly QuoteCoin[] = [],
): void {
  spotList = list
  for (const group of groups) {
    const pair = list.find(({ quoteTokenId }) => quoteTokenId === group.tokenId)
    if (pair !== undefined && spotPrecisions(pair, group).isFiat) writeInCents(group.tokenId)
  }
  publish({ spot: source })
}

/** Adds options of a chain, which can then be looked up by symbol. */
export function applyOptions(list: readonly ContractSymbol[]): void {
  if (list.length === 0) return
  for (const wire of list) options.set(wire.symbol, wire)
  publish({})
}

/** Replaces or adds one contract. */
export function applyContract(wire: ContractSymbol): void {
  const isListed = contractList.some(({ symbol }) => symbol === wire.symbol)
  contractList = isListed
    ? contractList.map((each) => (each.symbol === wire.symbol ? wire : each))
    : [...contractList, wire]
  publish({})
}

function publish(change: Partial<Pick<Catalogue, 'contracts' | 'spot'>>): void {
  noteFamilies(familiesOf([...contractList, ...options.values()]))
  const order = listingsOf(contractList, spotList)
  const known = [...order, ...[...options.values()].map(contractListing)]
  useCatalogue.setState({
    ...change,
    listings: new Map(known.map((listing) => [listing.symbol, listing])),
    order,
  })
}

/** Returns where the list of a kind of instrument came from. */
export const listStateOf = (
  catalogue: Pick<Catalogue, 'contracts' | 'spot'>,
  kind: 'spot' | 'contract',
): ListState => (kind === 'spot' ? catalogue.spot : catalogue.contracts)

const familiesOf = (contracts: readonly ContractSymbol[]) =>
  new Map(
    contracts.map(({ symbol, contractType, isPreListing, coin }) => {
      return [symbol, { contractType, isComing: isPreListing, settleCoin: coin }] as const
    }),
  )

/** Returns the visible listings, sorted by market type and rank; hidden symbols are left out. */
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
    marketType: marketTypeOf(wire.contractType, wire.coin),
    displayName: wire.displayName,
    tags: wire.symbolTags,
    marginPercents: decodeMarginPercents(wire),
    balanceFraction: wire.walletBalanceFraction,
    upnlFraction: wire.upnlFraction,
  }
}

function spotListing(wire: SpotSymbol): Listing {
  return {
    symbol: wire.symbolName,
    instrument: decodeSpotSymbol(wire),
    marketType: 'Spot',
    displayName: `${wire.baseTokenName}/${wire.quoteTokenName}`,
    tags: wire.tags,
    spot: wire,
  }
}

/**
 * Returns the name of a listing shown without its market: BTC/USDT, BTCUSDT, BTC-PERP, BTCUSDZ26.
 */
export const shownName = ({ symbol, displayName, marketType }: Listing): string =>
  marketType === 'Spot' || marketType === 'UsdcPerpetual' ? displayName : symbol

/**
 * Returns a symbol's displayed name. Before the list has loaded, a USDC perpetual already gets its
 * final name, so that a notice is not repeated under another name.
 */
export function nameOf(symbol: string): string {
  const listing = listingOf(symbol)
  return listing === undefined ? usdcName(symbol) : shownName(listing)
}

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

/**
 * Returns the listings by symbol. What a component computes from them must depend on this map: read
 * outside React, it would keep what it had before a list, or the chain of an option, arrived.
 */
export const useListings = (): ReadonlyMap<string, Listing> =>
  useCatalogue((catalogue) => catalogue.listings)

/** Returns the catalogue's symbol for a page's address. */
export function symbolOfPage(page: TradePage): string | undefined {
  if (page.kind === 'spot') return `${page.base}/${page.quote}`
  if (page.kind === 'inverseFutures') {
    const base = page.pair.replace(/USD$/, '')
    return futuresSymbol('Inverse', base, deliveryOfCode(page.code, serverNowMs()))
  }
  return page.kind === 'option' ? undefined : page.symbol
}

/**
 * Returns when the contract of an address will be listed, if its code names one that is not listed
 * yet: the third quarter is listed later than the others (rules 11.2).
 */
export function listedLaterMs(page: TradePage, nowMs: number): number | undefined {
  if (page.kind !== 'inverseFutures') return undefined
  const fromMs = listedSinceMs(deliveryOfCode(page.code, nowMs))
  return fromMs > nowMs ? fromMs : undefined
}

/** Returns the symbol of the trade page; the default one if the address names none. */
export function useCurrentSymbol(): string {
  return symbolOfPage(useTradePage()) ?? 'BTCUSDT'
}

/**
 * Returns the listing of a page's address, if it belongs to the market in the address; a symbol of
 * the same name in another market does not match.
 */
export function listingAt(page: TradePage, listings: Catalogue['listings']): Listing | undefined {
  const listing = listings.get(symbolOfPage(page) ?? '')
  if (listing === undefined) return undefined
  return marketTypesAt(page).includes(listing.marketType) ? listing : undefined
}

/**
 * Returns the page's listing; undefined until the catalogue has loaded, or if it is not listed in
 * the market of the address.
 */
export function useCurrentListing(): Listing | undefined {
  const page = useTradePage()
  return useCatalogue((catalogue) => listingAt(page, catalogue.listings))
}

/**
 * Returns the state of the list that contains the page's symbol: the spot list for a pair, else the
 * contract list.
 */
export function useCurrentListState(): ListState {
  const kind = useTradePage().kind === 'spot' ? 'spot' : 'contract'
  return useCatalogue((catalogue) => listStateOf(catalogue, kind))
}

/**
 * Returns whether the page's symbol is not listed in its market; only the exchange's own list can
 * tell, not a cached or built-in one.
 */
export function useIsUnlisted(): boolean {
  const isKnown = useCurrentListState() === 'network'
  return useCurrentListing() === undefined && isKnown
}

/** The coin that a new account is funded with. */
const firstCoin = 'USDT'

/** Returns the pair between a coin and the first coin, in either direction. */
export function pairToGet(
  coin: string,
  listings: Catalogue['listings'] = useCatalogue.getState().listings,
): Listing | undefined {
  return listings.get(`${coin}/${firstCoin}`) ?? listings.get(`${firstCoin}/${coin}`)
}

/** Switches the page to a listing. */
export function showListing(listing: Listing): void {
  chooseSymbol(tradedOf(listing))
}

/** Returns the parts of a listing's address. */
export function tradedOf({ instrument, marketType, symbol }: Listing): Traded {
  return {
    marketType,
    symbol,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
    futuresCode:
      instrument.deliveryMs === undefined
        ? undefined
        : codeOfDelivery(instrument.deliveryMs, serverNowMs()),
  }
}
