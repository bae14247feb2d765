// The table of calls: method, path, request, answer, who may ask. A call exists when, and only
// when, it stands here (spec 7). What a later issue brings is not in the schemas yet and is refused
// as an unknown field by name.

import { businessTags, contractTypes } from '@basis/domain/market'
import { orderTypes, sides, timesInForce } from '@basis/domain/order'
import * as z from 'zod/mini'
import {
  password,
  preferences,
  userInfo,
  userName,
  visitorProfile,
  wireFunding,
  wireLedgerRecord,
  wireWallet,
} from './account.ts'
import { contractSymbol, wireRiskLimit } from './instrument.ts'
import {
  bookDepths,
  candleResolution,
  candleSources,
  wireCandle,
  wireDepth,
  wireTicker,
  wireTrade,
} from './market-data.ts'
import { positionIdx, wireExecution, wireOrder } from './order.ts'
import { wireClosedPnl, wirePosition } from './position.ts'
import { spotSides, spotTypes, wireSpotOrder } from './spot-order.ts'
import { quoteTokenGroup, shortSpotSymbol } from './spot-symbol.ts'
import {
  decimal,
  decimalOrEmpty,
  integerText,
  linkIdText,
  orderIdText,
  pageOf,
  pageQuery,
  queryInteger,
  shortText,
  signedDecimal,
  symbolName,
  timeMs,
} from './wire.ts'

/** Who may ask: anybody, or an account that is signed in. */
export type CallAccess = 'public' | 'session'

export type Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly access: CallAccess
  /** Changes something: needs the anti-forgery header of the session (reliability S4). */
  readonly changes: boolean
  /** Not in the specification. */
  readonly ours: boolean
  /** The body of a POST, the query of a GET; strict. */
  readonly request: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

/**
 * The query that every call may carry besides its own fields (spec 7): the business tag, which must
 * agree with the symbol; the category and the form of the answer on v5 paths; the time that keeps a
 * GET out of caches.
 */
export const dressing = {
  business: z.exactOptional(z.enum(businessTags)),
  category: z.exactOptional(z.enum(['linear', 'inverse', 'spot', 'option'])),
  responseFormat: z.exactOptional(z.enum(['snake', 'hump'])),
  timestamp: z.exactOptional(queryInteger),
}
export const dressingFields: readonly string[] = Object.keys(dressing)

const nothing = z.strictObject({})
/** An answer that says only that it was done. */
const done = z.object({})

/**
 * Names an order by either id; that one of them is there is checked where the order is looked for.
 */
const orderNameFields = {
  symbol: symbolName,
  orderId: z.exactOptional(orderIdText),
  orderLinkId: z.exactOptional(linkIdText),
}
const orderReceipt = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  price: z.string(),
  /** How the order stands after this request; absent when it has been final before. */
  order: z.exactOptional(wireOrder),
  /** What of a split order was not placed (spec 8, code 39303); orders are not split here. */
  create_order_failed_qty_x: z.string(),
})

