// Calls of the open API about API keys and their owner.

import * as z from '../schema/deferred.ts'
import { b, i, nothing, optional, s, text, type V5Call } from './call.ts'
import { v5Permissions } from './vocabulary.ts'

/** The fields of a key in the answer to a change. */
const changedFacts = {
  id: s,
  note: s,
  apiKey: s,
  readOnly: i,
  secret: s,
  permissions: z.record(z.string(), z.array(s)),
  ips: z.array(s),
}
export const v5ChangedKey = z.object(changedFacts)

/** The fields of a key in answers; never its secret. */
export const v5KeyFacts = {
  ...changedFacts,
  type: i,
  deadlineDay: i,
  expiredAt: s,
  createdAt: s,
  unified: i,
  uta: i,
  userID: i,
  inviterID: i,
  vipLevel: s,
  mktMakerLevel: s,
  affiliateID: i,
  rsaPublicKey: s,
  isMaster: b,
  parentUid: s,
  kycLevel: s,
  kycRegion: s,
}

/** The fields of a key that a client may set. */
export const v5KeyTerms = {
  readOnly: optional(z.enum(['0', '1'])),
  ips: optional(text),
  permissions: optional(z.record(s, z.array(z.enum(v5Permissions)))),
}

export const v5UserCalls = {
  queryApi: {
    method: 'GET',
    path: '/v5/user/query-api',
    access: 'signed',
    limit: { perSecond: 10 },
    request: nothing,
    answer: z.object(v5KeyFacts),
  },
  /** Changes the key that signs. */
  updateApi: {
    method: 'POST',
    path: '/v5/user/update-api',
    access: 'signed',
    changes: true,
    limit: { perSecond: 5 },
    request: z.object(v5KeyTerms),
    answer: v5ChangedKey,
  },
  /** Revokes the key that signs. */
  deleteApi: {
    method: 'POST',
    path: '/v5/user/delete-api',
    access: 'signed',
    changes: true,
    limit: { perSecond: 5 },
    request: nothing,
    answer: nothing,
  },
} as const satisfies Readonly<Record<string, V5Call>>
