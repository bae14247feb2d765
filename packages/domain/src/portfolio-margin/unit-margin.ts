// The margin of a risk unit, all that an account has of one base coin: the worst of the scenarios
// and the contingencies, in 1e-8 USD, what the trader owes rounded up (rules 10.1 to 10.3).

import { amount, divRound, mulDiv, unitE8, type Amount } from '../numbers/fixed.ts'
import type { OptionRight } from '../instrument/option.ts'
import { matchedDays, opposed, type Dated } from './matching.ts'
import {
  daysTo,
  deltaPlace,
  highUnit,
  rowLength,
  scenarioAt,
  scenarioCount,
  vegaPlace,
  type Scenario,
  type StressRow,
  type StressTerms,
} from './stress.ts'

/** Where a contract's money is: the coin it is settled in by name, `USD` where inverse. */
type Settled = {
  readonly currency: string
  /** Of the settle coin, ×1e8. */
  readonly usdE8: bigint
  /** 0 of a perpetual. */
  readonly deliveryMs: number
}

/** Lots of an option, below 0 where short. */
export type OptionHolding = Settled & {
  readonly lots: number
  readonly lotSizeE8: number
  readonly right: OptionRight
  readonly row: StressRow
}

/** A perpetual or a future: its size in coins and its value in USD, both below 0 where short. */
export type LinearHolding = Settled & { readonly size: bigint; readonly value: bigint }

export type RiskUnit = {
  readonly terms: StressTerms
  readonly nowMs: number
  /** The price of the base coin in USD, ×1e8. */
  readonly indexE8: bigint
  /** What may hedge: coins of the wallet, 1e-8; 0 where spot hedging is off. */
  readonly spot: bigint
  readonly options: readonly OptionHolding[]
  readonly linear: readonly LinearHolding[]
}

export const contingencies = [
  'shortOption',
  'vegaSpread',
  'deltaSpread',
  'stablecoinSpread',
  'linear',
] as const
export type Contingency = (typeof contingencies)[number]

export type UnitMargin = {
  readonly maintenance: Amount
  readonly initial: Amount
  readonly maxLoss: Amount
  readonly contingency: Readonly<Record<Contingency, Amount>>
  /** The profit of each scenario, by its place, and the one that loses the most. */
  readonly profits: readonly Amount[]
  readonly worst: Scenario
  /** Of all derivatives, 1e-8 coin, and what of the wallet stands against it. */
  readonly delta: Amount
  readonly hedged: Amount
  /** USD for a whole 1.00 of volatility. */
  readonly vega: Amount
}

/** Returns a unit's margin. EX-10.1, EX-10.4 */
export function unitMargin(unit: RiskUnit): UnitMargin {
  const options = summedOptions(unit)
  const delta = options.delta + unit.linear.reduce((sum, { size }) => sum + size, 0n)
  const hedged = hedgeOf(unit.spot, delta)
  const profits = profitsOf(unit, options, hedged)
  const worst = placeOfLeast(profits)
  const least = profits[worst] ?? 0n
  const maxLoss = amount(least < 0n ? -least : 0n)
  const contingency = contingenciesOf(unit, options, hedged)
  const maintenance = amount(
    contingencies.reduce((sum, name) => sum + contingency[name], maxLoss as bigint),
  )
  return {
    maintenance,
    initial: amount(mulDiv(maintenance, BigInt(unit.terms.initialFactor), unitE8, 'up')),
    maxLoss,
    contingency,
    profits,
    worst: scenarioAt(unit.terms, worst),
    delta: amount(delta),
    hedged: amount(hedged),
    vega: amount(options.expiries.reduce((sum, { vega }) => sum + vega, 0n)),
  }
}

/** What of a wallet stands against the delta of derivatives (D-47). */
function hedgeOf(spot: bigint, delta: bigint): bigint {
  if (spot > 0n && delta < 0n) return spot < -delta ? spot : -delta
  if (spot < 0n && delta > 0n) return -spot < delta ? spot : -delta
  return 0n
}

