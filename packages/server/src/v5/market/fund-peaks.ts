// The highest balance of each insurance fund in the last eight hours, seen once a minute.

import { minuteMs } from '@basis/domain/instrument/candle'
import type { Exchange } from '../../exchange/exchange.ts'

const windowMinutes = 8 * 60

type Seen = { readonly minute: number; readonly balance: bigint }

type FundPeaks = { readonly of: (coin: string) => bigint }

const watched = new WeakMap<Exchange, FundPeaks>()

/** Returns the peaks of an exchange's funds; they are watched from the first time on. */
export function fundPeaksOf(exchange: Exchange): FundPeaks {
  const known = watched.get(exchange)
  if (known !== undefined) return known
  const peaks = watch(exchange)
  watched.set(exchange, peaks)
  return peaks
}

function watch(exchange: Exchange): FundPeaks {
  const { views } = exchange
  /** Falling from the front: whoever is lower than one that came later is never a peak again. */
  const seen = new Map<string, Seen[]>()
  let lastMinute = -1
  const look = (timeMs: number): void => {
    const minute = Math.floor(timeMs / minuteMs)
    if (minute === lastMinute) return
    lastMinute = minute
    for (const coin of views.coins()) {
      const balance = views.insurance(coin)
      if (balance === undefined) continue
      const own = seen.get(coin) ?? []
      while ((own.at(-1)?.balance ?? balance + 1n) <= balance) own.pop()
      own.push({ minute, balance })
      while ((own[0]?.minute ?? minute) <= minute - windowMinutes) own.shift()
      seen.set(coin, own)
    }
  }
  look(exchange.lastTimeMs())
  exchange.subscribe(({ timeMs }) => look(timeMs))
  return {
    of(coin) {
      const now = views.insurance(coin) ?? 0n
      const peak = seen.get(coin)?.[0]?.balance ?? now
      return peak > now ? peak : now
    },
  }
}
