// The calls of orders and positions: a part of the table of calls (spec 7).

import { orderTypes, sides, timesInForce } from '@basis/domain/orders/order'
import { slippageUnits } from '@basis/domain/orders/slippage'
import { positionModes } from '@basis/domain/orders/position'
import * as z from './schema/deferred.ts'
import type { Call } from './call.ts'
import { wireRiskLimit } from './instrument.ts'
import { positionIdx, wireOrder } from './order.ts'
import { wirePosition } from './position.ts'
import { spotSides, wireSpotOrder } from './spot/order.ts'
import { spotPlanRequest, spotPlanChange, spotTypes } from './spot/plan.ts'
import {
  decimal,
  requestedDecimal,
  requestedScaled,
  signedScaledInteger,
  linkIdText,
  requestedOrderId,
  orderIdText,
  requestedPrice,
  queryInteger,
  symbolName,
  word,
  optionalField,
} from './wire.ts'
import { requestedBasis, wireLegsRequest, wireSymbolTpsl, wireTrailingRequest } from './tpsl.ts'

/** A contract's leverage: of the one position or the long side, and of the short side. */
export const leverageAnswer = z.object({
  symbol: z.string(),
  leverage: decimal,
  leverageE2: z.int(),
  sellLeverage: decimal,
  mode: z.enum(positionModes),
  isIsolated: z.boolean(),
})

/** Names an order by either ID; at least one is required, which is checked at the look-up. */
export const cancelFields = {
  symbol: symbolName,
  orderId: optionalField(orderIdText),
  orderLinkId: optionalField(linkIdText),
}
/** The result of an order request. */
export const orderReceipt = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  price: z.string(),
  /** The order after this request; absent if it was final before. */
  order: optionalField(wireOrder),
  /** The unplaced part of a split reduce-only order, like `qtyX`; with code 39303 (spec 8). */
  create_order_failed_qty_x: z.string(),
})

/** Terms of a new order besides its price and quantity. */
export const termFields = {
  /** The maximum distance of a market order's fills from the best price: ticks, or percent. */
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
  /** If given, the order waits until this price is reached. */
  triggerPrice: optionalField(requestedPrice),
  triggerBy: optionalField(requestedBasis),
  /** 1 for a rise, 2 for a fall; by default the direction from the current price. */
  triggerDirection: optionalField(z.literal([1, 2])),
  ...wireLegsRequest,
  ...wireTrailingRequest,
}

/** The fields of a new order. */
export const createFields = {
  symbol: symbolName,
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  /**
   * At least one of the two; if both are given they must agree (reliability O6). `qtyX` is ×1e8 for
   * contracts in USDT and USDC, for inverse ones the plain quantity (spec 9).
   */
  qty: optionalField(requestedDecimal),
  qtyX: optionalField(requestedScaled),
  /** The quantity of the TP/SL, equal to the order's own; each may replace the other (spec 5). */
  tpSizeX: optionalField(requestedScaled),
  slSizeX: optionalField(requestedScaled),
  price: optionalField(requestedPrice),
  /** For an option, instead of a price: its implied volatility, a share (rules 9.1). */
  orderIv: optionalField(requestedDecimal),
  /** For an option order under market-maker protection (rules 9.6). */
  mmp: optionalField(z.boolean()),
  timeInForce: optionalField(z.enum(timesInForce)),
  reduceOnly: optionalField(z.boolean()),
  closeOnTrigger: optionalField(z.boolean()),
  positionIdx: optionalField(positionIdx),
  orderLinkId: optionalField(linkIdText),
  /** If given, it must equal the position's current leverage. */
  leverage: optionalField(requestedDecimal),
  leverageE2: optionalField(z.int().check(z.positive())),
  /**
   * The maximum order cost, margin and both fees (rules 3.2), in the settle coin; if both forms are
   * given they must agree.
   */
  designatedMargin: optionalField(requestedDecimal),
  designatedMarginE8: optionalField(requestedScaled),
  /**
   * The price that the terminal showed: it decides the direction of a trigger without
   * `triggerDirection`.
   */
  basePrice: optionalField(requestedPrice),
  /**
   * Ignored: the terminal's names for what `triggerPrice`, `reduceOnly` and `closeOnTrigger` state,
   * and its request for an order ID, which every order gets (docs/terminal.md 7).
   */
  type: optionalField(word),
  action: optionalField(word),
  needGeneratePid: optionalField(z.boolean()),
  /**
   * Ignored: the terminal's mark on the two requests of its own reversal (spec 4).
   * `reversePosition` executes both legs in one call.
   */
  is_reverse_position: optionalField(z.boolean()),
  ...termFields,
}

