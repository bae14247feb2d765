// Calls of the open API that transfer coins between the wallets of an account and its sub-accounts,
// and that list transfers (open API 7).

import * as z from '../schema/deferred.ts'
import { momentMs, ms, n, nothing, optional, pageCursor, pageLimit, s, text } from './call.ts'
import type { V5Call } from './call.ts'

const some = optional(text)
const reads = { method: 'GET', access: 'signed' } as const
const moves = { method: 'POST', access: 'signed', changes: true, limit: { perSecond: 1 } } as const

/** The fields of every transfer. */
const asked = {
  transferId: text,
  coin: text,
  amount: text,
  fromAccountType: text,
  toAccountType: text,
}
const listed = z.object({
  transferId: some,
  coin: some,
  status: some,
  startTime: optional(momentMs),
  endTime: optional(momentMs),
  limit: pageLimit(50),
  cursor: pageCursor,
})
const made = {
  transferId: s,
  coin: s,
  amount: n,
  fromAccountType: s,
  toAccountType: s,
  timestamp: ms,
  status: s,
}

export const v5TransferCalls = {
  transfer: {
    ...moves,
    path: '/v5/asset/transfer/inter-transfer',
    permission: 'AccountTransfer',
    request: z.object(asked),
    answer: z.object({ transferId: s, status: s }),
  },
  transfers: {
    ...reads,
    path: '/v5/asset/transfer/query-inter-transfer-list',
    limit: { perSecond: 1 },
    request: listed,
    answer: z.object({ nextPageCursor: s, list: z.array(z.object(made)) }),
  },
  /** Between a main account and its sub-accounts. */
  universalTransfer: {
    ...moves,
    path: '/v5/asset/transfer/universal-transfer',
    permission: 'SubMemberTransfer',
    request: z.object({ ...asked, fromMemberId: text, toMemberId: text }),
    answer: z.object({ transferId: s, status: s }),
  },
  universalTransfers: {
    ...reads,
    path: '/v5/asset/transfer/query-universal-transfer-list',
    limit: { perSecond: 1 },
    request: listed,
    answer: z.object({
      nextPageCursor: s,
      list: z.array(z.object({ ...made, fromMemberId: s, toMemberId: s })),
    }),
  },
  subMemberIds: {
    ...reads,
    path: '/v5/asset/transfer/query-sub-member-list',
    limit: { perSecond: 5 },
    request: nothing,
    answer: z.object({ subMemberIds: z.array(s), transferableSubMemberIds: z.array(s) }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
