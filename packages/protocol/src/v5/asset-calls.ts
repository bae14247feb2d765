// Calls of the open API about coins, deliveries and sessions (open API 7).

import * as z from '../schema/deferred.ts'
import { i, momentMs, ms, n, nothing, optional, pageCursor, pageLimit, s, text } from './call.ts'
import type { V5Call, V5Limit } from './call.ts'

const some = optional(text)
const five: V5Limit = { perSecond: 5 }
const reads = { method: 'GET', access: 'signed' } as const
const moves = {
  method: 'POST',
  access: 'signed',
  permission: 'AccountTransfer',
  changes: true,
} as const
const span = { startTime: optional(momentMs), endTime: optional(momentMs) }
const paged = { ...span, limit: pageLimit(50), cursor: pageCursor }
/** Empty: there are no external deposits or withdrawals. */
const noRows = z.object({ rows: z.array(nothing), nextPageCursor: s })

const balance = { coin: s, walletBalance: n, transferBalance: n, bonus: s }

export const v5AssetCalls = {
  coinInfo: {
    ...reads,
    path: '/v5/asset/coin/query-info',
    limit: five,
    request: z.object({ coin: some }),
    answer: z.object({
      rows: z.array(
        z.object({
          name: s,
          coin: s,
          remainAmount: n,
          chains: z.array(
            z.object({
              chain: s,
              chainType: s,
              confirmation: s,
              withdrawFee: n,
              depositMin: n,
              withdrawMin: n,
              minAccuracy: s,
              chainDeposit: s,
              chainWithdraw: s,
              withdrawPercentageFee: n,
              contractAddress: s,
              safeConfirmNumber: s,
              withdrawMax: s,
            }),
          ),
        }),
      ),
    }),
  },
  coinsBalance: {
    ...reads,
    path: '/v5/asset/transfer/query-account-coins-balance',
    limit: five,
    request: z.object({ accountType: text, coin: some, memberId: some, withBonus: some }),
    answer: z.object({ memberId: s, accountType: s, balance: z.array(z.object(balance)) }),
  },
  coinBalance: {
    ...reads,
    path: '/v5/asset/transfer/query-account-coin-balance',
    limit: { perSecond: 450 },
    request: z.object({
      accountType: text,
      coin: text,
      memberId: some,
      toAccountType: some,
      withBonus: some,
    }),
    answer: z.object({
      accountType: s,
      bizType: i,
      accountId: s,
      memberId: s,
      balance: z.object({ ...balance, transferSafeAmount: s, ltvTransferSafeAmount: s }),
    }),
  },
  transferableCoins: {
    ...reads,
    path: '/v5/asset/transfer/query-transfer-coin-list',
    limit: five,
    request: z.object({ fromAccountType: text, toAccountType: text }),
    answer: z.object({ list: z.array(s) }),
  },
  deposits: {
    ...reads,
    path: '/v5/asset/deposit/query-record',
    limit: five,
    request: z.object({ id: some, txID: some, coin: some, ...paged }),
    answer: noRows,
    stands: 'empty',
  },
  depositAddress: {
    ...reads,
    path: '/v5/asset/deposit/query-address',
    limit: five,
    request: z.object({ coin: text, chainType: some }),
    answer: z.object({
      coin: s,
      chains: z.array(
        z.object({
          chainType: s,
          addressDeposit: s,
          tagDeposit: s,
          chain: s,
          batchReleaseLimit: s,
          contractAddress: s,
        }),
      ),
    }),
    stands: 'empty',
  },
  withdrawals: {
    ...reads,
    path: '/v5/asset/withdraw/query-record',
    limit: five,
    request: z.object({ withdrawID: some, txID: some, coin: some, withdrawType: some, ...paged }),
    answer: noRows,
    stands: 'empty',
  },
  withdraw: {
    ...moves,
    path: '/v5/asset/withdraw/create',
    limit: five,
    request: z.object({ coin: some }),
    answer: z.object({ id: s }),
    stands: 'refused',
  },
  cancelWithdrawal: {
    ...moves,
    path: '/v5/asset/withdraw/cancel',
    limit: five,
    request: z.object({ id: some }),
    answer: z.object({ status: i }),
    stands: 'refused',
  },
  withdrawableAmount: {
    ...reads,
    path: '/v5/asset/withdraw/withdrawable-amount',
    limit: five,
    request: z.object({ coin: text }),
    answer: z.object({
      limitAmountUsd: n,
      withdrawableAmount: z.record(
        z.string(),
        z.object({ coin: s, withdrawableAmount: n, availableBalance: n }),
      ),
    }),
  },
  deliveryRecords: {
    ...reads,
    path: '/v5/asset/delivery-record',
    limit: five,
    request: z.object({
      category: z.enum(['linear', 'inverse', 'option']),
      symbol: some,
      expDate: some,
      ...paged,
    }),
    answer: z.object({
      category: s,
      nextPageCursor: s,
      list: z.array(
        z.object({
          deliveryTime: i,
          symbol: s,
          side: s,
          position: n,
          entryPrice: n,
          deliveryPrice: n,
          strike: s,
          fee: n,
          deliveryRpl: n,
        }),
      ),
    }),
  },
  settlementRecords: {
    ...reads,
    path: '/v5/asset/settlement-record',
    limit: five,
    request: z.object({ category: z.literal('linear'), symbol: some, ...paged }),
    answer: z.object({
      category: s,
      nextPageCursor: s,
      list: z.array(
        z.object({
          symbol: s,
          side: s,
          size: n,
          sessionAvgPrice: n,
          markPrice: n,
          realisedPnl: n,
          createdTime: ms,
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
