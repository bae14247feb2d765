// The port between a connection and its kind: public topics, private topics, order entry.

import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'

/**
 * The most messages that a client may send in a second on a socket that takes no orders. Clients
 * subscribe in batches of ten, all at once after a reconnection.
 */
export const messagesPerSecond = 300

/**
 * After so many new topics in a second, a socket subscribes to no more until the next second: each
 * costs a snapshot, also one that was left and comes again.
 */
export const topicsPerSecond = 2000

export interface SocketKind {
  /** The most messages of a connection in a second; absent if the kind has a limit of its own. */
  readonly mostPerSecond?: number
  /** Executes an operation, also pings, because their answer differs by kind. */
  readonly take: (connection: V5Connection, message: V5Message) => void
  /** Called when the connection has closed. */
  readonly leave: (connection: V5Connection) => void
  /** Called a few times a second: closes a connection that may not stay. */
  readonly check?: (connection: V5Connection) => void
  readonly stop: () => void
}