/** The fields of an order change; absent ones keep their value. */
export const replaceFields = {
  ...cancelFields,
  /** The total quantity, including what is filled. */
  qty: optionalField(requestedDecimal),
  qtyX: optionalField(requestedScaled),
  price: optionalField(requestedPrice),
  /** For an option, instead of `price` (rules 9.1). */
  orderIv: optionalField(requestedDecimal),
  type: optionalField(word),
  /** For a waiting order. */
  triggerPrice: optionalField(requestedPrice),
  ...wireLegsRequest,
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
    /** For a TP/SL, `TpSlOcoStopOrder` cancels both legs. */
    request: z.strictObject({ ...cancelFields, type: optionalField(word) }),
    answer: orderReceipt,
  },
  /** Cancels all entries of a position's partial TP/SL. */
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
    /** By symbol or by market kind; by default all open orders of the account, including spot. */
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
  /** The quantity that is filled before each resting order of a book, now. */
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
      /** For a limit order; without it the order is assumed to be a market order. */
      price: optionalField(decimal),
      /** For a limit order; IOC and FOK reserve less. Default GoodTillCancel. */
      timeInForce: optionalField(z.enum(timesInForce)),
      /** For a spot order: include what may be borrowed for it. */
      isLeverage: optionalField(queryInteger),
    }),
    answer: z.object({
      symbol: z.string(),
      buyQty: decimal,
      sellQty: decimal,
      /**
       * For a spot pair: the maximum paid per side from the account's own coins, in the coin paid.
       */
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
      /** Omitted if the plan implies it: stop-limit, trailing, OCO and TP/SL orders. */
      type: optionalField(z.enum(spotTypes)),
      /** Base coin; or `amount` in quote coin, for market orders and for waiting buys. */
      origQty: optionalField(decimal),
      amount: optionalField(decimal),
      marketUnit: optionalField(z.enum(['baseCoin', 'quoteCoin'])),
      price: optionalField(decimal),
      timeInForce: optionalField(z.enum(timesInForce)),
      clientOrderId: optionalField(linkIdText),
      /** 1: the coin paid may be borrowed (rules 12.1). */
      isLeverage: optionalField(z.literal([0, 1])),
      ...spotPlanRequest,
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
  /** The full TP/SL and the partial list of each position of a symbol, including flat ones. */
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
      /** For the short side, which may differ only in an isolated hedge (rules 4.5). */
      sellLeverage: optionalField(decimal),
    }),
    answer: leverageAnswer,
  },
  /** One-way or hedge mode: for a symbol, or for a settle coin and its symbols that may switch. */
  switchMode: {
    method: 'POST',
    path: '/contract/v5/position/switch-mode',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: optionalField(symbolName),
      coin: optionalField(z.string().check(z.minLength(1), z.maxLength(20))),
      /** 0 one-way, 3 hedge. */
      mode: z.literal([0, 3]),
    }),
    answer: z.object({ mode: z.literal([0, 3]) }),
  },
  /** Switches a contract's position to isolated margin, or back to cross. */
  setMarginMode: {
    method: 'POST',
    path: '/contract/v5/position/set-margin-mode',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ symbol: symbolName, isIsolated: z.boolean() }),
    answer: z.object({ symbol: z.string(), isIsolated: z.boolean() }),
  },
  /** Adds margin to an isolated position; a negative amount removes added margin. */
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
  /** TP/SL and trailing stop for a position (rules 8.5, 8.6). */
  setTpSlTs: {
    method: 'POST',
    path: '/contract/v5/position/set-tp-sl-ts',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      ...wireLegsRequest,
      /** One quantity for both legs of a partial entry; if several are given they must agree. */
      qtyX: optionalField(requestedScaled),
      tpSizeX: optionalField(requestedScaled),
      slSizeX: optionalField(requestedScaled),
      /** The entry to change, by the order of either leg. */
      tpStopOrderId: optionalField(requestedOrderId),
      slStopOrderId: optionalField(requestedOrderId),
      ...wireTrailingRequest,
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
