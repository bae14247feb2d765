// The auditor's prices in bigints of 1e-8: mark, band and funding rate of a market, computed from
// scratch from all samples so far (rules 2.2, 2.5, 2.6, 8.2).

// Written from the rules, not from the engine.

import type { Instrument } from '@basis/domain/instrument/instrument'

const one = 100_000_000n
const eightHoursMs = 28_800_000

export const floorDiv = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  // Most have equal signs and need no second division.
  return a < 0n !== b < 0n && a % b !== 0n ? quotient - 1n : quotient
}
export const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b)
/** To the nearest, halves away from zero. */
export const nearestDiv = (a: bigint, b: bigint): bigint =>
  a < 0n ? -nearestDiv(-a, b) : floorDiv(2n * a + b, 2n * b)

export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const clamped = (value: bigint, low: bigint, high: bigint): bigint =>
  lesser(greater(value, low), high)

/** A level of the auditor's book, best first. */
export type Level = { readonly price: bigint; readonly lots: bigint }

type Queued = {
  readonly symbol: string
  readonly sign: bigint
  readonly price: bigint
  readonly left: bigint
  readonly arrival: number
}

/** One side of a book in matching order. */
export const queueOf = <Order extends Queued>(
  orders: readonly Order[],
  symbol: string,
  sign: bigint,
): readonly Order[] =>
  orders
    .filter((order) => order.symbol === symbol && order.sign === sign)
    .sort((a, b) => Number((b.price - a.price) * sign) || a.arrival - b.arrival)

/** The lots of a queue at each of its prices. */
export function levelsOf(queue: readonly Queued[]): readonly Level[] {
  const levels: { price: bigint; lots: bigint }[] = []
  for (const { price, left } of queue) {
    const last = levels.at(-1)
    if (last?.price === price) last.lots += left
    else levels.push({ price, lots: left })
  }
  return levels
}

const meanOfLast = (samples: readonly bigint[], count: number): bigint => {
  const newest = samples.slice(-count)
  const sum = newest.reduce((total, sample) => total + sample, 0n)
  return newest.length === 0 ? 0n : floorDiv(sum, BigInt(newest.length))
}

export class AuditedMarket {
  instrument: Instrument
  index = 0n
  mark = 0n
  last = 0n
  rate = 0n
  settledRate = 0n
  nextFundingMs = 0
  pricedMs = 0
  freshSinceMs = 0
  freshCount = 0
  /** Whether it is delivered: its prices no longer change. */
  isDelivered = false
  nextSessionMs = 0
  readonly #basis: bigint[] = []
  readonly #counted: bigint[] = []
  #countFromMs: number | undefined
  readonly #drift: bigint[] = []
  #premiums: bigint[] = []
  #second = -1

  constructor(instrument: Instrument) {
    this.instrument = instrument
  }

  get tick(): bigint {
    return BigInt(this.instrument.tickSizeE8)
  }
  get lot(): bigint {
    return BigInt(this.instrument.lotSizeE8)
  }
  get isSpot(): boolean {
    return this.instrument.kind === 'Spot'
  }

  /** Is it listed but not open yet? Orders collected for its auction are not public (8.12). */
  get isComing(): boolean {
    const { status } = this.instrument
    return status === 'PreLaunch' || status === 'Auction'
  }

  get isInverse(): boolean {
    return this.instrument.contractType?.startsWith('Inverse') === true
  }
  /** 1 if a long's value rises with the price, −1 if it falls (1.2). */
  get valueSign(): bigint {
    return this.isInverse ? -1n : 1n
  }
  /** Does a session pay profits into the wallet (1.8)? */
  get hasSessions(): boolean {
    return this.instrument.contractType?.startsWith('Usdc') === true
  }

  /**
   * Price × quantity of the lots, for an inverse contract quantity ÷ price, half-up (0.3): at a
   * tick the product is an integer, at a mark it need not be.
   */
  value(price: bigint, lots: bigint): bigint {
    if (!this.isInverse) return nearestDiv(price * lots * this.lot, one)
    return price === 0n ? 0n : nearestDiv(lots * this.lot * one, price)
  }

