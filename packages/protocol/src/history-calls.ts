// The calls of the history of orders and positions, and of public records: a part of the table of
// calls (spec 7).

import { purses } from '@basis/domain/instrument/purse'
import { historyFamilies } from '@basis/domain/instrument/market'
import * as z from './schema/deferred.ts'
import { wireFunding, wireFundingRate, wireLedgerRecord } from './account.ts'
import type { Call } from './call.ts'
import { execTypes, wireExecution, wireOrder } from './order.ts'
import { wireClosedPnl, wireDecision, wireLiquidation } from './position.ts'
import {
  wireDelivery,
  wireDeliveryPrice,
  wireSessionPrice,
  wireSettlement,
} from './settlement/records.ts'
import {
  linkIdText,
  optionalField,
  orderIdText,
  pageOf,
  pageQuery,
  queryInteger,
  symbolName,
} from './wire.ts'

const publicHistoryQuery = {
  symbol: optionalField(symbolName),
  fromE3: optionalField(queryInteger),
  /** Exclusive. */
  toE3: optionalField(queryInteger),
  ...pageQuery,
}
/** Query of the caller's own history. */
const historyQuery = {
  ...publicHistoryQuery,
  /** One family, including delivered contracts. */
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
    /** By default all types except `Funding`. */
    request: z.strictObject({
      ...historyQuery,
      orderId: optionalField(orderIdText),
      execType: optionalField(z.enum(execTypes)),
    }),
    answer: pageOf(wireExecution),
  },
  /** Explanations of triggered stops, rejected orders, liquidations and deleveraging. */
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
      /** `Funding` selects the funding wallet instead of the trading wallet (rules 23.3). */
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
  /** The account's positions that were closed by delivery. */
  deliveryRecords: {
    method: 'GET',
    path: '/contract/v5/asset/delivery-record',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireDelivery),
  },
  /** The session settlements of the account's USDC positions. */
  settlementRecords: {
    method: 'GET',
    path: '/contract/v5/asset/settlement-record',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject(historyQuery),
    answer: pageOf(wireSettlement),
  },
  /** The delivery prices of contracts, newest first. */
  deliveryPrices: {
    method: 'GET',
    path: '/contract/v5/public/delivery-price',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject(publicHistoryQuery),
    answer: pageOf(wireDeliveryPrice),
  },
  /** The mark prices of a USDC contract's sessions, newest first. */
  sessionPrices: {
    method: 'GET',
    path: '/contract/v5/public/session-price',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ ...publicHistoryQuery, symbol: symbolName }),
    answer: pageOf(wireSessionPrice),
  },
  /** The settled funding rates of a symbol, newest first. */
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
