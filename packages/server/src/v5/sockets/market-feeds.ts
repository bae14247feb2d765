// Feeds of the public market topics: books, trades, tickers, candles (open API 10.1–10.4).

import { bucketAfter, type Candle } from '@basis/domain/instrument/candle'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Event, EventBatch } from '@basis/engine/events'
import { resolutionOf, type V5Interval } from '@basis/protocol/v5/vocabulary'
import type { V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'
import { bookStreams, type BookFrame, type BookStream } from '../market/book-streams.ts'
import { contractTicker, optionTicker, spotTicker } from '../market/ticker-rows.ts'
import { optionFigures, v5TradeId } from '../market/trades.ts'
import type { TopicFeed } from './topic.ts'

/**
 * Poll interval of each depth in ms; depth 1 is sent again after three seconds without a change.
 */
export const bookIntervals: Readonly<Record<string, number>> = {
  1: 10,
  25: 20,
  50: 20,
  100: 100,
  200: 100,
  1000: 200,
}
const repeatMs = 3000

export const bookFeed = (parts: V5Parts, instrument: Instrument, depth: number): TopicFeed =>
  streamFeed(parts, bookStreams(parts).of(instrument, depth), depth)

/** Returns the feed of a book stream of that depth. */
export function streamFeed(
  parts: Pick<V5Parts, 'clock'>,
  stream: BookStream,
  depth: number,
): TopicFeed {
  const isBest = depth === 1
  const message = (type: 'snapshot' | 'delta', { data, cts }: BookFrame) => ({
    type,
    ts: parts.clock.nowMs(),
    data,
    cts,
  })
  let emittedMs = performance.now()
  return {
    everyMs: bookIntervals[depth] ?? 100,
    hasSnapshot: true,
    // Present subscribers get the changes first, so that all have the same book.
    snapshot: () => {
      stream.advance()
      return message('snapshot', stream.snapshot())
    },
    start: (emit) =>
      stream.listen((delta) => {
        emittedMs = performance.now()
        emit(isBest ? message('snapshot', stream.snapshot()) : message('delta', delta))
      }),
    poll(emit, nowMs) {
      stream.advance()
      if (!isBest || nowMs - emittedMs < repeatMs) return
      emittedMs = nowMs
      emit(message('snapshot', stream.snapshot()))
    },
  }
}

type Traded = Extract<Event, { readonly kind: 'Traded' }>
type Direction = 'PlusTick' | 'ZeroPlusTick' | 'MinusTick' | 'ZeroMinusTick'
const mostTrades = 1024

function directionAfter(before: Direction, last: number, price: number): Direction {
  if (price > last) return 'PlusTick'
  if (price < last) return 'MinusTick'
  return before === 'PlusTick' || before === 'ZeroPlusTick' ? 'ZeroPlusTick' : 'ZeroMinusTick'
}

/** Returns the feed of trades of one instrument. */
export const tradeFeed = (parts: V5Parts, instrument: Instrument): TopicFeed =>
  tradesIn(parts, (symbol) => (symbol === instrument.symbol ? instrument : undefined))

/** Returns the feed of trades of all options of a coin, also of those that are listed later. */
export const optionTradeFeed = (parts: V5Parts, coin: string): TopicFeed =>
  tradesIn(parts, (symbol) => {
    const instrument = parts.exchange.views.instrument(symbol)
    const isOne = instrument?.option !== undefined && instrument.baseCoin === coin
    return isOne ? instrument : undefined
  })

function tradesIn(
  parts: V5Parts,
  instrumentOf: (symbol: SymbolId) => Instrument | undefined,
): TopicFeed {
  const last = new Map<string, { price: PriceTicks; direction: Direction }>()
  let gathered: object[] = []

  function rowOf(instrument: Instrument, trade: Traded, { seq, timeMs }: EventBatch): object {
    const { symbol, priceTicks: price } = trade
    const known = last.get(symbol)
    const before = known ?? {
      price: parts.readModel.recentTrades(symbol, 2).at(-1)?.priceTicks ?? price,
      direction: 'ZeroPlusTick' as const,
    }
    const direction = directionAfter(before.direction, before.price, price)
    last.set(symbol, { price, direction })
    return {
      T: timeMs,
      s: v5Symbol(instrument),
      S: trade.takerSide,
      v: formatQty(instrument, trade.qtyLots),
      p: formatPrice(instrument, price),
      ...(instrument.kind === 'Spot' || instrument.option !== undefined ? {} : { L: direction }),
      i: v5TradeId(trade),
      BT: false,
      RPI: false,
      seq,
      ...(instrument.option === undefined ? {} : optionFigures(parts, instrument)),
    }
  }

  return {
    everyMs: 0,
    hasSnapshot: false,
    snapshot: () => undefined,
    start: () =>
      parts.exchange.subscribe((batch) => {
        for (const event of batch.events) {
          if (event.kind !== 'Traded') continue
          const instrument = instrumentOf(event.symbol)
          if (instrument !== undefined) gathered.push(rowOf(instrument, event, batch))
        }
      }),
    poll(emit) {
      while (gathered.length > 0) {
        const data = gathered.slice(0, mostTrades)
        gathered = gathered.slice(mostTrades)
        emit({ type: 'snapshot', ts: parts.clock.nowMs(), data })
      }
    },
  }
}

type Fields = Readonly<Record<string, string>>

/**
 * Returns the ticker feed: of contracts one snapshot, then deltas; of pairs and options snapshots
 * at each change.
 */
export function tickerFeed(parts: V5Parts, instrument: Instrument): TopicFeed {
  const fieldsOf = tickerFields(parts, instrument)
  const isWhole = instrument.kind === 'Spot' || instrument.option !== undefined
  let emitted: Fields | undefined
  const message = (type: 'snapshot' | 'delta', data: Fields) => ({
    type,
    data,
    cs: parts.exchange.lastSeq(),
    ts: parts.clock.nowMs(),
    ...(instrument.option === undefined ? {} : { id: String(parts.exchange.lastSeq()) }),
  })
  return {
    everyMs: instrument.kind === 'Spot' ? 50 : 100,
    hasSnapshot: true,
    // Later subscribers begin with the last published state, so that the deltas fit.
    snapshot: () => message('snapshot', (emitted ??= fieldsOf())),
    poll(emit) {
      const now = fieldsOf()
      const before = emitted ?? {}
      const changed = Object.entries(now).filter(([name, value]) => before[name] !== value)
      if (changed.length === 0) return
      emitted = now
      if (isWhole) emit(message('snapshot', now))
      else emit(message('delta', { symbol: now['symbol'] ?? '', ...Object.fromEntries(changed) }))
    },
  }
}

function tickerFields(parts: V5Parts, instrument: Instrument): () => Fields {
  if (instrument.kind === 'Spot') {
    return () => {
      const {
        bid1Price: _b,
        bid1Size: _c,
        ask1Price: _d,
        ask1Size: _e,
        ...fields
      } = spotTicker(parts, instrument)
      return fields
    }
  }
  if (instrument.option !== undefined) return () => optionFields(parts, instrument)
  const { deliveryMs } = instrument
  const dated = deliveryMs === undefined ? {} : { deliveryTime: isoText(deliveryMs) }
  let before = 0
  let direction: Direction = 'ZeroPlusTick'
  return () => {
    const fields = contractTicker(parts, instrument)
    const last = parts.exchange.views.symbol(instrument.symbol)?.lastTicks ?? priceTicks(0)
    if (last !== before) direction = directionAfter(direction, before, last)
    before = last
    const funding = deliveryMs === undefined ? {} : { nextFundingTime: '' }
    return { ...fields, ...dated, ...funding, tickDirection: direction }
  }
}

const isoText = (timeMs: number): string => new Date(timeMs).toISOString().replace('.000Z', 'Z')

/** Best bid and ask have other names than over REST. */
function optionFields(parts: V5Parts, instrument: Instrument): Fields {
  const { bid1Price, bid1Size, bid1Iv, ask1Price, ask1Size, ask1Iv, markIv, ...fields } =
    optionTicker(parts, instrument)
  return {
    ...fields,
    bidPrice: bid1Price,
    bidSize: bid1Size,
    bidIv: bid1Iv,
    askPrice: ask1Price,
    askSize: ask1Size,
    askIv: ask1Iv,
    markPriceIv: markIv,
  }
}

/**
 * Returns the candle feed: the open candle about once a second, an ended one again as confirmed.
 */
export function candleFeed(
  parts: V5Parts,
  instrument: Instrument,
  interval: V5Interval,
): TopicFeed {
  const resolution = resolutionOf(interval)
  const { symbol } = instrument
  let emitted: Candle | undefined
  let emittedMs = 0
  const row = (candle: Candle, isEnded: boolean) => {
    const price = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
    return {
      start: candle.startMs,
      end: bucketAfter(resolution, candle.startMs, 1) - 1,
      interval,
      open: price(candle.open),
      close: price(candle.close),
      high: price(candle.high),
      low: price(candle.low),
      volume: formatQty(instrument, qtyLots(candle.volumeLots)),
      turnover: formatTrimmed(candle.turnover, 8),
      confirm: isEnded,
      timestamp: parts.readModel.recentTrades(symbol, 1)[0]?.timeMs ?? candle.startMs,
    }
  }
  const message = (rows: readonly object[]) => ({
    type: 'snapshot',
    ts: parts.clock.nowMs(),
    data: rows,
  })
  return {
    everyMs: 100,
    hasSnapshot: false,
    snapshot: () => {
      emitted ??= parts.readModel.liveCandle(symbol, 'last', resolution)
      return emitted === undefined ? undefined : message([row(emitted, false)])
    },
    poll(emit, nowMs) {
      const candle = parts.readModel.liveCandle(symbol, 'last', resolution)
      if (candle === undefined) return
      if (emitted !== undefined && candle.startMs > emitted.startMs) {
        const ended = parts.readModel.endedCandle(symbol, 'last', resolution)
        emit(message([row(ended?.startMs === emitted.startMs ? ended : emitted, true)]))
        emit(message([row(candle, false)]))
      } else if (nowMs - emittedMs < 1000 || (emitted !== undefined && isSame(candle, emitted))) {
        return
      } else emit(message([row(candle, false)]))
      emitted = candle
      emittedMs = nowMs
    },
  }
}

const isSame = (a: Candle, b: Candle): boolean =>
  a.startMs === b.startMs &&
  a.close === b.close &&
  a.high === b.high &&
  a.low === b.low &&
  a.volumeLots === b.volumeLots