/** The options that end on one day. */
type Expiry = { readonly days: number; delta: bigint; vega: bigint }

/** A unit's options added up. */
type OptionSums = {
  readonly profits: readonly bigint[]
  readonly delta: bigint
  readonly expiries: readonly Expiry[]
  readonly byCurrency: ReadonlyMap<string, bigint>
  /** Coins of all calls and of all puts. */
  readonly calls: bigint
  readonly puts: bigint
}

/** Options of one expiry, settled alike and of equal lots, in numbers that stay whole. */
type Bucket = {
  readonly of: OptionHolding
  /** As a row: all high parts, then all low ones. */
  readonly sums: StressRow
  /** Those not added yet stand first, `waits` of them, fewer than are added at once. */
  readonly waiting: OptionHolding[]
  waits: number
  lots: number
  calls: number
  puts: number
}

/**
 * Rows that sums are made in, taken again by every margin: buffers of their own would cost more to
 * collect than the sums to compute. Nothing refers to one once its margin is returned.
 */
const scratch: StressRow[] = []
let scratchUsed = 0

function scratchRow(): StressRow {
  let row = scratch[scratchUsed]
  if (row === undefined) scratch.push((row = new Float64Array(2 * rowLength)))
  else row.fill(0)
  scratchUsed += 1
  return row
}

/** Beyond so many lots the parts of a row's figures could leave the safe integers. */
const mostLots = 2 ** 30

function bucketsOf(options: readonly OptionHolding[]): readonly Bucket[] {
  const buckets: Bucket[] = []
  let last: Bucket | undefined
  for (const option of options) {
    // Holdings come expiry by expiry: the bucket is mostly that of the one before.
    let bucket: Bucket | undefined =
      last !== undefined && takes(last, option) ? last : buckets.find((each) => takes(each, option))
    if (bucket === undefined) {
      bucket = { of: option, sums: scratchRow(), waiting: [], waits: 0, lots: 0, calls: 0, puts: 0 }
      buckets.push(bucket)
    }
    last = bucket
    if (option.right === 'Call') bucket.calls += option.lots
    else bucket.puts += option.lots
    bucket.lots += Math.abs(option.lots)
    bucket.waiting[bucket.waits] = option
    bucket.waits += 1
    if (bucket.waits < 4) continue
    addFour(bucket.sums, bucket.waiting)
    // A shortened array would give its memory up, to be taken anew for the next four.
    bucket.waits = 0
  }
  for (const { sums, waiting, waits } of buckets) {
    waiting.forEach(({ row, lots }, place) => {
      if (place < waits) addTimes(sums, row, lots)
    })
  }
  return buckets
}

const takes = ({ of, lots }: Bucket, option: OptionHolding): boolean =>
  of.deliveryMs === option.deliveryMs &&
  of.currency === option.currency &&
  of.lotSizeE8 === option.lotSizeE8 &&
  lots + Math.abs(option.lots) <= mostLots

function addTimes(sums: StressRow, row: StressRow, times: number): void {
  for (let place = 0; place < 2 * rowLength; place += 1) {
    sums[place] = (sums[place] ?? 0) + times * (row[place] ?? 0)
  }
}

/**
 * Adds four rows in one pass. Every product and every sum is a whole number within the safe ones,
 * so that the order of the additions does not count.
 */
function addFour(sums: StressRow, held: readonly OptionHolding[]): void {
  const [a, b, c, d] = held
  if (a === undefined || b === undefined || c === undefined || d === undefined) return
  const [one, two, three, four] = [a.row, b.row, c.row, d.row]
  const [ofOne, ofTwo, ofThree, ofFour] = [a.lots, b.lots, c.lots, d.lots]
  for (let place = 0; place < 2 * rowLength; place += 1) {
    sums[place] =
      (sums[place] as number) +
      (ofOne * (one[place] as number) + ofTwo * (two[place] as number)) +
      (ofThree * (three[place] as number) + ofFour * (four[place] as number))
  }
}

