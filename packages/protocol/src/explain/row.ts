// The explanation of a row of a history: its events in order, each with the rule that decided,
// what it compared, its numbers, and its formula in their names.

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
 * What a row is about; a refused order has no number, what is no order's is known by its time. A
 * refused change of leverage, mode or margin has no row: the newest of its symbol is meant.
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
  /** A rule of `explainedRules`, a problem or a cancel type; empty where none decided. */
  rule: z.string(),
  /** Two of the numbers by name and their relation; of a refusal without figures its field. */
  compared: z.string(),
  /** Decimal text, with the unit behind a space where there is one. */
  numbers: z.record(z.string(), z.string()),
  /** Each in names of the numbers, with signs and brackets between. */
  formulas: z.array(z.object({ result: z.string(), terms: z.array(z.string()) })),
})
export type WireExplainedStep = z.output<typeof wireExplainedStep>

export const explainCalls = {
  /** Oldest first; nothing where the history has no such row. */
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
      /** The time that the row shows. */
      timeE3: optionalField(queryInteger),
    }),
    answer: z.object({ steps: z.array(wireExplainedStep) }),
  },
} as const satisfies Record<string, Call>
