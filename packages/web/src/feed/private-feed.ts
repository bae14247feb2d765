// The feed of the private socket: a one-time token, login, subscriptions, and messages in sequence.

import type { privateMessages } from '@basis/protocol/topics/private-messages'
import { socketReply } from '@basis/protocol/topics/operations'
import { formatTopic, parseTopic } from '@basis/protocol/topics/topic'
import * as z from 'zod/mini'
import type { Collector } from './collector.ts'
import { Link, topicNameOf, type FeedPorts } from './link.ts'
import { userKinds, type UserPush } from './messages.ts'

/** Timeout of the login's answer; the request for its token has its own. */
const LOGIN_MS = 8_000
/** The least time between two resubscriptions of a topic with a sequence gap. */
const RESUBSCRIBE_MS = 1_000

type Schemas = typeof privateMessages

export type PrivateFeedOptions = {
  readonly ports: FeedPorts
  readonly url: string
  readonly collector: Collector
  /** Loads the schemas of the account's messages, which a visitor does not need. */
  readonly loadSchemas: () => Promise<Schemas>
  /** Asks for a token; each connection needs a new one (reliability T6, S17). */
  readonly wantToken: () => void
  readonly onRefused: () => void
}

/** Passes the account's messages to the collector, each once and in sequence. */
export class PrivateFeed {
  readonly #options: PrivateFeedOptions
  readonly #link: Link
  readonly #names = userKinds.map((kind) => formatTopic({ kind }))
  readonly #lastNo = new Map<string, number>()
  readonly #recentlyAsked = new Set<string>()
  #schemas: Schemas | undefined
  #isLoading = false
  #isLoggedIn = false
  #isOpen = false
  #cancelLogin: (() => void) | undefined

  constructor(options: PrivateFeedOptions) {
    this.#options = options
    const { ports, url, collector } = options
    this.#link = new Link({
      ports,
      url,
      onOpen: () => this.#beginLogin(),
      onMessage: (message) => this.#take(message),
      onReceived: () => {
        if (this.#isLoggedIn) collector.hear('private')
      },
      // An open socket delivers nothing before its login: the page still sees it as connecting.
      onState: (state) => {
        this.#isOpen = state === 'open'
        if (!this.#isOpen) {
          this.#cancelLogin?.()
          this.#clearChannels()
        }
        collector.setLink('private', state === 'open' ? 'connecting' : state)
      },
    })
  }

  /** Connects; the schemas are loaded meanwhile. */
  open(): void {
    this.#link.open()
    this.#loadSchemas()
  }

  wake(): void {
    this.#link.wake()
  }

  /**
   * Resubscribes the topics that are parsed by instrument steps; before the login nothing is
   * subscribed.
   */
  resync(): void {
    if (!this.#isLoggedIn) return
    for (const kind of ['userOrder', 'userPosition'] as const)
      this.#subscribeAgain(formatTopic({ kind }))
  }

  close(): void {
    this.#cancelLogin?.()
    this.#link.close()
  }

  /** A closed socket loses its subscriptions, however it was closed (spec 4). */
  #clearChannels(): void {
    this.#isLoggedIn = false
    this.#lastNo.clear()
    this.#recentlyAsked.clear()
  }

  /** The answer to `wantToken`; without a token the connection is retried later. */
  giveToken(token: string | undefined): void {
    if (token === undefined) return this.#link.drop()
    // A token for a socket that has closed must not start the login timeout of the next one.
    if (this.#isLoggedIn || !this.#isOpen) return undefined
    this.#cancelLogin?.()
    this.#cancelLogin = this.#options.ports.after(LOGIN_MS, () => {
      if (!this.#isLoggedIn) this.#link.drop()
    })
    return this.#link.send({ op: 'login', args: [token] })
  }

  // Without the schemas no message could be read: their loading begins the login.
  #beginLogin(): void {
    this.#cancelLogin?.()
    if (this.#schemas === undefined) this.#loadSchemas()
    else this.#options.wantToken()
  }

  /** After a failure the connection is retried later, and with it the loading. */
  #loadSchemas(): void {
    if (this.#schemas !== undefined || this.#isLoading) return
    this.#isLoading = true
    this.#options.loadSchemas().then(
      (schemas) => {
        this.#schemas = schemas
        if (this.#isOpen) this.#beginLogin()
      },
      (error: unknown) => {
        console.error('The schemas of the private messages could not be loaded', error)
        this.#isLoading = false
        this.#link.drop()
      },
    )
  }

  #take(message: unknown): void {
    const name = topicNameOf(message)
    if (name === undefined) return this.#takeReply(message)
    const kind = parseTopic(name)?.kind
    const known = userKinds.find((each) => each === kind)
    if (known === undefined || this.#schemas === undefined) return
    const read = z.safeParse(this.#schemas[known], message)
    if (!read.success) return this.#resubscribe(name)
    const { type, no, seq, ts, data } = read.data
    if (!this.#follows(name, type, no)) return
    this.#options.collector.noteEngine(ts)
    const push = { kind: known, isSnapshot: type === 'snapshot', seq, timeMs: ts, data } as UserPush
    this.#options.collector.addPush(push)
  }

  // W1, W2: a repeated number is ignored, a gap requests the snapshot again.
  #follows(name: string, type: 'snapshot' | 'delta', no: number): boolean {
    const before = this.#lastNo.get(name)
    if (type === 'delta') {
      if (before === undefined || no <= before) return false
      if (no !== before + 1) {
        this.#resubscribe(name)
        return false
      }
    }
    this.#lastNo.set(name, no)
    return true
  }

  #resubscribe(name: string): void {
    if (this.#recentlyAsked.has(name)) return
    this.#recentlyAsked.add(name)
    this.#options.ports.after(RESUBSCRIBE_MS, () => this.#recentlyAsked.delete(name))
    this.#subscribeAgain(name)
  }

  #subscribeAgain(name: string): void {
    this.#lastNo.delete(name)
    this.#link.send({ op: 'unsubscribe', args: [name] })
    this.#link.send({ op: 'subscribe', args: [name] })
  }

  #takeReply(message: unknown): void {
    const read = z.safeParse(socketReply, message)
    if (!read.success) return
    if (read.data.type === 'login_success') {
      this.#isLoggedIn = true
      this.#cancelLogin?.()
      this.#options.collector.setLink('private', 'open')
      this.#options.collector.hear('private')
      this.#link.send({ op: 'subscribe', args: this.#names })
    } else if (read.data.type === 'login_fail') {
      this.#options.onRefused()
      this.#link.drop()
    }
  }
}
