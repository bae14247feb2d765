// Catalogue calls over HTTP: contracts by type, spot symbols in the three lists of the
// specification, slippage.

import { formatTrimmed, mulDiv, priceE8, unitE8, amount, zero } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  isComing,
  parseQty,
  priceOfValue,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { dayMs } from '@basis/domain/instrument/candle'
import { contractTypes, type ListedContractType } from '@basis/domain/instrument/market'
import type { SymbolLabel } from '@basis/protocol/icons/icons'
import { encodeInstrument, type ContractSymbol } from '@basis/protocol/instrument'
import {
  encodeSpotSymbol,
  shortenSpotSymbol,
  type QuoteTokenGroup,
  type SpotSymbol,
} from '@basis/protocol/spot/symbol'
import type { Side } from '@basis/domain/orders/order'
import {
  instrumentsWithoutOptions,
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
} from './call-context.ts'
import type { LoanTerms } from '@basis/domain/margin/loans'
import { sectorsOf } from '../instruments/sectors.ts'
import { quoteGroup, spotFacts } from '../instruments/spot/spot-facts.ts'
import { versionOf } from './guards/sending.ts'
import { problemRefusal } from './guards/refusal.ts'

/** Enough levels for the largest order that the limits allow on a simulated book. */
const slippageLevels = 1000

export const catalogueHandlers: Handlers<
  'symbolList' | 'symbolItem' | 'spotSymbolsAll' | 'spotSymbolsV3' | 'spotSymbolsV2' | 'slippage'
> = {
  symbolList: ({ parts }, { version: known }) => {
    const { version, lists } = contractLists(parts)
    return { value: { version, ...(known === version ? emptyLists() : lists) }, version }
  },

  symbolItem: ({ parts }, { symbol }) => {
    const instrument = listedContract(parts, symbol)
    const rank = contracts(parts).findIndex((other) => other.symbol === instrument.symbol)
    return { value: { item: contractOf(parts, instrument, rank) } }
  },

  spotSymbolsAll: ({ parts }, { last_modified_at: knownMs }) => {
    const { all: list, version, sinceMs: modifiedMs } = spotLists(parts)

    const isKnown = knownMs !== undefined && knownMs >= modifiedMs
    const value = { quoteTokenSymbols: isKnown ? [] : list, last_modified_at: modifiedMs }
    return { value, version }
  },

  spotSymbolsV3: ({ parts }, { version: known }) => {
    const { groups, version } = spotLists(parts)
    return { value: { version, quoteTokenResult: known === version ? [] : groups }, version }
  },

  spotSymbolsV2: ({ parts }) => {
    const { groups, version } = spotLists(parts)
    return { value: { quoteTokenResult: groups }, version }
  },

  slippage: ({ parts }, { symbol, side, qty }) => {
    const instrument = listedInstrument(parts, symbol)
    const lots = parseQty(instrument, qty)
    if (typeof lots !== 'number') throw problemRefusal(lots)
    return {
      value: { symbol: instrument.symbol, side, ...slippageOf(parts, instrument, { side, lots }) },
    }
  },
}

type ContractLists = {
  readonly version: string
  readonly lists: Record<ListedContractType, ContractSymbol[]>
  /** The inputs of the lists, to detect changes. */
  readonly sources: readonly unknown[]
}
const lastLists = new WeakMap<Parts, ContractLists>()

/**
 * Returns the encoded contracts, cached until one of them changes: encoding some sixty takes
 * milliseconds.
 */
function contractLists(parts: Parts): ContractLists {
  const listed = contracts(parts)
  const sources = listed.flatMap((instrument) => [
    instrument,
    deliveryPriceOf(parts, instrument),
    labelOf(instrument, parts.clock.nowMs()),
  ])
  const last = lastLists.get(parts)
  const isSame = last?.sources.length === sources.length
  if (isSame && sources.every((source, at) => source === last.sources[at])) return last
  const lists = emptyLists()
  for (const [rank, instrument] of listed.entries()) {
    const wire = contractOf(parts, instrument, rank)
    if (wire.contractType !== 'Option') lists[wire.contractType].push(wire)
  }
  const made = { version: versionOf(contractTypes.map((type) => lists[type])), lists, sources }
  lastLists.set(parts, made)
  return made
}

const deliveryPriceOf = (parts: Parts, { symbol }: Instrument): number | undefined =>
  parts.exchange.views.symbol(symbol)?.deliveredE8

/** Encodes a contract; a delivered one includes its delivery price. */
function contractOf(parts: Parts, instrument: Instrument, rank: number): ContractSymbol {
  const label = labelOf(instrument, parts.clock.nowMs())
  const wire = encodeInstrument(instrument, rank, {
    sectors: sectorsOf(instrument.baseCoin),
    label,
  })
  const price = deliveryPriceOf(parts, instrument)
  return price === undefined ? wire : { ...wire, deliveryPrice: formatTrimmed(BigInt(price), 8) }
}

/** A symbol is labelled as new for this long. */
const newForMs = 14 * dayMs

/** Returns the label of a symbol: `coming` before trading opens, `new` for two weeks after. */
function labelOf(instrument: Instrument, nowMs: number): SymbolLabel | undefined {
  if (isComing(instrument)) return 'coming'
  const { launchMs } = instrument
  return launchMs !== undefined && nowMs - launchMs < newForMs ? 'new' : undefined
}

