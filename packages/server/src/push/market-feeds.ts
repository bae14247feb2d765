// Tickers, trades, liquidations and candles as feeds: polled a few times a second, and only while
// they have readers.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Candle, CandleSource, Resolution } from '@basis/domain/instrument/candle'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  encodeCandle,
  encodeMarketLiquidation,
  encodeTicker,
  encodeTrade,
  newestLiquidations,
  type WireTicker,
  type WireTickerChange,
} from '@basis/protocol/market-data'
import type { PickerLine } from '@basis/protocol/topics/public-messages'
import { symbolsWithoutOptions } from '../options/dated-contracts.ts'
import { pricedBy } from '../options/forwards.ts'
import type { Feed, PushSources } from './channel.ts'

const firstTrades = 100
/** If more trades arrive between two polls, the oldest are dropped. */
const mostTrades = 500

function tickerNow({ exchange, readModel }: PushSources, symbol: SymbolId): WireTicker | undefined {
  const view = exchange.views.symbol(symbol)
  return view === undefined ? undefined : encodeTicker(view, readModel.ticker(symbol))
}

/** Returns the feed of a symbol's ticker: a full snapshot, then the changed fields. */
export function tickerFeed(sources: PushSources, { symbol }: Instrument): Feed {
  let published: WireTicker | undefined
  return {
    kind: 'instrumentInfo',
    isPrivate: false,
    everyMs: 200,
    snapshot: () => (published ??= tickerNow(sources, symbol)),
    changes: () => {
      const now = tickerNow(sources, symbol)
      if (now === undefined || published === undefined) return undefined
      const change = changedFields(published, now)
      published = now
      return change
    },
  }
}

function changedFields(before: WireTicker, now: WireTicker): WireTickerChange | undefined {
  const old = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(now).filter(([field, value]) => old.get(field) !== value)
  return changed.length === 0 ? undefined : { symbol: now.symbol, ...Object.fromEntries(changed) }
}

/** Returns the feed of the market list: a line per symbol, then the changed lines. */
export function pickerFeed(sources: PushSources): Feed {
  const lines = (): PickerLine[] =>
    // Options are listed by chain, in another call.
    symbolsWithoutOptions(sources.exchange.views).flatMap((symbol) => {
      const ticker = tickerNow(sources, symbol)
      if (ticker === undefined) return []
      const { lastPrice, price24hPcnt, turnover24h, fundingRate } = ticker
      return [[symbol, lastPrice, price24hPcnt, turnover24h, fundingRate]]
    })
  const published = new Map<string, PickerLine>()
  const changes = (): PickerLine[] | undefined => {
    const changed = lines().filter((line) => {
      if (published.get(line[0])?.join(' ') === line.join(' ')) return false
      published.set(line[0], line)
      return true
    })
    return changed.length === 0 ? undefined : changed
  }
  return {
    kind: 'tickers',
    isPrivate: false,
    everyMs: 1000,
    // A new reader gets the last published lines, so that each change fits all readers.
    snapshot: () => {
      if (published.size === 0) changes()
      return [...published.values()]
    },
    changes,
  }
}

/** Returns the feed of public trades, oldest first. */
export function tradeFeed({ readModel }: PushSources, instrument: Instrument): Feed {
  const { symbol } = instrument
  let lastId: number | undefined
  const wire = (trades: ReturnType<typeof readModel.recentTrades>) =>
    trades.toReversed().map((trade) => encodeTrade(instrument, trade))
  return {
    kind: 'trade',
    isPrivate: false,
    everyMs: 100,
    snapshot: () => {
      const trades = readModel.recentTrades(symbol, firstTrades)
      lastId ??= trades[0]?.tradeId ?? 0
      // Newer trades come with the next message.
      return wire(trades.filter(({ tradeId }) => tradeId <= (lastId ?? 0)))
    },
    changes: () => {
      const [newest] = readModel.recentTrades(symbol, 1)
      if (newest === undefined || newest.tradeId === lastId) return undefined
      const since = lastId ?? 0
      lastId = newest.tradeId
      return wire(
        readModel.recentTrades(symbol, mostTrades).filter(({ tradeId }) => tradeId > since),
      )
    },
  }
}

/** Returns the feed of a contract's liquidations, oldest first. */
export function liquidationFeed({ readModel }: PushSources, instrument: Instrument): Feed {
  const newest = () => readModel.newestLiquidations(instrument.symbol, newestLiquidations)
  type Trades = ReturnType<typeof newest>
  let hasBegun = false
  let last: Trades[number] | undefined
  const wire = (published: Trades) =>
    published.toReversed().map((each) => encodeMarketLiquidation(instrument, each))
  /** Counts the liquidations after the last published one. */
  const freshIn = (list: Trades): number => {
    const at = last === undefined ? -1 : list.indexOf(last)
    return at < 0 ? list.length : at
  }
  return {
    kind: 'liquidation',
    isPrivate: false,
    everyMs: 500,
    snapshot: () => {
      const list = newest()
      if (!hasBegun) last = list[0]
      hasBegun = true
      // Newer liquidations come with the next message.
      return wire(list.slice(freshIn(list)))
    },
    changes: () => {
      const list = newest()
      const fresh = list.slice(0, freshIn(list))
      if (fresh.length === 0) return undefined
      last = list[0]
      return wire(fresh)
    },
  }
}

export type CandleName = {
  readonly source: CandleSource
  readonly resolution: Resolution
}

/**
 * Returns the feed of the open candle. When a bucket ends, its final state is sent before the new
 * candle, as trades may have come between the last poll and the end.
 */
export function candleFeed(
  sources: PushSources,
  named: Instrument,
  { source, resolution }: CandleName,
): Feed {
  const { readModel } = sources
  const instrument = pricedBy(sources, named, source)
  const { symbol } = instrument
  let published: Candle | undefined
  const now = (): Candle | undefined => readModel.liveCandle(symbol, source, resolution)

  /** Returns the final state of the last sent candle; nothing if it has not changed. */
  function ended(before: Candle): readonly Candle[] {
    const last = readModel.endedCandle(symbol, source, resolution)
    return last?.startMs === before.startMs && !isSame(last, before) ? [last] : []
  }

  return {
    kind: 'candle',
    isPrivate: false,
    everyMs: 250,
    // A new reader gets the last published candle, so that each change reaches all readers.
    snapshot: () => {
      published ??= now()
      return published === undefined ? [] : [encodeCandle(instrument, published)]
    },
    changes: () => {
      const candle = now()
      if (candle === undefined || (published !== undefined && isSame(candle, published)))
        return undefined
      const before =
        published !== undefined && candle.startMs > published.startMs ? ended(published) : []
      published = candle
      return [...before, candle].map((each) => encodeCandle(instrument, each))
    },
  }
}

const isSame = (a: Candle, b: Candle): boolean =>
  a.startMs === b.startMs &&
  a.close === b.close &&
  a.high === b.high &&
  a.low === b.low &&
  a.volumeLots === b.volumeLots
