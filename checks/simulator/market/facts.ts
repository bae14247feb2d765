// Measured facts of a simulated market, and the ranges of real markets.

import { symbolId } from '@basis/domain/numbers/brand'
import { fact, infinite, type Fact } from './fact.ts'
import { slowFacts } from './slow-facts.ts'
import { perpetualsOf, recordOf, watched, type Observer, type SymbolRecord } from './observer.ts'
import {
  autocorrelation,
  correlation,
  kurtosis,
  mean,
  overlappingReturns,
  quantile,
  returnsOf,
  tailExponent,
} from './statistics.ts'

const largest = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT'].map(symbolId)
const actorsBeatMs = 50
const nearBeatMs = 12

/** Returns all facts of the observed hours. */
export function factsOf(observer: Observer, hours: number, seed: number): Fact[] {
  return [
    ...flowFacts(observer, hours),
    ...sizeFacts(observer, hours),
    ...bookFacts(observer),
    ...interestFacts(observer),
    ...returnFacts(observer),
    ...togetherFacts(observer),
    ...slowFacts(observer, hours, seed),
  ]
}

function flowFacts(observer: Observer, hours: number): Fact[] {
  const all = [...observer.records.values()]
  const bitcoin = recordOf(observer, 'BTCUSDT')
  const seconds = hours * 3600
  const perSecond = (record: SymbolRecord): number => record.count / seconds
  // Trades at the very end belong to an hour that was not simulated.
  const isLived = (hour: number): boolean => hour < Math.max(1, Math.floor(hours))
  const byHour = [...bitcoin.printsByHour]
    .filter(([hour]) => isLived(hour))
    .map(([, count]) => count / Math.min(3600, seconds))
  const hourly = new Map<number, number>()
  for (const [minute, value] of bitcoin.valueByMinute) {
    const hour = Math.floor(minute / 60)
    hourly.set(hour, (hourly.get(hour) ?? 0) + value)
  }
  const values = [...hourly].filter(([hour]) => isLived(hour)).map(([, value]) => value)
  const beat = bitcoin.prints.filter(({ timeMs }) => {
    const past = timeMs % actorsBeatMs
    return Math.min(past, actorsBeatMs - past) <= nearBeatMs
  })
  const tops = largest.map((symbol) => perSecond(recordOf(observer, symbol)))
  const outside = watched.map((symbol) => {
    const { outside: times, observations } = recordOf(observer, symbol)
    return times / observations
  })
  const turnover = watched.map((symbol) => {
    const record = recordOf(observer, symbol)
    const sum = [...record.valueByMinute.values()].reduce((total, value) => total + value, 0)
    return sum / hours / (record.dailyTurnover / 24)
  })
  return [
    fact('last price outside the book, worst of three', Math.max(...outside), [0, 0.05]),
    fact(
      'the same, mean of all symbols',
      mean(all.map((r) => r.outside / r.observations)),
      [0, 0.05],
    ),
    fact('prints near a beat of 50 ms', beat.length / bitcoin.prints.length, [0, 0.6]),
    fact('BTCUSDT prints in the calmest hour', Math.min(...byHour), [3, infinite], { unit: '/s' }),
    fact('BTCUSDT prints in the loudest hour', Math.max(...byHour), [15, 80], {
      unit: '/s',
      hours: 24,
    }),
    fact('five largest, the quietest', Math.min(...tops), [1, infinite], { unit: '/s' }),
    fact('all symbols, the quietest', Math.min(...all.map(perSecond)), [0.1, infinite], {
      unit: '/s',
    }),
    fact('turnover to a usual day, least of three', Math.min(...turnover), [0.3, 4], { hours: 1 }),
    fact('turnover to a usual day, most of three', Math.max(...turnover), [0.3, 4], { hours: 1 }),
    fact('turnover, loudest to calmest hour', Math.max(...values) / Math.min(...values), [4, 30], {
      hours: 24,
    }),
  ]
}

function sizeFacts(observer: Observer, hours: number): Fact[] {
  const { prints, listing } = recordOf(observer, 'BTCUSDT')
  // Trades of the same time are one order, which met several quotes.
  const orders: { timeMs: number; value: number; lots: number }[] = []
  for (const print of prints) {
    const last = orders.at(-1)
    if (last?.timeMs === print.timeMs) {
      last.value += print.value
      last.lots += print.lots
    } else orders.push({ ...print })
  }
  const tail = tailExponent(
    orders.map(({ value }) => value),
    0.05,
  )
  const long = orders.filter(({ lots }) => lots >= 10)
  const round = long.filter(({ lots }) => lots % 10 ** digitsOf(lots) === 0)
  const least = orders.filter(({ lots }) => lots === listing.instrument.minQtyLots)
  const large = orders.filter(({ value }) => value >= 1e6)
  return [
    fact('BTCUSDT tail exponent of sizes', tail, [1.3, 1.9]),
    fact('of ten lots and more, one digit and zeros', round.length / long.length, [0.08, 0.6]),
    fact('orders of the least lot', least.length / orders.length, [0.02, 0.4]),
    fact('orders of 1 M$ an hour', large.length / hours, [2, 15], { unit: '/h', hours: 2 }),
  ]
}

