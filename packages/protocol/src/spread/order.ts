// Orders of combinations on the wire, their executions with both legs, and the calls that place,
// change and list them (rules 20; spec 3, order spread legs).

import {
  cancelTypes,
  orderStatuses,
  orderTypes,
  sides,
  timesInForce,
} from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import {
  decimal,
  linkIdText,
  orderIdText,
  pageOf,
  pageQuery,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from '../wire.ts'

const root = '/v5/spread'
const legType = z.enum(['Futures', 'Spot'])

/** Leg 1 is the far one; the leg fields have both spellings, the specification's and v5's. */
const wireSpreadOrder = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  timeInForce: z.enum(timesInForce),
  orderStatus: z.enum(orderStatuses),
  cancelType: z.union([z.enum(cancelTypes), z.literal('')]),
  /** Empty for a market order. */
  price: z.union([signedDecimal, z.literal('')]),
  qty: decimal,
  leavesQty: decimal,
  cumExecQty: decimal,
  /** Empty before the first fill. */
  avgPrice: z.union([signedDecimal, z.literal('')]),
  cumExecValue: signedDecimal,
  cumFeeDetail: z.record(z.string(), signedDecimal),
  legOrderId1: z.string(),
  legSymbol1: z.string(),
  legSide1: z.enum(sides),
  legProdType1: legType,
  legOrderId2: z.string(),
  legSymbol2: z.string(),
  legSide2: z.enum(sides),
  legProdType2: legType,
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
})
export type WireSpreadOrder = z.output<typeof wireSpreadOrder>

const wireSpreadLeg = z.object({
  execId: z.string(),
  orderId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  category: z.enum(['linear', 'spot']),
  execType: z.literal('FutureSpread'),
  execPrice: decimal,
  execQty: decimal,
  execValue: decimal,
  execFee: signedDecimal,
  feeCurrency: z.string(),
  feeRate: signedDecimal,
  execTime: timeMs,
})
export type WireSpreadLeg = z.output<typeof wireSpreadLeg>

const wireSpreadExecution = z.object({
  execId: z.string(),
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  category: z.literal('combination'),
  execType: z.literal('FutureSpread'),
  execPrice: signedDecimal,
  execQty: decimal,
  execValue: signedDecimal,
  isMaker: z.boolean(),
  /** The near leg's mark or index before rounding to its price. */
  referencePrice: decimal,
  execTime: timeMs,
  /** The far leg first. */
  legs: z.tuple([wireSpreadLeg, wireSpreadLeg]),
})
export type WireSpreadExecution = z.output<typeof wireSpreadExecution>

/** An account's message: changed orders, including final ones, and fills. */
export const wireSpreadNews = z.object({
  orders: z.array(wireSpreadOrder),
  executions: z.array(wireSpreadExecution),
})
export type WireSpreadNews = z.output<typeof wireSpreadNews>

const receipt = z.object({ orderId: z.string(), orderLinkId: z.string() })
const named = {
  orderId: optionalField(orderIdText),
  orderLinkId: optionalField(linkIdText),
}
const post = { method: 'POST', access: 'session', changes: true, ours: true } as const
const get = { method: 'GET', access: 'session', changes: false, ours: true } as const
const page = z.strictObject({ symbol: optionalField(symbolName), ...pageQuery })

export const spreadOrderCalls = {
  createSpread: {
    ...post,
    path: `${root}/order/create`,
    request: z.strictObject({
      symbol: symbolName,
      side: z.enum(sides),
      orderType: z.enum(orderTypes),
      qty: decimal,
      price: optionalField(z.union([signedDecimal, z.literal('')])),
      orderLinkId: optionalField(linkIdText),
      timeInForce: optionalField(z.enum(timesInForce)),
    }),
    answer: z.object({ orderId: z.string(), orderLinkId: z.string(), order: wireSpreadOrder }),
  },
  amendSpread: {
    ...post,
    path: `${root}/order/amend`,
    request: z.strictObject({
      symbol: symbolName,
      ...named,
      qty: optionalField(decimal),
      price: optionalField(signedDecimal),
    }),
    answer: receipt,
  },
  cancelSpread: {
    ...post,
    path: `${root}/order/cancel`,
    request: z.strictObject(named),
    answer: receipt,
  },
  cancelAllSpreads: {
    ...post,
    path: `${root}/order/cancel-all`,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(receipt) }),
  },
  openSpreads: {
    ...get,
    path: `${root}/order/realtime`,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wireSpreadOrder) }),
  },
  spreadHistory: {
    ...get,
    path: `${root}/order/history`,
    request: page,
    answer: pageOf(wireSpreadOrder),
  },
  spreadExecutions: {
    ...get,
    path: `${root}/execution/list`,
    request: page,
    answer: pageOf(wireSpreadExecution),
  },
  maxSpreadQty: {
    ...get,
    path: `${root}/max-qty`,
    request: z.strictObject({
      symbol: symbolName,
      side: z.enum(sides),
      orderPrice: optionalField(signedDecimal),
    }),
    answer: z.object({ ab: decimal }),
  },
} as const satisfies Record<string, Call>
