// The calls of MMR close orders (rules 8.8).

import * as z from './schema/deferred.ts'
import type { Call } from './call.ts'
import { positionIdx } from './order.ts'
import { symbolName, timeMs, optionalField } from './wire.ts'

const place = { symbol: symbolName, positionIdx: optionalField(positionIdx) }
const wireMmrClose = z.object({
  symbol: z.string(),
  positionIdx,
  /** The account's maintenance margin rate at which the position is closed, 4 decimals. */
  triggerRateE4: z.int(),
  stopOrderType: z.literal('MmRateClose'),
  createdAtE3: timeMs,
})

export const mmrCloseCalls = {
  setMmrClose: {
    method: 'POST',
    path: '/contract/v5/position/set-mmr-close',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ ...place, triggerRateE4: z.int() }),
    answer: z.object({ list: z.array(wireMmrClose) }),
  },
  cancelMmrClose: {
    method: 'POST',
    path: '/contract/v5/position/cancel-mmr-close',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject(place),
    answer: z.object({ list: z.array(wireMmrClose) }),
  },
  /** Waiting orders, oldest first. */
  mmrCloses: {
    method: 'GET',
    path: '/contract/v5/position/mmr-close-list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({}),
    answer: z.object({ list: z.array(wireMmrClose) }),
  },
} as const satisfies Record<string, Call>
