// The past of one market by days. Days are anchored backwards from the start price; a day's minutes
// are noise adjusted to both anchors, so any day is computed without its neighbours.

import {
  bucketAfter,
  bucketStart,
  dayMs,
  minuteMs,
  minutesPerDay,
} from '@basis/domain/instrument/candle'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import {
  coinProfile,
  marketAnnualVolatility,
  ownAnnualVolatility,
  jumpsAlone,
} from './coin-profiles.ts'
import { leverageOf, tokenOf } from '../instruments/spot/leveraged-tokens.ts'
import { isMoney } from '../instruments/spot/spot-coins.ts'
import { createFairRatio } from './fair-ratio.ts'
import { bellAt, mix32, noiseKey, uniformAt } from './noise.ts'
import { createPremium } from './premium.ts'
import type { PopulationMember } from '../read-model/seed/seed-history.ts'
import type { SeedFundingPlan } from './seed-funding.ts'
import { blockMinutes, stormsOf, type Storms } from './storms.ts'
import { weekdayLevel } from './volatility.ts'

export type PricePathOptions = {
  readonly seed: number | string
  /** The price path belongs to the coin: its perpetual and its spot market share it. */
  readonly coin: string
  readonly tickSizeE8: number
  readonly lotSizeE8: number
  readonly startPriceTicks: number
  /** When the exchange was first started, UTC; history ends at the start of this minute. */
  readonly simulationStartMs: number
  /** Gives markets of one coin different wicks and volumes; default: the coin's name. */
  readonly symbol?: string
  /** Typical value traded per day in quote units; default: from the coin's profile. */
  readonly dailyTurnover?: number
  /** Inverse contracts count dollars and turn over coins; default: linear. */
  readonly kind?: InstrumentKind
  /** The quote coin; default: USDT. */
  readonly quoteCoin?: string
  /**
   * A perpetual's funding interval and rate limit; with funding, prices include the premium over
   * the index.
   */
  readonly funding?: SeedFundingPlan
  /** The delivery time of a dated future. */
  readonly deliveryMs?: number
  /** When it was listed: history begins on that day, else three years before the start. */
  readonly listedMs?: number
  /** The holders of the open interest; default: none. */
  readonly population?: readonly PopulationMember[]
  /** Whether bitcoin and ether also have jumps of their own; true in older simulations. */
  readonly everyCoinJumps?: boolean
}

/** Minutes between points of the premium, which is interpolated linearly. */
const premiumStep = 15

/** The one-minute candles of a day; each opens at the close of the one before. */
export type DayMinutes = {
  /** Number of minutes filled; less than a day's on the day of the start. */
  count: number
  /** Open of the first minute, in ticks. */
  firstOpen: number
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volumeLots: Float64Array
  /** 1e-8 quote, integers. */
  readonly turnover: Float64Array
}

export type PriceDays = {
  /**
   * Start of the first minute of history: a month's first day at least three years before the
   * start, or the listing day of a dated future.
   */
  readonly startMs: number
  /** End of the last minute of history: the start of the minute of the exchange's start. */
  readonly endMs: number
  /** Number of days from `startMs`; the last one may be partial. */
  readonly dayCount: number
  /** Computes the minutes of a day, 0 ≤ day < dayCount. */
  readonly fill: (day: number, into: DayMinutes) => void
}

export function emptyDay(): DayMinutes {
  const column = (): Float64Array => new Float64Array(minutesPerDay)
  return {
    count: 0,
    firstOpen: 0,
    high: column(),
    low: column(),
    close: column(),
    volumeLots: column(),
    turnover: column(),
  }
}

/** A sudden move: news that is priced in after a few minutes. */
type Jump = { readonly minute: number; readonly size: number }

/** A jump's distribution over its minutes, with an overshoot that reverts. */
const jumpShares: readonly number[] = [
  0.46, 0.2, 0.17, 0.21, -0.07, 0.12, -0.06, 0.05, -0.05, -0.03,
]
const firstJumpMinute = 20
const jumpMinutes = minutesPerDay - firstJumpMinute - jumpShares.length