const orders = {
  createOrder: {
    method: 'POST',
    path: '/contract/v5/order/create',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      symbol: symbolName,
      side: z.enum(sides),
      orderType: z.enum(orderTypes),
      /** At least one of both; when both are given they agree (reliability O6). */
      qty: z.exactOptional(decimal),
      qtyX: z.exactOptional(integerText),
      price: z.exactOptional(decimal),
      timeInForce: z.exactOptional(z.enum(timesInForce)),
      reduceOnly: z.exactOptional(z.boolean()),
      closeOnTrigger: z.exactOptional(z.boolean()),
      positionIdx: z.exactOptional(positionIdx),
      orderLinkId: z.exactOptional(linkIdText),
      /** When given, what the position's leverage already is. */
      leverage: z.exactOptional(decimal),
      leverageE2: z.exactOptional(z.int().check(z.positive())),
      basePrice: z.exactOptional(decimal),
      type: z.exactOptional(z.enum(['Activity'])),
      action: z.exactOptional(z.enum(['Open', 'Close', 'PositionClose'])),
      needGeneratePid: z.exactOptional(z.boolean()),
      is_reverse_position: z.exactOptional(z.boolean()),
    }),
    answer: orderReceipt,
  },
  cancelOrder: {
    method: 'POST',
    path: '/contract/v5/order/cancel',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject(orderNameFields),
    answer: orderReceipt,
  },
  cancelAllOrders: {
    method: 'POST',
    path: '/contract/v5/order/cancel-all',
    access: 'session',
    changes: true,
    ours: true,
    /** Without a symbol: every open order of the account, spot included. */
    request: z.strictObject({ symbol: z.exactOptional(symbolName) }),
    answer: z.object({ list: z.array(z.object({ orderId: z.string(), orderLinkId: z.string() })) }),
  },
  replaceOrder: {
    method: 'POST',
    path: '/contract/v5/order/replace',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({
      ...orderNameFields,
      /** The whole quantity, what is filled included. */
      qty: z.exactOptional(decimal),
      qtyX: z.exactOptional(integerText),
      price: z.exactOptional(decimal),
      type: z.exactOptional(z.enum(['Activity'])),
    }),
    answer: orderReceipt,
  },
  openOrders: {
    method: 'GET',
    path: '/contract/v5/order/open-list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: z.exactOptional(symbolName),
      orderId: z.exactOptional(orderIdText),
      orderLinkId: z.exactOptional(linkIdText),
    }),
    answer: z.object({ list: z.array(wireOrder) }),
  },
  maxOrderQty: {
    method: 'GET',
    path: '/contract/v5/order/max-qty',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName, price: z.exactOptional(decimal) }),
    answer: z.object({ symbol: z.string(), buyQty: decimal, sellQty: decimal }),
  },
} as const satisfies Record<string, Call>

const spotOrders = {
  createSpotOrder: {
    method: 'POST',
    path: '/spot/api/v1/order/create',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbolId: symbolName,
      side: z.enum(spotSides),
      type: z.enum(spotTypes),
      /**
       * Base coin; a market buy may name `amount` of quote coin with marketUnit quoteCoin instead.
       */
      origQty: z.exactOptional(decimal),
      amount: z.exactOptional(decimal),
      marketUnit: z.exactOptional(z.enum(['baseCoin', 'quoteCoin'])),
      price: z.exactOptional(decimal),
      timeInForce: z.exactOptional(z.enum(timesInForce)),
      clientOrderId: z.exactOptional(linkIdText),
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
      orderId: z.exactOptional(orderIdText),
      clientOrderId: z.exactOptional(linkIdText),
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
      orderId: z.exactOptional(orderIdText),
      clientOrderId: z.exactOptional(linkIdText),
      origQty: z.exactOptional(decimal),
      price: z.exactOptional(decimal),
    }),
    answer: orderReceipt,
  },
  openSpotOrders: {
    method: 'GET',
    path: '/spot/api/v1/order/open-list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbolId: z.exactOptional(symbolName) }),
    answer: z.object({ list: z.array(wireSpotOrder) }),
  },
} as const satisfies Record<string, Call>

const positions = {
  positionList: {
    method: 'GET',
    path: '/contract/v5/position/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: z.exactOptional(symbolName) }),
    answer: z.object({ list: z.array(wirePosition) }),
  },
  setLeverage: {
    method: 'POST',
    path: '/contract/v5/position/set-leverage',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      leverage: z.exactOptional(decimal),
      leverageE2: z.exactOptional(z.int().check(z.positive())),
    }),
    answer: z.object({ symbol: z.string(), leverage: decimal, leverageE2: z.int() }),
  },
  leverage: {
    method: 'GET',
    path: '/contract/v5/position/leverage',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({ symbol: z.string(), leverage: decimal, leverageE2: z.int() }),
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

const historyQuery = {
  symbol: z.exactOptional(symbolName),
  fromE3: z.exactOptional(queryInteger),
  /** Exclusive. */
  toE3: z.exactOptional(queryInteger),
  ...pageQuery,
}
const history = {
  orderHistory: {
    method: 'GET',
    path: '/contract/v5/order/history',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({
      ...historyQuery,
      orderId: z.exactOptional(orderIdText),
      orderLinkId: z.exactOptional(linkIdText),
    }),
    answer: pageOf(wireOrder),
  },
  executions: {
    method: 'GET',
    path: '/contract/v5/execution/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ ...historyQuery, orderId: z.exactOptional(orderIdText) }),
    answer: pageOf(wireExecution),
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
      coin: z.exactOptional(z.stringFormat('coin', /^[A-Z0-9]{1,12}$/)),
    }),
    answer: pageOf(wireLedgerRecord),
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
} as const satisfies Record<string, Call>

