// The private socket: authenticates by key and sends the subscribed updates of its account (open
// API 9, 11).

import type { ApiKey } from '../../users/api-keys.ts'
import { disconnectGuards, guardTopics } from '../account/disconnect.ts'
import { socketSigner } from '../credentials.ts'
import type { V5Parts } from '../context.ts'
import { V5Refused } from '../refused.ts'
import type { StreamNews } from './account-stream.ts'
import { textFrame } from '../../frames/text-frame.ts'
import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'
import { frameOf, privateTopic, type PrivateTopic } from './private-topics.ts'

const mostArgsLength = 21_000

export type PrivateSockets = {
  readonly parts: V5Parts
  readonly enter: (socket: PrivateSocket, key: ApiKey) => void
}

export class PrivateSocket {
  readonly open: V5Connection
  readonly #sockets: PrivateSockets
  #key: ApiKey | undefined
  readonly #topics = new Map<string, PrivateTopic>()
  /** Functions that end the guard of a topic. */
  readonly #guards = new Map<string, () => void>()

  constructor(open: V5Connection, sockets: PrivateSockets) {
    this.open = open
    this.#sockets = sockets
  }

  onMessage(message: V5Message): void {
    const { op, id } = message
    switch (op) {
      case 'ping':
        return this.open.send({
          ...id,
          op: 'pong',
          args: [String(this.#sockets.parts.clock.nowMs())],
          conn_id: this.open.id,
        })
      case 'pong':
        return
      case 'auth':
        return this.#authenticate(message)
      case 'subscribe':
        return this.#subscribe(message)
      case 'unsubscribe':
        return this.#unsubscribe(message)
      default:
        return this.#refuse(op, id, `error:unknown op ${op.slice(0, 40)}`)
    }
  }

  /** Sends the frames of its topics for one command; `framed` caches encoded frames. */
  publish(news: StreamNews, framed: Map<string, Buffer | undefined>): void {
    for (const [text, topic] of this.#topics) {
      if (topic.kind !== 'news') continue
      if (!framed.has(text)) framed.set(text, encoded(frameOf(topic, news)))
      const frame = framed.get(text)
      if (frame !== undefined) this.open.sendFrame(frame)
    }
  }

  /** A banned account has no private stream; order entry refuses it by itself. */
  closeIfBanned(): void {
    const { sessions } = this.#sockets.parts
    if (this.#key === undefined || !sessions.isBanned(this.#key.account)) return
    this.open.socket.close(1008, 'banned')
  }

  onClose(): void {
    for (const leave of this.#guards.values()) leave()
    this.#guards.clear()
  }

  #answer(op: string, id: object, message = '', success = true): void {
    this.open.send({
      success,
      ret_msg: message,
      conn_id: this.open.id,
      ...id,
      op,
    })
  }

  #refuse(op: string, id: object, message: string): void {
    this.#answer(op, id, message, false)
  }

  #authenticate({ args, id }: V5Message): void {
    const { sessions, clock } = this.#sockets.parts
    try {
      const key = socketSigner(args, sessions.apiKeys, clock.nowMs())
      if (!key.isFrom(this.open.terms.address) || sessions.isBanned(key.account)) {
        throw new V5Refused(10010, 'Unmatched IP')
      }
      // The socket would get the updates of both accounts, which name no account.
      const isOther = this.#key !== undefined && this.#key.account !== key.account
      if (isOther) return this.#refuse('auth', id, 'Repeat auth')
      this.#key = key
      this.#sockets.enter(this, key)
      this.#answer('auth', id)
    } catch (error) {
      if (!(error instanceof V5Refused)) throw error
      this.#refuse('auth', id, 'Params Error')
      this.open.socket.close(1000, 'not authenticated')
    }
  }

  #subscribe({ args, id }: V5Message): void {
    const key = this.#key
    if (key === undefined) return this.#refuse('subscribe', id, 'Request not authorized')
    const texts = args.filter((each): each is string => typeof each === 'string')
    if (texts.length === 0 || texts.length < args.length) {
      return this.#refuse('subscribe', id, 'error:handler not found,topic:')
    }
    if (texts.join('').length > mostArgsLength) {
      return this.#refuse('subscribe', id, 'args size is too large')
    }
    const topics: PrivateTopic[] = []
    for (const text of texts) {
      const topic = privateTopic(text)
      if (topic === undefined) {
        return this.#refuse('subscribe', id, `error:handler not found,topic:${text}`)
      }
      topics.push(topic)
    }
    const mixed = mixedFamily(topics)
    if (mixed !== undefined) {
      const message = `error:topic:${mixed} with and without a category`
      return this.#refuse('subscribe', id, message)
    }
    for (const topic of topics) this.#add(topic, key)
    this.#answer('subscribe', id)
  }

  #add(topic: PrivateTopic, key: ApiKey): void {
    if (this.#topics.has(topic.text)) return
    this.#topics.set(topic.text, topic)
    if (topic.kind !== 'guard') return
    const leave = disconnectGuards(this.#sockets.parts).enter(key.account, guardTopics[topic.text])
    this.#guards.set(topic.text, leave)
  }

  #unsubscribe({ args, id }: V5Message): void {
    for (const text of args) {
      if (typeof text !== 'string') continue
      this.#topics.delete(text)
      this.#guards.get(text)?.()
      this.#guards.delete(text)
    }
    this.#answer('unsubscribe', id)
  }
}

/** Returns the text of a topic that is asked for both with and without a category, if any. */
function mixedFamily(topics: readonly PrivateTopic[]): string | undefined {
  const news = topics.filter((topic) => topic.kind === 'news')
  return news.find(({ family, isFast, category }) =>
    news.some(
      (other) =>
        other.family === family &&
        other.isFast === isFast &&
        (other.category === undefined) !== (category === undefined),
    ),
  )?.text
}

const encoded = (text: string | undefined): Buffer | undefined =>
  text === undefined ? undefined : textFrame(text)
