// The money of all accounts as defined by rules 1, 3, 4, 5.1 and 6.3, for linear and inverse
// contracts: exact fractions that are rounded once, against the trader. Amounts are 1e-8.

import type { RiskTier } from '@basis/domain/instrument/instrument'
import { ceilDiv, floorDiv, greater, lesser, nearestDiv, type AuditedMarket } from './prices.ts'

export const one = 100_000_000n

/** An account's totals in USD (5.6). */
export type Totals = {
  readonly balance: bigint
  /** Of cross margin, and in addition of isolated positions. */
  readonly initial: bigint
  readonly isolated: bigint
  readonly wallet: bigint
  readonly unrealised: bigint
  /** The debt of all coins, and the initial margin of borrowings (12.2). */
  readonly debt: bigint
  readonly loans: bigint
}

/** The margin balance of an account, and its maintenance margin, USD. */
export type Standing = { readonly balance: bigint; readonly maintenance: bigint }

/** A one-way position (0), or the long (1) or the short side (2) of a hedge. */
export type Held = {
  readonly account: number
  readonly symbol: string
  readonly idx: number
  /** Lots, positive for long and negative for short. */
  size: bigint
  entryValue: bigint
  /** At the average entry price, which sessions do not change (1.8). */
  averageValue: bigint
  /** The shown entry price, exact: value entered for ÷ lots of it. */
  entered: Fraction
  openFees: bigint
  openFunding: bigint
  realised: bigint
  leverageE2: bigint
  isolated: boolean
  extra: bigint
}

/** An exact fraction; 0 over 1 if there is none. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint }

export const nothing: Fraction = { top: 0n, bottom: 1n }

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b)
}

/** The average price of `held` lots with added ones (1.3): a remaining part keeps its price. */
function averaged(price: Fraction, held: bigint, added: { lots: bigint; value: bigint }): Fraction {
  const top = price.top * held + added.value * price.bottom
  const bottom = price.bottom * (held + added.lots)
  const divisor = commonDivisor(top, bottom)
  return { top: top / divisor, bottom: bottom / divisor }
}

/** An order in the margin computation. */
export type Weight = {
  readonly sign: bigint
  readonly price: bigint
  readonly lots: bigint
  /** The value for its margin, if not its lots at its price. */
  readonly value?: bigint
  /** The value with the greatest loss against the mark, if not that value. */
  readonly worst?: bigint
}

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
export const signOf = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n)

/** Returns value × rate, truncated to 8 decimals (0.3). */
export const feeOn = (value: bigint, rateE8: number): bigint => (value * BigInt(rateE8)) / one

/** A proportional part of a whole, truncated; the whole for all of it. */
export const partOf = (whole: bigint, part: bigint, of: bigint): bigint =>
  part === of ? whole : (whole * part) / of

/**
 * Trades `lots` (positive for a buy) worth `value` with a fee on a position, and returns its trade
 * PnL: first the opposite position is closed, then the rest opened (1.3, 1.5, 5.3).
 */
export function trade(
  market: AuditedMarket,
  held: Held,
  lots: bigint,
  { value, fee }: { readonly value: bigint; readonly fee: bigint },
): bigint {
  const [size, moved] = [absolute(held.size), absolute(lots)]
  const closed = signOf(held.size) === -signOf(lots) ? lesser(size, moved) : 0n
  const opened = moved - closed
  const exit = partOf(value, closed, moved)
  const exitFee = partOf(fee, closed, moved)
  let pnl = 0n
  if (closed > 0n) {
    const entry = partOf(held.entryValue, closed, size)
    pnl = signOf(held.size) * market.valueSign * (exit - entry)
    held.entryValue -= entry
    held.averageValue -= partOf(held.averageValue, closed, size)
    held.openFees -= partOf(held.openFees, closed, size)
    held.openFunding -= partOf(held.openFunding, closed, size)
    held.extra -= partOf(held.extra, closed, size)
    held.realised += pnl - exitFee
    held.size += signOf(lots) * closed
    if (held.size === 0n) held.entered = nothing
  }
  if (opened > 0n) {
    if (held.size === 0n) held.realised = 0n
    held.entered = averaged(held.entered, absolute(held.size), {
      lots: opened,
      value: value - exit,
    })
    held.size += signOf(lots) * opened
    held.entryValue += value - exit
    held.averageValue += value - exit
    held.openFees += fee - exitFee
    held.realised -= fee - exitFee
  }
  return pnl
}

