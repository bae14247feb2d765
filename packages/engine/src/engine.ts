// The door of the exchange: `apply(command)`, one exhaustive switch, then what follows from it.

import type { OrderId } from '@basis/domain/brand'
import type { Problem } from '@basis/domain/problems'
import type { NumberedCommand } from './commands.ts'
import type { Event } from './events.ts'
import type { Views } from './views.ts'

/** What a command came to: its events, and the answer for whoever asked. */
export type Applied = {
  readonly seq: number
  readonly timeMs: number
  readonly events: readonly Event[]
  /** Present when the command was refused; nothing of the account changed then. */
  readonly problem?: Problem
  /** The order that was placed, replaced or cancelled; for a repeated linkId the first order's. */
  readonly orderId?: OrderId
}

export type Engine = {
  /** Applies the next command. Its `seq` is the last one plus one, its time not before the last one. */
  readonly apply: (numbered: NumberedCommand) => Applied
  readonly views: Views
  readonly lastSeq: () => number
  readonly lastTimeMs: () => number
}
