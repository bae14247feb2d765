// The feed of the public socket: its subscriptions, and the state folded from its messages.

import type { TopicMessage } from '@basis/protocol/topics/messages'
import {
  publicMessages,
  type PickerLine,
  type PublicKind,
} from '@basis/protocol/topics/public-messages'
import { maxTopicsPerMessage, parseTopic, type Topic } from '@basis/protocol/topics/topic'
import * as z from 'zod/mini'
import { resyncDelayMs } from './backoff.ts'
import type { Collector } from './collector.ts'
import { emptyBook, foldDepth, type FoldedBook } from './fold.ts'
import { Link, topicNameOf, type FeedPorts } from './link.ts'
import { emptyTicker, foldTicker, readCandle, readE8, readLevels, readTicks } from './market.ts'
import { readTrade, type Grid, type Ticker } from './market.ts'

/** A book without a gap for this long starts again with the shortest resync delay. */
const STABLE_MS = 10_000

type BookTopic = { readonly book: FoldedBook; resyncs: number; cancel: (() => void) | undefined }

/** Passes all data of the public socket to the collector. */
export class PublicFeed {
  readonly #ports: FeedPorts
  readonly #collector: Collector
  readonly #link: Link
  readonly #grids = new Map<string, Grid>()
  readonly #tickers = new Map<string, Ticker>()
  readonly #books = new Map<string, BookTopic>()
  /** The newest line of each symbol as received, so that new steps need no second snapshot. */
  readonly #pickerLines = new Map<string, PickerLine>()
  #wanted: ReadonlySet<string> = new Set()