/**
 * Returns the buckets that are settled alike and of equal lots as one, where their lots allow it.
 */
function mergedOf(buckets: readonly Bucket[]): readonly Bucket[] {
  const merged: Bucket[] = []
  for (const bucket of buckets) {
    const { currency, lotSizeE8 } = bucket.of
    const found = merged.find(
      ({ of, lots }) =>
        of.currency === currency && of.lotSizeE8 === lotSizeE8 && lots + bucket.lots <= mostLots,
    )
    if (found === undefined) {
      const sums = scratchRow()
      sums.set(bucket.sums)
      merged.push({ ...bucket, sums })
      continue
    }
    addTimes(found.sums, bucket.sums, 1)
    found.lots += bucket.lots
  }
  return merged
}

/** A figure of a bucket, whole; no safe integer where it is too large for one. */
const wholeFigure = ({ sums }: Bucket, place: number): number =>
  (sums[place] ?? 0) * highUnit + (sums[place + rowLength] ?? 0)

function figureOf(bucket: Bucket, place: number): bigint {
  const whole = wholeFigure(bucket, place)
  if (Number.isSafeInteger(whole)) return BigInt(whole)
  const { sums } = bucket
  return BigInt(sums[place] ?? 0) * BigInt(highUnit) + BigInt(sums[place + rowLength] ?? 0)
}

/**
 * Returns how many lots are a coin where the settle coin is worth a dollar, so that a figure per
 * lot comes to 1e-8 USD by one division of safe integers; 0 where it does not.
 */
function plainDivisor({ of: { lotSizeE8, usdE8 } }: Bucket): number {
  const lots = Number(unitE8) / lotSizeE8
  return usdE8 === unitE8 && Number.isInteger(lots) ? lots : 0
}

/** Returns a scenario's profit of a bucket in 1e-8 USD, rounded down. */
function profitOf(bucket: Bucket, place: number, divisor: number): bigint {
  const whole = wholeFigure(bucket, place)
  // The floor of a quotient of safe integers is exact.
  if (divisor > 0 && Number.isSafeInteger(whole)) return BigInt(Math.floor(whole / divisor))
  const usd = BigInt(bucket.of.lotSizeE8) * bucket.of.usdE8
  return divRound(figureOf(bucket, place) * usd, wholeE16, 'down')
}

function addToExpiry(expiries: Expiry[], { days, delta, vega }: Expiry): void {
  const found = expiries.find((each) => each.days === days)
  if (found === undefined) {
    expiries.push({ days, delta, vega })
    return
  }
  found.delta += delta
  found.vega += vega
}

function summedOptions({ options, nowMs }: RiskUnit): OptionSums {
  scratchUsed = 0
  const profits: bigint[] = Array.from({ length: scenarioCount }, () => 0n)
  const expiries: Expiry[] = []
  const byCurrency = new Map<string, bigint>()
  let [delta, calls, puts] = [0n, 0n, 0n]
  const buckets = bucketsOf(options)
  for (const bucket of buckets) {
    const { currency, usdE8, deliveryMs, lotSizeE8 } = bucket.of
    const lot = BigInt(lotSizeE8)
    const own = divRound(figureOf(bucket, deltaPlace) * lot, unitE8, 'nearest')
    const vega = divRound(figureOf(bucket, vegaPlace) * lot * usdE8, wholeE16, 'nearest')
    addToExpiry(expiries, { days: daysTo(deliveryMs, nowMs), delta: own, vega })
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + own)
    delta += own
    calls += BigInt(bucket.calls) * lot
    puts += BigInt(bucket.puts) * lot
  }
  for (const bucket of mergedOf(buckets)) {
    const divisor = plainDivisor(bucket)
    for (let place = 0; place < scenarioCount; place += 1) {
      profits[place] = (profits[place] ?? 0n) + profitOf(bucket, place, divisor)
    }
  }
  return { profits, delta, expiries, byCurrency, calls, puts }
}

const wholeE16 = unitE8 * unitE8