/**
 * The log price reverts to its trend by this fraction a day, which keeps three years within a
 * plausible range.
 */
const reversion = 1 / 220
/** The highest multiple of the usual deviation for a day's own return. */
const wildestDay = 2.5
/** 1.5 % to 66 times the start price; with the reversion above it is hardly ever reached. */
const farthestLog = 4.2

/** Returns the days of history of one market; they depend on the options only. */
export function createPriceDays(options: PricePathOptions): PriceDays {
  const endMs = bucketStart('1', options.simulationStartMs)
  const threeYearsAgo = bucketAfter('1M', bucketStart('1M', endMs), -36)
  const listedMs = options.listedMs ?? threeYearsAgo
  const listedDayMs = Math.max(threeYearsAgo, Math.floor(listedMs / dayMs) * dayMs)
  // An instrument that begins later today has no past either.
  const startMs = listedMs >= endMs ? endMs : listedDayMs
  const dayCount = Math.ceil((endMs - startMs) / dayMs)
  const minutesOf = (day: number): number =>
    Math.min(minutesPerDay, Math.round((endMs - startMs) / minuteMs) - day * minutesPerDay)
  const world = createWorld(options)
  const anchor = anchorLogs(world, { startMs, dayCount, minutesOf })
  return {
    startMs,
    endMs,
    dayCount,
    fill: (day, into) => {
      const dayStartMs = startMs + day * dayMs
      const [from, to] = [anchor(day), anchor(day + 1)]
      into.count = minutesOf(day)
      shapeMinutes(world, { dayStartMs, count: into.count, change: to - from }, shape)
      writeMinutes({ world, dayStartMs, fromLog: from, toLog: to, shape }, into)
    },
  }
}

type World = {
  readonly options: PricePathOptions
  readonly marketKey: number
  readonly coinKey: number
  readonly symbolKey: number
  /** Daily log volatility from the market factor, and the coin's own. */
  readonly marketSigma: number
  readonly ownSigma: number
  readonly beta: number
  readonly wildness: number
  readonly jumpsAlone: boolean
  readonly dailyTurnover: number
  /** Daily log drift of the long-term trend. */
  readonly trend: number
  readonly storms: Storms
  /** The ratio of the instrument's price to the coin's in USDT. */
  readonly ratio: (timeMs: number) => number
  /** The log of a perpetual's price over its index; 0 for other instruments. */
  readonly premium: (timeMs: number) => number
  /** The quote coin's path, if it has one. */
  readonly quote: World | undefined
  /** A currency has no random walk: all its movement is in the ratio. */
  readonly isMoney: boolean
}

function createWorld(options: PricePathOptions): World {
  const { seed, coin, quoteCoin = 'USDT' } = options
  const profile = coinProfile(coin)
  // A leveraged token follows its coin's walk, multiplied, and loses the volatility drag.
  const token = tokenOf(coin)
  const walked = token?.underlying ?? coin
  const times = token === undefined ? 1 : leverageOf(token)
  const coinKey = noiseKey(seed, 'price', walked)
  const variance = (profile.annualVolatility / times) ** 2
  const decay = ((times * times - times) / 2) * variance
  return {
    options,
    marketKey: noiseKey(seed, 'price'),
    coinKey,
    symbolKey: noiseKey(seed, 'symbol', options.symbol ?? coin),
    marketSigma: (profile.beta * marketAnnualVolatility) / Math.sqrt(365),
    ownSigma: (Math.sign(times) * ownAnnualVolatility(profile)) / Math.sqrt(365),
    beta: profile.beta,
    wildness: Math.sign(times) * profile.annualVolatility,
    jumpsAlone: options.everyCoinJumps === true || jumpsAlone(walked),
    dailyTurnover: options.dailyTurnover ?? profile.dailyTurnover,
    trend: (times * (0.22 + 0.16 * bellAt(coinKey, -1)) - decay) / 365,
    storms: stormsOf(seed, walked),
    ratio: createFairRatio(seed, {
      coin,
      quoteCoin,
      deliveryMs: options.deliveryMs,
    }),
    premium: premiumOf(options),
    quote: quoteWorld(options),
    isMoney: isMoney(coin),
  }
}

