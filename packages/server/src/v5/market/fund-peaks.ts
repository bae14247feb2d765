// The highest balance of each insurance fund in the last eight hours, sampled once a minute.

import { minuteMs } from '@basis/domain/instrument/candle'
import type { Exchange } from '../../exchange/exchange.ts'

const windowMinutes = 8 * 60

type Seen = { readonly minute: number; readonly balance: bigint }

type FundPeaks = { readonly of: (coin: string) => bigint }

const peaksOf = new WeakMap<Exchange, FundPeaks>()

/** Returns the peaks of an exchange's funds, sampled from the first call on. */
export function fundPeaksOf(exchange: Exchange): FundPeaks {
  const known = peaksOf.get(exchange)
  if (known !== undefined) return known
  const peaks = startSampling(exchange)
  peaksOf.set(exchange, peaks)
  return peaks
}

function startSampling(exchange: Exchange): FundPeaks {
  const { views } = exchange
  /** Decreasing balances: an entry below a later one can never be the peak again. */
  const seen = new Map<string, Seen[]>()
  let lastMinute = -1
  const sample = (timeMs: number): void => {
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
  sample(exchange.lastTimeMs())
  exchange.subscribe(({ timeMs }) => sample(timeMs))
  return {
    of(coin) {
      const now = views.insurance(coin) ?? 0n
      const peak = seen.get(coin)?.[0]?.balance ?? now
      return peak > now ? peak : now
    },
  }
}
