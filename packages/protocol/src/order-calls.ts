// The calls of orders, positions and their history: a part of the table of calls (spec 7).

import { purses } from '@basis/domain/instrument/purse'
import { historyFamilies } from '@basis/domain/instrument/market'
import { orderTypes, sides, timesInForce } from '@basis/domain/orders/order'
import { slippageUnits } from '@basis/domain/orders/slippage'
import { positionModes } from '@basis/domain/orders/position'
import * as z from './schema/deferred.ts'
import { wireFunding, wireFundingRate, wireLedgerRecord } from './account.ts'
import type { Call } from './call.ts'
import { wireRiskLimit } from './instrument.ts'
import { execTypes, positionIdx, wireExecution, wireOrder } from './order.ts'
import { wireClosedPnl, wireDecision, wireLiquidation, wirePosition } from './position.ts'
import {
  wireDelivery,
  wireDeliveryPrice,
  wireSessionPrice,
  wireSettlement,
} from './settlement/records.ts'
import { spotSides, wireSpotOrder } from './spot/order.ts'
import { spotPlanAsked, spotPlanChange, spotTypes } from './spot/plan.ts'
import {
  decimal,
  decimalAsked,
  scaledAsked,
  signedScaledInteger,
  linkIdText,
  orderIdAsked,
  orderIdText,
  pageOf,
  priceAsked,
  pageQuery,
  queryInteger,
  symbolName,
  word,
  optionalField,
} from './wire.ts'
import { basisAsked, wireLegsAsked, wireSymbolTpsl, wireTrailingAsked } from './tpsl.ts'

/**
 * Names an order by either id; that one of them is there is checked where the order is looked for.
 */
/** A contract's leverage: of the one position or the long side, and of the short side. */
export const leverageAnswer = z.object({
  symbol: z.string(),
  leverage: decimal,
  leverageE2: z.int(),
  sellLeverage: decimal,
  mode: z.enum(positionModes),
  isIsolated: z.boolean(),
})

export const cancelFields = {
  symbol: symbolName,
  orderId: optionalField(orderIdText),
  orderLinkId: optionalField(linkIdText),
}
/** What one order request came to. */
export const orderReceipt = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  price: z.string(),
  /** How the order stands after this request; absent when it has been final before. */
  order: optionalField(wireOrder),
  /** What of a split reduce-only order was not placed, like `qtyX`; with code 39303 (spec 8). */
  create_order_failed_qty_x: z.string(),
})

/** What a new order may bring besides its price and quantity. */
export const termFields = {
  /** How far from the best price a market order may be filled: ticks, or percent of that price. */
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
  /** With it the order waits until the price is reached. */
  triggerPrice: optionalField(priceAsked),
  triggerBy: optionalField(basisAsked),
  /** Reached by a rise 1, by a fall 2; without it the way from the price of now. */
  triggerDirection: optionalField(z.literal([1, 2])),
  ...wireLegsAsked,
  ...wireTrailingAsked,
}

/** What a new order says. */
export const createFields = {
  symbol: symbolName,
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  /**
   * At least one of both; when both are given they agree (reliability O6). `qtyX` is ×1e8 of
   * contracts in USDT and USDC, of inverse ones the quantity as it is (spec 9).
   */
  qty: optionalField(decimalAsked),
  qtyX: optionalField(scaledAsked),
  /** The TP/SL's, which is for the order's own quantity: each stands for the other (spec 5). */
  tpSizeX: optionalField(scaledAsked),
  slSizeX: optionalField(scaledAsked),
  price: optionalField(priceAsked),
  /** Of an option instead of a price: the volatility of it, a share (rules 9.1). */
  orderIv: optionalField(decimalAsked),
  /** Of an option under market-maker protection (rules 9.6). */
  mmp: optionalField(z.boolean()),
  timeInForce: optionalField(z.enum(timesInForce)),
  reduceOnly: optionalField(z.boolean()),
  closeOnTrigger: optionalField(z.boolean()),
  positionIdx: optionalField(positionIdx),
  orderLinkId: optionalField(linkIdText),
  /** When given, what the position's leverage already is. */
  leverage: optionalField(decimalAsked),
  leverageE2: optionalField(z.int().check(z.positive())),
  /**
   * The most that the order may cost, margin and both fees (rules 3.2), in the settle coin; both
   * forms agree when both are given.
   */
  designatedMargin: optionalField(decimalAsked),
  designatedMarginE8: optionalField(scaledAsked),
  /**
   * The price that the terminal showed: a trigger without `triggerDirection` is reached by the way
   * from it.
   */
  basePrice: optionalField(priceAsked),
  /**
   * The terminal's words for what `triggerPrice`, `reduceOnly` and `closeOnTrigger` say, and its
   * wish for a number of its own, which every order has (docs/terminal.md 7): they change nothing.
   */
  type: optionalField(word),
  action: optionalField(word),
  needGeneratePid: optionalField(z.boolean()),
  /**
   * The terminal's mark on the two requests of its own reversal (spec 4): a word about the order,
   * which changes nothing. `reversePosition` does both legs at once.
   */
  is_reverse_position: optionalField(z.boolean()),
  ...termFields,
}

