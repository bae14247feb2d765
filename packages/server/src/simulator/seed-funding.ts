// Funding before the exchange was started: rates from the same premium process as the live market,
// at the prices of the seed's history.

import { dayMs, type Candle } from '@basis/domain/instrument/candle'
import { priceE8, rateE8, type PriceE8, type RateE8 } from '@basis/domain/numbers/fixed'
import { fundingRate } from '@basis/domain/pricing/mark-price'
import { coinProfile } from './coin-profiles.ts'
import { createPremium } from './premium.ts'

export type SeedFundingPlan = { readonly intervalMin: number; readonly capE8: number }

export type SeedRate = {
  readonly atMs: number
  readonly rateE8: RateE8
  readonly markE8: PriceE8
}

export type SeedRateQuestion = {
  readonly fromMs: number
  /** Only rates before this time… */
  readonly beforeMs: number
  /** …newest first, at most so many. */
  readonly limit: number
}

const hourMs = 3_600_000

type Past = {
  readonly seed: number | string
  readonly coin: string
  readonly tickSizeE8: number
  readonly funding: SeedFundingPlan | undefined
  readonly startMs: number
  readonly endMs: number
  /** Hourly candles in order, of a span within the history. */
  readonly hours: (fromMs: number, toMs: number) => readonly Candle[]
}

/** Returns the past funding rates of a market; none without funding. */
export function createSeedFunding(past: Past): (question: SeedRateQuestion) => SeedRate[] {
  const { seed, coin, funding, tickSizeE8 } = past
  if (funding === undefined) return () => []
  const premium = createPremium(seed, coin)
  const deviation = coinProfile(coin).annualVolatility / Math.sqrt(365)
  const intervalMs = funding.intervalMin * 60_000
  return ({ fromMs, beforeMs, limit }) => {
    const firstMs = Math.max(fromMs, past.startMs + dayMs)
    const times: number[] = []
    const newest = Math.ceil(Math.min(beforeMs, past.endMs) / intervalMs) - 1
    for (let k = newest; k * intervalMs >= firstMs && times.length < limit; k -= 1) {
      times.push(k * intervalMs)
    }
    const [last = 0, oldest = 0] = [times[0], times.at(-1)]
    const closes = new Map<number, number>()
    if (times.length > 0) {
      for (const { startMs, close } of past.hours(oldest - dayMs - hourMs, last)) {
        closes.set(startMs + hourMs, close)
      }
    }
    return times.flatMap((atMs) => {
      const hour = Math.floor(atMs / hourMs) * hourMs
      const [now, before] = [closes.get(hour), closes.get(hour - dayMs)]
      if (now === undefined || before === undefined) return []
      const trend = Math.log(now / before) / deviation
      // The premium in the middle of the interval stands for its mean.
      const mean = rateE8(Math.round(premium(atMs - intervalMs / 2, trend) * 1e8))
      const rate = fundingRate(mean, funding.intervalMin, rateE8(funding.capE8))
      return [{ atMs, rateE8: rate, markE8: priceE8(now * tickSizeE8) }]
    })
  }
}
