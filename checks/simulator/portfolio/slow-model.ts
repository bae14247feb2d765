// A second, slow model of portfolio margin, in floating point and from the rules alone: every
// option is priced in every scenario, and pairs are matched one by one (rules 10).

import { optionGreeks, optionPrice } from '@basis/domain/options/black76'

/** A contract with its size in coins, negative for short; prices in USD. */
export type SlowHolding = {
  readonly kind: 'linear' | 'inverse' | 'option'
  readonly settleCoin: string
  readonly deliveryMs: number
  /** In coins; in USD for an inverse contract. */
  readonly size: number
  readonly mark: number
  /** The USD value of an inverse contract's settle coin. */
  readonly coinUsd: number
  readonly option?: {
    readonly right: 'Call' | 'Put'
    readonly strike: number
    readonly forward: number
    readonly volatility: number
    readonly pricedMs: number
  }
}

export type SlowUnit = {
  readonly baseCoin: string
  readonly nowMs: number
  readonly index: number
  /** Coins of the wallet that can hedge. */
  readonly spot: number
  readonly holdings: readonly SlowHolding[]
}

const dayMs = 86_400_000
const large = 'SOL XRP BNB DOGE ADA TRX AVAX LINK TON SUI XLM BCH LTC DOT HBAR SHIB UNI NEAR'.split(
  ' ',
)

function factorsOf(coin: string) {
  if (coin === 'BTC' || coin === 'ETH') {
    return {
      step: 0.02,
      up: 0.24,
      down: -0.2,
      short: 0.01,
      vega: 0.0003,
      delta: 0.25,
      linear: 0.0003,
    }
  }
  const rest = { short: 0.02, vega: 0.0006, linear: 0.001 }
  return large.includes(coin)
    ? { step: 0.03, up: 0.3, down: -0.25, delta: 0.45, ...rest }
    : { step: 0.05, up: 0.4, down: -0.3, delta: 0.6, ...rest }
}

const inputsOf = ({ option, deliveryMs }: SlowHolding) => {
  if (option === undefined) throw new Error('no option')
  const { right, strike, forward, volatility, pricedMs } = option
  const years = Math.max(0, deliveryMs - pricedMs) / (365 * dayMs)
  const days = Math.max(1, Math.ceil((deliveryMs - pricedMs) / dayMs))
  return { right, strike, forward, volatility, years, days }
}

const deltaOf = (held: SlowHolding): number => {
  if (held.kind === 'linear') return held.size
  if (held.kind === 'inverse') return held.size / held.mark
  return held.size * optionGreeks(inputsOf(held)).delta
}

const vegaOf = (held: SlowHolding): number =>
  held.kind === 'option' ? held.size * optionGreeks(inputsOf(held)).vega * 100 : 0

function profitOf(held: SlowHolding, k: number, v: number): number {
  if (held.kind === 'linear') return held.size * held.mark * k
  // The profit of an inverse contract is paid in the coin, at the coin's changed value.
  if (held.kind === 'inverse') {
    return held.size * (1 / held.mark - 1 / (held.mark * (1 + k))) * held.coinUsd * (1 + k)
  }
  const { days, ...inputs } = inputsOf(held)
  const volatility = Math.max(0.01, inputs.volatility * (1 + v * (30 / days) ** 0.3))
  const moved = optionPrice({ ...inputs, forward: inputs.forward * (1 + k), volatility })
  return held.size * (moved - held.mark)
}

const daysOf = ({ deliveryMs }: SlowHolding, nowMs: number): number =>
  deliveryMs === 0 ? 0 : Math.max(1, Math.ceil((deliveryMs - nowMs) / dayMs))

