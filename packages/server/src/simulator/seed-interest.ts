// Open interest, long share and liquidations before the exchange was started: what the population
// would have held by its rules at the prices of the seed's history.

import {
  bucketAfter,
  bucketStart,
  dayMs,
  minuteMs,
  type Candle,
} from '@basis/domain/instrument/candle'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type {
  PopulationMember,
  SeedInterestPoint,
  SeedLiquidations,
  SeedQuestion,
} from '../read-model/seed/seed-history.ts'
import { coinProfile } from './coin-profiles.ts'
import { mix32, noiseKey, uniformAt } from './noise.ts'
import { maturityOf, targetInventoryOf } from './robots/members.ts'

type Past = {
  readonly seed: number | string
  readonly coin: string
  readonly symbol: string
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly startPriceTicks: number
  readonly dailyTurnover: number
  readonly population: readonly PopulationMember[]
  /** Inverse contracts are counted in dollars and valued in coins; default: linear. */
  readonly kind?: InstrumentKind | undefined
  /** Of a dated future, whose positions grow with its age. */
  readonly listedMs?: number | undefined
  readonly deliveryMs?: number | undefined
  readonly startMs: number
  readonly endMs: number
  /** Hourly candles in order, of a span within the history. */
  readonly hours: (fromMs: number, toMs: number) => readonly Candle[]
}

type SeedInterest = {
  readonly openInterest: (question: SeedQuestion) => readonly SeedInterestPoint[]
  readonly liquidations: (question: SeedQuestion) => readonly SeedLiquidations[]
}

const hourMs = 60 * minuteMs
const defaultLimit = 200
/** Positions are sized by the mean of this many prices, five days apart. */
const [pricesMeant, priceStepMs] = [7, 5 * dayMs] as const
const slowMs = (pricesMeant - 1) * priceStepMs
/** A liquidated position is rebuilt within a day. */
const healingMs = dayMs
/** In the last hours before the start the past converges to the exchange's initial positions. */
const forgettingMs = dayMs / 2
/** Liquidated share of positions at risk per hour: at a move of one deviation, and at most. */
const [fallenUsually, fallenAtMost] = [0.004, 0.5] as const
/** Shares of a member's position: at risk, and (`alarmed`) closed voluntarily meanwhile. */
const atRisk: Readonly<Record<PopulationMember['kind'], number>> = {
  careless: 1,
  retail: 0.6,
  trend: 0.06,
  reversion: 0.06,
  large: 0.01,
  arbitrage: 0.01,
}
const alarmed = 0.12

/** Returns the past of a market's positions; empty for a market without population. */
export function createSeedInterest(past: Past): SeedInterest {
  const { population, startMs, endMs } = past
  if (population.length === 0) return { openInterest: () => [], liquidations: () => [] }
  const isDated = past.deliveryMs !== undefined
  const firstMs = startMs + (isDated ? dayMs : slowMs + 2 * dayMs)
  /** Maps each bucket, using the holdings over all of them. */
  const ofBuckets = <Value>(
    question: SeedQuestion,
    valueOf: (held: Holdings, startMs: number, endsMs: number) => Value,
  ): readonly Value[] => {
    const after = (bucketMs: number): number => bucketAfter(question.resolution, bucketMs, 1)
    const starts = endedBuckets(question, firstMs, endMs)
    const [first, last] = [starts[0], starts.at(-1)]
    if (first === undefined || last === undefined) return []
    const held = createHoldings(past, first, after(last))
    return starts.map((start) => valueOf(held, start, after(start)))
  }
  return {
    openInterest: (question) =>
      ofBuckets(question, (held, _, timeMs) => ({ timeMs, ...held.at(timeMs) })),
    liquidations: (question) => ofBuckets(question, (held, start, end) => held.fallen(start, end)),
  }
}

type Holdings = ReturnType<typeof createHoldings>

/** Start times of the buckets that ended before the exchange's start, ascending. */
function endedBuckets(question: SeedQuestion, firstMs: number, endMs: number): readonly number[] {
  const { resolution, fromMs = 0, toMs = endMs, limit = defaultLimit } = question
  const starts: number[] = []
  let at = bucketStart(resolution, Math.min(toMs - 1, endMs))
  if (bucketAfter(resolution, at, 1) > endMs) at = bucketAfter(resolution, at, -1)
  while (at >= Math.max(fromMs, firstMs) && starts.length < limit) {
    starts.push(at)
    at = bucketAfter(resolution, at, -1)
  }
  return starts.reverse()
}

type Side = 'long' | 'short'
type Span = readonly [startMs: number, endMs: number]
const sideOf = ({ sign }: PopulationMember): Side => (sign === 1 ? 'long' : 'short')

/** The start of the last complete hour. */
const hourBefore = (timeMs: number): number => Math.floor(timeMs / hourMs) * hourMs - hourMs