function premiumOf({ seed, coin, funding }: PricePathOptions): World['premium'] {
  if (funding === undefined) return () => 0
  const premium = createPremium(seed, coin)
  return (timeMs) => Math.log(1 + premium(timeMs))
}

/** The path of a pair's quote coin; undefined for currencies and contracts. */
function quoteWorld(options: PricePathOptions): World | undefined {
  const { quoteCoin = 'USDT', kind } = options
  if (kind !== 'Spot' || isMoney(quoteCoin)) return undefined
  const { seed, simulationStartMs, everyCoinJumps = false } = options
  const { tickSizeE8, lotSizeE8, startPriceTicks } = options
  const shared = { seed, simulationStartMs, everyCoinJumps }
  return createWorld({ tickSizeE8, lotSizeE8, startPriceTicks, ...shared, coin: quoteCoin })
}

type DayFrame = {
  readonly startMs: number
  readonly dayCount: number
  readonly minutesOf: (day: number) => number
}

/**
 * The log of the price over the start price at the start of each day, 0 at the exchange's start.
 * Computed backwards only as far as requested: a start of the server needs the last days of all
 * markets, hardly ever all days of one.
 */
function anchorLogs(world: World, frame: DayFrame): (day: number) => number {
  const anchors = new Float64Array(frame.dayCount + 1)
  const startRatio = world.ratio(world.options.simulationStartMs)
  const quoteLog = world.quote && anchorLogs(world.quote, frame)
  let reached = frame.dayCount
  // Distance from the trend.
  let distance = 0
  const walk = (day: number): void => {
    const dayStartMs = frame.startMs + day * dayMs
    const minutes = frame.minutesOf(day)
    const noonMs = dayStartMs + dayMs / 2
    const number = Math.floor(dayStartMs / dayMs)
    const level =
      Math.min(world.storms.atNoon(number), wildestDay) *
      weekdayLevel(noonMs) *
      Math.sqrt(minutes / minutesPerDay)
    let change =
      level *
      (world.marketSigma * bellAt(mix32(world.marketKey, 1), number) +
        world.ownSigma * bellAt(mix32(world.coinKey, 1), number))
    for (const jump of jumpsOfDay(world, dayStartMs, minutes)) change += jump.size
    distance = distance * (1 - reversion) - change
    const daysBack = frame.dayCount - day
    const log = distance - world.trend * daysBack
    const premium = Math.log(world.ratio(dayStartMs) / startRatio) - (quoteLog?.(day) ?? 0)
    const own = world.isMoney ? 0 : Math.max(-farthestLog, Math.min(farthestLog, log))
    anchors[day] = own + premium
  }
  return (day) => {
    while (reached > day) {
      reached -= 1
      walk(reached)
    }
    return anchors[day] ?? 0
  }
}

/** The jumps of a day that end before its last minute: of the whole market, and of the coin. */
function jumpsOfDay(world: World, dayStartMs: number, minutes: number): readonly Jump[] {
  const number = Math.floor(dayStartMs / dayMs)
  const jumps: Jump[] = []
  const draw = (key: number, odds: number, size: (share: number, isDown: boolean) => number) => {
    const dayKey = mix32(mix32(key, 2), number)
    if (uniformAt(dayKey, 0) > odds) return
    const minute = firstJumpMinute + Math.floor(uniformAt(dayKey, 1) * jumpMinutes)
    if (minute + jumpShares.length > minutes) return
    jumps.push({ minute, size: size(uniformAt(dayKey, 2), uniformAt(dayKey, 3) < 0.58) })
  }
  draw(world.marketKey, 0.03, (share, isDown) => {
    const size = world.beta * (0.012 + 0.035 * share * share)
    return isDown ? -size : 0.8 * size
  })
  if (!world.jumpsAlone) return jumps
  draw(world.coinKey, 0.025, (share, isDown) => {
    const size = world.wildness * (0.02 + 0.06 * share * share)
    return isDown ? -0.8 * size : size
  })
  return jumps
}

