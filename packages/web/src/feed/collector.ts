// Collects the sockets' messages into one batch per frame; conflated data keep only the last value.

import type { WireOptionNews, WireOptionQuoteChange } from '@basis/protocol/options/chain'
import type { WireSpreadMarket } from '@basis/protocol/spread/market'
import type { FoldedBook } from './fold.ts'
import type { FeedPorts } from './link.ts'
import type { Ticker } from './market.ts'
import type {
  BookSnapshot,
  CandleSnapshot,
  FeedBatch,
  LinkState,
  LiquidationSnapshot,
  PickerRow,
  TradeSnapshot,
  UserPush,
  VenueNotice,
} from './messages.ts'

/** One frame: the least time between two batches. */
const FRAME_MS = 16
/** Book and trades change on screen at most twenty times a second (docs/screen 4). */
const BOOK_MS = 50
/** More trades than a list can show are dropped, oldest first. */
const TRADES_KEPT = 100

/** Posts a batch at the end of a frame if anything has arrived. */
export class Collector {
  readonly #ports: FeedPorts
  readonly #post: (batch: FeedBatch) => void
  readonly #links = { public: 'closed' as LinkState, private: 'closed' as LinkState }
  readonly #received = { public: false, private: false }
  readonly #tickers = new Map<string, Ticker>()
  readonly #books = new Map<string, FoldedBook>()
  readonly #bookShownMs = new Map<string, number>()
  readonly #trades = new Map<string, TradeSnapshot>()
  readonly #tradesShownMs = new Map<string, number>()
  readonly #candles = new Map<string, CandleSnapshot>()
  readonly #picker = new Map<string, PickerRow>()
  readonly #spreads = new Map<string, WireSpreadMarket>()
  readonly #optionQuotes = new Map<string, WireOptionQuoteChange>()
  readonly #optionIndexes = new Map<string, { baseCoin: string; indexPrice: string }>()
  /** Not conflated, since they are few. */
  #liquidations: LiquidationSnapshot[] = []
  #notices: VenueNotice[] = []
  #pushes: UserPush[] = []
  #account: string | undefined
  #engineMs = 0
  #isAsked = false

  constructor(ports: FeedPorts, post: (batch: FeedBatch) => void) {
    this.#ports = ports
    this.#post = post
  }

  hear(socket: 'public' | 'private'): void {
    this.#received[socket] = true
    this.#ask()
  }

  setLink(socket: 'public' | 'private', state: LinkState): void {
    this.#links[socket] = state
    this.#ask()
  }

  noteEngine(timeMs: number): void {
    this.#engineMs = Math.max(this.#engineMs, timeMs)
  }

  setTicker(ticker: Ticker): void {
    this.#tickers.set(ticker.symbol, ticker)
    this.#ask()
  }

  /** The book is read when the batch is made, so that only its last state is posted. */
  setBook(symbol: string, book: FoldedBook): void {
    this.#books.set(symbol, book)
    this.#ask()
  }

  addTrades(shot: TradeSnapshot): void {
    this.#trades.set(shot.symbol, joinedTrades(this.#trades.get(shot.symbol), shot))
    this.#ask()
  }

  addLiquidations(shot: LiquidationSnapshot): void {
    this.#liquidations.push(shot)
    this.#ask()
  }

  addCandles(shot: CandleSnapshot): void {
    this.#candles.set(shot.topic, joinedCandles(this.#candles.get(shot.topic), shot))
    this.#ask()
  }

  setPicker(row: PickerRow): void {
    this.#picker.set(row.symbol, row)
    this.#ask()
  }

  setSpread(market: WireSpreadMarket): void {
    this.#spreads.set(market.instrument.symbol, market)
    this.#ask()
  }

