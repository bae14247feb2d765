// A database that several processes share, each told what another has changed, in the order of the
// changes.

import type { Ask, Row } from './postgres-pool.ts'

export type SharedDatabase = {
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>
  /** Does several things as one, or none of them. */
  readonly together: <Result>(act: (ask: Ask) => Promise<Result>) => Promise<Result>
  /** Tells every other process of what is written together with this. */
  readonly tell: (ask: Ask, change: { kind: 'alert'; subject: string }) => Promise<void>
  /** Is told what other processes have changed. */
  readonly on: (kind: 'alert', listener: (subject: string) => Promise<void>) => void
}