/** What a change of an order says; what is absent stays. */
export const replaceFields = {
  ...cancelFields,
  /** The whole quantity, what is filled included. */
  qty: optionalField(decimalAsked),
  qtyX: optionalField(scaledAsked),
  price: optionalField(priceAsked),
  /** Of an option in place of `price` (rules 9.1). */
  orderIv: optionalField(decimalAsked),
  type: optionalField(word),
  /** Of an order that waits. */
  triggerPrice: optionalField(priceAsked),
  ...wireLegsAsked,
}

export const orderCalls = {
  createOrder: {
    method: 'POST',
    path: '/contract/v5/order/create',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject(createFields),
    answer: orderReceipt,
  },
  cancelOrder: {
    method: 'POST',
    path: '/contract/v5/order/cancel',
    access: 'session',
    changes: true,
    ours: false,
    /** Of a TP/SL `TpSlOcoStopOrder` cancels both legs. */
    request: z.strictObject({ ...cancelFields, type: optionalField(word) }),
    answer: orderReceipt,
  },
  /** Cancels every entry of a position's partial TP/SL. */
  cancelTotally: {
    method: 'POST',
    path: '/contract/v5/order/cancel-totally',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      type: z.literal('PartialTpSlConditional'),
    }),
    answer: z.object({ list: z.array(z.object({ orderId: z.string(), orderLinkId: z.string() })) }),
  },
  cancelAllOrders: {
    method: 'POST',
    path: '/contract/v5/order/cancel-all',
    access: 'session',
    changes: true,
    ours: true,
    /** Of a symbol, or of a kind of market; else every open order of the account, spot included. */
    request: z.strictObject({
      symbol: optionalField(symbolName),
      kind: optionalField(z.enum(['linear', 'inverse', 'spot'])),
    }),
    answer: z.object({ list: z.array(z.object({ orderId: z.string(), orderLinkId: z.string() })) }),
  },
  replaceOrder: {
    method: 'POST',
    path: '/contract/v5/order/replace',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject(replaceFields),
    answer: orderReceipt,
  },
  openOrders: {
    method: 'GET',
    path: '/contract/v5/order/open-list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: optionalField(symbolName),
      orderId: optionalField(orderIdText),
      orderLinkId: optionalField(linkIdText),
    }),
    answer: z.object({ list: z.array(wireOrder) }),
  },
  /** How much is filled before each resting order of a book, now. */
  queuePlaces: {
    method: 'GET',
    path: '/contract/v5/order/queue-place',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({
      list: z.array(z.object({ orderId: z.string(), aheadQty: decimal, aheadOrders: z.int() })),
    }),
  },
  maxOrderQty: {
    method: 'GET',
    path: '/contract/v5/order/max-qty',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      /** Of a limit order; without it the order would be at market. */
      price: optionalField(decimal),
      /** Of a limit order: one that ends at once holds less; GoodTillCancel where it is absent. */
      timeInForce: optionalField(z.enum(timesInForce)),
      /** Of a spot order: with what may be borrowed for it. */
      isLeverage: optionalField(queryInteger),
    }),
    answer: z.object({
      symbol: z.string(),
      buyQty: decimal,
      sellQty: decimal,
      /** Of a pair: what either side may pay of the account's own coins, of the coin it pays. */
      buyPaid: optionalField(decimal),
      sellPaid: optionalField(decimal),
    }),
  },
} as const satisfies Record<string, Call>

