// The order book as displayed: both sides flat in ticks and lots, and whether it is complete.

import { formatTopic } from '@basis/protocol/topics/topic'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import { useWatch, watch } from '../feed/push.ts'

export type Book = {
  /** Best level first: ticks, lots, ticks, lots, … */
  readonly bids: Float64Array
  readonly asks: Float64Array
  readonly seq: number
  /** False from a sequence gap or a lost connection until the next snapshot. */
  readonly isLive: boolean
}

/** Levels of a side: enough for thirty rows at the coarsest grouping. */
export const bookDepth = 200

export const bookStore: StreamStore<string, Book> = createStreamStore()

/** Returns a symbol's book and subscribes to it while the component is mounted. */
export function useBook(symbol: string): Book | undefined {
  useWatch(formatTopic({ kind: 'orderBook', depth: bookDepth, symbol }))
  return useStream(bookStore, symbol)
}

/** Whether a book has arrived and is live, for components that draw it themselves. */
export type BookState = 'missing' | 'live' | 'stale'

/** As `useBook`, but re-renders only when this state changes. */
export function useBookState(symbol: string): BookState {
  useWatch(formatTopic({ kind: 'orderBook', depth: bookDepth, symbol }))
  const subscribe = useCallback(
    (reader: () => void) => bookStore.subscribe(symbol, reader),
    [symbol],
  )
  return useSyncExternalStore(subscribe, () => {
    const book = bookStore.shown(symbol)
    return book === undefined ? 'missing' : book.isLive ? 'live' : 'stale'
  })
}

/** How often `useBookNow` reads the book. */
const readEveryMs = 250

/**
 * Returns a live book for calculations, read four times a second; not subscribed and undefined
 * while it is not wanted.
 */
export function useBookNow(symbol: string, isWanted: boolean): Book | undefined {
  return useBooksNow(isWanted ? [symbol] : [])(symbol)
}

/** The same for several symbols; undefined for a symbol that was not passed. */
export function useBooksNow(symbols: readonly string[]): (symbol: string) => Book | undefined {
  const [books, setBooks] = useState<ReadonlyMap<string, Book | undefined>>(new Map())
  const asked = symbols.join(' ')
  useEffect(() => {
    const wanted = asked === '' ? [] : asked.split(' ')
    if (wanted.length === 0) return undefined
    const letGo = wanted.map((symbol) =>
      watch(formatTopic({ kind: 'orderBook', depth: bookDepth, symbol })),
    )
    const read = (): void =>
      setBooks(new Map(wanted.map((symbol) => [symbol, bookStore.shown(symbol)])))
    const timers = [setTimeout(read, 0), setInterval(read, readEveryMs)]
    return () => {
      timers.forEach((timer) => clearInterval(timer))
      letGo.forEach((stop) => stop())
    }
  }, [asked])
  return (symbol) => {
    const book = symbols.includes(symbol) ? books.get(symbol) : undefined
    return book?.isLive === true ? book : undefined
  }
}
