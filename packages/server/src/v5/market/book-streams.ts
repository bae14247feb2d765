// Order book streams, one per symbol and depth, with numbered updates; shared by sockets and REST,
// so that a number always means the same book (open API 3.4, 10.1).

import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { WireLevel } from '@basis/protocol/market-data'
import { changedLevels, type Level } from '../../exchange/level-changes.ts'
import type { V5Parts } from '../context.ts'
import { v5Symbol } from '../instruments.ts'

type Levels = readonly Level[]

/** An order book of the exchange: of an instrument or a combination. */
export type BookSource = {
  /** Its name in the open API. */
  readonly name: string
  readonly version: () => number
  readonly depth: (
    levels: number,
  ) => { readonly version: number; readonly bids: Levels; readonly asks: Levels } | undefined
  readonly encode: (level: Level) => WireLevel
  /** Whether the market is over: its book stays empty. */
  readonly hasEnded: () => boolean
}

/** The book as last published. */
type Published = {
  readonly version: number
  readonly bids: Levels
  readonly asks: Levels
  readonly u: number
  /** Sequence number and time of the last command by then. */
  readonly seq: number
  readonly timeMs: number
}

export type BookData = {
  readonly s: string
  readonly b: readonly WireLevel[]
  readonly a: readonly WireLevel[]
  readonly u: number
  readonly seq: number
}
/** The content of a frame besides its topic. */
export type BookFrame = { readonly data: BookData; readonly cts: number }

/** The stream of the best levels of one book. */
export class BookStream {
  readonly #parts: V5Parts
  readonly #source: BookSource
  readonly #depth: number
  #published: Published | undefined
  #listeners = new Set<(frame: BookFrame) => void>()

  constructor(parts: V5Parts, source: BookSource, depth: number) {
    this.#parts = parts
    this.#source = source
    this.#depth = depth
  }

  /** Whether nobody will miss it: its market is over, and it has no subscribers. */
  get isOver(): boolean {
    return this.#listeners.size === 0 && this.#source.hasEnded()
  }

  /** Subscribes to every delta; the returned function unsubscribes. */
  listen(listener: (frame: BookFrame) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the book as subscribers have it now. */
  snapshot(levels = this.#depth): BookFrame {
    const { bids, asks, u, seq, timeMs } = this.#published ?? this.#begin()
    const side = (all: Levels): WireLevel[] =>
      all.slice(0, levels).map((level) => this.#level(level))
    return {
      data: { s: this.#source.name, b: side(bids), a: side(asks), u, seq },
      cts: timeMs,
    }
  }

  /** Publishes a delta to subscribers if the book has changed. */
  advance(): void {
    const last = this.#published ?? this.#begin()
    if (this.#source.version() === last.version) return
    const now = this.#read(last.u)
    const b = changedLevels(last.bids, now.bids, -1)
    const a = changedLevels(last.asks, now.asks, 1)
    if (b.length === 0 && a.length === 0) {
      this.#published = now
      return
    }
    this.#published = { ...now, u: last.u + 1 }
    if (this.#listeners.size === 0) return
    const side = (levels: Levels): WireLevel[] => levels.map((level) => this.#level(level))
    const frame = {
      data: { s: this.#source.name, b: side(b), a: side(a), u: last.u + 1, seq: now.seq },
      cts: now.timeMs,
    }
    for (const listener of this.#listeners) listener(frame)
  }

  /** A removed level has the size `0`, without decimals. */
  #level(level: Level): WireLevel {
    const [price, size] = this.#source.encode(level)
    return [price, level.qtyLots === 0 ? '0' : size]
  }

  #begin(): Published {
    this.#published = this.#read(1)
    return this.#published
  }

  #read(u: number): Published {
    const { exchange } = this.#parts
    const view = this.#source.depth(this.#depth)
    return {
      version: view?.version ?? 0,
      bids: view?.bids ?? [],
      asks: view?.asks ?? [],
      u,
      seq: exchange.lastSeq(),
      timeMs: exchange.lastTimeMs(),
    }
  }
}

/** All streams of an exchange. */
export type BookStreams = {
  readonly of: (instrument: Instrument, depth: number) => BookStream
  /**
   * Returns the stream of a source, created if there is none of its name and depth; that of an
   * ended market is not kept.
   */
  readonly ofSource: (key: string, depth: number, make: () => BookSource) => BookStream
}

const streams = new WeakMap<V5Parts['exchange'], BookStreams>()

/** Returns the streams of an exchange, which REST and sockets share. */
export function bookStreams(parts: V5Parts): BookStreams {
  const known = streams.get(parts.exchange)
  if (known !== undefined) return known
  const open = new Map<string, BookStream>()
  const made: BookStreams = {
    of: (instrument, depth) =>
      made.ofSource(instrument.symbol, depth, () => instrumentBook(parts, instrument)),
    ofSource(key, depth, make) {
      const name = `${depth} ${key}`
      const known = open.get(name)
      if (known !== undefined) return known
      // Options end every day; a new stream is the time to drop those of the ended.
      for (const [other, { isOver }] of open) if (isOver) open.delete(other)
      const stream = new BookStream(parts, make(), depth)
      if (!stream.isOver) open.set(name, stream)
      return stream
    },
  }
  streams.set(parts.exchange, made)
  return made
}

function instrumentBook({ exchange }: V5Parts, instrument: Instrument): BookSource {
  const { symbol } = instrument
  return {
    name: v5Symbol(instrument),
    version: () => exchange.views.bookVersion(symbol),
    depth: (levels) => exchange.views.depth(symbol, levels),
    encode: ({ priceTicks: price, qtyLots: lots }) => [
      formatPrice(instrument, priceTicks(price)),
      formatQty(instrument, qtyLots(lots)),
    ],
    hasEnded: () => exchange.views.symbol(symbol)?.deliveredE8 !== undefined,
  }
}

/** The depth of the stream that REST answers from. */
export const fullDepth = 1000
export const optionFullDepth = 100
