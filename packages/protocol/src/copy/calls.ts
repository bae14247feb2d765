// Copy trading on the wire: leaders and their figures, a trader's follows, wallets, and the two
// calls of the specification for orders of a wallet (spec 7; rules 16).

import { copyModes, copyStyles } from '@basis/domain/copy/settings'
import { copyStops } from '@basis/domain/copy/record'
import { leaderRanks } from '@basis/domain/copy/profit-share'
import { orderTypes, sides, timesInForce } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { leverageAnswer, orderCalls, termFields } from '../order-calls.ts'
import { positionIdx, wireOrder } from '../order.ts'
import { wireLegsRequest } from '../tpsl.ts'
import {
  decimal,
  requestedDecimal,
  linkIdText,
  orderIdText,
  requestedPrice,
  requestedScaled,
  signedDecimal,
  symbolName,
  timeMs,
  word,
  optionalField,
} from '../wire.ts'

const root = '/fapi/beehive'
const open = `${root}/public/v1/common`
const own = `${root}/private/v1/common`

const wireCopySettings = z.object({
  mode: z.enum(copyModes),
  margin: decimal,
  ratio: decimal,
  /** 0 uses the leader's leverage. */
  leverage: decimal,
  symbolMargin: decimal,
  dayMargin: decimal,
  /** Rates are fractions: 0.01 is 1 %; 0 for none. */
  slippage: decimal,
  takeProfit: decimal,
  stopLoss: decimal,
  totalStopLoss: decimal,
})
export type WireCopySettings = z.output<typeof wireCopySettings>

const settingsAsked = z.strictObject({
  mode: z.enum(copyModes),
  margin: optionalField(decimal),
  ratio: optionalField(decimal),
  leverage: optionalField(decimal),
  symbolMargin: optionalField(decimal),
  dayMargin: optionalField(decimal),
  slippage: optionalField(decimal),
  takeProfit: optionalField(decimal),
  stopLoss: optionalField(decimal),
  totalStopLoss: optionalField(decimal),
})

const wireLeader = z.object({
  leaderId: z.string(),
  name: z.string(),
  style: z.enum(copyStyles),
  /** Empty for a fund. */
  rank: z.union([z.enum(leaderRanks), z.literal('')]),
  profitShare: decimal,
  isOpen: z.boolean(),
  roi: signedDecimal,
  equity: signedDecimal,
  /** Empty before the first closed position. */
  winRate: z.union([decimal, z.literal('')]),
  closedPositions: z.int(),
  followers: z.int(),
  followedEquity: signedDecimal,
  createdAtE3: timeMs,
  /** Times, ROI and equity. */
  curve: z.array(z.tuple([timeMs, signedDecimal, signedDecimal])),
  /** Whether the caller copies this leader, or is the leader. */
  relation: z.enum(['none', 'copied', 'self']),
})
export type WireLeader = z.output<typeof wireLeader>

const wireCopyPosition = z.object({
  symbol: z.string(),
  positionIdx: z.int(),
  side: z.enum(sides),
  size: decimal,
  entryPrice: decimal,
  markPrice: decimal,
  leverage: decimal,
  unrealisedPnl: signedDecimal,
  margin: decimal,
  /** Empty if no price liquidates it. */
  liqPrice: z.string(),
  takeProfit: z.string(),
  stopLoss: z.string(),
})
export type WireCopyPosition = z.output<typeof wireCopyPosition>

const wireLeaderPosition = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  size: decimal,
  entryPrice: decimal,
  markPrice: decimal,
  leverage: decimal,
})

const wireClosed = z.object({
  symbol: z.string(),
  side: z.enum(sides),
  size: decimal,
  entryPrice: z.string(),
  closedPnl: signedDecimal,
  closedAtE3: timeMs,
})

const wireCopyEntry = z.object({
  timeE3: timeMs,
  symbol: z.string(),
  positionIdx: z.int(),
  act: z.enum(['Open', 'Close']),
  leaderQty: decimal,
  leaderPrice: decimal,
  askedQty: decimal,
  filledQty: decimal,
  /** Why less was filled; empty if all was filled. */
  reason: z.string(),
})
export type WireCopyEntry = z.output<typeof wireCopyEntry>

const wireFollow = z.object({
  walletId: z.string(),
  leaderId: z.string(),
  leaderName: z.string(),
  style: z.enum(copyStyles),
  status: z.enum(['Following', 'Stopping', 'Stopped']),
  stopReason: z.union([z.enum(copyStops), z.literal('')]),
  settings: wireCopySettings,
  profitShare: decimal,
  invested: signedDecimal,
  equity: signedDecimal,
  transferable: decimal,
  /** Equity and the amount set aside, less deposits. */
  pnl: signedDecimal,
  setAside: decimal,
  paidShare: decimal,
  positions: z.array(wireCopyPosition),
  /** Newest first. */
  log: z.array(wireCopyEntry),
  startedAtE3: timeMs,
  /** Time of its last change; if stopped, of its end. */
  updatedAtE3: timeMs,
})
export type WireFollow = z.output<typeof wireFollow>

const receipt = z.object({ walletId: z.string() })
const orderAnswer = z.object({ orderId: z.string(), price: z.string(), walletId: z.string() })
const session = { access: 'session', ours: true } as const
const change = { ...session, method: 'POST', changes: true } as const
const query = { ...session, method: 'GET', changes: false } as const

