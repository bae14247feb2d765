// Calls of the open API about orders and executions (open API 4).

import { maxBatchItems } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { i, momentMs, n, nothing, optional, pageCursor, pageLimit, s, text } from './call.ts'
import type { V5Call, V5Limit } from './call.ts'
import { v5BatchRow, v5ExecutionRow, v5OrderName, v5OrderRow } from './order-rows.ts'
import { v5Categories } from './vocabulary.ts'

const category = z.enum(v5Categories)
const names = <const Name extends string>(
  ...each: readonly Name[]
): { [Key in Name]: ReturnType<typeof optional<typeof text>> } =>
  Object.fromEntries(each.map((name) => [name, optional(text)])) as never

/** The fields of a new order; each is parsed and checked once its instrument is known. */
const creation = names(
  'side',
  'orderType',
  'qty',
  'marketUnit',
  'price',
  'timeInForce',
  'orderLinkId',
  'positionIdx',
  'reduceOnly',
  'closeOnTrigger',
  'triggerPrice',
  'triggerDirection',
  'triggerBy',
  'orderFilter',
  'takeProfit',
  'stopLoss',
  'tpTriggerBy',
  'slTriggerBy',
  'tpslMode',
  'tpOrderType',
  'slOrderType',
  'tpLimitPrice',
  'slLimitPrice',
  'isLeverage',
  'smpType',
  'slippageToleranceType',
  'slippageTolerance',
  'bboSideType',
  'bboLevel',
  'orderIv',
  'mmp',
)
const amendment = names(
  'orderId',
  'orderLinkId',
  'qty',
  'price',
  'triggerPrice',
  'triggerBy',
  'takeProfit',
  'stopLoss',
  'tpTriggerBy',
  'slTriggerBy',
  'tpslMode',
  'tpLimitPrice',
  'slLimitPrice',
  'orderIv',
)
const cancellation = names('orderId', 'orderLinkId', 'orderFilter')

/** Rows are parsed one by one: an error in one is only that row's answer. */
const batch = <Fields extends z.ZodMiniType>(row: Fields) =>
  z.object({ category, request: z.array(row).check(z.minLength(1), z.maxLength(maxBatchItems)) })
const batchAnswer = z.object({ list: z.array(v5BatchRow) })

const span = { startTime: optional(momentMs), endTime: optional(momentMs) }
const scope = names('symbol', 'baseCoin', 'settleCoin', 'orderId', 'orderLinkId')
const orderList = z.object({ category: s, list: z.array(v5OrderRow), nextPageCursor: s })

const ten: V5Limit = { perSecond: 10, byCategory: { spot: 20 } }
const tenRows: V5Limit = { ...ten, counts: 'rows' }
const fifty: V5Limit = { perSecond: 50 }
const trades = { access: 'signed', permission: 'ofCategory', changes: true } as const

export const v5OrderCalls = {
  createOrder: {
    method: 'POST',
    path: '/v5/order/create',
    ...trades,
    limit: ten,
    request: z.object({ category, symbol: text, ...creation }),
    answer: v5OrderName,
  },
  amendOrder: {
    method: 'POST',
    path: '/v5/order/amend',
    ...trades,
    limit: { perSecond: 10 },
    request: z.object({ category, symbol: text, ...amendment }),
    answer: v5OrderName,
  },
  cancelOrder: {
    method: 'POST',
    path: '/v5/order/cancel',
    ...trades,
    limit: ten,
    request: z.object({ category, symbol: text, ...cancellation }),
    answer: v5OrderName,
  },
  cancelAllOrders: {
    method: 'POST',
    path: '/v5/order/cancel-all',
    ...trades,
    limit: { perSecond: 10, byCategory: { option: 1, spot: 20 } },
    request: z.object({
      category,
      ...names('symbol', 'baseCoin', 'settleCoin', 'orderFilter', 'stopOrderType'),
    }),
    answer: z.object({ list: z.array(v5OrderName), success: s }),
  },
  createOrderBatch: {
    method: 'POST',
    path: '/v5/order/create-batch',
    ...trades,
    limit: tenRows,
    request: batch(z.object({ symbol: optional(text), ...creation })),
    answer: batchAnswer,
  },
  amendOrderBatch: {
    method: 'POST',
    path: '/v5/order/amend-batch',
    ...trades,
    limit: tenRows,
    request: batch(z.object({ symbol: optional(text), ...amendment })),
    answer: batchAnswer,
  },
  cancelOrderBatch: {
    method: 'POST',
    path: '/v5/order/cancel-batch',
    ...trades,
    limit: tenRows,
    request: batch(z.object({ symbol: optional(text), ...cancellation })),
    answer: batchAnswer,
  },
  openOrders: {
    method: 'GET',
    path: '/v5/order/realtime',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category,
      ...scope,
      ...names('openOnly', 'orderFilter'),
      limit: pageLimit(50),
      cursor: pageCursor,
    }),
    answer: orderList,
  },
  orderHistory: {
    method: 'GET',
    path: '/v5/order/history',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category,
      ...scope,
      ...names('orderFilter', 'orderStatus'),
      ...span,
      limit: pageLimit(50),
      cursor: pageCursor,
    }),
    answer: orderList,
  },
  executions: {
    method: 'GET',
    path: '/v5/execution/list',
    access: 'signed',
    limit: fifty,
    request: z.object({
      category,
      ...scope,
      ...names('execType'),
      ...span,
      limit: pageLimit(100),
      cursor: pageCursor,
    }),
    answer: z.object({ category: s, list: z.array(v5ExecutionRow), nextPageCursor: s }),
  },
  spotBorrowCheck: {
    method: 'GET',
    path: '/v5/order/spot-borrow-check',
    access: 'signed',
    limit: fifty,
    request: z.object({ category: z.literal('spot'), symbol: text, side: text }),
    answer: z.object({
      symbol: s,
      side: s,
      maxTradeQty: n,
      maxTradeAmount: n,
      spotMaxTradeQty: n,
      spotMaxTradeAmount: n,
      borrowCoin: s,
    }),
  },
  preCheckOrder: {
    method: 'POST',
    path: '/v5/order/pre-check',
    access: 'signed',
    permission: 'ofCategory',
    limit: ten,
    request: z.object({ category, symbol: text, ...creation }),
    answer: z.object({
      orderId: s,
      orderLinkId: s,
      preImrE4: i,
      preMmrE4: i,
      postImrE4: i,
      postMmrE4: i,
    }),
  },
  setDisconnectCancelAll: {
    method: 'POST',
    path: '/v5/order/disconnected-cancel-all',
    ...trades,
    permission: 'Order',
    limit: { perSecond: 5 },
    request: z.object(names('timeWindow', 'product')),
    answer: nothing,
  },
} as const satisfies Readonly<Record<string, V5Call>>
