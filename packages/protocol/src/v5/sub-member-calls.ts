// Calls of the open API by which a main account opens sub-accounts and creates keys for them (open
// API 7).

import * as z from '../schema/deferred.ts'
import { i, nothing, optional, pageCursor, pageLimit, s, text, type V5Call } from './call.ts'
import { v5ChangedKey, v5KeyTerms } from './user-calls.ts'

const reads = { method: 'GET', access: 'signed', limit: { perSecond: 10 } } as const
const changes = {
  method: 'POST',
  access: 'signed',
  permission: 'SubMemberTransfer',
  changes: true,
  limit: { perSecond: 1 },
} as const

const permissions = z.record(z.string(), z.array(s))
const member = { uid: s, username: s, memberType: i, status: i, accountMode: i, remark: s }

export const v5SubMemberCalls = {
  createSubMember: {
    ...changes,
    path: '/v5/user/create-sub-member',
    request: z.object({ username: text, memberType: z.enum(['1', '6']), note: optional(text) }),
    answer: z.object({ uid: s, username: s, memberType: i, status: i, remark: s }),
  },
  subMembers: {
    ...reads,
    path: '/v5/user/query-sub-members',
    request: nothing,
    answer: z.object({ subMembers: z.array(z.object(member)) }),
  },
  subMemberPages: {
    ...reads,
    path: '/v5/user/submembers',
    request: z.object({ pageSize: pageLimit(100), nextCursor: pageCursor }),
    answer: z.object({ subMembers: z.array(z.object(member)), nextCursor: s }),
  },
  frozenSubMember: {
    ...changes,
    path: '/v5/user/frozen-sub-member',
    request: z.object({ subuid: text, frozen: z.enum(['0', '1']) }),
    answer: nothing,
  },
  deleteSubMember: {
    ...changes,
    path: '/v5/user/del-submember',
    request: z.object({ subMemberId: text }),
    answer: nothing,
  },
  createSubApi: {
    ...changes,
    path: '/v5/user/create-sub-api',
    request: z.object({
      subuid: text,
      note: optional(text),
      ...v5KeyTerms,
      readOnly: z.enum(['0', '1']),
      permissions: v5KeyTerms.permissions.def.innerType,
    }),
    answer: z.object({ id: s, note: s, apiKey: s, readOnly: i, secret: s, permissions }),
  },
  subApis: {
    ...reads,
    path: '/v5/user/sub-apikeys',
    request: z.object({ subMemberId: text, limit: pageLimit(20), cursor: pageCursor }),
    answer: z.object({
      nextPageCursor: s,
      result: z.array(
        z.object({
          id: s,
          ips: z.array(s),
          apiKey: s,
          note: s,
          status: i,
          expiredAt: s,
          createdAt: s,
          type: i,
          permissions,
          secret: s,
          readOnly: i,
          deadlineDay: i,
          flag: s,
        }),
      ),
    }),
  },
  updateSubApi: {
    ...changes,
    path: '/v5/user/update-sub-api',
    request: z.object({ apikey: text, ...v5KeyTerms }),
    answer: v5ChangedKey,
  },
  deleteSubApi: {
    ...changes,
    path: '/v5/user/delete-sub-api',
    request: z.object({ apikey: text }),
    answer: nothing,
  },
} as const satisfies Readonly<Record<string, V5Call>>