/** Buffers for one day: log steps of the minutes, and each one's standard deviation. */
type Shape = {
  readonly steps: Float64Array
  readonly sigmas: Float64Array
  /** Activity of the minute, around 1. */
  readonly levels: Float64Array
}

function createShape(): Shape {
  const column = (): Float64Array => new Float64Array(minutesPerDay)
  return { steps: column(), sigmas: column(), levels: column() }
}

/** Of the day that is being computed. */
const shape = createShape()

/** Computes each minute's activity: season, volatility and the aftershocks of jumps. */
function fillLevels(world: World, jumps: readonly Jump[], day: DayRequest, shape: Shape): void {
  const { levels } = shape
  const blocks = world.storms.blocksOf(day.dayStartMs / dayMs)
  for (let i = 0; i < day.count; i += blockMinutes) {
    const level = blocks[i / blockMinutes] ?? 1
    levels.fill(level, i, Math.min(i + blockMinutes, day.count))
  }
  for (const { minute } of jumps) {
    let aftershock = 1.5
    for (let i = minute; i < day.count; i += 1) {
      levels[i] = (levels[i] ?? 1) * (1 + aftershock)
      aftershock *= 0.965
    }
  }
}

type DayRequest = {
  readonly dayStartMs: number
  readonly count: number
  /** Log change from the first open to the last close. */
  readonly change: number
}

/** Draws the log steps of a day's minutes so that their sum is the day's change. */
function shapeMinutes(world: World, day: DayRequest, shape: Shape): void {
  const { steps, sigmas, levels } = shape
  const jumps = jumpsOfDay(world, day.dayStartMs, day.count)
  fillLevels(world, jumps, day, shape)
  const number = Math.floor(day.dayStartMs / dayMs)
  const marketDay = mix32(mix32(world.marketKey, 3), number)
  const ownDay = mix32(mix32(world.coinKey, 3), number)
  const perMinute = 1 / Math.sqrt(minutesPerDay)
  const wholeSigma = Math.sqrt(world.marketSigma ** 2 + world.ownSigma ** 2)
  let sum = 0
  let variance = 0
  for (let i = 0; i < day.count; i += 1) {
    // One minute in 24 has far more volatility: single large candles, for every coin at once.
    const eager = mix32(marketDay ^ 0x2545f491, i) % 24 === 0 ? 2.3 : 0.9
    const scale = (levels[i] ?? 1) * perMinute * eager
    const step =
      scale * (world.marketSigma * bellAt(marketDay, i) + world.ownSigma * bellAt(ownDay, i))
    const sigma = scale * wholeSigma
    steps[i] = step
    sigmas[i] = sigma
    sum += step
    variance += sigma * sigma
  }
  let missing = day.change - sum
  for (const jump of jumps) missing -= jump.size
  // The remainder is spread in proportion to variance: a random walk conditioned on its end.
  const bend = variance > 0 ? missing / variance : 0
  for (let i = 0; i < day.count; i += 1) {
    const sigma = sigmas[i] ?? 0
    steps[i] = (steps[i] ?? 0) + bend * sigma * sigma
  }
  for (const jump of jumps) {
    jumpShares.forEach((share, k) => {
      const i = jump.minute + k
      steps[i] = (steps[i] ?? 0) + share * jump.size
    })
  }
}

