// Feeds of combinations on the public socket `spread`: book, trades, ticker (spreads 5).

import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { spreadTicks, type Combination } from '@basis/domain/spread/combination'
import { formatSpreadQty } from '@basis/domain/spread/order'
import { formatSpread } from '@basis/domain/spread/pricing'
import { v5SpreadDepth } from '@basis/protocol/v5/topics'
import type { V5Parts } from '../context.ts'
import { bookStreams, type BookStream } from '../market/book-streams.ts'
import { streamFeed } from '../sockets/market-feeds.ts'
import type { TopicFeed } from '../sockets/topic.ts'
import { spreadDayOf, type SpreadDay } from './spread-days.ts'
import { spreadTickerRow, spreadTradeRow } from './spread-rows.ts'

/** Returns the book stream of a combination, shared by REST and sockets. */
export function spreadBookOf(parts: V5Parts, combination: Combination): BookStream {
  const { spreads } = parts.exchange.views
  const { symbol } = combination
  return bookStreams(parts).ofSource(symbol, v5SpreadDepth, () => ({
    name: symbol,
    version: () => spreads.bookVersion(symbol),
    depth: (levels) => spreads.depth(symbol, levels),
    encode: ({ priceTicks, qtyLots: lots }) => [
      formatSpread(combination, spreadTicks(priceTicks)),
      formatSpreadQty(combination, qtyLots(lots)),
    ],
    hasEnded: () => spreads.market(symbol)?.status === 'Settling',
  }))
}

/** Returns the feed of a topic name; undefined if there is none. */
export function spreadFeed(parts: V5Parts, name: string): TopicFeed | undefined {
  const [, kind, depth, symbol = ''] =
    /^(orderbook|publicTrade|tickers)(?:\.(\d+))?\.([^.]+)$/.exec(name) ?? []
  const combination = parts.exchange.views.spreads.market(symbolId(symbol))?.combination
  if (combination === undefined) return undefined
  if (kind === 'orderbook') {
    return depth === String(v5SpreadDepth)
      ? streamFeed(parts, spreadBookOf(parts, combination), v5SpreadDepth)
      : undefined
  }
  if (depth !== undefined) return undefined
  return kind === 'tickers' ? tickerFeed(parts, combination) : tradeFeed(parts, combination)
}

function tradeFeed({ exchange, clock }: V5Parts, { symbol }: Combination): TopicFeed {
  let gathered: object[] = []
  return {
    everyMs: 0,
    hasSnapshot: false,
    snapshot: () => undefined,
    start: () =>
      exchange.subscribe(({ events, seq, timeMs }) => {
        for (const event of events) {
          const view = exchange.views.spreads.market(symbol)
          if (event.kind !== 'SpreadTraded' || event.symbol !== symbol || !view) continue
          const { price, size, side, execId } = spreadTradeRow(view, { event, timeMs, seq })
          const published = { T: timeMs, s: symbol, S: side, v: size, p: price, i: execId, seq }
          gathered.push({ ...published, BT: false, RPI: false })
        }
      }),
    poll(emit) {
      if (gathered.length === 0) return
      emit({ type: 'snapshot', ts: clock.nowMs(), data: gathered })
      gathered = []
    },
  }
}

const dayEveryMs = 1000
const unknownDay = { highPrice24h: '', lowPrice24h: '', prevPrice24h: '', volume24h: '0' }

/**
 * Returns the ticker feed: a snapshot at each change, once the 24-hour figures are known; those are
 * read once a second.
 */
function tickerFeed(parts: V5Parts, combination: Combination): TopicFeed {
  let day: SpreadDay | undefined
  let dayMs = -Infinity
  let published = ''
  const row = (): object | undefined => {
    const view = parts.exchange.views.spreads.market(combination.symbol)
    return view && day && spreadTickerRow(parts, view, day)
  }
  const message = (data: object) => ({
    type: 'snapshot',
    cs: parts.exchange.lastSeq(),
    ts: parts.clock.nowMs(),
    data,
  })
  const readDay = (nowMs: number): void => {
    if (nowMs - dayMs < dayEveryMs) return
    dayMs = nowMs
    // While the history is unavailable the last figures stay, or empty ones.
    void spreadDayOf(parts, combination).then(
      (now) => (day = now),
      () => (day ??= unknownDay),
    )
  }
  return {
    everyMs: 100,
    hasSnapshot: true,
    snapshot: () => {
      const now = row()
      return now && message(now)
    },
    poll(emit, nowMs) {
      readDay(nowMs)
      const now = row()
      const text = JSON.stringify(now)
      if (now === undefined || text === published) return
      published = text
      emit(message(now))
    },
  }
}
