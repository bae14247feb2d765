// Market data and the venue over HTTP: books, trades, tickers, candles, status, calendar, sums of
// the exchange.

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { buildRelease, type CallAnswer, type CallRequest } from '@basis/protocol/calls'
import { maxCandles } from '@basis/protocol/market-calls'
import {
  encodeCandle,
  encodeDepth,
  encodeMarketLiquidation,
  encodeTicker,
  encodeTrade,
  newestLiquidations,
  type WireTicker,
} from '@basis/protocol/market-data'
import { encodeAmount } from '@basis/protocol/order'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'
import { pricedBy } from '../options/forwards.ts'
import { marketStatisticsOf } from '../read-model/market-statistics.ts'
import { listedContract, listedInstrument, type Handlers, type Parts } from './call-context.ts'
import { invalidField } from './guards/refusal.ts'
import { versionOf } from './guards/sending.ts'

/** Symbols for lists of all markets, without options: option chains have their own calls. */
const listedSymbols = ({ exchange }: Parts): readonly SymbolId[] =>
  symbolsWithoutOptions(exchange.views)

const defaultTrades = 50
const maxTrades = 1000
const defaultCandles = 200

export const marketHandlers: Handlers<
  | 'depth'
  | 'trades'
  | 'tickers'
  | 'candles'
  | 'openInterest'
  | 'marketLiquidations'
  | 'marketStatistics'
  | 'serverTime'
  | 'venueStatus'
  | 'marketCalendar'
  | 'ledger'
> = {
  depth: ({ parts }, { symbol, limit }) => {
    const instrument = listedInstrument(parts, symbol)
    const { views } = parts.exchange
    const view = views.depth(instrument.symbol, limit === '200' ? 200 : 50)
    const seq = parts.exchange.lastSeq()
    const mark = { u: view?.version ?? 0, seq }
    return { value: encodeDepth(instrument, view ?? { bids: [], asks: [] }, mark), seq }
  },

  trades: ({ parts }, { symbol, limit }) => {
    const instrument = listedInstrument(parts, symbol)
    const trades = parts.readModel.recentTrades(
      instrument.symbol,
      bounded('limit', limit ?? defaultTrades, maxTrades),
    )
    return { value: { list: trades.toReversed().map((trade) => encodeTrade(instrument, trade)) } }
  },

  tickers: ({ parts }, { symbol }) => {
    const names =
      symbol === undefined ? listedSymbols(parts) : [listedInstrument(parts, symbol).symbol]
    return { value: { list: names.flatMap((name) => tickerOf(parts, name)) } }
  },

  candles: async ({ parts }, request) => {
    const { fromMs, endMs, source = 'last' } = request
    const instrument = pricedBy(parts, listedInstrument(parts, request.symbol), source)
    const candles = await parts.readModel.candles({
      symbol: instrument.symbol,
      source,
      resolution: request.resolution,
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(endMs === undefined ? {} : { toMs: endMs }),
      limit: bounded('limit', request.limit ?? defaultCandles, maxCandles),
    })
    const list = candles.map((candle) => encodeCandle(instrument, candle))
    return { value: { list }, version: versionOf(list) }
  },

  openInterest: async ({ parts }, request) => {
    const instrument = listedContract(parts, request.symbol)
    const points = await parts.readModel.openInterest(bucketsAsked(instrument, request))
    const list = points.map(({ timeMs, lots, longE6 }) => ({
      timeE3: timeMs,
      openInterest: formatQty(instrument, qtyLots(lots)),
      longRatio: longE6 === undefined ? '' : formatTrimmed(BigInt(longE6), 6),
    }))
    return { value: { list }, version: versionOf(list) }
  },

  marketLiquidations: async ({ parts }, request) => {
    const instrument = listedContract(parts, request.symbol)
    const sums = await parts.readModel.liquidationSums(bucketsAsked(instrument, request))
    const qty = (lots: number): string => formatQty(instrument, qtyLots(lots))
    const value = (valueE4: number): string => formatTrimmed(BigInt(valueE4), 4)
    const list = sums.map(({ startMs, longLots, shortLots, longValueE4, shortValueE4 }) => ({
      startE3: startMs,
      longQty: qty(longLots),
      shortQty: qty(shortLots),
      longValue: value(longValueE4),
      shortValue: value(shortValueE4),
    }))
    const found = parts.readModel.newestLiquidations(instrument.symbol, newestLiquidations)
    const newest = found.map((each) => encodeMarketLiquidation(instrument, each))
    return { value: { list, newest }, version: versionOf([list, newest]) }
  },

  marketStatistics: async ({ parts }) => {
    const { views } = parts.exchange
    const statistics = await marketStatisticsOf(
      parts.readModel,
      listedSymbols(parts),
      parts.clock.nowMs(),
    )
    const list = statistics.flatMap(({ symbol, closesTicks, ...ratios }) => {
      const instrument = views.instrument(symbol)
      if (instrument === undefined) return []
      const closes = closesTicks.map((ticks) => formatPrice(instrument, priceTicks(ticks)))
      return [{ symbol, ...ratios, closes }]
    })
    return { value: { list }, version: versionOf(list) }
  },

  serverTime: ({ parts }) => ({ value: { timeE3: parts.clock.nowMs() } }),

  venueStatus: ({ parts }) => {
    const { mode, lastSeq } = parts.exchange.status()
    const { simulated, seed, version, cluster } = parts.venue
    const value: CallAnswer<'venueStatus'> = {
      simulated,
      seed,
      buildRelease,
      version,
      ...(cluster === undefined ? {} : { cluster }),
      mode: mode === 'running' ? 'normal' : mode,
      history: parts.readModel.status().mode,
      seq: lastSeq,
    }
    return { value }
  },

  marketCalendar: ({ parts }) => {
    const list = parts.calendar
      .next(parts.clock.nowMs())
      .map(({ kind, timeMs, endMs, symbols }) => ({
        kind,
        timeE3: timeMs,
        ...(endMs === undefined ? {} : { endTimeE3: endMs }),
        symbols: [...symbols],
      }))
    return { value: { list }, version: versionOf(list) }
  },

  ledger: ({ parts }) => {
    const list = parts.exchange.views.ledger().map(({ coin, ...sums }) => ({
      coin,
      deposits: encodeAmount(sums.deposits),
      accounts: encodeAmount(sums.accounts),
      fees: encodeAmount(sums.fees),
      insurance: encodeAmount(sums.insurance),
      rounding: encodeAmount(sums.rounding),
      treasury: encodeAmount(sums.treasury),
      openPositions: encodeAmount(sums.openPositions),
      drift: encodeAmount(sums.drift),
    }))
    return { value: { list } }
  },
}

function tickerOf(parts: Parts, name: string): WireTicker[] {
  const view = parts.exchange.views.symbol(symbolId(name))
  return view === undefined
    ? []
    : [encodeTicker(view, parts.readModel.ticker(view.instrument.symbol))]
}

/** Returns a number from 1 to the maximum. Throws Refused. */
export function bounded(field: string, value: number, max: number): number {
  if (value >= 1 && value <= max) return value
  throw invalidField(field, `must be from 1 to ${max}`)
}

/** Returns the time range of a query as the read model takes it. */
function bucketsAsked(
  { symbol }: Instrument,
  { resolution, fromMs, endMs, limit = defaultCandles }: CallRequest<'openInterest'>,
) {
  return {
    symbol,
    resolution,
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(endMs === undefined ? {} : { toMs: endMs }),
    limit: bounded('limit', limit, maxCandles),
  }
}
