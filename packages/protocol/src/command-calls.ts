// Calls with several commands in one: batches, reversal, closing everything (ours), and the preview
// of a margin change (spec 7).

import { slippageUnits } from '@basis/domain/orders/slippage'
import { sides } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import type { Call } from './call.ts'
import { maxBatchItems } from '@basis/domain/orders/order'
import { positionIdx, wireOrder } from './order.ts'
import { cancelFields, createFields, orderReceipt, replaceFields } from './order-calls.ts'
import { decimal, decimalOrEmpty, linkIdText, signedDecimal, optionalField } from './wire.ts'
import { signedScaledInteger, symbolName } from './wire.ts'

const items = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({
    request: z.array(item).check(z.minLength(1), z.maxLength(maxBatchItems)),
  })

/**
 * The outcome of one item: code 0 and its receipt, or the code, words, problem and field of its
 * rejection.
 */
const outcome = {
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
}
/** Each item has its own outcome, in the order of the request. */
const batchAnswer = z.object({
  list: z.array(z.object({ ...outcome, result: optionalField(orderReceipt) })),
})

export const commandCalls = {
  createBatch: {
    method: 'POST',
    path: '/contract/v5/order/create-batch',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      request: z
        .array(z.strictObject(createFields))
        .check(z.minLength(1), z.maxLength(maxBatchItems)),
      /**
       * All or none: if one would be rejected, or would end before it is filled, nothing is
       * executed and the call is rejected with that item's problem, its number (from 1) in
       * `ext_map.leg`.
       */
      allOrNone: optionalField(z.boolean()),
    }),
    answer: batchAnswer,
  },
  replaceBatch: {
    method: 'POST',
    path: '/contract/v5/order/replace-batch',
    access: 'session',
    changes: true,
    ours: true,
    request: items(z.strictObject(replaceFields)),
    answer: batchAnswer,
  },
  cancelBatch: {
    method: 'POST',
    path: '/contract/v5/order/cancel-batch',
    access: 'session',
    changes: true,
    ours: true,
    request: items(z.strictObject(cancelFields)),
    answer: batchAnswer,
  },
  /**
   * Closes the position and opens the same size on the other side: both legs are filled in full, or
   * nothing is executed and `ext_map.leg` names the leg that failed.
   */
  reversePosition: {
    method: 'POST',
    path: '/contract/v5/position/reverse',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      /** The opening order's; a repeated request returns the first request's order. */
      orderLinkId: optionalField(linkIdText),
      maxSlippage: optionalField(decimal),
      maxSlippageType: optionalField(z.enum(slippageUnits)),
    }),
    answer: z.object({
      symbol: z.string(),
      /** The opening order's. */
      orderId: z.string(),
      orderLinkId: z.string(),
      /** Both absent in the response to a repeated request. */
      close: optionalField(wireOrder),
      open: optionalField(wireOrder),
    }),
  },
  /** Closes every contract position with reduce-only market orders, or that of one symbol. */
  closeAllPositions: {
    method: 'POST',
    path: '/contract/v5/position/close-all',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    /** One row per closing order; a position above the maximum quantity has several. */
    answer: z.object({
      list: z.array(
        z.object({
          ...outcome,
          symbol: z.string(),
          side: z.enum(sides),
          order: optionalField(wireOrder),
        }),
      ),
    }),
  },
  /** Preview of `addMargin`; sent by POST like the change itself, but changes nothing. */
  preAddMargin: {
    method: 'POST',
    path: '/contract/v5/position/pre-add-margin',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      addToPositionBalanceE8: signedScaledInteger,
    }),
    answer: z.object({
      ...outcome,
      symbol: z.string(),
      /** The position's margin including added margin; empty without a position. */
      marginBefore: z.union([signedDecimal, z.literal('')]),
      marginAfter: z.union([signedDecimal, z.literal('')]),
      /** Empty if no price within the limits liquidates the position. */
      liqPriceBefore: decimalOrEmpty,
      liqPriceAfter: decimalOrEmpty,
    }),
  },
} as const satisfies Record<string, Call>