const digitsOf = (lots: number): number => Math.floor(Math.log10(lots))

function bookFacts(observer: Observer): Fact[] {
  const of = <T>(pick: (record: SymbolRecord) => T): T[] =>
    watched.map((symbol) => pick(recordOf(observer, symbol)))
  const one = of(({ spreads }) => spreads.filter((ticks) => ticks <= 1).length / spreads.length)
  const wide = of(({ spreads }) => quantile(spreads, 0.995))
  const wideUnit = { unit: ' ticks', hours: 0.5 }
  const depth10 = of((record) => mean(record.depth10))
  const depth50 = of((record) => mean(record.depth50))
  return [
    fact('spread of one tick, least of three', Math.min(...one), [0.9, 1]),
    fact('spread in the worst 1 %, least of three', Math.min(...wide), [3, 10], wideUnit),
    fact('spread in the worst 1 %, most of three', Math.max(...wide), [3, 20], wideUnit),
    fact('depth within 10 bp to a day, least', Math.min(...depth10), [0.006, 0.02]),
    fact('depth within 10 bp to a day, most', Math.max(...depth10), [0.006, 0.02]),
    fact('depth within 50 bp to a day, least', Math.min(...depth50), [0.04, 0.08]),
    fact('depth within 50 bp to a day, most', Math.max(...depth50), [0.04, 0.08]),
    fact('levels of a side to 5 %, least', Math.min(...of(({ levels }) => mean(levels))), [
      200,
      infinite,
    ]),
  ]
}

function interestFacts(observer: Observer): Fact[] {
  const perpetuals = perpetualsOf(observer)
  const first = perpetuals.map(
    ({ interest, medianTurnover }) => (interest[0]?.value ?? 0) / medianTurnover,
  )
  const rates = new Set(perpetuals.map(({ rates }) => rates.at(-1)))
  return [
    fact('open interest to a median day, least of all', Math.min(...first), [0.35, 0.6]),
    fact('open interest to a median day, most of all', Math.max(...first), [0.35, 0.6]),
    fact('different funding rates, of 29 perpetuals', rates.size, [8, 29]),
  ]
}

function returnFacts(observer: Observer): Fact[] {
  const { valueByMinute, closeByMinute } = recordOf(observer, 'BTCUSDT')
  const minutes = returnsOf([...closeByMinute.values()])
  const sizes = minutes.map(Math.abs)
  const volumes = [...closeByMinute.keys()].slice(1).map((minute) => valueByMinute.get(minute) ?? 0)
  return [
    fact('kurtosis of minutes', kurtosis(minutes), [0.5, 60], { hours: 6 }),
    fact('autocorrelation of minutes', autocorrelation(minutes, 1), [-0.15, 0.15], { hours: 6 }),
    fact('autocorrelation of their sizes', autocorrelation(sizes, 1), [0.05, 0.6], { hours: 6 }),
    fact('the same, ten minutes on', autocorrelation(sizes, 10), [0.03, 0.6], { hours: 6 }),
    // With such a tail, order sizes have no variance; the logarithm of their sum has.
    fact(
      'log volume to size of a minute',
      correlation(sizes, volumes.map(Math.log1p)),
      [0.25, 0.95],
      {
        hours: 2,
      },
    ),
  ]
}

function togetherFacts(observer: Observer): Fact[] {
  const [bitcoin, ether] = ['BTCUSDT', 'ETHUSDT'].map((symbol) => {
    return observer.seconds.get(symbolId(symbol)) ?? []
  })
  if (bitcoin === undefined || ether === undefined) return []
  const count = Math.min(bitcoin.length, ether.length)
  const at = (step: number): number =>
    correlation(returnsOf(bitcoin.slice(0, count), step), returnsOf(ether.slice(0, count), step))
  const minutesOf = (symbol: string): number[] => [
    ...recordOf(observer, symbol).closeByMinute.values(),
  ]
  const toBitcoin = (
    symbol: string,
    minutes: number,
    returns: typeof overlappingReturns,
  ): number => {
    const [a, b] = [minutesOf('BTCUSDT'), minutesOf(symbol)]
    const both = Math.min(a.length, b.length)
    return correlation(returns(a.slice(0, both), minutes), returns(b.slice(0, both), minutes))
  }
  const pairs = [
    ['ETHUSDT', 0.85],
    ['SOLUSDT', 0.8],
    ['DOGEUSDT', 0.75],
    ['ARBUSDT', 0.7],
  ] as const
  return [
    fact('Epps: correlation at 1 s over that at 5 min', at(1) / at(300), [0, 0.8], { hours: 6 }),
    ...pairs.map(([symbol, target]) =>
      fact(
        `correlation of ${symbol} to BTCUSDT`,
        toBitcoin(symbol, 10, returnsOf),
        [target - 0.15, 0.97],
        {
          hours: 12,
        },
      ),
    ),
    ...pairs.map(([symbol]) =>
      fact(
        `the same by the hour, ${symbol}`,
        toBitcoin(symbol, 60, overlappingReturns),
        [0.5, 0.99],
        { hours: 24 },
      ),
    ),
  ]
}