function profitsOf(unit: RiskUnit, options: OptionSums, hedged: bigint): readonly Amount[] {
  const value = unit.linear.reduce((sum, each) => sum + each.value, 0n)
  const spot = mulDiv(hedged, unit.indexE8, unitE8, 'down')
  if (value === 0n && spot === 0n) return options.profits.map(amount)
  return options.profits.map((profit, place) => {
    const percent = BigInt(scenarioAt(unit.terms, place).pricePercent)
    const hedge = divRound(spot * percent, 100n, 'down')
    // What hedges is counted where it wins, and is no loss where it loses (D-47).
    return amount(profit + divRound(value * percent, 100n, 'down') + (hedge > 0n ? hedge : 0n))
  })
}

function placeOfLeast(profits: readonly bigint[]): number {
  let least = 0
  profits.forEach((profit, place) => {
    if (profit < (profits[least] ?? 0n)) least = place
  })
  return least
}

function contingenciesOf(
  unit: RiskUnit,
  options: OptionSums,
  hedged: bigint,
): Record<Contingency, Amount> {
  const { terms, indexE8, linear } = unit
  const short = shortOf(options.calls) + shortOf(options.puts)
  const size = linear.reduce((sum, each) => sum + (each.size < 0n ? -each.size : each.size), 0n)
  return {
    shortOption: charge(short * indexE8, terms.shortOption),
    vegaSpread: charge(matchedDays(vegasOf(options)) * unitE8, terms.vegaSpread),
    deltaSpread: deltaSpread(unit, options, hedged),
    stablecoinSpread: charge(
      opposed(currencyDeltas(unit, options)) * indexE8,
      terms.stablecoinSpread,
    ),
    linear: charge(size * indexE8, terms.linear),
  }
}

const vegasOf = ({ expiries }: OptionSums): readonly Dated[] =>
  expiries.map(({ days, vega }) => ({ days, value: vega }))

const shortOf = (size: bigint): bigint => (size < 0n ? -size : 0n)

/** A share of a product of two figures ×1e8, rounded up. */
const charge = (productE16: bigint, rate: number): Amount =>
  amount(divRound(productE16 * BigInt(rate), wholeE16, 'up'))

function currencyDeltas({ linear }: RiskUnit, { byCurrency }: OptionSums): readonly bigint[] {
  const sums = new Map(byCurrency)
  for (const { currency, size } of linear) sums.set(currency, (sums.get(currency) ?? 0n) + size)
  return [...sums.values()]
}

/**
 * What a move of the basis costs: for every stretch between two expiries the delta that lies beyond
 * it; or, where the terms say so, opposite deltas alone (D-48).
 */
function deltaSpread(unit: RiskUnit, options: OptionSums, hedged: bigint): Amount {
  const { terms, nowMs, indexE8 } = unit
  const byDays = new Map<number, bigint>([[0, hedged]])
  const add = (days: number, value: bigint): void =>
    void byDays.set(days, (byDays.get(days) ?? 0n) + value)
  for (const { days, delta } of options.expiries) add(days, delta)
  for (const { deliveryMs, size } of unit.linear) {
    add(deliveryMs === 0 ? 0 : daysTo(deliveryMs, nowMs), size)
  }
  const dated = [...byDays]
    .map(([days, value]) => ({ days, value }))
    .sort((a, b) => b.days - a.days)
  const coinDays = terms.matchedOnly ? matchedDays(dated) : beyondDays(dated)
  return amount(
    divRound(coinDays * indexE8 * BigInt(terms.deltaSpread), wholeE16 * daysOfYear, 'up'),
  )
}

const daysOfYear = 365n

/** Σ |delta beyond| × days of the stretch, the last expiry first. */
function beyondDays(dated: readonly Dated[]): bigint {
  let beyond = 0n
  let sum = 0n
  dated.forEach(({ days, value }, place) => {
    beyond += value
    const stretch = days - (dated[place + 1]?.days ?? 0)
    sum += (beyond < 0n ? -beyond : beyond) * BigInt(stretch)
  })
  return sum
}
