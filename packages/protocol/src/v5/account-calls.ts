// Calls of the open API about the account: wallet, fees, ledger, margin mode, loans (open API 6).

import * as z from '../schema/deferred.ts'
import { b, i, momentMs, ms, n, nothing, optional, pageCursor, pageLimit, s, text } from './call.ts'
import type { V5Call, V5Limit } from './call.ts'
import { v5CollateralRow, v5LogRow, v5WalletRow } from './account-rows.ts'
import { v5MarketCalls } from './market-calls.ts'
import { v5Categories } from './vocabulary.ts'

const some = optional(text)
const five: V5Limit = { perSecond: 5 }
const fifty: V5Limit = { perSecond: 50 }
const changes = { access: 'signed', permission: 'Position', changes: true } as const
const reads = { method: 'GET', access: 'signed' } as const
const span = { startTime: optional(momentMs), endTime: optional(momentMs) }
const paged = { ...span, limit: pageLimit(50), cursor: pageCursor }

export const v5AccountCalls = {
  accountInfo: {
    ...reads,
    path: '/v5/account/info',
    limit: fifty,
    request: nothing,
    answer: z.object({
      unifiedMarginStatus: i,
      marginMode: s,
      isMasterTrader: b,
      spotHedgingStatus: s,
      updatedTime: ms,
      dcpStatus: s,
      timeWindow: i,
      smpGroup: i,
    }),
  },
  accountInstruments: {
    ...v5MarketCalls.instrumentsInfo,
    path: '/v5/account/instruments-info',
    access: 'signed',
    limit: fifty,
  },
  walletBalance: {
    ...reads,
    path: '/v5/account/wallet-balance',
    limit: fifty,
    request: z.object({ accountType: some, coin: some }),
    answer: z.object({ list: z.array(v5WalletRow) }),
  },
  feeRates: {
    ...reads,
    path: '/v5/account/fee-rate',
    limit: five,
    request: z.object({ category: optional(z.enum(v5Categories)), symbol: some, baseCoin: some }),
    answer: z.object({
      category: optional(s),
      list: z.array(
        z.object({ symbol: s, takerFeeRate: n, makerFeeRate: n, baseCoin: optional(s) }),
      ),
    }),
  },
  transactionLog: {
    ...reads,
    path: '/v5/account/transaction-log',
    limit: { perSecond: 25 },
    request: z.object({
      accountType: some,
      category: optional(z.enum(v5Categories)),
      currency: some,
      baseCoin: some,
      type: some,
      transSubType: some,
      ...paged,
    }),
    answer: z.object({ list: z.array(v5LogRow), nextPageCursor: s }),
  },
  setMarginMode: {
    method: 'POST',
    path: '/v5/account/set-margin-mode',
    ...changes,
    limit: five,
    request: z.object({ setMarginMode: text }),
    answer: z.object({ reasons: z.array(z.object({ reasonCode: s, reasonMsg: s })) }),
  },
  collateralInfo: {
    ...reads,
    path: '/v5/account/collateral-info',
    limit: fifty,
    request: z.object({ currency: some }),
    answer: z.object({ list: z.array(v5CollateralRow) }),
  },
  setCollateralSwitch: {
    method: 'POST',
    path: '/v5/account/set-collateral-switch',
    ...changes,
    limit: five,
    request: z.object({ coin: text, collateralSwitch: z.enum(['ON', 'OFF']) }),
    answer: nothing,
  },
  withdrawable: {
    ...reads,
    path: '/v5/account/withdrawal',
    limit: fifty,
    request: z.object({ coinName: some }),
    answer: z.object({
      availableWithdrawal: n,
      availableWithdrawalMap: z.record(z.string(), n),
    }),
  },
  borrowHistory: {
    ...reads,
    path: '/v5/account/borrow-history',
    limit: fifty,
    request: z.object({ currency: some, ...paged }),
    answer: z.object({
      nextPageCursor: s,
      list: z.array(
        z.object({
          currency: s,
          createdTime: i,
          borrowCost: n,
          hourlyBorrowRate: n,
          InterestBearingBorrowSize: n,
          costExemption: n,
          borrowAmount: n,
          unrealisedLoss: n,
          freeBorrowedAmount: n,
        }),
      ),
    }),
  },
  borrow: {
    method: 'POST',
    path: '/v5/account/borrow',
    ...changes,
    limit: five,
    request: z.object({ coin: text, amount: text }),
    answer: z.object({ coin: s, amount: n }),
  },
  repay: {
    method: 'POST',
    path: '/v5/account/repay',
    ...changes,
    limit: five,
    request: z.object({ coin: some, amount: some }),
    answer: z.object({ resultStatus: s }),
  },
  repayWithoutConversion: {
    method: 'POST',
    path: '/v5/account/no-convert-repay',
    ...changes,
    limit: five,
    request: z.object({ coin: text, amount: some }),
    answer: z.object({ resultStatus: s }),
  },
  smpGroup: {
    ...reads,
    path: '/v5/account/smp-group',
    limit: five,
    request: nothing,
    answer: z.object({ smpGroup: i }),
  },
  disconnectCancelAll: {
    ...reads,
    path: '/v5/account/query-dcp-info',
    limit: five,
    request: nothing,
    answer: z.object({
      dcpInfos: z.array(z.object({ product: s, dcpStatus: s, timeWindow: s })),
    }),
  },
  mmpState: {
    ...reads,
    path: '/v5/account/mmp-state',
    limit: five,
    request: z.object({ baseCoin: text }),
    answer: z.object({
      result: z.array(
        z.object({
          baseCoin: s,
          mmpEnabled: b,
          window: s,
          frozenPeriod: s,
          qtyLimit: n,
          deltaLimit: n,
          vegaLimit: n,
          mmpFrozenUntil: s,
          mmpFrozen: b,
        }),
      ),
    }),
  },
  modifyMmp: {
    method: 'POST',
    path: '/v5/account/mmp-modify',
    access: 'signed',
    permission: 'OptionsTrade',
    changes: true,
    limit: five,
    request: z.object({
      baseCoin: text,
      window: text,
      frozenPeriod: text,
      qtyLimit: text,
      deltaLimit: text,
      vegaLimit: some,
    }),
    answer: nothing,
  },
  resetMmp: {
    method: 'POST',
    path: '/v5/account/mmp-reset',
    access: 'signed',
    permission: 'OptionsTrade',
    changes: true,
    limit: five,
    request: z.object({ baseCoin: text }),
    answer: nothing,
  },
  setHedgingMode: {
    method: 'POST',
    path: '/v5/account/set-hedging-mode',
    ...changes,
    limit: five,
    request: z.object({ setHedgingMode: z.enum(['ON', 'OFF']) }),
    answer: nothing,
  },
  coinGreeks: {
    ...reads,
    path: '/v5/asset/coin-greeks',
    limit: fifty,
    request: z.object({ baseCoin: some }),
    answer: z.object({
      list: z.array(
        z.object({ baseCoin: s, totalDelta: n, totalGamma: n, totalVega: n, totalTheta: n }),
      ),
    }),
  },
  applyDemoMoney: {
    method: 'POST',
    path: '/v5/account/demo-apply-money',
    access: 'signed',
    changes: true,
    limit: five,
    request: z.object({
      adjustType: some,
      utaDemoApplyMoney: optional(
        z.array(z.object({ coin: text, amountStr: text })).check(z.maxLength(10)),
      ),
    }),
    answer: nothing,
  },
  spotMarginState: {
    ...reads,
    path: '/v5/spot-margin-trade/state',
    limit: fifty,
    request: nothing,
    answer: z.object({ spotLeverage: s, spotMarginMode: s, effectiveLeverage: s }),
  },
  switchSpotMargin: {
    method: 'POST',
    path: '/v5/spot-margin-trade/switch-mode',
    ...changes,
    limit: five,
    request: z.object({ spotMarginMode: z.enum(['0', '1']) }),
    answer: z.object({ spotMarginMode: s }),
  },
  setSpotLeverage: {
    method: 'POST',
    path: '/v5/spot-margin-trade/set-leverage',
    ...changes,
    limit: five,
    request: z.object({ leverage: text, currency: some }),
    answer: nothing,
  },
  spotMarginData: {
    method: 'GET',
    path: '/v5/spot-margin-trade/data',
    access: 'public',
    limit: fifty,
    request: z.object({ vipLevel: some, currency: some }),
    answer: z.object({
      vipCoinList: z.array(
        z.object({
          vipLevel: s,
          list: z.array(
            z.object({
              currency: s,
              borrowable: b,
              collateralRatio: n,
              hourlyBorrowRate: n,
              liquidationOrder: s,
              marginCollateral: b,
              maxBorrowingAmount: n,
            }),
          ),
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