const contractLists = Object.fromEntries(
  contractTypes.map((type) => [type, z.array(contractSymbol)]),
) as Record<(typeof contractTypes)[number], z.ZodMiniArray<typeof contractSymbol>>

const catalogue = {
  symbolList: {
    method: 'GET',
    path: '/contract/v5/product/brief-symbol-list',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({
      filter: z.exactOptional(z.enum(['all'])),
      version: z.exactOptional(shortText),
    }),
    answer: z.object({ version: z.string(), ...contractLists }),
  },
  symbolItem: {
    method: 'GET',
    path: '/contract/v5/product/dynamic-symbol-item',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ symbol: symbolName }),
    answer: z.object({ item: contractSymbol }),
  },
  spotSymbolsAll: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_all',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ last_modified_at: z.exactOptional(queryInteger) }),
    answer: z.object({ quoteTokenSymbols: z.array(shortSpotSymbol) }),
  },
  spotSymbolsV3: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v3',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ version: z.exactOptional(shortText) }),
    answer: z.object({ version: z.string(), quoteTokenResult: z.array(quoteTokenGroup) }),
  },
  spotSymbolsV2: {
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v2',
    access: 'public',
    changes: false,
    ours: false,
    request: nothing,
    answer: z.object({ quoteTokenResult: z.array(quoteTokenGroup) }),
  },
  slippage: {
    method: 'GET',
    path: '/contract/v5/public/instrument/slippage',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ symbol: symbolName, side: z.enum(sides), qty: decimal }),
    /** What a market order of that size would come to against the book as it stands. */
    answer: z.object({
      symbol: z.string(),
      side: z.enum(sides),
      /** What the book could fill, at most the asked quantity. */
      fillableQty: decimal,
      bestPrice: decimalOrEmpty,
      avgPrice: decimalOrEmpty,
      /** avgPrice against bestPrice, never below zero: 0.001 is 0.1 %. */
      slippage: decimalOrEmpty,
    }),
  },
} as const satisfies Record<string, Call>

const marketData = {
  depth: {
    method: 'GET',
    path: '/contract/v5/public/depth',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      limit: z.exactOptional(z.enum(bookDepths.map(String))),
    }),
    answer: wireDepth,
  },
  trades: {
    method: 'GET',
    path: '/contract/v5/public/trades',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: symbolName, limit: z.exactOptional(queryInteger) }),
    answer: z.object({ list: z.array(wireTrade) }),
  },
  tickers: {
    method: 'GET',
    path: '/contract/v5/public/tickers',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: z.exactOptional(symbolName) }),
    answer: z.object({ list: z.array(wireTicker) }),
  },
  candles: {
    method: 'GET',
    path: '/contract/v5/public/candles',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      source: z.exactOptional(z.enum(candleSources)),
      resolution: candleResolution,
      /** Only candles that start at or after it. */
      fromMs: z.exactOptional(queryInteger),
      /** Only candles that start before it; without it, up to now. */
      endMs: z.exactOptional(queryInteger),
      /** 1 to 1000; the newest ones. */
      limit: z.exactOptional(queryInteger),
    }),
    /** Ascending by start. */
    answer: z.object({ list: z.array(wireCandle) }),
  },
  serverTime: {
    method: 'GET',
    path: '/contract/v5/public/time',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ timeE3: timeMs }),
  },
  venueStatus: {
    method: 'GET',
    path: '/contract/v5/public/status',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({
      simulated: z.boolean(),
      /** The market's seed, for the status bar. */
      seed: z.string(),
      buildRelease: z.string(),
      mode: z.enum(['normal', 'stopping', 'failed']),
      history: z.enum(['ready', 'unavailable']),
      seq: z.int(),
    }),
  },
  ledger: {
    method: 'GET',
    path: '/contract/v5/public/ledger',
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    /** Per coin: what came in from outside and where it is now; the drift is always zero. */
    answer: z.object({
      list: z.array(
        z.object({
          coin: z.string(),
          deposits: signedDecimal,
          accounts: signedDecimal,
          fees: signedDecimal,
          insurance: signedDecimal,
          rounding: signedDecimal,
          openPositions: signedDecimal,
          drift: signedDecimal,
        }),
      ),
    }),
  },
} as const satisfies Record<string, Call>

