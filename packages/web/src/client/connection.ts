// The state of the connection to the exchange: both sockets, the age of the data, the round trip of
// requests, and the offset of the local clock.

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { LinkState } from '../feed/messages.ts'

/** A figure on screen is either current or visibly stale (reliability T1). */
const BOOK_STALE_MS = 3_000
const PRIVATE_STALE_MS = 10_000
/** From this age on, market orders that open a position are blocked (T1). */
const BOOK_BLOCK_MS = 10_000

/**
 * live: messages arrive; stale: connected or reconnecting, but the data are old; offline: not
 * connected.
 */
export type Liveness = 'live' | 'stale' | 'offline'

export type Connection = {
  readonly publicLink: LinkState
  readonly privateLink: LinkState
  /** Local time of the last message on each socket; 0 before the first. */
  readonly publicReceivedMs: number
  readonly privateReceivedMs: number
  readonly market: Liveness
  readonly account: Liveness
  /** Round trip of the last request that the exchange acknowledged. */
  readonly ackMs: number | undefined
  /** The fastest round trip of a call in the last minute. */
  readonly tripMs: number | undefined
  /** Server clock − local clock. */
  readonly clockOffsetMs: number
  /** The engine's last reported time, in ms of the server's clock. */
  readonly engineMs: number
}

const connectionAtStart: Connection = {
  publicLink: 'connecting',
  privateLink: 'closed',
  publicReceivedMs: 0,
  privateReceivedMs: 0,
  market: 'offline',
  account: 'offline',
  ackMs: undefined,
  tripMs: undefined,
  clockOffsetMs: 0,
  engineMs: 0,
}

export const useConnection = create<Connection>()(() => connectionAtStart)

/** Returns how current a socket's data are, by its state and the time since its last message. */
export function livenessOf(
  link: LinkState,
  heard: { readonly receivedMs: number; readonly nowMs: number; readonly staleMs: number },
): Liveness {
  if (link === 'waiting' || link === 'closed') return 'offline'
  if (link === 'connecting') return heard.receivedMs === 0 ? 'offline' : 'stale'
  return heard.nowMs - heard.receivedMs > heard.staleMs ? 'stale' : 'live'
}

/**
 * A gap of this length between two refreshes (normally 500 ms) means that the page was suspended.
 */
const SUSPENDED_MS = 3_000
/**
 * Messages queued during a suspension are old; they are processed before the data count as live
 * (T2).
 */
const RESUMING_MS = 500
let refreshedMs = 0
let resumedMs = Number.NEGATIVE_INFINITY

/** Applies changes reported by the feed; without a change, only the ages are recomputed. */
export function refreshConnection(change: Partial<Connection> = {}, nowMs = Date.now()): void {
  const before = useConnection.getState()
  const next = { ...before, ...change }
  if (refreshedMs > 0 && nowMs - refreshedMs > SUSPENDED_MS) resumedMs = nowMs
  refreshedMs = nowMs
  const isResuming = nowMs - resumedMs < RESUMING_MS
  const market = livenessOf(next.publicLink, {
    receivedMs: next.publicReceivedMs,
    nowMs,
    staleMs: BOOK_STALE_MS,
  })
  const account = livenessOf(next.privateLink, {
    receivedMs: next.privateReceivedMs,
    nowMs,
    staleMs: PRIVATE_STALE_MS,
  })
  useConnection.setState({
    ...change,
    market: isResuming && market === 'live' ? 'stale' : market,
    account: isResuming && account === 'live' ? 'stale' : account,
  })
}

/**
 * True while the private socket is open: it reports every change, so answers need not be read for
 * it.
 */
export const isPushed = (): boolean => useConnection.getState().privateLink === 'open'

/** Stores the round trip of an acknowledged request. */
export function noteAcknowledged(ackMs: number): void {
  useConnection.setState({ ackMs: Math.round(ackMs) })
}

/**
 * Updates the clock offset from an answer's server time, taken as the middle of the round trip. A
 * slow answer is imprecise, so the fastest one of a minute is used, until another contradicts it:
 * then the local clock was set meanwhile.
 */
export function noteServerTime(serverMs: number, sentMs: number, receivedMs: number): void {
  const tripMs = receivedMs - sentMs
  if (tripMs < 0) return
  const offset = Math.round(serverMs - (sentMs + tripMs / 2))
  const distanceMs = Math.abs(offset - useConnection.getState().clockOffsetMs)
  const isPossible = distanceMs <= (tripMs + bestTrip.tripMs) / 2 + 1
  const isOld = receivedMs - bestTrip.atMs >= 60_000
  if (tripMs > bestTrip.tripMs && isPossible && !isOld) return
  bestTrip = { tripMs, atMs: receivedMs }
  useConnection.setState({ clockOffsetMs: offset, tripMs: Math.round(tripMs) })
}

let bestTrip = { tripMs: Number.POSITIVE_INFINITY, atMs: 0 }

/** Returns the estimated current server time (reliability T8). */
export function serverNowMs(localMs: number = Date.now()): number {
  return localMs + useConnection.getState().clockOffsetMs
}

/**
 * Refreshes the ages twice a second and as soon as the tab becomes visible (T2); returns its stop.
 */
export function startConnectionClock(page: Document = document): () => void {
  const refresh = (): void => refreshConnection()
  const timer = setInterval(refresh, 500)
  page.addEventListener('visibilitychange', refresh)
  return () => {
    clearInterval(timer)
    page.removeEventListener('visibilitychange', refresh)
  }
}

/** Is the order book too old to trade against? If so, market orders that open are blocked (T1). */
export function isBookBlocked(connection: Connection, nowMs: number): boolean {
  return connection.market === 'offline' || nowMs - connection.publicReceivedMs > BOOK_BLOCK_MS
}

/** Returns the server's time and re-renders at each step. */
export function useServerNowMs(stepMs = 1_000): number {
  const [nowMs, setNowMs] = useState(() => serverNowMs())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return nowMs
}