export const spotOrderCalls = {
  createSpotOrder: {
    method: 'POST',
    path: '/spot/api/v1/order/create',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbolId: symbolName,
      side: z.enum(spotSides),
      /** Left out where the plan says it: stop-limit, trailing, OCO and TP/SL orders. */
      type: optionalField(z.enum(spotTypes)),
      /** Base coin; or `amount` of quote coin, of a market order and of buys that wait. */
      origQty: optionalField(decimal),
      amount: optionalField(decimal),
      marketUnit: optionalField(z.enum(['baseCoin', 'quoteCoin'])),
      price: optionalField(decimal),
      timeInForce: optionalField(z.enum(timesInForce)),
      clientOrderId: optionalField(linkIdText),
      /** 1: what it pays may be borrowed (rules 12.1). */
      isLeverage: optionalField(z.literal([0, 1])),
      ...spotPlanAsked,
    }),
    answer: orderReceipt,
  },
  cancelSpotOrder: {
    method: 'POST',
    path: '/spot/api/v1/order/cancel',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbolId: symbolName,
      orderId: optionalField(orderIdText),
      clientOrderId: optionalField(linkIdText),
    }),
    answer: orderReceipt,
  },
  replaceSpotOrder: {
    method: 'POST',
    path: '/spot/api/v1/order/replace',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbolId: symbolName,
      orderId: optionalField(orderIdText),
      clientOrderId: optionalField(linkIdText),
      origQty: optionalField(decimal),
      price: optionalField(decimal),
      ...spotPlanChange,
    }),
    answer: orderReceipt,
  },
  openSpotOrders: {
    method: 'GET',
    path: '/spot/api/v1/order/open-list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbolId: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wireSpotOrder) }),
  },
} as const satisfies Record<string, Call>

export const positionCalls = {
  positionList: {
    method: 'GET',
    path: '/contract/v5/position/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wirePosition) }),
  },
  /** The full TP/SL and the partial list of each position of a symbol, flat ones included. */
  tpslAll: {
    method: 'GET',
    path: '/contract/v5/position/tpsl-all',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({ list: z.array(wireSymbolTpsl) }),
  },
  setLeverage: {
    method: 'POST',
    path: '/contract/v5/position/set-leverage',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      leverage: optionalField(decimal),
      leverageE2: optionalField(z.int().check(z.positive())),
      /** Of the short side, which only an isolated hedge may have otherwise (rules 4.5). */
      sellLeverage: optionalField(decimal),
    }),
    answer: leverageAnswer,
  },
  /** One-way or hedged: of a symbol, or of a settle coin and all its symbols that are free. */
  switchMode: {
    method: 'POST',
    path: '/contract/v5/position/switch-mode',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: optionalField(symbolName),
      coin: optionalField(z.string().check(z.minLength(1), z.maxLength(20))),
      /** 0 one-way, 3 hedged. */
      mode: z.literal([0, 3]),
    }),
    answer: z.object({ mode: z.literal([0, 3]) }),
  },
  /** Puts a contract's position on its own margin, or back on the account's. */
  setMarginMode: {
    method: 'POST',
    path: '/contract/v5/position/set-margin-mode',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ symbol: symbolName, isIsolated: z.boolean() }),
    answer: z.object({ symbol: z.string(), isIsolated: z.boolean() }),
  },
  /** Adds margin to an isolated position; a negative amount takes added margin back. */
  addMargin: {
    method: 'POST',
    path: '/contract/v5/position/add-margin',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      addToPositionBalanceE8: signedScaledInteger,
    }),
    answer: z.object({ position: wirePosition }),
  },
  setAutoAddMargin: {
    method: 'POST',
    path: '/contract/v5/position/set-auto-add-margin',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      newAutoAddMargin: z.boolean(),
    }),
    answer: z.object({ symbol: z.string(), isAutoAddMargin: z.boolean() }),
  },
  /** TP/SL and trailing stop of a position (rules 8.5, 8.6). */
  setTpSlTs: {
    method: 'POST',
    path: '/contract/v5/position/set-tp-sl-ts',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      ...wireLegsAsked,
      /** One quantity for both legs of a partial entry; when several are given they agree. */
      qtyX: optionalField(scaledAsked),
      tpSizeX: optionalField(scaledAsked),
      slSizeX: optionalField(scaledAsked),
      /** The entry to change. */
      tpStopOrderId: optionalField(orderIdAsked),
      slStopOrderId: optionalField(orderIdAsked),
      ...wireTrailingAsked,
    }),
    answer: z.object({ position: wirePosition }),
  },
  leverage: {
    method: 'GET',
    path: '/contract/v5/position/leverage',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName }),
    answer: leverageAnswer,
  },
  riskLimits: {
    method: 'GET',
    path: '/contract/v5/position/risk-limit-list',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({ list: z.array(wireRiskLimit) }),
  },
} as const satisfies Record<string, Call>