const account = {
  visitorProfile: {
    method: 'GET',
    path: '/contract/v5/settings/visitor-profile',
    access: 'public',
    changes: false,
    ours: false,
    request: z.strictObject({ lang: z.exactOptional(shortText) }),
    answer: visitorProfile,
  },
  oneTimeToken: {
    method: 'POST',
    path: '/contract/v5/user/private/ott',
    access: 'session',
    changes: true,
    ours: false,
    request: nothing,
    /** Opens the private socket once, within ten seconds. */
    answer: z.object({ token: z.string() }),
  },
  savePreference: {
    method: 'POST',
    path: '/v3/private/user/member/pref-setting',
    access: 'session',
    changes: true,
    ours: false,
    request: z.strictObject({ upsert_keys: preferences }),
    answer: z.object({ preferences }),
  },
  demoUser: {
    method: 'POST',
    path: '/contract/v5/user/demo',
    access: 'public',
    changes: true,
    ours: true,
    /**
     * One click: a new trader with demo funds, signed in. The envelope's token is the anti-forgery
     * one.
     */
    request: nothing,
    answer: userInfo,
  },
  signUp: {
    method: 'POST',
    path: '/contract/v5/user/sign-up',
    access: 'public',
    changes: true,
    ours: true,
    /** Signed in as a demo trader: the same account gets a name and a password. */
    request: z.strictObject({ username: userName, password }),
    answer: userInfo,
  },
  signIn: {
    method: 'POST',
    path: '/contract/v5/user/sign-in',
    access: 'public',
    changes: true,
    ours: true,
    request: z.strictObject({ username: shortText, password: shortText }),
    answer: userInfo,
  },
  signOut: {
    method: 'POST',
    path: '/contract/v5/user/sign-out',
    access: 'session',
    changes: true,
    ours: true,
    request: nothing,
    answer: done,
  },
  userInfo: {
    method: 'GET',
    path: '/contract/v5/user/info',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: userInfo,
  },
  demoFunds: {
    method: 'POST',
    path: '/contract/v5/account/demo-funds',
    access: 'session',
    changes: true,
    ours: true,
    request: nothing,
    answer: z.object({ coin: z.string(), amount: decimal }),
  },
  wallet: {
    method: 'GET',
    path: '/contract/v5/account/wallet',
    access: 'session',
    changes: false,
    ours: true,
    request: nothing,
    answer: wireWallet,
  },
} as const satisfies Record<string, Call>

export const calls = {
  ...orders,
  ...spotOrders,
  ...positions,
  ...history,
  ...catalogue,
  ...marketData,
  ...account,
} as const

export type CallName = keyof typeof calls
/** What is asked: numbers are numbers even in a query, where they travel as text. */
export type CallRequest<Name extends CallName> = z.output<(typeof calls)[Name]['request']>
export type CallAnswer<Name extends CallName> = z.output<(typeof calls)[Name]['answer']>

export const callNames = Object.keys(calls) as readonly CallName[]
export const maxCandles = 1000

/** The header that carries the anti-forgery token, and the cookie it is read from (spec 6, 7). */
export const userTokenHeader = 'usertoken'
export const userTokenCookie = 'token'
/** Seconds: 10080 minutes (spec 9). */
export const userTokenLifetimeS = 10_080 * 60
