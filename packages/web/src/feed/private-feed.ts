// The private socket's side of the feed: a one-time token, login, subscribe, and messages in
// sequence.

import { formatTopic, parseTopic, socketReply, topics as topicTable } from '@basis/protocol/topics'
import * as z from 'zod/mini'
import type { Collector } from './collector.ts'
import { Link, topicNameOf, type FeedPorts } from './link.ts'
import { userKinds, type UserPush } from './messages.ts'

/** How long the answer to a login may take; the question for its token has its own time. */
const LOGIN_MS = 8_000
/** A topic whose numbers gapped is asked for anew, at most this often. */
const RESUBSCRIBE_MS = 1_000

export type PrivateFeedOptions = {
  readonly ports: FeedPorts
  readonly url: string
  readonly collector: Collector
  /** Each connection needs a token of its own (reliability T6, S17). */
  readonly wantToken: () => void
  readonly onRefused: () => void
}

/** Tells the collector the account's messages, each once and in sequence. */
export class PrivateFeed {
  readonly #options: PrivateFeedOptions
  readonly #link: Link
  readonly #names = userKinds.map((kind) => formatTopic({ kind }))
  readonly #lastNo = new Map<string, number>()
  readonly #asking = new Set<string>()
  #isIn = false
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
      onHeard: () => {
        if (this.#isIn) collector.hear('private')
      },
      // An open socket without a login brings nothing yet: to the page it is still on its way.
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

  open(): void {
    this.#link.open()
  }

  wake(): void {
    this.#link.wake()
  }

  /**
   * Asks from the start for the topics that are read on the grids of instruments; before the login
   * there is nothing to ask anew.
   */
  resync(): void {
    if (!this.#isIn) return
    for (const kind of ['userOrder', 'userPosition'] as const) this.#askAnew(formatTopic({ kind }))
  }

  close(): void {
    this.#cancelLogin?.()
    this.#link.close()
  }

  /** A socket that has gone took its channels with it, however it was closed (spec 4). */
  #clearChannels(): void {
    this.#isIn = false
    this.#lastNo.clear()
    this.#asking.clear()
  }

  /** The answer to `wantToken`; without one the connection is tried again later. */
  giveToken(token: string | undefined): void {
    if (token === undefined) return this.#link.drop()
    // A token that comes for a socket that has gone is of no use to the next one's clock.
    if (this.#isIn || !this.#isOpen) return undefined
    this.#cancelLogin?.()
    this.#cancelLogin = this.#options.ports.after(LOGIN_MS, () => {
      if (!this.#isIn) this.#link.drop()
    })
    return this.#link.send({ op: 'login', args: [token] })
  }

  #beginLogin(): void {
    this.#cancelLogin?.()
    this.#options.wantToken()
  }

  #take(message: unknown): void {
    const name = topicNameOf(message)
    if (name === undefined) return this.#takeReply(message)
    const kind = parseTopic(name)?.kind
    const known = userKinds.find((each) => each === kind)
    if (known === undefined) return
    const read = z.safeParse(topicTable[known].message, message)
    if (!read.success) return this.#resubscribe(name)
    const { type, no, seq, ts, data } = read.data
    if (!this.#follows(name, type, no)) return
    this.#options.collector.noteEngine(ts)
    const push = { kind: known, isSnapshot: type === 'snapshot', seq, data } as UserPush
    this.#options.collector.addPush(push)
  }

  // W1, W2: a number seen before is ignored, a gap asks for the snapshot again.
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
    if (this.#asking.has(name)) return
    this.#asking.add(name)
    this.#options.ports.after(RESUBSCRIBE_MS, () => this.#asking.delete(name))
    this.#askAnew(name)
  }

  #askAnew(name: string): void {
    this.#lastNo.delete(name)
    this.#link.send({ op: 'unsubscribe', args: [name] })
    this.#link.send({ op: 'subscribe', args: [name] })
  }

  #takeReply(message: unknown): void {
    const read = z.safeParse(socketReply, message)
    if (!read.success) return
    if (read.data.type === 'login_success') {
      this.#isIn = true
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