/** Σ matched × days between: repeatedly matches the two closest opposite buckets. */
function matched(buckets: Map<number, number>): number {
  const left = new Map([...buckets].filter(([, value]) => value !== 0))
  let sum = 0
  for (;;) {
    let best: { a: number; b: number } | undefined
    for (const [a, one] of left) {
      for (const [b, other] of left) {
        if (a >= b || one * other >= 0) continue
        const isNearer = best === undefined || b - a < best.b - best.a
        const isSooner = best !== undefined && b - a === best.b - best.a && a < best.a
        if (isNearer || isSooner) best = { a, b }
      }
    }
    if (best === undefined) return sum
    const [one = 0, other = 0] = [left.get(best.a), left.get(best.b)]
    const size = Math.min(Math.abs(one), Math.abs(other))
    sum += size * (best.b - best.a)
    for (const [day, value] of [
      [best.a, one],
      [best.b, other],
    ] as const) {
      if (Math.abs(value) === size) left.delete(day)
      else left.set(day, value - Math.sign(value) * size)
    }
  }
}

function summed(
  pairs: readonly (readonly [number | string, number])[],
): Map<number | string, number> {
  const sums = new Map<number | string, number>()
  for (const [key, value] of pairs) sums.set(key, (sums.get(key) ?? 0) + value)
  return sums
}

export type SlowMargin = {
  readonly maxLoss: number
  readonly shortOption: number
  readonly vegaSpread: number
  readonly deltaSpread: number
  readonly stablecoinSpread: number
  readonly linear: number
  readonly maintenance: number
  readonly initial: number
}

/** Returns the margin of a unit in USD. */
export function slowMargin(unit: SlowUnit): SlowMargin {
  const { holdings, index, nowMs, spot } = unit
  const factors = factorsOf(unit.baseCoin)
  const delta = holdings.reduce((sum, held) => sum + deltaOf(held), 0)
  const hedge = spot * delta < 0 ? -Math.sign(delta) * Math.min(Math.abs(spot), Math.abs(delta)) : 0
  let least = 0
  for (let move = -5; move <= 5; move += 1) {
    for (const v of [factors.up, 0, factors.down]) {
      const k = move * factors.step
      const own = holdings.reduce((sum, held) => sum + profitOf(held, k, v), 0)
      least = Math.min(least, own + Math.max(0, hedge * index * k))
    }
  }
  const options = holdings.filter(({ kind }) => kind === 'option')
  const sizeOf = (right: string): number =>
    options.reduce((sum, { size, option }) => sum + (option?.right === right ? size : 0), 0)
  const short = Math.max(0, -sizeOf('Call')) + Math.max(0, -sizeOf('Put'))
  const vegas = summed(options.map((held) => [daysOf(held, nowMs), vegaOf(held)]))
  const deltas = summed([
    [0, hedge],
    ...holdings.map((held) => [daysOf(held, nowMs), deltaOf(held)] as const),
  ])
  const currencies = summed(
    holdings.map((held) => [held.kind === 'inverse' ? 'USD' : held.settleCoin, deltaOf(held)]),
  )
  const ends = [...new Set([0, ...(deltas.keys() as Iterable<number>)])].sort((a, b) => a - b)
  let beyond = 0
  ends.forEach((end, k) => {
    if (k === 0) return
    const after = ends.slice(k).reduce((sum, day) => sum + (deltas.get(day) ?? 0), 0)
    beyond += (Math.abs(after) * (end - (ends[k - 1] ?? 0))) / 365
  })
  const sides = [1, -1].map((sign) =>
    [...currencies.values()].reduce((sum, value) => sum + Math.max(0, sign * value), 0),
  )
  const size = holdings.reduce(
    (sum, h) => sum + (h.kind === 'option' ? 0 : Math.abs(deltaOf(h))),
    0,
  )
  const parts = {
    maxLoss: -least,
    shortOption: short * factors.short * index,
    vegaSpread: matched(vegas as Map<number, number>) * factors.vega,
    deltaSpread: beyond * index * factors.delta,
    stablecoinSpread: Math.min(sides[0] ?? 0, sides[1] ?? 0) * 0.005 * index,
    linear: size * factors.linear * index,
  }
  const maintenance = Object.values(parts).reduce((sum, part) => sum + part, 0)
  return { ...parts, maintenance, initial: 1.2 * maintenance }
}
