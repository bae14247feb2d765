// Spot margin on the wire: the switch, the leverage, lent coins, loans and their interest (rules
// 12), under the names of the open API.

import * as z from '../schema/deferred.ts'
import { nothing, type Call } from '../call.ts'
import { decimal, pageOf, pageQuery, timeMs, word, optionalField } from '../wire.ts'

/** A coin that is lent, and the account's debt of it. */
const wireLoan = z.object({
  currency: z.string(),
  /** Hourly interest rate, as a fraction. */
  hourlyBorrowRate: decimal,
  /** The maximum debt of the account. */
  borrowLimit: decimal,
  /** The amount that it can borrow manually now. */
  maxBorrowable: decimal,
  /** The total that can be lent to all accounts, and the part that is lent. */
  totalSupply: decimal,
  totalBorrowed: decimal,
  /** By its first tier; a loan requires at least 1 ÷ leverage. */
  initialMarginRate: decimal,
  maintenanceMarginRate: decimal,
  maxLeverage: z.int(),
  /** The account's leverage for this coin. */
  leverage: z.int(),
  /** The price at which it is valued; 0 before there is one. */
  usdIndexPrice: decimal,
  /** Loans without and with unpaid interest, and the total borrowed. */
  principal: decimal,
  accruedInterest: decimal,
  borrowAmount: decimal,
  /** Coins in the wallet available for repayment: not locked by orders. */
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
  /** The amount borrowed by unrealised losses of contracts. */
  unrealisedLoss: decimal,
})
export type WireInterest = z.output<typeof wireInterest>

const spotMarginState = z.object({
  /** 1 if spot orders may borrow. */
  spotMarginMode: z.literal([0, 1]),
  spotLeverage: z.int(),
  maxLeverage: z.int(),
  /** Of the account, four decimals; above `(L − 1) ÷ L` it cannot borrow more. */
  initialMarginRateE4: z.int(),
  maintenanceMarginRateE4: z.int(),
  /** The next time at which interest is charged; 0 while no coin is lent. */
  nextInterestTime: timeMs,
})
export type WireSpotMargin = z.output<typeof spotMarginState>

const repayment = z.strictObject({
  coin: word,
  /** The whole debt by default. */
  amount: optionalField(decimal),
  /** Whether other coins are sold at a fee of 0.1 % if this one is not enough. */
  convert: optionalField(z.boolean()),
})

/** A coin that would be sold for the repayment: the amount, with the fee. */
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
  /** Disables or enables a coin as the account's collateral (rules 12.3). */
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
      /** All coins by default. */
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
  /** Preview of a repayment; nothing is changed. */
  previewRepayment: {
    ...own,
    method: 'POST',
    path: '/v5/account/repay-preview',
    changes: true,
    request: repayment,
    answer: z.object({
      /** 0 if it would succeed, else the code of the rejection. */
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