/** The prices of a span of the past, and the liquidations caused by their moves. */
function createMoves(past: Past, fromMs: number, toMs: number) {
  const { coin, endMs, kind, tickSizeE8, lotSizeE8 } = past
  const firstMs = Math.max(past.startMs, fromMs - slowMs - dayMs)
  const firstHour = Math.floor(firstMs / hourMs) * hourMs
  const candles = new Map(past.hours(firstHour, toMs).map((candle) => [candle.startMs, candle]))
  const deviation = coinProfile(coin).annualVolatility / Math.sqrt(365)
  const hourDeviation = deviation / Math.sqrt(24)

  const opening = candles.get(firstHour)?.open ?? past.startPriceTicks
  const closeAt = (timeMs: number): number =>
    candles.get(hourBefore(timeMs))?.close ?? (timeMs < endMs ? opening : past.startPriceTicks)

  /** The lot value used for position sizes: converges to the initial one near the start. */
  const slowLotValue = (timeMs: number): number => {
    if (kind === 'Inverse') return lotSizeE8 / 1e8
    let sum = 0
    for (let k = 0; k < pricesMeant; k += 1) sum += closeAt(timeMs - k * priceStepMs)
    const nearness = Math.max(0, 1 - (endMs - timeMs) / slowMs)
    const ticks = (sum / pricesMeant) ** (1 - nearness) * past.startPriceTicks ** nearness
    return (ticks * tickSizeE8 * lotSizeE8) / 1e16
  }

  /** The share of positions at risk on a side that is liquidated in an hour. */
  const fallenIn = (hour: number, side: Side): number => {
    const candle = candles.get(hour)
    if (candle === undefined) return 0
    const { open, high, low } = candle
    const move = side === 'long' ? Math.log(open / low) : Math.log(high / open)
    return Math.min(fallenAtMost, fallenUsually * (move / hourDeviation) ** 2)
  }

  /** The share of the last day's liquidations that has not been rebuilt. */
  const missing = (timeMs: number, side: Side): number => {
    let sum = 0
    for (let hour = hourBefore(timeMs); hour > timeMs - healingMs - hourMs; hour -= hourMs) {
      const age = (timeMs - hour - hourMs) / healingMs
      sum += fallenIn(hour, side) * (1 - Math.min(1, age))
    }
    return sum
  }

  /** The previous day's return in daily standard deviations. */
  const trendAt = (timeMs: number): number =>
    Math.log(closeAt(timeMs) / closeAt(timeMs - dayMs)) / deviation

  /** Weight of trend and liquidations, as the exchange's population starts without either. */
  const memoryAt = (timeMs: number): number =>
    Math.max(0, Math.min(1, (endMs - timeMs) / forgettingMs))

  return { closeAt, slowLotValue, fallenIn, missing, trendAt, memoryAt }
}

/** The part of an hour's liquidations between two times; liquidations are clustered. */
function partOfHour(chanceKey: number, hour: number, [startMs, endsMs]: Span): number {
  if (startMs <= hour && endsMs >= hour + hourMs) return 1
  let [part, whole] = [0, 0]
  for (let at = hour; at < hour + hourMs; at += 5 * minuteMs) {
    const weight = uniformAt(mix32(chanceKey, at / minuteMs), 0) ** 3
    whole += weight
    if (at >= startMs && at < endsMs) part += weight
  }
  return whole === 0 ? 0 : part / whole
}

/** Holdings and liquidations between two times of the past. */
function createHoldings(past: Past, fromMs: number, toMs: number) {
  const { population, dailyTurnover, kind, tickSizeE8, lotSizeE8 } = past
  const moves = createMoves(past, fromMs, toMs)
  const chanceKey = noiseKey(past.seed, 'liquidations', past.symbol)

  /** Quote units that each member holds. */
  const valuesAt = (timeMs: number): readonly number[] => {
    const memory = moves.memoryAt(timeMs)
    const trend = memory * moves.trendAt(timeMs)
    const usual = dailyTurnover * maturityOf(past, timeMs)
    const lost = {
      long: memory * moves.missing(timeMs, 'long'),
      short: memory * moves.missing(timeMs, 'short'),
    }
    return population.map((member) => {
      const share = Math.min(0.7, lost[sideOf(member)] * (atRisk[member.kind] + alarmed))
      const wish = targetInventoryOf(member, timeMs, trend)
      return member.share * usual * wish * (1 - share)
    })
  }

  /** The lots of a side that are liquidated in an hour. */
  const fallenLots = (hour: number, side: Side): number => {
    const values = valuesAt(hour)
    const exposed = population.reduce((sum, member, i) => {
      return sideOf(member) === side ? sum + (values[i] ?? 0) * atRisk[member.kind] : sum
    }, 0)
    return (exposed * moves.fallenIn(hour, side)) / moves.slowLotValue(hour)
  }

  return {
    at(timeMs: number): Omit<SeedInterestPoint, 'timeMs'> {
      const values = valuesAt(timeMs)
      const sums = { long: 0, short: 0, longHeads: 0, shortHeads: 0 }
      population.forEach((member, i) => {
        const value = values[i] ?? 0
        sums[sideOf(member)] += value
        sums[`${sideOf(member)}Heads`] += value / member.valuePerHead
      })
      const { long, short } = sums
      const both = (long + short) / 2
      // If the target totals of the sides differ, the open interest is in between.
      const [longHeads, shortHeads] = [
        (sums.longHeads * both) / Math.max(1, long),
        (sums.shortHeads * both) / Math.max(1, short),
      ]
      return {
        lots: Math.round(both / moves.slowLotValue(timeMs)),
        longE6: Math.round((longHeads / (longHeads + shortHeads)) * 1e6),
      }
    },

    fallen(startMs: number, endsMs: number): SeedLiquidations {
      const sums = { startMs, longLots: 0, shortLots: 0, longValueE4: 0, shortValueE4: 0 }
      for (let hour = hourBefore(startMs) + hourMs; hour < endsMs; hour += hourMs) {
        const price = (moves.closeAt(hour + hourMs) * tickSizeE8) / 1e8
        const lotValue = (lotSizeE8 / 1e8) * (kind === 'Inverse' ? 1 / price : price)
        for (const side of ['long', 'short'] as const) {
          const lots = Math.round(
            fallenLots(hour, side) * partOfHour(chanceKey, hour, [startMs, endsMs]),
          )
          sums[`${side}Lots`] += lots
          sums[`${side}ValueE4`] += Math.round(lots * lotValue * 1e4)
        }
      }
      return sums
    },
  }
}