/** The sign of value changes: reversed for an inverse contract (1.4). */
const valueSide = (market: AuditedMarket, sign: bigint): bigint => sign * market.valueSign

/** F_c = entry value × (1 ∓ 1/L) × f, up (4.4). */
export function closeFee(market: AuditedMarket, held: Held): bigint {
  const { entryValue, leverageE2 } = held
  if (held.size === 0n) return 0n
  const side = valueSide(market, signOf(held.size))
  const fee = BigInt(market.instrument.takerFeeE8)
  return ceilDiv(entryValue * (leverageE2 - side * 100n) * fee, leverageE2 * one)
}

/** Entry value (isolated) or mark value (cross) ÷ L and F_c, up in one (4.4). EX-4.7, EX-4.8 */
export function positionMargin(market: AuditedMarket, held: Held): bigint {
  const { size, entryValue, leverageE2, isolated } = held
  if (size === 0n) return 0n
  const base = isolated ? entryValue : market.value(market.mark, absolute(size))
  const side = valueSide(market, signOf(size))
  const fee = BigInt(market.instrument.takerFeeE8)
  const top = base * 100n * one + entryValue * (leverageE2 - side * 100n) * fee
  return ceilDiv(top, leverageE2 * one)
}

function tierAt({ instrument }: AuditedMarket, value: bigint): RiskTier {
  const { riskTiers } = instrument
  const found = riskTiers.find((tier) => value <= tier.limit) ?? riskTiers.at(-1)
  if (found === undefined) throw new Error('a contract has tiers')
  return found
}

/** v m − D in the tier of v, up; zero for zero (4.1, 6.3). EX-4.2 */
export function maintenanceOn(market: AuditedMarket, value: bigint): bigint {
  if (value === 0n) return 0n
  const { maintenanceRateE8, deduction } = tierAt(market, value)
  return greater(ceilDiv(value * BigInt(maintenanceRateE8), one) - deduction, 0n)
}

/** The unrealised profit at the mark, rounded down once (0.3, 1.4). EX-1.5 */
export function unrealised(market: AuditedMarket, held: Held): bigint {
  const side = valueSide(market, signOf(held.size))
  const qty = absolute(held.size) * market.lot
  const [top, bottom] = market.isInverse ? [qty * one, market.mark] : [qty * market.mark, one]
  return floorDiv(side * (top - held.entryValue * bottom), bottom)
}

/** Value × (1/L + f + (1 ∓ 1/L) f), up (3.2). EX-3.2 */
export function orderCost(
  market: AuditedMarket,
  sign: bigint,
  value: bigint,
  leverageE2: bigint,
): bigint {
  const fee = BigInt(market.instrument.takerFeeE8)
  const closing = (leverageE2 - valueSide(market, sign) * 100n) * fee
  return ceilDiv(value * (100n * one + fee * leverageE2 + closing), leverageE2 * one)
}

/** The cost of a side's orders beyond the lots that only close, best price first (6.3). EX-6.2 */
function sideCost(
  market: AuditedMarket,
  held: Held,
  orders: readonly Weight[],
  sign: bigint,
): bigint {
  let free = signOf(held.size) === -sign ? absolute(held.size) : 0n
  let value = 0n
  const own = orders.filter((order) => order.sign === sign)
  for (const { price, lots, value: worth } of own.sort((a, b) =>
    Number((b.price - a.price) * sign),
  )) {
    const covered = lesser(free, lots)
    free -= covered
    if (lots === covered) continue
    if (worth === undefined) value += market.value(price, lots - covered)
    else value += worth - (worth * covered) / lots
  }
  return orderCost(market, sign, value, held.leverageE2)
}

/** Σ min(0, s (M − P) q), ≤ 0 (5.6). EX-5.9 */
function orderLoss(market: AuditedMarket, orders: readonly Weight[]): bigint {
  let loss = 0n
  for (const { sign, price, lots, worst = market.value(price, lots) } of orders) {
    const gain = market.value(market.mark, lots) - worst
    loss += lesser(0n, valueSide(market, sign) * gain)
  }
  return loss
}

/** The needs and contributions of one position and its orders. */
export type Needs = {
  readonly initial: bigint
  readonly unrealised: bigint
  readonly orderLoss: bigint
  readonly extra: bigint
}

