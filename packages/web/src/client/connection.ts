// The state of the connection to the exchange: the two sockets, the age of the data, the time to an
// acknowledgement, and the offset of the local clock.

import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { LinkState } from '../feed/messages.ts'

/** A number on screen is true or visibly old (reliability T1). */
const BOOK_STALE_MS = 3_000
const PRIVATE_STALE_MS = 10_000
/** From this age market orders that open are blocked (T1). */
const BOOK_BLOCK_MS = 10_000

/**
 * live: heard lately; stale: connected or reconnecting, but what is shown is old; offline: gone.
 */
export type Liveness = 'live' | 'stale' | 'offline'

export type Connection = {
  readonly publicLink: LinkState
  readonly privateLink: LinkState
  /** Local times of the last word on each socket; 0 before the first. */
  readonly publicHeardMs: number
  readonly privateHeardMs: number
  readonly market: Liveness
  readonly account: Liveness
  /** Round trip of the last act that the exchange acknowledged. */
  readonly ackMs: number | undefined
  /** The fastest round trip of a call of the last minutes. */
  readonly tripMs: number | undefined
  /** Server clock − local clock. */
  readonly clockOffsetMs: number
  /** The engine's time as last told, ms of the server's clock. */
  readonly engineMs: number
}

const connectionAtStart: Connection = {
  publicLink: 'connecting',
  privateLink: 'closed',
  publicHeardMs: 0,
  privateHeardMs: 0,
  market: 'offline',
  account: 'offline',
  ackMs: undefined,
  tripMs: undefined,
  clockOffsetMs: 0,
  engineMs: 0,
}

export const useConnection = create<Connection>()(() => connectionAtStart)

/** Returns how true a socket's figures are, by its state and the time since it was last heard. */
export function livenessOf(
  link: LinkState,
  heard: { readonly heardMs: number; readonly nowMs: number; readonly staleMs: number },
): Liveness {
  if (link === 'waiting' || link === 'closed') return 'offline'
  if (link === 'connecting') return heard.heardMs === 0 ? 'offline' : 'stale'
  return heard.nowMs - heard.heardMs > heard.staleMs ? 'stale' : 'live'
}

/** A page that did nothing for so long has slept: the clock asks twice a second. */
const SLEPT_MS = 3_000
/** What waited during a sleep is old; it is taken in before anything is called live (T2). */
const WAKING_MS = 500
let refreshedMs = 0
let wokenMs = Number.NEGATIVE_INFINITY

/** Takes in what the feed has heard, or only the passing of time when called with nothing. */
export function refreshConnection(change: Partial<Connection> = {}, nowMs = Date.now()): void {
  const before = useConnection.getState()
  const next = { ...before, ...change }
  if (refreshedMs > 0 && nowMs - refreshedMs > SLEPT_MS) wokenMs = nowMs
  refreshedMs = nowMs
  const isWaking = nowMs - wokenMs < WAKING_MS
  const market = livenessOf(next.publicLink, {
    heardMs: next.publicHeardMs,
    nowMs,
    staleMs: BOOK_STALE_MS,
  })
  const account = livenessOf(next.privateLink, {
    heardMs: next.privateHeardMs,
    nowMs,
    staleMs: PRIVATE_STALE_MS,
  })
  useConnection.setState({
    ...change,
    market: isWaking && market === 'live' ? 'stale' : market,
    account: isWaking && account === 'live' ? 'stale' : account,
  })
}

/** Does the exchange tell at once what happens to the account? Then an answer need not. */
export const isPushed = (): boolean => useConnection.getState().privateLink === 'open'

/** Takes in an acknowledged act. */
export function noteAcknowledged(ackMs: number): void {
  useConnection.setState({ ackMs: Math.round(ackMs) })
}

/**
 * Takes in the server's time of an answer. The middle of the round trip is when it was written;
 * slow answers say little, so a faster one always wins over a slower one within a minute.
 */
export function noteServerTime(serverMs: number, sentMs: number, receivedMs: number): void {
  const tripMs = receivedMs - sentMs
  if (tripMs < 0 || (tripMs > bestTrip.tripMs && receivedMs - bestTrip.atMs < 60_000)) return
  bestTrip = { tripMs, atMs: receivedMs }
  const offset = Math.round(serverMs - (sentMs + tripMs / 2))
  useConnection.setState({ clockOffsetMs: offset, tripMs: Math.round(tripMs) })
}

let bestTrip = { tripMs: Number.POSITIVE_INFINITY, atMs: 0 }

/** Returns the server's time now, as well as it is known (reliability T8). */
export function serverNowMs(localMs: number = Date.now()): number {
  return localMs + useConnection.getState().clockOffsetMs
}

/** Keeps the ages current; returns how to stop. A woken tab is looked at before it paints (T2). */
export function startConnectionClock(page: Document = document): () => void {
  const refresh = (): void => refreshConnection()
  const timer = setInterval(refresh, 500)
  page.addEventListener('visibilitychange', refresh)
  return () => {
    clearInterval(timer)
    page.removeEventListener('visibilitychange', refresh)
  }
}

/** Is the market's book too old to trade against (market orders that open are blocked, T1)? */
export function isBookBlocked(connection: Connection, nowMs: number): boolean {
  return connection.market === 'offline' || nowMs - connection.publicHeardMs > BOOK_BLOCK_MS
}

/** Returns the server's time and paints again at each step. */
export function useServerNowMs(stepMs = 1_000): number {
  const [nowMs, setNowMs] = useState(() => serverNowMs())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return nowMs
}