/** Contracts without options, which have their own calls. */
const contracts = (parts: Parts): readonly Instrument[] =>
  instrumentsWithoutOptions(parts).filter(({ kind }) => kind !== 'Spot')
const pairs = (parts: Parts): readonly Instrument[] =>
  instrumentsWithoutOptions(parts).filter(({ kind }) => kind === 'Spot')

const shortened = (list: readonly SpotSymbol[]): Record<string, unknown>[] =>
  list.map(shortenSpotSymbol)

/** The last spot lists that were built, and since when they have had this version. */
type SpotLists = {
  readonly all: Record<string, unknown>[]
  readonly groups: QuoteTokenGroup[]
  readonly version: string
  readonly sinceMs: number
  /** The inputs of the lists, to detect changes. */
  readonly sources: readonly unknown[]
}
const lastSpotLists = new WeakMap<Parts, SpotLists>()

/**
 * Returns the spot lists, cached until a pair or its loan terms change: encoding some seventy takes
 * milliseconds. After a start they count as changed, so that every client gets them once more.
 */
function spotLists(parts: Parts): SpotLists {
  const listed = pairs(parts)
  const nowMs = parts.clock.nowMs()
  const loans = loansOf(parts, listed)
  const sources = [
    ...listed.flatMap((instrument) => [instrument, labelOf(instrument, nowMs)]),
    ...loans.values(),
  ]
  const last = lastSpotLists.get(parts)
  const isSame = last?.sources.length === sources.length
  if (isSame && sources.every((source, at) => source === last.sources[at])) return last
  const symbols = listed.map((instrument) =>
    encodeSpotSymbol(
      instrument,
      spotFacts(instrument, factsAt(parts, { instrument, nowMs, loans })),
    ),
  )
  // Turnover does not count as a change of the list.
  const version = versionOf(symbols.map((symbol) => ({ ...symbol, volume: '0' })))
  const made = {
    all: shortened(symbols),
    groups: groupsOf(symbols),
    version,
    sinceMs: nowMs,
    sources,
  }
  lastSpotLists.set(parts, made)
  return made
}

type Loans = ReadonlyMap<string, LoanTerms | undefined>

/** Returns the loan terms of each coin of the pairs, looked up once per coin. */
function loansOf(parts: Parts, listed: readonly Instrument[]): Loans {
  const coins = new Set(listed.flatMap(({ baseCoin, quoteCoin }) => [baseCoin, quoteCoin]))
  return new Map([...coins].map((coin) => [coin, parts.exchange.views.loan(coin)?.terms]))
}

type PairAt = { readonly instrument: Instrument; readonly nowMs: number; readonly loans: Loans }

const factsAt = (parts: Parts, { instrument, nowMs, loans }: PairAt) => ({
  mark: labelOf(instrument, nowMs) ?? ('' as const),
  turnover: parts.readModel.ticker(instrument.symbol)?.turnover ?? zero,
  loanOf: (coin: string) => loans.get(coin),
})

const emptyLists = (): Record<ListedContractType, ContractSymbol[]> => ({
  LinearPerpetual: [],
  LinearFutures: [],
  UsdcPerpetual: [],
  UsdcFutures: [],
  InversePerpetual: [],
  InverseFutures: [],
})

function groupsOf(symbols: readonly SpotSymbol[]): QuoteTokenGroup[] {
  const byQuote = Map.groupBy(symbols, ({ quoteTokenId }) => quoteTokenId)
  return [...byQuote].map(([coin, list]) => ({
    ...quoteGroup(coin, list),
    quoteTokenSymbols: shortened(list),
  }))
}

/** Computes the slippage of a market order from the book, without the price band. */
function slippageOf(
  parts: Parts,
  instrument: Instrument,
  { side, lots }: { readonly side: Side; readonly lots: number },
) {
  const depth = parts.exchange.views.depth(instrument.symbol, slippageLevels)
  const levels = (side === 'Buy' ? depth?.asks : depth?.bids) ?? []
  let left = lots
  let value = 0n
  for (const level of levels) {
    if (left === 0) break
    const taken = Math.min(left, level.qtyLots)
    value += valueOf(instrument, level.priceTicks, taken as typeof level.qtyLots)
    left -= taken
  }
  const [best] = levels
  const filled = (lots - left) as typeof instrument.minQtyLots
  if (best === undefined || filled === 0) {
    return { fillableQty: '0', bestPrice: '', avgPrice: '', slippage: '' }
  }
  const average = priceOfValue(instrument, amount(value), qtyAmount(instrument, filled))
  const bestE8 = priceE8(best.priceTicks * instrument.tickSizeE8)
  const worse = side === 'Buy' ? average - bestE8 : bestE8 - average
  const share = mulDiv(BigInt(Math.max(0, worse)), unitE8, BigInt(bestE8), 'up')
  return {
    fillableQty: formatQty(instrument, filled),
    bestPrice: formatPrice(instrument, best.priceTicks),
    avgPrice: formatTrimmed(BigInt(average), 8),
    slippage: formatTrimmed(share, 8),
  }
}
