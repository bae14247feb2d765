// The time of the exchange, by which clients set their clocks.

import type { V5Handlers } from '../context.ts'

export const timeHandlers: V5Handlers<'time'> = {
  time: ({ parts }) => {
    const nowMs = parts.clock.nowMs()
    return {
      result: {
        timeSecond: String(Math.floor(nowMs / 1000)),
        timeNano: String(BigInt(nowMs) * 1_000_000n),
      },
    }
  },
}
