// The page's side of the feed: starts the worker, tells it what is watched, hands its batches on.

import { useEffect } from 'react'
import {
  formatTopic,
  parseTopic,
  privateSocketPath,
  privateSocketVersion,
  publicSocketPath,
} from '@basis/protocol/topics'
import type { FeedBatch, FromFeed, ToFeed } from './messages.ts'
import type { Grid } from './market.ts'

/** The names of the topics that every page wants. */
const everywhere: readonly string[] = [
  formatTopic({ kind: 'tickers' }),
  formatTopic({ kind: 'notice' }),
]

/** What the page does with the feed's words; given once when the page starts. */
export type PushHandlers = {
  readonly onBatch: (batch: FeedBatch) => void
  /** Returns a one-time token, or undefined when none can be had. */
  readonly token: () => Promise<string | undefined>
  readonly onLoginRefused: () => void
  /** Nobody watches a topic any more: what it brought grows old from here on. */
  readonly onForgotten: (topic: string) => void
}

const counts = new Map<string, number>()
let worker: Worker | undefined
let isTellingLater = false
let told: readonly string[] = []
let forget: PushHandlers['onForgotten'] = () => undefined

/** The address of the worker's script, which the document has from the build. */
function feedScript(): string {
  const script = document.querySelector<HTMLElement>('#layout-links')?.dataset['worker']
  if (script === undefined) throw new Error('The document does not name the script of the feed')
  return script
}

/** Starts the feed's worker and opens the public socket; returns how to stop it. */
export function startPush(handlers: PushHandlers, page: URL = new URL(location.href)): () => void {
  const made = new Worker(feedScript(), { type: 'module', name: 'feed' })
  worker = made
  forget = handlers.onForgotten
  made.onmessage = ({ data }: MessageEvent<FromFeed>) => {
    if (data.kind === 'batch') handlers.onBatch(data.batch)
    else if (data.kind === 'loginRefused') handlers.onLoginRefused()
    else void handlers.token().then((token) => tell({ kind: 'token', token }))
  }
  const wake = (): void => {
    if (document.visibilityState === 'visible') tell({ kind: 'wake' })
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  const { publicUrl, privateUrl } = socketUrls(page)
  tell({ kind: 'start', publicUrl, privateUrl })
  tellWatched()
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    tell({ kind: 'stop' })
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
 * Tells the worker the steps of the listed instruments; returns whether any of them is new. What
 * was watched before its grid was known has to be asked for again from the start, and only that.
 */
export function emitGrids(listed: readonly Grid[]): boolean {
  const fresh = new Set(listed.filter(isNews).map(({ symbol }) => symbol))
  if (fresh.size === 0) return false
  for (const grid of listed) grids.set(grid.symbol, grid)
  tell({ kind: 'grids', grids: listed })
  tell({ kind: 'watch', topics: told.filter((topic) => !isReadBy(topic, fresh)) })
  tellWatched()
  return true
}

function isNews({ symbol, tickSizeE8, lotSizeE8 }: Grid): boolean {
  const known = grids.get(symbol)
  return known?.tickSizeE8 !== tickSizeE8 || known.lotSizeE8 !== lotSizeE8
}

/** Candles come as they are, and the feed keeps the lines of the picker as they came. */
function isReadBy(topic: string, symbols: ReadonlySet<string>): boolean {
  const parsed = parseTopic(topic)
  return parsed !== undefined && 'symbol' in parsed && symbols.has(parsed.symbol)
}

/** Asks for the account's state from the start, e.g. since it can be read only now. */
export function resyncAccount(): void {
  tell({ kind: 'resync' })
}

/** Opens or closes the private socket. */
export function emitAccount(isSignedIn: boolean): void {
  tell({ kind: 'account', isSignedIn })
}

/** Keeps a topic coming; returns how to let go of it. Readers of one topic share it. */
export function watch(topic: string): () => void {
  counts.set(topic, (counts.get(topic) ?? 0) + 1)
  tellLater()
  return () => {
    const left = (counts.get(topic) ?? 1) - 1
    if (left > 0) counts.set(topic, left)
    else counts.delete(topic)
    tellLater()
  }
}

/** Keeps a topic coming while the component is on the page. */
export function useWatch(topic: string): void {
  useEffect(() => watch(topic), [topic])
}

// One page change lets go of some topics and takes up others; the worker hears of it once.
function tellLater(): void {
  if (isTellingLater) return
  isTellingLater = true
  queueMicrotask(() => {
    isTellingLater = false
    tellWatched()
  })
}

function tellWatched(): void {
  const topics = [...everywhere, ...counts.keys()]
  for (const topic of told) if (!topics.includes(topic)) forget(topic)
  told = topics
  tell({ kind: 'watch', topics })
}

function tell(message: ToFeed): void {
  worker?.postMessage(message)
}