  /** Quotes are conflated per field: the newest value of each is posted. */
  addOptions({ baseCoin, indexPrice, list }: WireOptionNews): void {
    this.#optionIndexes.set(baseCoin, { baseCoin, indexPrice })
    for (const change of list) {
      const before = this.#optionQuotes.get(change.symbol)
      this.#optionQuotes.set(
        change.symbol,
        before === undefined ? change : { ...before, ...change },
      )
    }
    this.#ask()
  }

  addNotices(notices: readonly VenueNotice[]): void {
    this.#notices.push(...notices)
    this.#ask()
  }

  /** Begins the pushes of an account; those of the one before, not posted yet, are dropped. */
  setAccount(uid: string | undefined): void {
    this.#account = uid
    this.#pushes = []
  }

  addPush(push: UserPush): void {
    this.#pushes.push(push)
    this.#ask()
  }

  #ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.#ports.after(FRAME_MS, () => this.#flush())
  }

  #flush(): void {
    this.#isAsked = false
    const batch: FeedBatch = {
      publicLink: this.#links.public,
      privateLink: this.#links.private,
      receivedPublic: this.#received.public,
      receivedPrivate: this.#received.private,
      engineMs: this.#engineMs,
      tickers: taken(this.#tickers),
      books: this.#dueBooks(),
      trades: this.#dueTrades(),
      liquidations: this.#liquidations,
      candles: taken(this.#candles),
      picker: taken(this.#picker),
      spreads: taken(this.#spreads),
      optionQuotes: taken(this.#optionQuotes),
      optionIndexes: taken(this.#optionIndexes),
      notices: this.#notices,
      pushes: this.#pushes,
      account: this.#account,
    }
    this.#received.public = false
    this.#received.private = false
    this.#liquidations = []
    this.#notices = []
    this.#pushes = []
    this.#post(batch)
    if (this.#books.size > 0 || this.#trades.size > 0) this.#ask()
  }

  #dueBooks(): BookSnapshot[] {
    const now = this.#ports.nowMs()
    const shots: BookSnapshot[] = []
    for (const [symbol, book] of this.#books) {
      if (now - (this.#bookShownMs.get(symbol) ?? 0) < BOOK_MS) continue
      this.#books.delete(symbol)
      this.#bookShownMs.set(symbol, now)
      shots.push(bookShot(symbol, book))
    }
    return shots
  }

  #dueTrades(): TradeSnapshot[] {
    const now = this.#ports.nowMs()
    const shots: TradeSnapshot[] = []
    for (const [symbol, shot] of this.#trades) {
      const shownMs = this.#tradesShownMs.get(symbol) ?? Number.NEGATIVE_INFINITY
      if (!shot.isSnapshot && now - shownMs < BOOK_MS) continue
      this.#trades.delete(symbol)
      this.#tradesShownMs.set(symbol, now)
      shots.push(shot)
    }
    return shots
  }
}

function bookShot(symbol: string, book: FoldedBook): BookSnapshot {
  return {
    symbol,
    bids: Float64Array.from(book.bids),
    asks: Float64Array.from(book.asks),
    seq: book.seq,
    isLive: book.phase === 'live',
  }
}

function taken<Value>(from: Map<string, Value>): Value[] {
  const values = [...from.values()]
  from.clear()
  return values
}

function joinedTrades(before: TradeSnapshot | undefined, shot: TradeSnapshot): TradeSnapshot {
  if (shot.isSnapshot || before === undefined) return shot
  const all = [...before.trades, ...shot.trades].slice(-TRADES_KEPT)
  return { symbol: shot.symbol, trades: all, isSnapshot: before.isSnapshot }
}

function joinedCandles(before: CandleSnapshot | undefined, shot: CandleSnapshot): CandleSnapshot {
  if (shot.isSnapshot || before === undefined) return shot
  const byStart = new Map(before.candles.map((candle) => [candle.startMs, candle]))
  for (const candle of shot.candles) byStart.set(candle.startMs, candle)
  return { topic: shot.topic, candles: [...byStart.values()], isSnapshot: before.isSnapshot }
}
