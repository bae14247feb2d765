// Calls of the open API about the venue itself.

import * as z from '../schema/deferred.ts'
import { i, nothing, optional, s, text, type V5Call } from './call.ts'

/** A maintenance of the venue, the same over REST and on the status socket. */
export const v5Maintenance = z.object({
  id: s,
  title: s,
  state: s,
  begin: s,
  end: s,
  href: s,
  serviceTypes: z.array(i),
  product: z.array(i),
  uidSuffix: z.array(i),
  maintainType: i,
  env: i,
})

export const v5SystemCalls = {
  systemStatus: {
    method: 'GET',
    path: '/v5/system/status',
    access: 'public',
    stands: 'empty',
    request: nothing,
    answer: z.object({
      list: z.array(v5Maintenance),
    }),
  },
  announcements: {
    method: 'GET',
    path: '/v5/announcements/index',
    access: 'public',
    stands: 'empty',
    request: z.object({
      locale: text,
      type: optional(text),
      tag: optional(text),
      page: optional(text),
      limit: optional(text),
    }),
    answer: z.object({ total: i, list: z.array(z.looseObject({ title: s })) }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