  /** The price at which the lots have a value, half-up; 0 if there is none. */
  priceOf(value: bigint, lots: bigint): bigint {
    const qty = lots * this.lot
    if (value <= 0n || qty === 0n) return 0n
    return this.isInverse ? nearestDiv(qty * one, value) : nearestDiv(value * one, qty)
  }

  #intervalMs(): number {
    return this.instrument.fundingIntervalMin * 60_000
  }

  /** The next whole interval after now. */
  schedule(nowMs: number): void {
    const interval = this.#intervalMs()
    this.nextFundingMs = interval === 0 ? 0 : nowMs - (nowMs % interval) + interval
  }

  /** Funding was paid: its rate becomes the last settled one, its premiums are cleared. */
  settled(nowMs: number): void {
    this.settledRate = this.rate
    this.#premiums = []
    this.schedule(nowMs)
  }

  /** L2: five prices over three seconds without a gap of more than ten. */
  isFresh(nowMs: number): boolean {
    const steady = this.freshCount >= 5 && nowMs - this.freshSinceMs >= 3000
    return steady && nowMs - this.pricedMs <= 10_000
  }

  /** Adds the seconds of the last half hour before now at the current index (11.1). */
  countDelivery(nowMs: number): void {
    const { deliveryMs } = this.instrument
    if (deliveryMs === undefined) return
    this.#countFromMs ??= deliveryMs - 1_800_000
    while (this.#countFromMs < Math.min(nowMs, deliveryMs)) {
      if (this.index > 0n) this.#counted.push(this.index)
      this.#countFromMs += 1000
    }
  }

  /** The average index of the last half hour so far, half-up; undefined before it (11.1). */
  deliveryPrice(): bigint | undefined {
    const sum = this.#counted.reduce((total, index) => total + index, 0n)
    const count = BigInt(this.#counted.length)
    return count === 0n ? undefined : nearestDiv(sum, count)
  }

  update(nowMs: number, index: bigint, bids: readonly Level[], asks: readonly Level[]): void {
    if (this.isDelivered) return
    this.countDelivery(nowMs)
    if (this.instrument.contractType === 'UsdcFutures' && this.nextSessionMs === 0) {
      this.nextSessionMs = (Math.floor(nowMs / eightHoursMs) + 1) * eightHoursMs
    }
    if (nowMs - this.pricedMs > 10_000) {
      this.freshSinceMs = nowMs
      this.freshCount = 0
    }
    this.freshCount += 1
    this.pricedMs = nowMs
    this.index = index
    if (this.nextFundingMs === 0) this.schedule(nowMs)
    this.mark = greater(this.#exactMark(nowMs), 1n)
    const second = Math.floor(nowMs / 1000)
    if (second !== this.#second) this.#sample(second, bids, asks)
  }

  /** Index and the ten-minute average of the fair basis; at last the delivery price (2.3). */
  #datedMark(): bigint {
    const fair = nearestDiv(this.index * (one + meanOfLast(this.#basis, 600)), one)
    return this.deliveryPrice() ?? fair
  }

  #exactMark(nowMs: number): bigint {
    if (this.instrument.deliveryMs !== undefined) return this.#datedMark()
    if (this.instrument.fundingIntervalMin === 0 || this.last === 0n) return this.index
    if (this.#basis.length < 150) return this.last
    const interval = BigInt(this.#intervalMs())
    const left = clamped(BigInt(this.nextFundingMs - nowMs), 0n, interval)
    const carried = this.index + nearestDiv(this.index * this.settledRate * left, one * interval)
    const averaged = this.index + meanOfLast(this.#basis, 150)
    const [, middle = 0n] = [carried, averaged, this.last].sort((a, b) => (a < b ? -1 : 1))
    return middle
  }

  #sample(second: number, bids: readonly Level[], asks: readonly Level[]): void {
    const [bid] = bids
    const [ask] = asks
    const known = bid !== undefined && ask !== undefined
    const middle = known ? floorDiv(bid.price + ask.price, 2n) : undefined
    const isDated = this.instrument.deliveryMs !== undefined
    const plain = middle === undefined ? 0n : middle - this.index
    this.#basis.push(isDated ? this.#fairBasis(bids, asks) : plain)
    this.#drift.push(middle === undefined ? 0n : middle - this.mark)
    const newMinute = Math.floor(second / 60) !== Math.floor(this.#second / 60)
    this.#second = second
    if (!newMinute || this.instrument.fundingIntervalMin === 0) return
    this.#premiums.push(this.#premium(bids, asks))
    this.rate = this.#fundingRate()
  }

  /** (impactMid − I) ÷ I, half-up; zero if a side of the book is empty (2.3). */
  #fairBasis(bids: readonly Level[], asks: readonly Level[]): bigint {
    const bid = this.#impactPrice(bids)
    const ask = this.#impactPrice(asks)
    if (bid === undefined || ask === undefined) return 0n
    return nearestDiv((bid + ask - 2n * this.index) * one, 2n * this.index)
  }

  #premium(bids: readonly Level[], asks: readonly Level[]): bigint {
    const bid = this.#impactPrice(bids) ?? this.index
    const ask = this.#impactPrice(asks) ?? this.index
    const beyond = greater(0n, bid - this.index) - greater(0n, this.index - ask)
    return nearestDiv(beyond * one, this.index)
  }

  #impactPrice(levels: readonly Level[]): bigint | undefined {
    let left: bigint = this.instrument.impactNotional
    let lots = 0n
    let paid = 0n
    for (const level of levels.slice(0, 200)) {
      if (left <= 0n) break
      // The whole lots needed to fill the rest, or all there are.
      const whole = this.value(level.price, level.lots)
      const taken = whole <= left ? level.lots : ceilDiv(level.lots * left, whole)
      lots += taken
      paid += this.value(level.price, taken)
      left -= this.value(level.price, taken)
    }
    if (levels.length === 0) return undefined
    if (left > 0n) return levels.slice(0, 200).at(-1)?.price
    return this.priceOf(paid, lots)
  }

  #fundingRate(): bigint {
    const minutes = this.instrument.fundingIntervalMin
    const samples = this.#premiums.slice(-minutes)
    const top = samples.reduce((sum, sample, i) => sum + BigInt(i + 1) * sample, 0n)
    const weight = samples.reduce((sum, _sample, i) => sum + BigInt(i + 1), 0n)
    const premium = nearestDiv(top, weight)
    const interest = nearestDiv(30_000n * BigInt(minutes), 1440n)
    const [tier] = this.instrument.riskTiers
    const initial = BigInt(tier?.initialRateE8 ?? 0)
    const maintenance = BigInt(tier?.maintenanceRateE8 ?? 0)
    const cap = lesser(floorDiv(3n * (initial - maintenance), 4n), maintenance)
    return clamped(premium + clamped(interest - premium, -50_000n, 50_000n), -cap, cap)
  }

  /** The highest buy and the lowest sell price, or undefined before the first price. */
  band(): { readonly highest: bigint; readonly lowest: bigint } | undefined {
    if (this.mark === 0n) return undefined
    const { bandXE8, bandYE8, maxPriceTicks, minPriceTicks } = this.instrument
    const from = this.isSpot ? this.index : this.mark
    const inner = (from * BigInt(bandXE8)) / one
    const outer = (from * BigInt(bandYE8)) / one
    const drift = meanOfLast(this.#drift, this.isSpot ? 120 : 30)
    const up = this.isSpot ? drift : greater(0n, drift)
    const down = this.isSpot ? drift : lesser(0n, drift)
    const highest = lesser(from + outer, greater(this.index, from + inner + up))
    const lowest = greater(from - outer, lesser(this.index, from - inner + down))
    return {
      highest: lesser(floorDiv(highest, this.tick), BigInt(maxPriceTicks)) * this.tick,
      lowest: greater(ceilDiv(lowest, this.tick), BigInt(minPriceTicks)) * this.tick,
    }
  }
}
