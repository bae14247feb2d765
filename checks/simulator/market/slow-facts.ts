// Facts of a simulated market over minutes and hours: impact, premium, open interest, jumps.

import { createPremium } from '@basis/server/simulator/premium'
import { dayDeviationOf } from '@basis/server/simulator/robots/liquidity'
import { fact, type Fact } from './fact.ts'
import { perpetualsOf, recordOf, type Observer, type SymbolRecord } from './observer.ts'
import { autocorrelation, mean, quantile, returnsOf, rootMeanSquare } from './statistics.ts'

/** Returns the facts that need many minutes. */
export function slowFacts(observer: Observer, hours: number, seed: number): Fact[] {
  const perpetuals = perpetualsOf(observer)
  return [
    ...impactFacts(perpetuals),
    ...premiumFacts(perpetuals, hours),
    ...premiumProcessFacts(perpetuals, seed),
    ...interestChangeFacts(perpetuals, hours),
    ...jumpFacts(observer, hours),
  ]
}

const hourMs = 3_600_000
const minutesPerHour = 60
const lawShare = 0.7
/** The share of all minutes, those with the largest net flow of takers. */
const strongShare = 0.1
/** The minutes after a strong one in which the decay of its move is measured. */
const watchedMinutes = 10

/** The minutes of the strongest flow: how far they moved the book, and how long that lasted. */
function impactFacts(perpetuals: readonly SymbolRecord[]): Fact[] {
  const moves = perpetuals.flatMap(strongMoves)
  const left = Array.from({ length: watchedMinutes + 1 }, (_, minutes) =>
    quantile(
      moves.map((move) => move[minutes] ?? 0),
      0.5,
    ),
  )
  return [
    fact('impact of strong minutes, to the root law', left[0] ?? 0, [0.5, 1.5], { hours: 3 }),
    fact('minutes until half of it is gone', lagToHalf(left), [2, 5], { hours: 12 }),
  ]
}

/** The remaining move by minutes after it, in units of 0.7 σ √(Q ÷ V). */
type Move = readonly number[]

/** Changes of the premium in the direction of the flow, which excludes moves of the index. */
function strongMoves(record: SymbolRecord): Move[] {
  const { flowByMinute: flows, premiumByMinute: premiums, dailyTurnover, listing } = record
  const strong = quantile([...flows.values()].map(Math.abs), 1 - strongShare)
  const deviation = dayDeviationOf(listing)
  return [...flows].flatMap(([minute, flow]): Move[] => {
    const before = premiums.get(minute - 1)
    if (Math.abs(flow) < strong || before === undefined) return []
    const law = lawShare * deviation * Math.sqrt(Math.abs(flow) / dailyTurnover)
    const left = Array.from({ length: watchedMinutes + 1 }, (_, later) => {
      const premium = premiums.get(minute + later)
      return premium === undefined ? Number.NaN : ((premium - before) * Math.sign(flow)) / law
    })
    return left.some(Number.isNaN) ? [] : [left]
  })
}

/** The lag at which values first fall to half of the first one, interpolated linearly. */
function lagToHalf(values: readonly number[]): number {
  const half = (values[0] ?? 0) / 2
  const after = values.findIndex((each) => each <= half)
  if (after <= 0) return values.length
  const [above, below] = [values[after - 1] ?? half, values[after] ?? half]
  return after - 1 + (above - half) / (above - below)
}

const basisPoints = 10_000
const unit = ' bp'

/** The mean of each whole hour, which averages out the impact of single orders. */
function hourlyPremiums({ premiumByMinute }: SymbolRecord, hours: number): number[] {
  const byHour = Map.groupBy(premiumByMinute, ([minute]) => Math.floor(minute / minutesPerHour))
  return [...byHour]
    .filter(([hour]) => hour < Math.floor(hours))
    .map(([, minutes]) => mean(minutes.map(([, share]) => share)))
}

function premiumFacts(perpetuals: readonly SymbolRecord[], hours: number): Fact[] {
  const size = (record: SymbolRecord): number =>
    rootMeanSquare(hourlyPremiums(record, hours)) * basisPoints
  const bitcoin = perpetuals.filter(({ listing }) => listing.coin === 'BTC')
  const others = perpetuals.filter(({ listing }) => listing.coin !== 'BTC')
  const judged = { unit, hours: 12 }
  return [
    // A day is short for a half-life of half a day: the process below gives better figures.
    fact(
      'premium of BTCUSDT by the hour, root mean square',
      mean(bitcoin.map(size)),
      [0.6, 9],
      judged,
    ),
    fact('the same, mean of all others', mean(others.map(size)), [3, 16], judged),
  ]
}

const processHours = 3 * 365 * 24
const processStartMs = Date.UTC(2023, 10, 1)
const longestLag = 36

/** Facts of the process behind the premiums, over three years without a trend. */
function premiumProcessFacts(perpetuals: readonly SymbolRecord[], seed: number): Fact[] {
  const hourly = (coin: string): number[] => {
    const premium = createPremium(seed, coin)
    return Array.from({ length: processHours }, (_, hour) =>
      premium(processStartMs + hour * hourMs),
    )
  }
  const pasts = new Map(perpetuals.map(({ listing }) => [listing.coin, hourly(listing.coin)]))
  const correlations = Array.from({ length: longestLag }, (_, lag) =>
    mean([...pasts.values()].map((past) => autocorrelation(past, lag))),
  )
  const size = rootMeanSquare(pasts.get('BTC') ?? []) * basisPoints
  return [
    fact('premium process of BTC, root mean square', size, [2.5, 3.7], { unit }),
    fact('premium processes, half-life', lagToHalf(correlations), [12, 24], { unit: ' h' }),
  ]
}

function interestChangeFacts(perpetuals: readonly SymbolRecord[], hours: number): Fact[] {
  const changes = perpetuals.flatMap(({ interest }) => {
    const ends = new Map(interest.map(({ atMs, lots }) => [Math.floor(atMs / hourMs), lots]))
    const whole = [...ends].filter(([hour]) => hour < Math.floor(hours))
    return returnsOf(whole.map(([, lots]) => lots)).map(Math.abs)
  })
  const [usual, rare] = [quantile(changes, 0.5), quantile(changes, 0.99)]
  return [
    fact('open interest, usual change of an hour', usual, [0.005, 0.03], { hours: 6 }),
    fact('the same, one hour in a hundred', rare, [0.02, 0.25], { hours: 12 }),
  ]
}

const jumpDeviations = 4

/** Minutes in which one of the two largest coins jumped, and the share moving the same way. */
function jumpFacts(observer: Observer, hours: number): Fact[] {
  const [bitcoin, ether] = ['BTCUSDT', 'ETHUSDT'].map((symbol) =>
    returnsOf([...recordOf(observer, symbol).closeByMinute.values()]),
  )
  if (bitcoin === undefined || ether === undefined) return []
  const together = (a: readonly number[], b: readonly number[]): boolean[] => {
    const least = jumpDeviations * rootMeanSquare(a)
    return a.flatMap((each, minute) =>
      Math.abs(each) < least ? [] : [Math.sign(b[minute] ?? 0) === Math.sign(each)],
    )
  }
  const jumps = [...together(bitcoin, ether), ...together(ether, bitcoin)]
  const share = jumps.filter(Boolean).length / jumps.length
  return [
    fact('jumps of BTC and ETH a day', (jumps.length / hours) * 24, [2, 100], { hours: 12 }),
    fact('of them those in which both went the same way', share, [0.8, 1], { hours: 12 }),
  ]
}
