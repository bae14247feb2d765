// Facts of a simulated market that minutes and hours show: impact, premium, open interest, jumps.

import { symbolId } from '@basis/domain/numbers/brand'
import { createPremium } from '@basis/server/simulator/premium'
import { dayDeviationOf } from '@basis/server/simulator/robots/liquidity'
import { fact, type Fact } from './fact.ts'
import { type Observer, type SymbolRecord } from './observer.ts'
import { autocorrelation, mean, quantile, returnsOf } from './statistics.ts'

/** Returns what is seen only over many minutes. */
export const slowFacts = (observer: Observer, seed: number): Fact[] => [
  ...impactFacts(observer),
  ...premiumFacts(observer),
  ...pastPremiumFacts(observer, seed),
  ...interestFacts(observer),
  ...jumpFacts(observer),
]

const lawShare = 0.7
/** Of all minutes those in which takers were the most of one mind. */
const strongShare = 0.1
/** For so many minutes after a strong one it is watched what is left of its move. */
const watchedMinutes = 10

/** The minutes of the strongest flow: by how much it moved the book, and how long that lasted. */
function impactFacts({ records }: Observer): Fact[] {
  const moves = perpetualsOf(records).flatMap(strongMoves)
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

/** What is left of a move by minutes after it, in units of 0.7 σ √(Q ÷ V). */
type Move = readonly number[]

/** Changes of the premium toward the side of the flow: the index, which moves by itself, is out. */
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

/** Where values first fall to half of the first one; between two they fall evenly. */
function lagToHalf(values: readonly number[]): number {
  const half = (values[0] ?? 0) / 2
  const after = values.findIndex((each) => each <= half)
  if (after <= 0) return values.length
  const [above, below] = [values[after - 1] ?? half, values[after] ?? half]
  return after - 1 + (above - half) / (above - below)
}

const basisPoints = 10_000
const unit = ' bp'

const minutesPerHour = 60

/** The mean of each hour: what an order moved for some minutes is no premium. */
function hourlyPremiums({ premiumByMinute }: SymbolRecord): number[] {
  const hours = Map.groupBy(premiumByMinute, ([minute]) => Math.floor(minute / minutesPerHour))
  return [...hours.values()].map((minutes) => mean(minutes.map(([, share]) => share)))
}

function premiumFacts({ records }: Observer): Fact[] {
  const size = (record: SymbolRecord): number =>
    Math.sqrt(mean(hourlyPremiums(record).map((share) => share ** 2))) * basisPoints
  const perpetuals = perpetualsOf(records)
  const bitcoin = perpetuals.filter(({ listing }) => listing.coin === 'BTC')
  const others = perpetuals.filter(({ listing }) => listing.coin !== 'BTC')
  return [
    fact('premium of BTC perpetuals, root mean square', mean(bitcoin.map(size)), [0.3, 9], {
      unit,
    }),
    fact('the same of all others', mean(others.map(size)), [2, 24], { unit }),
  ]
}

const pastHours = 3 * 365 * 24
const pastStartMs = Date.UTC(2023, 10, 1)

/** Of three years, without the trend's part: a day is too short to tell how fast it reverts. */
function pastPremiumFacts({ records }: Observer, seed: number): Fact[] {
  const hourly = (coin: string): number[] => {
    const premium = createPremium(seed, coin)
    return Array.from({ length: pastHours }, (_, hour) => premium(pastStartMs + hour * hourMs))
  }
  const coins = [...new Set(perpetualsOf(records).map(({ listing }) => listing.coin))]
  const pasts = coins.map(hourly)
  const alike = Array.from({ length: 48 }, (_, lag) =>
    mean(pasts.map((past) => (lag === 0 ? 1 : autocorrelation(past, lag)))),
  )
  const size = (past: readonly number[]): number =>
    Math.sqrt(mean(past.map((share) => share ** 2))) * basisPoints
  return [
    fact('BTC premium of three years, root mean square', size(hourly('BTC')), [2.5, 3.7], { unit }),
    fact('half-life of premiums', lagToHalf(alike), [12, 24], { unit: ' h' }),
  ]
}

const perpetualsOf = (records: Observer['records']): SymbolRecord[] =>
  [...records.values()].filter(
    ({ listing }) => listing.instrument.contractType === 'LinearPerpetual',
  )

const hourMs = 3_600_000

function interestFacts({ records }: Observer): Fact[] {
  const changes = perpetualsOf(records).flatMap(({ interest }) => {
    const ends = new Map(interest.map(({ timeMs, lots }) => [Math.floor(timeMs / hourMs), lots]))
    return returnsOf([...ends.values()]).map(Math.abs)
  })
  return [
    fact('open interest, usual change of an hour', quantile(changes, 0.5), [0.005, 0.03], {
      hours: 3,
    }),
    fact('the same, one hour in a hundred', quantile(changes, 0.99), [0.01, 0.3], { hours: 12 }),
  ]
}

const jumpDeviations = 4

/** Jumps of one of the two largest coins: in how many the other went the same way. */
function jumpFacts({ records }: Observer): Fact[] {
  const [bitcoin, ether] = ['BTCUSDT', 'ETHUSDT'].map((symbol) =>
    returnsOf([...(records.get(symbolId(symbol))?.closeByMinute.values() ?? [])]),
  )
  if (bitcoin === undefined || ether === undefined) return []
  const together = (a: readonly number[], b: readonly number[]): boolean[] => {
    const most = jumpDeviations * Math.sqrt(mean(a.map((each) => each ** 2)))
    return a.flatMap((each, minute) =>
      Math.abs(each) < most ? [] : [Math.sign(b[minute] ?? 0) === Math.sign(each)],
    )
  }
  const jumps = [...together(bitcoin, ether), ...together(ether, bitcoin)]
  const share = jumps.length === 0 ? 1 : jumps.filter(Boolean).length / jumps.length
  return [fact('jumps of BTC or ETH that the other follows', share, [0.8, 1], { hours: 12 })]
}