export const copyCalls = {
  copyLeaders: {
    method: 'GET',
    path: `${open}/leader/list`,
    access: 'public',
    changes: false,
    ours: true,
    request: nothing,
    answer: z.object({ list: z.array(wireLeader) }),
  },
  /** Positions as of a minute ago. */
  copyLeader: {
    method: 'GET',
    path: `${open}/leader/detail`,
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({ leaderId: orderIdText }),
    answer: z.object({
      leader: wireLeader,
      delaySeconds: z.int(),
      positions: z.array(wireLeaderPosition),
      history: z.array(wireClosed),
    }),
  },
  /**
   * Whether the caller may become a leader, in a symbol if one is given, and the leader's state.
   */
  leaderApplyDetail: {
    ...query,
    path: `${own}/leader/apply-detail`,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({
      leader: z.union([wireLeader, z.null()]),
      mayTradeSymbol: z.boolean(),
      minAmount: decimal,
      available: decimal,
      transferable: decimal,
      earned: decimal,
      positions: z.array(wireCopyPosition),
      /** The open orders of the leader's wallet. */
      orders: z.array(wireOrder),
      /** The wallet's leverage in the given symbol; empty without a symbol. */
      leverage: z.union([decimal, z.literal('')]),
      followers: z.array(
        z.object({
          followerId: z.string(),
          status: z.enum(['Following', 'Stopping', 'Stopped']),
          isBlocked: z.boolean(),
          equity: signedDecimal,
          setAside: decimal,
          paidShare: decimal,
          startedAtE3: timeMs,
        }),
      ),
    }),
  },
  applyLeader: {
    ...change,
    path: `${own}/leader/apply`,
    request: z.strictObject({
      name: z.string().check(z.maxLength(40)),
      style: z.enum(copyStyles),
      /** For a fund: a fraction. */
      profitShare: optionalField(decimal),
      amount: decimal,
    }),
    answer: receipt,
  },
  endLeader: { ...change, path: `${own}/leader/end`, request: nothing, answer: receipt },
  blockFollower: {
    ...change,
    path: `${own}/leader/block`,
    request: z.strictObject({ followerId: orderIdText, isBlocked: z.boolean() }),
    answer: receipt,
  },
  followLeader: {
    ...change,
    path: `${own}/follow/create`,
    request: z.strictObject({ leaderId: orderIdText, amount: decimal, settings: settingsAsked }),
    answer: receipt,
  },
  modifyFollow: {
    ...change,
    path: `${own}/follow/modify`,
    request: z.strictObject({ walletId: orderIdText, settings: settingsAsked }),
    answer: receipt,
  },
  stopFollow: {
    ...change,
    path: `${own}/follow/stop`,
    request: z.strictObject({ walletId: orderIdText }),
    answer: receipt,
  },
  follows: {
    ...query,
    path: `${own}/follow/list`,
    request: nothing,
    answer: z.object({ list: z.array(wireFollow), available: decimal }),
  },
  /** A deposit into the wallet; a negative amount is a withdrawal. */
  transferCopy: {
    ...change,
    path: `${own}/wallet/transfer`,
    request: z.strictObject({ walletId: orderIdText, amount: signedDecimal }),
    answer: receipt,
  },
  /**
   * An order of a wallet; without `walletId` of the caller's leader wallet. `type` and `action` are
   * ignored, as in `createOrder`.
   */
  createCopyOrder: {
    ...change,
    ours: false,
    path: `${own}/order/create`,
    request: z.strictObject({
      symbol: symbolName,
      side: z.enum(sides),
      orderType: z.enum(orderTypes),
      qty: optionalField(requestedDecimal),
      qtyX: optionalField(requestedScaled),
      price: optionalField(requestedPrice),
      basePrice: optionalField(requestedPrice),
      leverageE2: optionalField(z.int().check(z.positive())),
      positionIdx: optionalField(positionIdx),
      timeInForce: optionalField(z.enum(timesInForce)),
      reduceOnly: optionalField(z.boolean()),
      closeOnTrigger: optionalField(z.boolean()),
      type: optionalField(word),
      action: optionalField(word),
      orderLinkId: optionalField(linkIdText),
      walletId: optionalField(orderIdText),
      ...termFields,
    }),
    answer: orderAnswer,
  },
  cancelCopyOrder: {
    ...change,
    path: `${own}/order/cancel`,
    request: z.strictObject({
      symbol: symbolName,
      orderId: orderIdText,
      walletId: optionalField(orderIdText),
    }),
    answer: receipt,
  },
  /** The maximum order quantity of a leader's wallet. */
  maxCopyOrderQty: {
    ...query,
    path: `${own}/order/max-qty`,
    request: orderCalls.maxOrderQty.request,
    answer: orderCalls.maxOrderQty.answer,
  },
  /** For a leader's wallet, both sides of the symbol. */
  setCopyLeverage: {
    ...change,
    path: `${own}/position/set-leverage`,
    request: z.strictObject({ symbol: symbolName, leverage: decimal }),
    answer: leverageAnswer,
  },
  /** TP/SL of a whole position of a leader's wallet; a price of `0` cancels the leg. */
  setCopyTpsl: {
    ...change,
    path: `${own}/position/set-tp-sl`,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      ...wireLegsRequest,
    }),
    answer: receipt,
  },
  /** Closes a position of a wallet at market; without an index all positions in the symbol. */
  closeAllCopy: {
    ...change,
    ours: false,
    path: `${own}/order/close-all`,
    request: z.strictObject({
      symbol: symbolName,
      positionIdx: optionalField(positionIdx),
      walletId: optionalField(orderIdText),
    }),
    answer: receipt,
  },
} as const satisfies Record<string, Call>
