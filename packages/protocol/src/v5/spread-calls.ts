// Calls of the open API about combinations of two legs (spreads 5; rules 20).

import * as z from '../schema/deferred.ts'
import {
  b,
  i,
  momentMs,
  ms,
  n,
  nOrEmpty,
  optional,
  pageCursor,
  pageLimit,
  s,
  text,
} from './call.ts'
import type { V5Call } from './call.ts'
import { v5OrderName } from './order-rows.ts'

const root = '/v5/spread'

const instrument = z.object({
  symbol: s,
  contractType: s,
  status: s,
  baseCoin: s,
  quoteCoin: s,
  settleCoin: s,
  tickSize: n,
  /** Of either sign; empty before there is a price. */
  minPrice: nOrEmpty,
  maxPrice: nOrEmpty,
  lotSize: n,
  minSize: n,
  maxSize: n,
  launchTime: ms,
  deliveryTime: ms,
  /** The far leg first. */
  legs: z.array(z.object({ symbol: s, contractType: s })),
})
export const v5SpreadTicker = z.object({
  symbol: s,
  bidPrice: nOrEmpty,
  bidSize: nOrEmpty,
  askPrice: nOrEmpty,
  askSize: nOrEmpty,
  lastPrice: nOrEmpty,
  highPrice24h: nOrEmpty,
  lowPrice24h: nOrEmpty,
  prevPrice24h: nOrEmpty,
  volume24h: n,
})
/** An order, open or final, with the field names of its lists and its topic. */
export const v5SpreadOrder = z.object({
  symbol: s,
  contractType: s,
  baseCoin: s,
  settleCoin: s,
  orderId: s,
  orderLinkId: s,
  side: s,
  orderType: s,
  timeInForce: s,
  orderStatus: s,
  cancelType: s,
  cxlRejReason: s,
  price: n,
  avgPrice: nOrEmpty,
  qty: n,
  orderQty: n,
  leavesQty: n,
  cumExecQty: n,
  cumExecValue: n,
  cumFeeDetail: z.record(z.string(), n),
  createdTime: ms,
  updatedTime: ms,
  createdAt: ms,
  updatedAt: ms,
  leg1Symbol: s,
  leg1ProdType: s,
  leg1OrderId: s,
  leg1Side: s,
  leg2Symbol: s,
  leg2ProdType: s,
  leg2OrderId: s,
  leg2Side: s,
})
const leg = z.object({
  symbol: s,
  side: s,
  orderId: s,
  execId: s,
  execType: s,
  category: s,
  execPrice: n,
  execQty: n,
  execValue: n,
  execFee: n,
  feeCurrency: s,
  feeRate: n,
  execTime: ms,
})
export const v5SpreadExecution = z.object({
  symbol: s,
  orderId: s,
  orderLinkId: s,
  side: s,
  execId: s,
  execType: s,
  execPrice: n,
  execQty: n,
  execValue: n,
  execTime: ms,
  isMaker: b,
  extraFees: s,
  legs: z.array(leg),
})

const level = z.tuple([n, n])
export const v5SpreadBook = z.object({
  s,
  b: z.array(level),
  a: z.array(level),
  u: i,
  seq: i,
})
const named = { orderId: optional(text), orderLinkId: optional(text) }
const page = { ...named, symbol: optional(text), cursor: pageCursor }
const span = { startTime: optional(momentMs), endTime: optional(momentMs) }
const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ list: z.array(row), nextPageCursor: s })

const reads = { method: 'GET', access: 'public' } as const
const asks = { method: 'GET', access: 'signed', limit: { perSecond: 50 } } as const
const trades = {
  method: 'POST',
  access: 'signed',
  permission: 'Order',
  changes: true,
  limit: { perSecond: 10 },
} as const

export const v5SpreadCalls = {
  spreadInstruments: {
    ...reads,
    path: `${root}/instrument`,
    request: z.object({
      symbol: optional(text),
      baseCoin: optional(text),
      limit: pageLimit(500),
      cursor: pageCursor,
    }),
    answer: listOf(instrument),
  },
  spreadBook: {
    ...reads,
    path: `${root}/orderbook`,
    request: z.object({ symbol: text, limit: pageLimit(25) }),
    answer: z.extend(v5SpreadBook, { ts: i, cts: i }),
  },
  spreadTickers: {
    ...reads,
    path: `${root}/tickers`,
    request: z.object({ symbol: optional(text) }),
    answer: z.object({ list: z.array(v5SpreadTicker) }),
  },
  spreadTrades: {
    ...reads,
    path: `${root}/recent-trade`,
    request: z.object({ symbol: text, limit: pageLimit(1000) }),
    answer: z.object({
      list: z.array(
        z.object({ execId: s, symbol: s, price: n, size: n, side: s, time: ms, seq: s }),
      ),
    }),
  },
  createSpread: {
    ...trades,
    path: `${root}/order/create`,
    request: z.object({
      symbol: text,
      side: optional(text),
      orderType: optional(text),
      qty: optional(text),
      price: optional(text),
      orderLinkId: optional(text),
      timeInForce: optional(text),
      smpType: optional(text),
    }),
    answer: v5OrderName,
  },
  amendSpread: {
    ...trades,
    path: `${root}/order/amend`,
    request: z.object({ symbol: text, ...named, qty: optional(text), price: optional(text) }),
    answer: v5OrderName,
  },
  cancelSpread: {
    ...trades,
    path: `${root}/order/cancel`,
    request: z.object(named),
    answer: v5OrderName,
  },
  cancelAllSpreads: {
    ...trades,
    path: `${root}/order/cancel-all`,
    request: z.object({ symbol: optional(text), cancelAll: optional(text) }),
    answer: z.object({ list: z.array(v5OrderName), success: s }),
  },
  openSpreads: {
    ...asks,
    path: `${root}/order/realtime`,
    request: z.object({ ...page, baseCoin: optional(text), limit: pageLimit(50) }),
    answer: listOf(v5SpreadOrder),
  },
  spreadHistory: {
    ...asks,
    path: `${root}/order/history`,
    request: z.object({ ...page, ...span, baseCoin: optional(text), limit: pageLimit(50) }),
    answer: listOf(v5SpreadOrder),
  },
  spreadExecutions: {
    ...asks,
    path: `${root}/execution/list`,
    request: z.object({ ...page, ...span, limit: pageLimit(50) }),
    answer: listOf(v5SpreadExecution),
  },
  maxSpreadQty: {
    ...asks,
    path: `${root}/max-qty`,
    request: z.object({ symbol: text, side: text, orderPrice: optional(text) }),
    answer: z.object({ ab: n }),
  },
} as const satisfies Readonly<Record<string, V5Call>>

export type V5SpreadOrderRow = z.output<typeof v5SpreadOrder>
