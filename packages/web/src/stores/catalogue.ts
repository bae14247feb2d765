// The listed contracts and spot pairs, as catalogue-loading.ts has loaded them; everything else
// reads instruments from here.

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

/** Something that can be chosen and traded. */
export type Listing = {
  readonly symbol: string
  readonly instrument: Instrument
  readonly marketType: MarketType
  /** BTC/USDT for both the pair and the perpetual; the market type tells them apart. */
  readonly displayName: string
  /** Of a contract: perpetual or expiry, and the sectors of its coin. */
  readonly tags?: readonly string[]
  /** Of a contract. */
  readonly marginPercents?: MarginPercents
  /** Of a pair. */
  readonly spot?: SpotListing
  /** Decimals of balances and of unrealised profit, where the exchange names them. */
  readonly balanceFraction?: number
  readonly upnlFraction?: number
}

/** What the catalogue says of a pair besides its instrument (spec 3). */
export type SpotListing = Pick<
  SpotSymbol,
  'tokenFullName' | 'label' | 'noticeVisible' | 'zeroFeeType' | 'ltUnderlying' | 'ltDirection'
>

/** Where a list came from; only what came over the network may be traded (reliability T11). */
type ListSource = 'network' | 'stored' | 'builtIn'
export type ListState = 'pending' | ListSource

/** The two lists come by themselves: neither waits for the other, nor falls with it. */
export type Catalogue = {
  readonly contracts: ListState
  readonly spot: ListState
  /** By symbol, the options of the chains that were looked at included. */
  readonly listings: ReadonlyMap<string, Listing>
  /** In the order of the exchange: by market type, then by its own rank. */
  readonly order: readonly Listing[]
}

const empty: Catalogue = { contracts: 'pending', spot: 'pending', listings: new Map(), order: [] }

export const useCatalogue = create<Catalogue>()(() => empty)

let contractList: readonly ContractSymbol[] = []
let spotList: readonly SpotSymbol[] = []
/** Of the chains that were looked at; they stand in no list of markets. */
const options = new Map<string, ContractSymbol>()

/** Takes in the contracts, in place of those before; `pending` shows what is remembered. */
export function applyContracts(list: readonly ContractSymbol[], source: ListState): void {
  contractList = list
  publish({ contracts: source })
}

/**
 * Takes in the spot pairs, in place of those before. Amounts of money of a state are written to
 * the cent (spec 3: isFiat).
 */
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

/** Takes in options of a chain: from now on they are known by name. */
export function applyOptions(list: readonly ContractSymbol[]): void {
  if (list.length === 0) return
  for (const wire of list) options.set(wire.symbol, wire)
  publish({})
}

/** Takes in one contract as it is now, in its place or as a new one. */
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
 * Returns how a listing is called where it stands alone: BTC/USDT, BTCUSDT, BTC-PERP, BTCUSDZ26.
 */
export const shownName = ({ symbol, displayName, marketType }: Listing): string =>
  marketType === 'Spot' || marketType === 'UsdcPerpetual' ? displayName : symbol

/**
 * Returns how a symbol is called wherever a trader reads it. Before the list has come a USDC
 * perpetual has its name already: what is said once is not said again when the list comes.
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

/** Returns the symbol that a page's address stands for in the catalogue. */
export function symbolOfPage(page: TradePage): string | undefined {
  if (page.kind === 'spot') return `${page.base}/${page.quote}`
  if (page.kind === 'inverseFutures') {
    const base = page.pair.replace(/USD$/, '')
    return futuresSymbol('Inverse', base, deliveryOfCode(page.code, serverNowMs()))
  }
  return page.kind === 'option' ? undefined : page.symbol
}

/**
 * Returns from when on the contract of an address will be listed, where its code names one that is
 * not listed yet: the third quarter comes later than the others (rules 11.2).
 */
export function listedLaterMs(page: TradePage, nowMs: number): number | undefined {
  if (page.kind !== 'inverseFutures') return undefined
  const fromMs = listedSinceMs(deliveryOfCode(page.code, nowMs))
  return fromMs > nowMs ? fromMs : undefined
}

/** Returns the symbol of the trade page; the default one where the address names none. */
export function useCurrentSymbol(): string {
  return symbolOfPage(useTradePage()) ?? 'BTCUSDT'
}

/**
 * Returns what a page's address stands for: a listing of the market that the address names. A
 * symbol of another market is not what was asked for, whatever it is called.
 */
export function listingAt(page: TradePage, listings: Catalogue['listings']): Listing | undefined {
  const listing = listings.get(symbolOfPage(page) ?? '')
  if (listing === undefined) return undefined
  return marketTypesAt(page).includes(listing.marketType) ? listing : undefined
}

/**
 * Returns the listing of the page; undefined until the catalogue is there, or when it is not
 * listed in the market of the address.
 */
export function useCurrentListing(): Listing | undefined {
  const page = useTradePage()
  return useCatalogue((catalogue) => listingAt(page, catalogue.listings))
}

/**
 * Returns the state of the list that the page's symbol stands in: of a pair the spot list, of
 * everything else the contracts.
 */
export function useCurrentListState(): ListState {
  const kind = useTradePage().kind === 'spot' ? 'spot' : 'contract'
  return useCatalogue((catalogue) => listStateOf(catalogue, kind))
}

/**
 * Returns whether the page names nothing that is traded in its market; only the exchange's own list
 * can tell, not one that is remembered or built in.
 */
export function useIsUnlisted(): boolean {
  const isKnown = useCurrentListState() === 'network'
  return useCurrentListing() === undefined && isKnown
}

/** What accounts begin with. */
const firstCoin = 'USDT'

/** Returns the pair at which a coin is got for the first one, whichever way it is quoted. */
export function pairToGet(
  coin: string,
  listings: Catalogue['listings'] = useCatalogue.getState().listings,
): Listing | undefined {
  return listings.get(`${coin}/${firstCoin}`) ?? listings.get(`${firstCoin}/${coin}`)
}

/** Moves the page to a listing. */
export function showListing(listing: Listing): void {
  chooseSymbol(tradedOf(listing))
}

/** Returns what the address of a listing is made of. */
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