/** A one-way position with its orders: the larger of both sides (6.3). EX-6.1 */
export function needsOf(market: AuditedMarket, held: Held, orders: readonly Weight[]): Needs {
  const own = positionMargin(market, held)
  const [long, short] = [1n, -1n].map(
    (sign) => (signOf(held.size) === sign ? own : 0n) + sideCost(market, held, orders, sign),
  )
  return {
    initial: greater(long ?? 0n, short ?? 0n),
    unrealised: held.size === 0n ? 0n : unrealised(market, held),
    orderLoss: held.isolated ? 0n : orderLoss(market, orders),
    extra: held.isolated ? held.extra : 0n,
  }
}

/** Both sides of a hedge: isolated separately, cross the larger and a fee reserve (D-34). */
export function pairNeeds(
  market: AuditedMarket,
  sides: readonly [Held, Held],
  orders: readonly [readonly Weight[], readonly Weight[]],
): Needs {
  const [long, short] = sides
  const [x, y] = [needsOf(market, long, orders[0]), needsOf(market, short, orders[1])]
  const [feeX, feeY] = [closeFee(market, long), closeFee(market, short)]
  const smaller =
    x.initial === y.initial ? greater(feeX, feeY) : x.initial < y.initial ? feeX : feeY
  return {
    initial: long.isolated ? x.initial + y.initial : greater(x.initial, y.initial) + smaller,
    unrealised: x.unrealised + y.unrealised,
    orderLoss: x.orderLoss + y.orderLoss,
    extra: x.extra + y.extra,
  }
}

/**
 * The margin of an isolated position that is lost at bankruptcy: V/L + X/(1 ∓ f), as a fraction.
 */
function carried(market: AuditedMarket, held: Held): { top: bigint; bottom: bigint } {
  const side = valueSide(market, signOf(held.size))
  const bottom = one - side * BigInt(market.instrument.takerFeeE8)
  const top = held.entryValue * 100n * bottom + held.extra * one * held.leverageE2
  return { top, bottom: held.leverageE2 * bottom }
}

/** Lots with their margin and value: an isolated position, or the exposed part of a cross one. */
export type Exposed = {
  readonly sign: bigint
  readonly lots: bigint
  readonly from: bigint
  /** As a fraction, without the fee reserve. */
  readonly margin: { readonly top: bigint; readonly bottom: bigint }
}

/** Is the margin used up at a price, PnL against maintenance, before any rounding (5.1)? */
export function isSpent(market: AuditedMarket, exposed: Exposed, price: bigint): boolean {
  const { top, bottom } = exposed.margin
  const side = valueSide(market, exposed.sign)
  const qty = exposed.lots * market.lot
  // The value at the price as a fraction, and its maintenance in the tier of that value.
  const [valueTop, valueBottom] = market.isInverse ? [qty * one, price] : [qty * price, one]
  const tier = tierAt(market, valueTop / valueBottom)
  const rate = BigInt(tier.maintenanceRateE8)
  const left = top * valueBottom + side * (valueTop - exposed.from * valueBottom) * bottom
  const needed = (valueTop * rate - tier.deduction * one * valueBottom) * bottom
  return left * one <= needed
}

/** Has an isolated position used up its margin at a price (5.1)? EX-5.1 */
export const isUsedUp = (market: AuditedMarket, held: Held, price: bigint): boolean =>
  isSpent(market, isolatedExposed(market, held), price)

export const isolatedExposed = (market: AuditedMarket, held: Held): Exposed => ({
  sign: signOf(held.size),
  lots: absolute(held.size),
  from: held.entryValue,
  margin: carried(market, held),
})

/** The tick of the bankruptcy price: long up, short down; 0 if there is none (5.2). EX-5.5 */
export function bankruptTicks(market: AuditedMarket, held: Held): bigint {
  const { top, bottom } = carried(market, held)
  const sign = signOf(held.size)
  const value = held.entryValue * bottom - valueSide(market, sign) * top
  const qty = absolute(held.size) * market.lot
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const price =
    value <= 0n
      ? 0n
      : market.isInverse
        ? nearestDiv(qty * one * bottom, value)
        : nearestDiv(value * one, qty * bottom)
  if (price <= 0n) return BigInt(sign === 1n ? minPriceTicks : maxPriceTicks)
  return greater(1n, sign === 1n ? ceilDiv(price, market.tick) : price / market.tick)
}
