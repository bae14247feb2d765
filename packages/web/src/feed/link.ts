// A reconnecting socket: opened, kept alive by heartbeats, reopened with back-off and full jitter.

import { reconnectDelayMs } from './backoff.ts'
import type { LinkState } from './messages.ts'

/** The part of a WebSocket that is used; tests pass their own. */
export interface FeedSocket {
  send(text: string): void
  close(code?: number): void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: (() => void) | null
}

/** The feed's ports: sockets, time and random numbers, replaceable in tests. */
export interface FeedPorts {
  openSocket(url: string): FeedSocket
  nowMs(): number
  /** Runs the work once after a delay; returns a function that cancels it. */
  after(ms: number, work: () => void): () => void
  /** A number in [0, 1). */
  chance(): number
}

/**
 * Interval of the liveness check; a socket silent for QUIET_MS is pinged, for DEAD_MS is closed.
 */
const CHECK_MS = 500
const QUIET_MS = 1_000
const DEAD_MS = 10_000
/** A connection that lasted this long was good: the next loss resets the back-off. */
const STABLE_MS = 5_000

export type LinkOptions = {
  readonly ports: FeedPorts
  readonly url: string
  /** The socket is open: subscribe, log in. */
  readonly onOpen: () => void
  /** A message that was JSON; pings are answered here and not passed on. */
  readonly onMessage: (message: unknown) => void
  readonly onState: (state: LinkState) => void
  /** Any message has arrived. */
  readonly onReceived: () => void
}

/** A socket to one address; closed until `open`. */
export class Link {
  readonly #options: LinkOptions
  #state: LinkState = 'closed'
  #socket: FeedSocket | undefined
  #attempt = 0
  #openedMs = 0
  #receivedMs = 0
  #pingedMs = 0
  #cancelTimer: (() => void) | undefined

  constructor(options: LinkOptions) {
    this.#options = options
  }

  open(): void {
    if (this.#state === 'closed') this.#connect()
  }

  /** Closes cleanly (1000) and stays closed. */
  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#attempt = 0
    this.#release(1000)
    this.#become('closed')
  }

  /** Sends if the socket is open; otherwise the message is discarded, not queued. */
  send(message: unknown): void {
    if (this.#state === 'open') this.#socket?.send(JSON.stringify(message))
  }

  /** Reconnects at once if it was waiting, because the network or the user is back. */
  wake(): void {
    if (this.#state !== 'waiting') return
    this.#attempt = 0
    this.#connect()
  }

  /** Drops the socket as if it had broken, so that it is reopened. */
  drop(): void {
    if (this.#state === 'closed') return
    const { ports } = this.#options
    this.#release()
    const lastedMs = this.#openedMs === 0 ? 0 : ports.nowMs() - this.#openedMs
    if (lastedMs > STABLE_MS) this.#attempt = 0
    this.#openedMs = 0
    this.#become('waiting')
    this.#schedule(reconnectDelayMs(this.#attempt, ports.chance()), () => this.#connect())
    this.#attempt += 1
  }

  #connect(): void {
    const { ports, url } = this.#options
    this.#become('connecting')
    this.#receivedMs = ports.nowMs()
    const socket = ports.openSocket(url)
    this.#socket = socket
    socket.onopen = () => {
      this.#openedMs = ports.nowMs()
      this.#receivedMs = this.#openedMs
      this.#become('open')
      this.#options.onOpen()
    }
    socket.onmessage = (event) => this.#take(event.data)
    socket.onclose = () => this.drop()
    this.#schedule(CHECK_MS, () => this.#check())
  }

  #take(text: unknown): void {
    this.#receivedMs = this.#options.ports.nowMs()
    this.#options.onReceived()
    const message = parsed(text)
    if (isPing(message)) this.#socket?.send('{"op":"pong"}')
    else if (message !== undefined) this.#options.onMessage(message)
  }

  #check(): void {
    const now = this.#options.ports.nowMs()
    const silentMs = now - this.#receivedMs
    if (silentMs > DEAD_MS) return this.drop()
    if (this.#state === 'open' && silentMs > QUIET_MS && now - this.#pingedMs > QUIET_MS) {
      this.#pingedMs = now
      this.#socket?.send('{"op":"ping"}')
    }
    this.#schedule(CHECK_MS, () => this.#check())
  }

  #schedule(ms: number, work: () => void): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#options.ports.after(ms, work)
  }

  #release(code?: number): void {
    const socket = this.#socket
    this.#socket = undefined
    if (socket === undefined) return
    socket.onopen = null
    socket.onmessage = null
    socket.onclose = null
    socket.close(code)
  }

  #become(state: LinkState): void {
    if (this.#state === state) return
    this.#state = state
    this.#options.onState(state)
  }
}

/** Returns a message's topic; undefined for the socket's own replies. */
export function topicNameOf(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('topic' in message)) return undefined
  return typeof message.topic === 'string' ? message.topic : undefined
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Text that is not JSON is dropped; the sequence numbers show what was lost.
    return undefined
  }
}

function isPing(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message
    ? message.type === 'ping'
    : false
}