const publicHistoryQuery = {
  symbol: optionalField(symbolName),
  fromE3: optionalField(queryInteger),
  /** Exclusive. */
  toE3: optionalField(queryInteger),
  ...pageQuery,
}
/** Of the caller's own history. */
const historyQuery = {
  ...publicHistoryQuery,
  /** Of one family, contracts that were delivered included. */
  contractType: optionalField(z.enum(historyFamilies)),
}
export const historyCalls = {
  orderHistory: {
    method: 'GET',
    path: '/contract/v5/order/history',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      ...historyQuery,
      orderId: optionalField(orderIdText),
      orderLinkId: optionalField(linkIdText),
    }),
    answer: pageOf(wireOrder),
  },
  executions: {
    method: 'GET',
    path: '/contract/v5/execution/list',
    access: 'session',
    changes: false,
    ours: true,
    /** Of all types but `Funding` where none is named. */
    request: z.strictObject({
      ...historyQuery,
      orderId: optionalField(orderIdText),
      execType: optionalField(z.enum(execTypes)),
    }),
    answer: pageOf(wireExecution),
  },
  /** Why stops fired, orders were refused, and positions were liquidated or deleveraged. */
  explain: {
    method: 'GET',
    path: '/contract/v5/order/explain',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ ...historyQuery, orderId: optionalField(orderIdText) }),
    answer: pageOf(wireDecision),
  },
  closedPnl: {
    method: 'GET',
    path: '/contract/v5/position/closed-pnl',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireClosedPnl),
  },
  transactionLog: {
    method: 'GET',
    path: '/contract/v5/account/transaction-log',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      ...historyQuery,
      coin: optionalField(z.stringFormat('coin', /^[A-Z0-9]{1,12}$/)),
      /** Of the funding wallet, in place of the one that trades (rules 23.3). */
      wallet: optionalField(z.enum(purses)),
    }),
    answer: pageOf(wireLedgerRecord),
  },
  /** The steps of the account's liquidations; those of the whole account have no symbol. */
  liquidations: {
    method: 'GET',
    path: '/contract/v5/position/liquidations',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireLiquidation),
  },
  fundingHistory: {
    method: 'GET',
    path: '/contract/v5/funding/history',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireFunding),
  },
  /** The account's positions that came to their end with their contract. */
  deliveryRecords: {
    method: 'GET',
    path: '/contract/v5/asset/delivery-record',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireDelivery),
  },
  /** The sessions of the account's USDC positions. */
  settlementRecords: {
    method: 'GET',
    path: '/contract/v5/asset/settlement-record',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireSettlement),
  },
  /** At which prices contracts were delivered, newest first. */
  deliveryPrices: {
    method: 'GET',
    path: '/contract/v5/public/delivery-price',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject(publicHistoryQuery),
    answer: pageOf(wireDeliveryPrice),
  },
  /** At which marks the sessions of a USDC contract ended, newest first. */
  sessionPrices: {
    method: 'GET',
    path: '/contract/v5/public/session-price',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ ...publicHistoryQuery, symbol: symbolName }),
    answer: pageOf(wireSessionPrice),
  },
  /** The rates that were settled for a symbol, newest first. */
  fundingRates: {
    method: 'GET',
    path: '/contract/v5/public/funding/history',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ ...publicHistoryQuery, symbol: symbolName }),
    answer: pageOf(wireFundingRate),
  },
} as const satisfies Record<string, Call>
