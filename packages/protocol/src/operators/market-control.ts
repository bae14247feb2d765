// Calls by which an operator speeds up the simulated market or triggers news.

import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import { optionalField } from '../wire.ts'

/** Multiples of the normal speed of price moves and takers. */
export const marketSpeeds = [1, 5, 20] as const
export type MarketSpeed = (typeof marketSpeeds)[number]

const answer = z.object({
  /** Whether the caller may change it: if the feature is on, from an operator's address. */
  mayControl: z.boolean(),
  speed: z.literal(marketSpeeds),
})

export const marketControlCalls = {
  marketControl: {
    method: 'GET',
    path: '/market/control',
    access: 'public',
    changes: false,
    ours: true,
    request: z.strictObject({}),
    answer,
  },
  setMarketSpeed: {
    method: 'POST',
    path: '/market/set-speed',
    access: 'public',
    changes: true,
    ours: true,
    request: z.strictObject({ speed: z.literal(marketSpeeds) }),
    answer,
  },
  /** Makes prices jump within a minute: of one coin, or of all without one. */
  bringNews: {
    method: 'POST',
    path: '/market/bring-news',
    access: 'public',
    changes: true,
    ours: true,
    request: z.strictObject({
      direction: z.enum(['up', 'down']),
      coin: optionalField(z.stringFormat('coinName', /^[A-Z0-9]{1,20}$/)),
    }),
    answer,
  },
} as const satisfies Record<string, Call>