type DayToWrite = {
  readonly world: World
  readonly dayStartMs: number
  readonly fromLog: number
  readonly toLog: number
  readonly shape: Shape
}

/** Converts log steps to candles on the tick grid, with wicks and volumes. */
function writeMinutes(day: DayToWrite, into: DayMinutes): void {
  const { world, shape } = day
  const { startPriceTicks } = world.options
  const number = Math.floor(day.dayStartMs / dayMs)
  const noise = mix32(world.symbolKey, number)
  const worth = worthOf(world.options)
  const minuteTurnover = world.dailyTurnover / minutesPerDay
  const ticksAt = (log: number): number => Math.max(1, startPriceTicks * Math.exp(log))
  const premium = premiumLine(world, day.dayStartMs)
  let log = day.fromLog
  let exact = ticksAt(log + premium(0))
  let open = Math.round(exact)
  into.firstOpen = open
  for (let i = 0; i < into.count; i += 1) {
    log += shape.steps[i] ?? 0
    // Uses the anchor itself, not the sum, which may differ slightly: the next day begins here.
    const next = ticksAt((i === into.count - 1 ? day.toLog : log) + premium(i + 1))
    const close = Math.round(next)
    const reach = 2 * ((shape.sigmas[i] ?? 0) * exact) ** 2
    const move = next - exact
    // The exact distribution of a random walk's extremes between two known ends.
    const top =
      exact + (move + Math.sqrt(move * move - reach * Math.log(uniformAt(noise, 4 * i)))) / 2
    const bottom =
      exact + (move - Math.sqrt(move * move - reach * Math.log(uniformAt(noise, 4 * i + 1)))) / 2
    const high = Math.max(open, close, Math.round(top))
    const low = Math.max(1, Math.min(open, close, Math.round(bottom)))
    const eagerness = uniformAt(noise, 4 * i + 2)
    const stretch = Math.min(4, (top - bottom) / (1.2 * Math.sqrt(reach) + 1e-9))
    const level = shape.levels[i] ?? 1
    const share =
      level * Math.sqrt(level) * (0.25 + 0.75 * stretch) * (0.35 + 1.95 * eagerness ** 2)
    const value = minuteTurnover * Math.min(40, share)
    const lots = Math.max(1, Math.round(value / worth.ofLot(close)))
    into.high[i] = high
    into.low[i] = low
    into.close[i] = close
    into.volumeLots[i] = lots
    into.turnover[i] = worth.turnover(lots, (high + low + close) / 3)
    exact = next
    open = close
  }
}

/** Returns the premium at the minutes of a day, which must be requested in order. */
function premiumLine(world: World, dayStartMs: number): (minute: number) => number {
  const at = (step: number) => world.premium(dayStartMs + step * premiumStep * minuteMs)
  let [step, from, to] = [0, at(0), at(1)]
  return (minute) => {
    const now = Math.floor(minute / premiumStep)
    if (now !== step) [step, from, to] = [now, to, at(now + 1)]
    return from + (to - from) * (minute / premiumStep - now)
  }
}

type Worth = {
  /** Quote units of one lot at a price. */
  readonly ofLot: (ticks: number) => number
  /** The turnover of lots at a price: 1e-8 quote, for inverse contracts 1e-8 coin. */
  readonly turnover: (lots: number, ticks: number) => number
}

function worthOf({ kind, tickSizeE8, lotSizeE8 }: PricePathOptions): Worth {
  if (kind === 'Inverse') {
    return {
      ofLot: () => lotSizeE8 / 1e8,
      turnover: (lots, ticks) => Math.round(((lots * lotSizeE8) / (ticks * tickSizeE8)) * 1e8),
    }
  }
  const unitE8 = (tickSizeE8 * lotSizeE8) / 1e8
  return {
    ofLot: (ticks) => ticks * (unitE8 / 1e8),
    turnover: (lots, ticks) => Math.round(lots * ticks * unitE8),
  }
}
