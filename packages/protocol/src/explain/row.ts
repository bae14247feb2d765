// The explanation of a history row: its events in sequence, each with its rule, its comparison, its
// numbers, and its formula in their names.

import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import {
  linkIdText,
  orderIdText,
  queryInteger,
  symbolName,
  timeMs,
  optionalField,
} from '../wire.ts'

/**
 * The kind of a row. A rejected order has no ID; rows that are not of an order are identified by
 * time. A rejected change of leverage, mode or margin has no row: the last one of its symbol is
 * used.
 */
export const explainedRows = [
  'order',
  'refusal',
  'change',
  'closing',
  'funding',
  'session',
  'delivery',
  'liquidation',
] as const
export type ExplainedRow = (typeof explainedRows)[number]

export const explainedEvents = [
  'OrderPlaced',
  'OrderTriggered',
  'OrderFilled',
  'OrderCanceled',
  'OrderRejected',
  'ChangeRejected',
  'PnlClosed',
  'FundingPaid',
  'SessionPaid',
  'PositionDelivered',
  'LiquidationStarted',
  'MarginReplenished',
  'PositionTakenOver',
  'PositionDeleveraged',
  'LossCovered',
] as const

const wireExplainedStep = z.object({
  event: z.enum(explainedEvents),
  symbol: z.string(),
  timeE3: timeMs,
  /** A rule of `explainedRules`, a problem or a cancel type; empty if there is none. */
  rule: z.string(),
  /** The compared numbers by name and their relation; for a rejection without figures its field. */
  compared: z.string(),
  /** Decimal text, with the unit after a space if there is one. */
  numbers: z.record(z.string(), z.string()),
  /** Each in names of the numbers, with signs and brackets. */
  formulas: z.array(z.object({ result: z.string(), terms: z.array(z.string()) })),
})
export type WireExplainedStep = z.output<typeof wireExplainedStep>

export const explainCalls = {
  /** Oldest first; empty if the history has no such row. */
  explainRow: {
    method: 'GET',
    path: '/contract/v5/account/explain-row',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      row: z.enum(explainedRows),
      symbol: optionalField(symbolName),
      orderId: optionalField(orderIdText),
      orderLinkId: optionalField(linkIdText),
      /** The time shown in the row. */
      timeE3: optionalField(queryInteger),
    }),
    answer: z.object({ steps: z.array(wireExplainedStep) }),
  },
} as const satisfies Record<string, Call>
