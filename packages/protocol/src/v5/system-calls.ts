// Calls of the open API about the exchange itself.

import * as z from '../schema/deferred.ts'
import { i, nothing, optional, pageLimit, pageNumber, s, text, type V5Call } from './call.ts'

/** A maintenance of the exchange, the same over REST and on the status socket. */
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
    request: z.object({
      /** Announcements are always in English here. */
      locale: text,
      type: optional(text),
      tag: optional(text),
      /** A page after the last one is empty. */
      page: pageNumber,
      limit: pageLimit(100),
    }),
    answer: z.object({
      total: i,
      list: z.array(
        z.object({
          title: s,
          description: s,
          type: z.object({ title: s, key: s }),
          tags: z.array(s),
          /** Empty: an announcement has no page of its own. */
          url: s,
          /** Times of its announcement, start and end, in milliseconds. */
          dateTimestamp: i,
          startDateTimestamp: i,
          endDateTimestamp: i,
        }),
      ),
    }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
