// The calls that do several things at once: batches, reversal, closing everything (ours), and the
// look at a change of margin before it is made (spec 7).

import { slippageUnits } from '@basis/domain/orders/slippage'
import { sides } from '@basis/domain/orders/order'
import * as z from './schema/deferred.ts'
import type { Call } from './call.ts'
import { positionIdx, wireOrder } from './order.ts'
import { cancelFields, createFields, orderReceipt, replaceFields } from './order-calls.ts'
import { decimal, decimalOrEmpty, linkIdText, signedDecimal, optionalField } from './wire.ts'
import { signedScaledInteger, symbolName } from './wire.ts'

/** The most items of one batch. */
export const maxBatchItems = 20

const items = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({
    request: z.array(item).check(z.minLength(1), z.maxLength(maxBatchItems)),
  })

/**
 * How one item fared: code 0 and its receipt, or the code, words, problem and field of a refusal.
 */
const outcome = {
  code: z.int(),
  msg: z.string(),
  problem: optionalField(z.string()),
  field: optionalField(z.string()),
}
/** Each item is answered on its own, in the order of the request. */
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
       * All of them or none: where one would be refused, or would end before it is filled, nothing
       * is done and the call is refused as that one would be, `ext_map.leg` its number from 1.
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
   * Closes the position and opens as much on the other side: both legs are filled in full, or
   * nothing happens and `ext_map.leg` says which leg stood in the way.
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
      /** Of the opening order; a repetition answers the first request's order. */
      orderLinkId: optionalField(linkIdText),
      maxSlippage: optionalField(decimal),
      maxSlippageType: optionalField(z.enum(slippageUnits)),
    }),
    answer: z.object({
      symbol: z.string(),
      /** Of the opening order. */
      orderId: z.string(),
      orderLinkId: z.string(),
      /** Both absent for a repeated request. */
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
    /** One row for each closing order; a position above the maximum quantity has several. */
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
  /** What `addMargin` would come to; asked as a change is, by POST, but nothing is changed. */
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
      /** The position's own margin and what was added to it; empty without a position. */
      marginBefore: z.union([signedDecimal, z.literal('')]),
      marginAfter: z.union([signedDecimal, z.literal('')]),
      /** Empty when no price within the limits liquidates the position. */
      liqPriceBefore: decimalOrEmpty,
      liqPriceAfter: decimalOrEmpty,
    }),
  },
} as const satisfies Record<string, Call>
