// Rows of the open API about the account (open API 6).

import * as z from '../schema/deferred.ts'
import { b, ms, n, nOrEmpty, s } from './call.ts'

export const v5CoinRow = z.object({
  coin: s,
  equity: n,
  usdValue: n,
  walletBalance: n,
  free: nOrEmpty,
  locked: n,
  spotHedgingQty: n,
  borrowAmount: n,
  spotBorrow: n,
  accruedInterest: n,
  totalOrderIM: nOrEmpty,
  totalPositionIM: nOrEmpty,
  totalPositionMM: nOrEmpty,
  unrealisedPnl: n,
  cumRealisedPnl: n,
  bonus: n,
  collateralSwitch: b,
  marginCollateral: b,
  availableToWithdraw: nOrEmpty,
  availableToBorrow: nOrEmpty,
  colRes: s,
})
export type V5CoinRow = z.output<typeof v5CoinRow>

export const v5WalletRow = z.object({
  accountType: s,
  totalEquity: n,
  totalWalletBalance: n,
  totalMarginBalance: n,
  totalAvailableBalance: nOrEmpty,
  totalPerpUPL: n,
  totalInitialMargin: nOrEmpty,
  totalMaintenanceMargin: nOrEmpty,
  totalInitialMarginByMp: nOrEmpty,
  totalMaintenanceMarginByMp: nOrEmpty,
  accountIMRate: nOrEmpty,
  accountMMRate: nOrEmpty,
  accountIMRateByMp: nOrEmpty,
  accountMMRateByMp: nOrEmpty,
  accountLTV: n,
  coin: z.array(v5CoinRow),
})
export type V5WalletRow = z.output<typeof v5WalletRow>

export const v5LogRow = z.object({
  id: s,
  symbol: s,
  category: s,
  side: s,
  transactionTime: ms,
  type: s,
  transSubType: s,
  qty: n,
  /** For a trade: the position size after it, if known. */
  size: nOrEmpty,
  currency: s,
  tradePrice: nOrEmpty,
  funding: n,
  fee: n,
  cashFlow: n,
  change: n,
  cashBalance: n,
  feeRate: nOrEmpty,
  bonusChange: nOrEmpty,
  tradeId: s,
  orderId: s,
  orderLinkId: s,
  extraFees: s,
})
export type V5LogRow = z.output<typeof v5LogRow>

export const v5CollateralRow = z.object({
  currency: s,
  hourlyBorrowRate: n,
  maxBorrowingAmount: n,
  freeBorrowingLimit: nOrEmpty,
  freeBorrowAmount: n,
  borrowAmount: n,
  otherBorrowAmount: n,
  availableToBorrow: n,
  borrowable: b,
  borrowUsageRate: n,
  marginCollateral: b,
  collateralSwitch: b,
  collateralRatio: n,
  freeBorrowingAmount: s,
})
