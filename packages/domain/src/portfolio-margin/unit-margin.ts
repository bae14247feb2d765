// Portfolio margin of a risk unit (an account's positions of one base coin): the worst scenario and
// the contingencies, in 1e-8 USD, rounded up for the trader (rules 10.1 to 10.3).

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

/** A contract's currency: the name of its settle coin, `USD` if inverse. */
type Settled = {
  readonly currency: string
  /** The USD price of the settle coin, ×1e8. */
  readonly usdE8: bigint
  /** 0 for a perpetual. */
  readonly deliveryMs: number
}

/** Lots of an option, negative for short. */
export type OptionHolding = Settled & {
  readonly lots: number
  readonly lotSizeE8: number
  readonly right: OptionRight
  readonly row: StressRow
}

/** A perpetual or a future: size in coins and value in USD, both negative for short. */
export type LinearHolding = Settled & { readonly size: bigint; readonly value: bigint }

export type RiskUnit = {
  readonly terms: StressTerms
  readonly nowMs: number
  /** The price of the base coin in USD, ×1e8. */
  readonly indexE8: bigint
  /** Coins of the wallet that may hedge, 1e-8; 0 if spot hedging is off. */
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
  /** The profit of each scenario by index, and the scenario with the largest loss. */
  readonly profits: readonly Amount[]
  readonly worst: Scenario
  /** The delta of all derivatives, 1e-8 coin, and the wallet's coins that hedge it. */
  readonly delta: Amount
  readonly hedged: Amount
  /** USD per 1.00 of volatility. */
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

/** The wallet's coins that offset the delta of derivatives (D-47). */
function hedgeOf(spot: bigint, delta: bigint): bigint {
  if (spot > 0n && delta < 0n) return spot < -delta ? spot : -delta
  if (spot < 0n && delta > 0n) return -spot < delta ? spot : -delta
  return 0n
}

/** The options of one expiry. */
type Expiry = { readonly days: number; delta: bigint; vega: bigint }

/** Sums over a unit's options. */
type OptionSums = {
  readonly profits: readonly bigint[]
  readonly delta: bigint
  readonly expiries: readonly Expiry[]
  readonly byCurrency: ReadonlyMap<string, bigint>
  /** Total coins of all calls and of all puts. */
  readonly calls: bigint
  readonly puts: bigint
}

/** Options of one expiry with the same settlement and lot size, summed in whole numbers. */
type Bucket = {
  readonly of: OptionHolding
  /** As in a row: all high parts, then all low ones. */
  readonly sums: StressRow
  /** The first `waits` are not added yet; always fewer than one batch. */
  readonly waiting: OptionHolding[]
  waits: number
  lots: number
  calls: number
  puts: number
}

/**
 * Reusable row buffers for the sums of each margin: collecting new ones would cost more than the
 * sums. Nothing refers to a buffer once its margin is returned.
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

/** With more lots the parts of a row's figures could leave the safe integers. */
const mostLots = 2 ** 30

function bucketsOf(options: readonly OptionHolding[]): readonly Bucket[] {
  const buckets: Bucket[] = []
  let last: Bucket | undefined
  for (const option of options) {
    // Holdings come by expiry: the bucket is mostly that of the previous one.
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
    // Truncating the array would release its memory, to be allocated again for the next four.
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
 * Adds four rows in one pass. Every product and sum is a safe integer, so the order of additions
 * does not matter.
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
 * Returns the buckets, merged if their settlement and lot size are the same and their lots allow
 * it.
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

/** A bucket's figure as a whole number; not a safe integer if it is too large. */
const wholeFigure = ({ sums }: Bucket, place: number): number =>
  (sums[place] ?? 0) * highUnit + (sums[place + rowLength] ?? 0)

function figureOf(bucket: Bucket, place: number): bigint {
  const whole = wholeFigure(bucket, place)
  if (Number.isSafeInteger(whole)) return BigInt(whole)
  const { sums } = bucket
  return BigInt(sums[place] ?? 0) * BigInt(highUnit) + BigInt(sums[place + rowLength] ?? 0)
}

/**
 * Returns the lots per coin if the settle coin is worth a dollar, so that one division of safe
 * integers gives 1e-8 USD; else 0.
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
    // The hedge counts if it gains, and not if it loses (D-47).
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

/** A rate of the product of two figures ×1e8, rounded up. */
const charge = (productE16: bigint, rate: number): Amount =>
  amount(divRound(productE16 * BigInt(rate), wholeE16, 'up'))

function currencyDeltas({ linear }: RiskUnit, { byCurrency }: OptionSums): readonly bigint[] {
  const sums = new Map(byCurrency)
  for (const { currency, size } of linear) sums.set(currency, (sums.get(currency) ?? 0n) + size)
  return [...sums.values()]
}

/**
 * The charge for a move of the basis: for each interval between two expiries the delta beyond it;
 * or, depending on the terms, only opposite deltas (D-48).
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

/** Σ |delta beyond| × days of the interval, the last expiry first. */
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
