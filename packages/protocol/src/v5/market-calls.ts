// Calls of the open API about the market, which need no key.

import * as z from 'zod/mini'
import { nothing, s, type V5Call } from './call.ts'

export const v5MarketCalls = {
  time: {
    method: 'GET',
    path: '/v5/market/time',
    access: 'public',
    request: nothing,
    answer: z.object({ timeSecond: s, timeNano: s }),
  },
} as const satisfies Readonly<Record<string, V5Call>>
