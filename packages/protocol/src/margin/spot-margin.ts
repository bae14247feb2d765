// Spot margin on the wire: the switch, the leverage, coins that are lent, loans and their interest
// (rules 12), under the names of the open API.

import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { decimal, pageOf, pageQuery, timeMs, word, optionalField } from '../wire.ts'

/** A coin that is lent, and what of it an account owes. */
const wireLoan = z.object({
  currency: z.string(),
  /** Interest of an hour, as a part of one. */
  hourlyBorrowRate: decimal,
  /** The most that the account may owe. */
  borrowLimit: decimal,
  /** What it could borrow now by hand. */
  maxBorrowable: decimal,
  /** What all may borrow, and what of it is lent. */
  totalSupply: decimal,
  totalBorrowed: decimal,
  /** By its first tier; a loan needs no less than 1 ÷ leverage. */
  initialMarginRate: decimal,
  maintenanceMarginRate: decimal,
  maxLeverage: z.int(),
  /** How far the account borrows it. */
  leverage: z.int(),
  /** The price at which it is valued; 0 before there is one. */
  usdIndexPrice: decimal,
  /** Loans without and with the interest that is not paid, and all that is borrowed. */
  principal: decimal,
  accruedInterest: decimal,
  borrowAmount: decimal,
  /** Coins in the wallet that could repay: what no order has locked. */
  walletBalance: decimal,
})
export type WireLoan = z.output<typeof wireLoan>

/** The interest of one hour. */
const wireInterest = z.object({
  currency: z.string(),
  createdTime: timeMs,
  borrowAmount: decimal,
  interestBearingBorrowSize: decimal,
  hourlyBorrowRate: decimal,
  borrowCost: decimal,
  /** What unrealised losses of contracts borrowed. */
  unrealisedLoss: decimal,
})
export type WireInterest = z.output<typeof wireInterest>

const spotMarginState = z.object({
  /** 1 where spot orders may borrow. */
  spotMarginMode: z.literal([0, 1]),
  spotLeverage: z.int(),
  maxLeverage: z.int(),
  /** Of the account, four decimals; beyond `(L − 1) ÷ L` nothing more is lent. */
  initialMarginRateE4: z.int(),
  maintenanceMarginRateE4: z.int(),
  /** When interest is charged next; 0 while no coin is lent. */
  nextInterestTime: timeMs,
})
export type WireSpotMargin = z.output<typeof spotMarginState>

const repayment = z.strictObject({
  coin: word,
  /** All that is owed where it is absent. */
  amount: optionalField(decimal),
  /** With other coins where this one does not reach: at 0.1 %. */
  convert: optionalField(z.boolean()),
})

/** One coin that would be sold to repay: so much of it, with the fee. */
const wireConversion = z.object({
  coin: z.string(),
  amount: decimal,
  fee: decimal,
  repaid: decimal,
})

const own = { access: 'session', ours: true } as const

export const spotMarginCalls = {
  spotMarginState: {
    ...own,
    method: 'GET',
    path: '/v5/spot-margin-trade/state',
    changes: false,
    request: nothing,
    answer: spotMarginState,
  },
  switchSpotMargin: {
    ...own,
    method: 'POST',
    path: '/v5/spot-margin-trade/switch-mode',
    changes: true,
    request: z.strictObject({ spotMarginMode: z.literal([0, 1]) }),
    answer: spotMarginState,
  },
  /** Takes a coin out of the account's collateral, or back into it (rules 12.3). */
  setCollateral: {
    ...own,
    method: 'POST',
    path: '/v5/account/set-collateral-switch',
    changes: true,
    request: z.strictObject({ coin: word, collateralSwitch: z.enum(['ON', 'OFF']) }),
    answer: z.object({ coin: z.string(), collateralSwitch: z.enum(['ON', 'OFF']) }),
  },
  setSpotLeverage: {
    ...own,
    method: 'POST',
    path: '/v5/spot-margin-trade/set-leverage',
    changes: true,
    request: z.strictObject({
      leverage: z.int().check(z.minimum(0), z.maximum(1000)),
      /** All coins where it is absent. */
      currency: optionalField(word),
    }),
    answer: spotMarginState,
  },
  spotMarginData: {
    ...own,
    method: 'GET',
    path: '/v5/spot-margin-trade/data',
    changes: false,
    request: z.strictObject({ currency: optionalField(word) }),
    answer: z.object({ list: z.array(wireLoan) }),
  },
  borrowCoin: {
    ...own,
    method: 'POST',
    path: '/v5/account/borrow',
    changes: true,
    request: z.strictObject({ coin: word, amount: decimal }),
    answer: z.object({ coin: z.string(), amount: decimal }),
  },
  repayLoan: {
    ...own,
    method: 'POST',
    path: '/v5/account/repay',
    changes: true,
    request: repayment,
    answer: z.object({ coin: z.string(), repaid: decimal, owed: decimal }),
  },
  /** What a repayment would come to now; nothing is changed. */
  previewRepayment: {
    ...own,
    method: 'POST',
    path: '/v5/account/repay-preview',
    changes: true,
    request: repayment,
    answer: z.object({
      /** 0 where it would be done, else what it would be refused by. */
      code: z.int(),
      msg: z.string(),
      problem: optionalField(z.string()),
      field: optionalField(z.string()),
      params: optionalField(z.record(z.string(), z.string())),
      coin: z.string(),
      repaid: decimal,
      owed: decimal,
      conversions: z.array(wireConversion),
    }),
  },
  borrowHistory: {
    ...own,
    method: 'GET',
    path: '/v5/account/borrow-history',
    changes: false,
    request: z.strictObject({ currency: optionalField(word), ...pageQuery }),
    answer: pageOf(wireInterest),
  },
} as const satisfies Record<string, Call>
