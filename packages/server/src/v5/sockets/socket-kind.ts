// The port between a socket and its kind: public topics, private topics, order entry.

import type { V5Connection } from './connection.ts'
import type { V5Message } from './message.ts'

export interface SocketKind {
  /** Carries out an operation; pings too, because each kind answers them in a form of its own. */
  readonly take: (connection: V5Connection, message: V5Message) => void
  /** The connection was closed. */
  readonly leave: (connection: V5Connection) => void
  readonly stop: () => void
}
