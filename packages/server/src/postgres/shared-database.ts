// A database shared by several processes, each of which is notified of the others' changes, in
// order.

import type { Ask, Row } from './postgres-pool.ts'

export type SharedDatabase = {
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Runs several queries in one transaction. */
  readonly together: <Result>(act: (ask: Ask) => Promise<Result>) => Promise<Result>
  /** Notifies every other process of a change in the same transaction. */
  readonly notify: (ask: Ask, change: { kind: 'alert'; subject: string }) => Promise<void>
  /** Sets the listener for changes by other processes. */
  readonly on: (kind: 'alert', listener: (subject: string) => Promise<void>) => void
}
