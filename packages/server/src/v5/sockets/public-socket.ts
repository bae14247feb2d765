// The public sockets: subscriptions without a key, one category per socket (open API 9.1, 9.2).

import type { V5Parts } from '../context.ts'
import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'
import { PublicTopics, type FailureListener } from './public-topics.ts'
import { messagesPerSecond, type SocketKind } from './socket-kind.ts'
import type { Topic } from './topic.ts'

const mostSpotArgs = 10
const mostArgsText = 21_000

export class PublicSocket implements SocketKind {
  readonly topics: PublicTopics
  readonly mostPerSecond = messagesPerSecond

  constructor(parts: V5Parts, onFailure?: FailureListener) {
    this.topics = new PublicTopics(parts, onFailure)
  }

  take(connection: V5Connection, message: V5Message): void {
    const { category } = connection.terms
    switch (message.op) {
      case 'ping':
        return connection.send(
          category === 'option'
            ? { args: [String(Date.now())], op: 'pong', ...message.id }
            : { success: true, ret_msg: 'pong', conn_id: connection.id, ...message.id, op: 'ping' },
        )
      case 'pong':
        return
      case 'subscribe':
        return this.#subscribe(connection, message)
      case 'unsubscribe':
        return this.#unsubscribe(connection, message)
      default:
        return refuse(connection, message, 'error:invalid op')
    }
  }

  leave(connection: V5Connection): void {
    for (const topic of connection.topics.values()) this.topics.remove(topic, connection)
  }

  stop(): void {
    this.topics.stop()
  }

  /** Subscribes to all topics of a request, or to none if one of them is unknown. */
  #subscribe(connection: V5Connection, message: V5Message): void {
    const { category = 'linear' } = connection.terms
    const names = message.args.filter((name) => typeof name === 'string')
    if (names.length === 0 || names.length < message.args.length) {
      return refuse(connection, message, 'error:handler not found,topic:')
    }
    if (category === 'spot' && names.length > mostSpotArgs) {
      return refuse(connection, message, 'args size >10')
    }
    if (names.join('').length > mostArgsText) {
      return refuse(connection, message, 'args length >21000')
    }
    const topics: Topic[] = []
    try {
      for (const name of names) {
        const topic = this.topics.find(category, name)
        if (topic === undefined) {
          return refuse(connection, message, `error:handler not found,topic:${name}`)
        }
        topics.push(topic)
      }
      const fresh = new Set(topics.filter((topic) => !connection.topics.has(topic.name)))
      const { topicRate, terms, activeMs } = connection
      if (fresh.size > 0 && !topicRate.isWithin(activeMs, terms.topicsPerSecond, fresh.size)) {
        return refuse(connection, message, 'error:too many topics in a second')
      }
      connection.send(subscribed(connection, message, names))
      for (const topic of fresh) this.topics.add(topic, connection)
    } finally {
      // One that got no subscriber, because of an unknown name or an error, is not kept.
      for (const topic of topics) this.topics.close(topic)
    }
  }

  #unsubscribe(connection: V5Connection, message: V5Message): void {
    for (const name of message.args) {
      const topic = typeof name === 'string' ? connection.topics.get(name) : undefined
      if (topic !== undefined) this.topics.remove(topic, connection)
    }
    const answer = { success: true, ret_msg: '', conn_id: connection.id }
    connection.send({ ...answer, ...message.id, op: 'unsubscribe' })
  }
}

function subscribed(
  { id: connId, terms: { category } }: V5Connection,
  { id }: V5Message,
  names: readonly string[],
): object {
  if (category === 'option') {
    const data = { failTopics: [], successTopics: names }
    const type = 'COMMAND_RESP'
    return { success: true, conn_id: connId, data, type, op: 'subscribe', ...id }
  }
  const words = category === 'spot' ? 'subscribe' : ''
  return { success: true, ret_msg: words, conn_id: connId, ...id, op: 'subscribe' }
}

export function refuse(connection: V5Connection, { op, id }: V5Message, words: string): void {
  connection.send({ success: false, ret_msg: words, conn_id: connection.id, ...id, op })
}
