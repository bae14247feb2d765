// The page's side of the feed: starts the worker, sends it the watched topics, passes its batches
// on.

import { useEffect } from 'react'
import {
  formatTopic,
  parseTopic,
  privateSocketPath,
  privateSocketVersion,
  publicSocketPath,
  type TopicKind,
} from '@basis/protocol/topics/topic'
import type { FeedBatch, FromFeed, ToFeed } from './messages.ts'
import type { Grid } from './market.ts'

/** The names of the topics that every page subscribes to. */
const everywhere: readonly string[] = [
  formatTopic({ kind: 'tickers' }),
  formatTopic({ kind: 'notice' }),
]

/** The page's handlers of the feed's messages; set once when the page starts. */
export type PushHandlers = {
  readonly onBatch: (batch: FeedBatch) => void
  /** Returns a one-time token, or undefined if none is available. */
  readonly token: () => Promise<string | undefined>
  readonly onLoginRefused: () => void
  /** A topic has lost its last subscriber: its data are stale from now on. */
  readonly onForgotten: (topic: string) => void
}

const counts = new Map<string, number>()
let worker: Worker | undefined
let isScheduled = false
let sentTopics: readonly string[] = []
/** The kind and symbol of each topic sent that has a symbol. */
let watchedSymbols: ReadonlySet<string> = new Set()
let forget: PushHandlers['onForgotten'] = () => undefined

declare global {
  interface Window {
    /** The feed's worker, if public/boot.js has started it. */
    basisFeed?: Worker | undefined
  }
}

/** Returns the worker that was started earlier, or a new one; the build names its script. */
function feedWorker(): Worker {
  const { basisFeed } = window
  window.basisFeed = undefined
  if (basisFeed !== undefined) return basisFeed
  const script = document.querySelector<HTMLElement>('#layout-links')?.dataset['worker']
  if (script === undefined) throw new Error('The document does not name the script of the feed')
  return new Worker(script, { type: 'module', name: 'feed' })
}

/** Starts the feed's worker and opens the public socket; returns a function that stops it. */
export function startPush(handlers: PushHandlers, page: URL = new URL(location.href)): () => void {
  const made = feedWorker()
  worker = made
  forget = handlers.onForgotten
  made.onmessage = ({ data }: MessageEvent<FromFeed>) => {
    if (data.kind === 'batch') handlers.onBatch(stillWatched(data.batch))
    else if (data.kind === 'loginRefused') handlers.onLoginRefused()
    else void handlers.token().then((token) => send({ kind: 'token', token }))
  }
  const wake = (): void => {
    if (document.visibilityState === 'visible') send({ kind: 'wake' })
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  const { publicUrl, privateUrl } = socketUrls(page)
  send({ kind: 'start', publicUrl, privateUrl })
  sendTopics()
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    send({ kind: 'stop' })
    made.terminate()
    worker = undefined
  }
}

/** Returns both sockets' addresses on the page's own host (spec 7: `{channel path}?v=2`). */
function socketUrls(page: URL): { publicUrl: string; privateUrl: string } {
  const origin = `${page.protocol === 'https:' ? 'wss:' : 'ws:'}//${page.host}`
  return {
    publicUrl: `${origin}${publicSocketPath}`,
    privateUrl: `${origin}${privateSocketPath}?v=${privateSocketVersion}`,
  }
}

const grids = new Map<string, Grid>()

/**
 * Sends the worker the steps of the listed instruments; returns the symbols whose steps are new or
 * have changed. Topics that were watched before their steps were known are resubscribed, and only
 * those.
 */
export function emitGrids(listed: readonly Grid[]): readonly string[] {
  const fresh = new Set(listed.filter(isChanged).map(({ symbol }) => symbol))
  if (fresh.size === 0) return []
  for (const grid of listed) grids.set(grid.symbol, grid)
  send({ kind: 'grids', grids: listed })
  send({ kind: 'watch', topics: sentTopics.filter((topic) => !isParsedBy(topic, fresh)) })
  sendTopics()
  return [...fresh]
}

function isChanged({ symbol, tickSizeE8, lotSizeE8 }: Grid): boolean {
  const known = grids.get(symbol)
  return known?.tickSizeE8 !== tickSizeE8 || known.lotSizeE8 !== lotSizeE8
}

/** True for topics whose messages are parsed by the steps of one of the symbols. */
function isParsedBy(topic: string, symbols: ReadonlySet<string>): boolean {
  const parsed = parseTopic(topic)
  return parsed !== undefined && 'symbol' in parsed && symbols.has(parsed.symbol)
}

/** Asks for the account's state from the start, e.g. because it can be parsed only now. */
export function resyncAccount(): void {
  send({ kind: 'resync' })
}

/** Opens the private socket of an account, in place of the one before, or closes it. */
export function emitAccount(uid: string | undefined): void {
  send({ kind: 'account', uid })
}

/** Subscribes to a topic; returns the unsubscribe. Subscribers share one subscription. */
export function watch(topic: string): () => void {
  counts.set(topic, (counts.get(topic) ?? 0) + 1)
  scheduleTopics()
  return () => {
    const left = (counts.get(topic) ?? 1) - 1
    if (left > 0) counts.set(topic, left)
    else counts.delete(topic)
    scheduleTopics()
  }
}

/** Subscribes to a topic while the component is mounted. */
export function useWatch(topic: string): void {
  useEffect(() => watch(topic), [topic])
}

// A page change ends some subscriptions and begins others; the worker gets one message for all.
function scheduleTopics(): void {
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(() => {
    isScheduled = false
    sendTopics()
  })
}

function sendTopics(): void {
  const topics = [...everywhere, ...counts.keys()]
  for (const topic of sentTopics) if (!topics.includes(topic)) forget(topic)
  sentTopics = topics
  watchedSymbols = new Set(topics.flatMap(symbolKey))
  send({ kind: 'watch', topics })
}

function symbolKey(name: string): string[] {
  const topic = parseTopic(name)
  return topic !== undefined && 'symbol' in topic ? [`${topic.kind} ${topic.symbol}`] : []
}

/**
 * Returns a batch without the data of topics that were left while it was made: they were forgotten
 * and would look current when the topic is watched again.
 */
function stillWatched(batch: FeedBatch): FeedBatch {
  const isOf =
    (kind: TopicKind) =>
    ({ symbol }: { readonly symbol: string }): boolean =>
      watchedSymbols.has(`${kind} ${symbol}`)
  const isSpread = isOf('spread')
  return {
    ...batch,
    tickers: batch.tickers.filter(isOf('instrumentInfo')),
    books: batch.books.filter(isOf('orderBook')),
    trades: batch.trades.filter(isOf('trade')),
    liquidations: batch.liquidations.filter(isOf('liquidation')),
    spreads: batch.spreads.filter(({ instrument }) => isSpread(instrument)),
  }
}

function send(message: ToFeed): void {
  worker?.postMessage(message)
}