  constructor(ports: FeedPorts, url: string, collector: Collector) {
    this.#ports = ports
    this.#collector = collector
    this.#link = new Link({
      ports,
      url,
      onOpen: () => this.#send('subscribe', [...this.#wanted]),
      onMessage: (message) => this.#take(message),
      onReceived: () => collector.hear('public'),
      onState: (state) => {
        collector.setLink('public', state)
        if (state === 'waiting') this.#breakBooks()
      },
    })
  }

  /**
   * Sets the steps by which a symbol's texts are parsed; messages before that are dropped, except
   * the picker's lines.
   */
  setGrids(grids: readonly Grid[]): void {
    for (const grid of grids) this.#grids.set(grid.symbol, grid)
    this.#readPicker(this.#pickerLines.values())
  }

  /** Subscribes to the new names and unsubscribes those that are no longer listed. */
  watch(names: readonly string[]): void {
    const next = new Set(names)
    const gone = [...this.#wanted].filter((name) => !next.has(name))
    const fresh = names.filter((name) => !this.#wanted.has(name))
    this.#wanted = next
    for (const name of gone) this.#forget(name)
    this.#send('unsubscribe', gone)
    this.#send('subscribe', fresh)
  }

  open(): void {
    this.#link.open()
  }

  wake(): void {
    this.#link.wake()
  }

  close(): void {
    for (const name of this.#wanted) this.#forget(name)
    this.#link.close()
  }

  #send(op: 'subscribe' | 'unsubscribe', names: readonly string[]): void {
    for (let at = 0; at < names.length; at += maxTopicsPerMessage) {
      this.#link.send({ op, args: names.slice(at, at + maxTopicsPerMessage) })
    }
  }

  #forget(name: string): void {
    this.#books.get(name)?.cancel?.()
    this.#books.delete(name)
    const topic = parseTopic(name)
    if (topic?.kind === 'instrumentInfo') this.#tickers.delete(topic.symbol)
    if (topic?.kind === 'tickers') this.#pickerLines.clear()
  }

  // A book folded before the disconnect is stale until the snapshot of the new subscription.
  #breakBooks(): void {
    for (const [name, { book }] of this.#books) {
      if (book.phase === 'live') book.phase = 'broken'
      this.#emitBook(name, book)
    }
  }

  #take(message: unknown): void {
    const name = topicNameOf(message)
    if (name === undefined || !this.#wanted.has(name)) return
    const topic = parseTopic(name)
    if (topic !== undefined) this.#takeTopic(topic, name, message)
  }

  #takeTopic(topic: Topic, name: string, message: unknown): void {
    switch (topic.kind) {
      case 'instrumentInfo':
        return this.#withRead(topic.kind, message, (read) => this.#takeTicker(topic.symbol, read))
      case 'orderBook':
        return this.#withRead(topic.kind, message, (read) =>
          this.#takeDepth(topic.symbol, name, read),
        )
      case 'trade':
        return this.#withRead(topic.kind, message, (read) => this.#applyTrades(topic.symbol, read))
      case 'liquidation':
        return this.#withRead(topic.kind, message, ({ data, type }) => {
          const { symbol } = topic
          const isSnapshot = type === 'snapshot'
          this.#collector.addLiquidations({ symbol, liquidations: data, isSnapshot })
        })
      case 'candle':
        return this.#withRead(topic.kind, message, ({ data, type }) => {
          const candles = data.map(readCandle)
          this.#collector.addCandles({ topic: name, candles, isSnapshot: type === 'snapshot' })
        })
      case 'tickers':
        return this.#withRead(topic.kind, message, (read) => this.#takePicker(read))
      case 'spread':
        return this.#withRead(topic.kind, message, ({ data }) => this.#collector.setSpread(data))
      case 'optionQuotes':
        return this.#withRead(topic.kind, message, ({ data }) => this.#collector.addOptions(data))
      case 'notice':
        return this.#withRead(topic.kind, message, ({ data }) => this.#collector.addNotices(data))
      default:
    }
  }

  // A message that does not fit its schema is dropped; if it was a delta, the sequence shows a gap.
  #withRead<Kind extends PublicKind>(
    kind: Kind,
    message: unknown,
    take: (read: TopicMessage<Kind>) => void,
  ): void {
    const read = z.safeParse(publicMessages[kind], message)
    if (!read.success) return
    const checked = read.data as TopicMessage<Kind>
    this.#collector.noteEngine(checked.ts)
    take(checked)
  }

  #takeTicker(symbol: string, { type, data }: TopicMessage<'instrumentInfo'>): void {
    const grid = this.#grids.get(symbol)
    if (grid === undefined) return
    const before = this.#tickers.get(symbol)
    const base = type === 'snapshot' || before === undefined ? emptyTicker(symbol) : before
    const kept = { ...base, lastTicks: before?.lastTicks, direction: before?.direction ?? 'flat' }
    const ticker = foldTicker(kept, data, grid)
    this.#tickers.set(symbol, ticker)
    this.#collector.setTicker(ticker)
  }

  #takeDepth(symbol: string, name: string, message: TopicMessage<'orderBook'>): void {
    const grid = this.#grids.get(symbol)
    if (grid === undefined) return
    const entry = this.#books.get(name) ?? { book: emptyBook(), resyncs: 0, cancel: undefined }
    this.#books.set(name, entry)
    const { data } = message
    const type = message.type === 'snapshot' || data.u === 1 ? 'snapshot' : 'delta'
    const outcome = foldDepth(entry.book, {
      type,
      updateNo: data.u,
      seq: data.seq,
      bids: readLevels(data.b, grid),
      asks: readLevels(data.a, grid),
    })
    if (outcome === 'ignored') return
    if (outcome === 'gap') this.#resync(name, entry)
    else if (type === 'snapshot') this.#scheduleReset(entry)
    this.#emitBook(name, entry.book)
  }

  // One resync at a time: unsubscribe and subscribe again, which returns a snapshot (W4). If that
  // is lost as well, the next retry follows.
  #resync(name: string, entry: BookTopic): void {
    entry.cancel?.()
    entry.cancel = this.#ports.after(resyncDelayMs(entry.resyncs), () => {
      entry.resyncs += 1
      this.#send('unsubscribe', [name])
      this.#send('subscribe', [name])
      this.#resync(name, entry)
    })
  }

  #scheduleReset(entry: BookTopic): void {
    entry.cancel?.()
    entry.cancel = this.#ports.after(STABLE_MS, () => {
      entry.resyncs = 0
      entry.cancel = undefined
    })
  }

  #emitBook(name: string, book: FoldedBook): void {
    const topic = parseTopic(name)
    if (topic?.kind === 'orderBook') this.#collector.setBook(topic.symbol, book)
  }

  #applyTrades(symbol: string, { type, data }: TopicMessage<'trade'>): void {
    const grid = this.#grids.get(symbol)
    if (grid === undefined) return
    const trades = data.map((trade) => readTrade(trade, grid))
    this.#collector.addTrades({ symbol, trades, isSnapshot: type === 'snapshot' })
  }

  #takePicker({ data }: TopicMessage<'tickers'>): void {
    for (const line of data) this.#pickerLines.set(line[0], line)
    this.#readPicker(data)
  }

  #readPicker(lines: Iterable<PickerLine>): void {
    for (const [symbol, last, change, turnover, funding] of lines) {
      const grid = this.#grids.get(symbol)
      if (grid === undefined) continue
      this.#collector.setPicker({
        symbol,
        lastTicks: last === '' ? undefined : readTicks(last, grid),
        changeE8: Number(readE8(change)),
        turnover: readE8(turnover),
        fundingRateE8: funding === '' ? undefined : Number(readE8(funding)),
      })
    }
  }
}
