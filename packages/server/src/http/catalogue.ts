// The catalogue at the door: contracts by type, spot symbols in the three lists of the
// specification, slippage.

import { createHash } from 'node:crypto'
import { formatTrimmed, mulDiv, priceE8, unitE8, amount } from '@basis/domain/fixed'
import {
  formatPrice,
  formatQty,
  parseQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument'
import { contractTypes, type ContractType } from '@basis/domain/market'
import { averagePriceE8 } from '@basis/domain/pnl'
import { encodeInstrument, type ContractSymbol } from '@basis/protocol/instrument'
import {
  encodeSpotSymbol,
  shortenSpotSymbol,
  type QuoteTokenGroup,
} from '@basis/protocol/spot-symbol'
import type { Side } from '@basis/domain/order'
import {
  instruments,
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
} from './call-context.ts'
import { problemRefusal } from './door/refusal.ts'

/** Deep enough for every order that the limits allow on a book of robots. */
const slippageLevels = 1000

export const catalogueHandlers: Handlers<
  'symbolList' | 'symbolItem' | 'spotSymbolsAll' | 'spotSymbolsV3' | 'spotSymbolsV2' | 'slippage'
> = {
  symbolList: ({ parts }) => {
    const lists: Record<ContractType, ContractSymbol[]> = {
      LinearPerpetual: [],
      LinearFutures: [],
      UsdcPerpetual: [],
      UsdcFutures: [],
      InversePerpetual: [],
      InverseFutures: [],
    }
    for (const [rank, instrument] of contracts(parts).entries()) {
      const wire = contractOf(parts, instrument, rank)
      lists[wire.contractType].push(wire)
    }
    const version = versionOf(contractTypes.map((type) => lists[type]))
    return { value: { version, ...lists } }
  },

  symbolItem: ({ parts }, { symbol }) => {
    const instrument = listedContract(parts, symbol)
    const rank = contracts(parts).findIndex((other) => other.symbol === instrument.symbol)
    return { value: { item: contractOf(parts, instrument, rank) } }
  },

  spotSymbolsAll: ({ parts }) => ({ value: { quoteTokenSymbols: shortPairs(pairs(parts)) } }),

  spotSymbolsV3: ({ parts }) => {
    const quoteTokenResult = groups(parts)
    return { value: { version: versionOf(quoteTokenResult), quoteTokenResult } }
  },

  spotSymbolsV2: ({ parts }) => ({ value: { quoteTokenResult: groups(parts) } }),

  slippage: ({ parts }, { symbol, side, qty }) => {
    const instrument = listedInstrument(parts, symbol)
    const lots = parseQty(instrument, qty)
    if (typeof lots !== 'number') throw problemRefusal(lots)
    return {
      value: { symbol: instrument.symbol, side, ...slippageOf(parts, instrument, { side, lots }) },
    }
  },
}

/** A contract's config; one that was delivered keeps its price. */
function contractOf(parts: Parts, instrument: Instrument, rank: number): ContractSymbol {
  const wire = encodeInstrument(instrument, rank)
  const price = parts.exchange.views.symbol(instrument.symbol)?.deliveredE8
  return price === undefined ? wire : { ...wire, deliveryPrice: formatTrimmed(BigInt(price), 8) }
}

const contracts = (parts: Parts): readonly Instrument[] =>
  instruments(parts).filter((instrument) => instrument.kind !== 'Spot')
const pairs = (parts: Parts): readonly Instrument[] =>
  instruments(parts).filter((instrument) => instrument.kind === 'Spot')

const shortPairs = (list: readonly Instrument[]): Record<string, unknown>[] =>
  list.map((instrument) => shortenSpotSymbol(encodeSpotSymbol(instrument)))

/** A version that changes when the list does. */
const versionOf = (list: unknown): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16)

function groups(parts: Parts): QuoteTokenGroup[] {
  const byQuote = Map.groupBy(pairs(parts), ({ quoteCoin }) => quoteCoin)
  return [...byQuote].map(([coin, list]) => ({
    tokenId: coin,
    tokenName: coin,
    tokenFullName: coin,
    tokenType: 'CHAIN_TOKEN',
    zeroFeeType: 0,
    quoteTags: [],
    quoteTokenSymbols: shortPairs(list),
  }))
}

/** Walks the book as a market order would, without the price band. */
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
  const average = averagePriceE8(amount(value), qtyAmount(instrument, filled))
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
