// The auditor's money: positions, fees and cross margin of linear contracts as domain.md 1, 3.2, 4
// and 5 write them, with exact fractions that are rounded once, against the trader.

import type { RiskTier } from '@basis/domain/instrument/instrument'
import {
  ceilDiv,
  floorDiv,
  greater,
  lesser,
  nearestDiv,
  type AuditedMarket,
} from './auditor-prices.ts'

const one = 100_000_000n

export type AuditedPosition = {
  /** Lots, long above zero and short below. */
  size: bigint
  entryValue: bigint
  openFees: bigint
  openFunding: bigint
  realised: bigint
  leverageE2: bigint
}

export const flatPosition = (leverageE2: bigint): AuditedPosition => ({
  size: 0n,
  entryValue: 0n,
  openFees: 0n,
  openFunding: 0n,
  realised: 0n,
  leverageE2,
})

export const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
export const signOf = (value: bigint): bigint => (value > 0n ? 1n : value < 0n ? -1n : 0n)
const truncated = (a: bigint, b: bigint): bigint => signOf(a) * (absolute(a) / b)

/** Returns value × rate, cut to 8 decimals (0.3). */
export const feeOn = (value: bigint, rateE8: number): bigint => (value * BigInt(rateE8)) / one

/**
 * Lets a position trade `lots` (a buy above zero) worth `value` with a fee, and returns its trade
 * PnL: first what stands against it is closed, then the rest opened (1.3, 1.5).
 */
export function tradePosition(
  position: AuditedPosition,
  lots: bigint,
  value: bigint,
  fee: bigint,
): bigint {
  const held = absolute(position.size)
  const against = signOf(position.size) === -signOf(lots)
  const closed = against ? lesser(held, absolute(lots)) : 0n
  const opened = absolute(lots) - closed
  const exit = (value * closed) / absolute(lots)
  const exitFee = (fee * closed) / absolute(lots)
  let pnl = 0n
  if (closed > 0n) {
    const whole = closed === held
    const entry = whole ? position.entryValue : (position.entryValue * closed) / held
    pnl = signOf(position.size) * (exit - entry)
    position.entryValue -= entry
    position.openFees -= whole ? position.openFees : (position.openFees * closed) / held
    position.openFunding -= whole
      ? position.openFunding
      : truncated(position.openFunding * closed, held)
    position.realised += pnl - exitFee
    position.size += signOf(lots) * closed
  }
  if (opened > 0n) {
    if (position.size === 0n) position.realised = 0n
    position.size += signOf(lots) * opened
    position.entryValue += value - exit
    position.openFees += fee - exitFee
    position.realised -= fee - exitFee
  }
  return pnl
}

/** F_c = q E (1 − s/L) f as a fraction over L × 1e10 (4.4). */
const closeFeeTop = (sign: bigint, entryValue: bigint, leverageE2: bigint, fee: bigint): bigint =>
  entryValue * (leverageE2 - sign * 100n) * fee

/** Returns q M / L + F_c, up (4.4). */
function initialMargin(market: AuditedMarket, position: AuditedPosition): bigint {
  const { size, entryValue, leverageE2 } = position
  if (size === 0n) return 0n
  const fee = BigInt(market.instrument.takerFeeE8)
  const value = market.value(market.mark, absolute(size))
  const top = value * 100n * one + closeFeeTop(signOf(size), entryValue, leverageE2, fee)
  return ceilDiv(top, leverageE2 * one)
}

const closeFee = (market: AuditedMarket, position: AuditedPosition): bigint =>
  ceilDiv(
    closeFeeTop(
      signOf(position.size),
      position.entryValue,
      position.leverageE2,
      BigInt(market.instrument.takerFeeE8),
    ),
    position.leverageE2 * one,
  )

const tierAt = (market: AuditedMarket, value: bigint): RiskTier => {
  const { riskTiers } = market.instrument
  const found = riskTiers.find((tier) => value <= tier.limit) ?? riskTiers.at(-1)
  if (found === undefined) throw new Error('a contract has tiers')
  return found
}

/** Returns q M m − D + F_c, each part up (4.4). */
export function maintenanceMargin(market: AuditedMarket, position: AuditedPosition): bigint {
  if (position.size === 0n) return 0n
  const value = market.value(market.mark, absolute(position.size))
  const tier = tierAt(market, value)
  const held = ceilDiv(value * BigInt(tier.maintenanceRateE8), one) - tier.deduction
  return greater(held, 0n) + closeFee(market, position)
}

/** s (q M − q E), rounded down once: q M need not be a whole number (0.3, 1.4). */
export const unrealised = (
  { mark, lot }: AuditedMarket,
  { size, entryValue }: AuditedPosition,
): bigint => floorDiv(size * lot * mark - signOf(size) * entryValue * one, one)

/** An order, or a part of one, as margin sees it. */
export type Weight = {
  readonly sign: bigint
  readonly price: bigint
  readonly lots: bigint
  /** What the lots are margined for. */
  readonly value: bigint
  /** At which value they would lose the most against the mark, if not at that. */
  readonly worst?: bigint
}

/** Returns value (1/L + f + (1 − s/L) f), up (3.2). */
function orderCost(market: AuditedMarket, sign: bigint, value: bigint, leverageE2: bigint): bigint {
  const fee = BigInt(market.instrument.takerFeeE8)
  const rate = 100n * one + fee * leverageE2 + (leverageE2 - sign * 100n) * fee
  return ceilDiv(value * rate, leverageE2 * one)
}

/** The value of a side's orders beyond the lots that only close, best price first (6.3). */
function valueBeyond(orders: readonly Weight[], free: bigint): bigint {
  let left = free
  let value = 0n
  const best = [...orders].sort((a, b) => Number((b.price - a.price) * a.sign))
  for (const order of best) {
    const covered = lesser(left, order.lots)
    left -= covered
    if (covered === order.lots) continue
    value += order.value - (order.value * covered) / order.lots
  }
  return value
}

/** Returns max(X, Y): position and orders of each side (6.3). */
export function symbolMargin(
  market: AuditedMarket,
  position: AuditedPosition,
  orders: readonly Weight[],
): bigint {
  const [long = 0n, short = 0n] = [1n, -1n].map((sign) => {
    const own = orders.filter((order) => order.sign === sign)
    const free = signOf(position.size) === -sign ? absolute(position.size) : 0n
    const cost = orderCost(market, sign, valueBeyond(own, free), position.leverageE2)
    return (signOf(position.size) === sign ? initialMargin(market, position) : 0n) + cost
  })
  return greater(long, short)
}

/** Returns Σ min(0, s (M − P) q), ≤ 0 (5.6). */
export function orderLoss(market: AuditedMarket, orders: readonly Weight[]): bigint {
  let loss = 0n
  for (const { sign, lots, value, worst = value } of orders) {
    loss += lesser(0n, sign * (market.value(market.mark, lots) - worst))
  }
  return loss
}

/** Returns the most position value at a leverage (4.3). */
export function mostValue(market: AuditedMarket, leverageE2: bigint): bigint {
  const fitting = market.instrument.riskTiers.filter((tier) => tier.maxLeverageE2 >= leverageE2)
  return fitting.at(-1)?.limit ?? 0n
}

/**
 * Returns the estimated liquidation price on its tick (5.7): of all tiers' solutions the one that
 * lies in its own tier; undefined when there is none within the limits of the instrument.
 */
export function liquidationPrice(
  market: AuditedMarket,
  position: AuditedPosition,
  balance: bigint,
  otherMaintenance: bigint,
): bigint | 'unsure' | undefined {
  const sign = signOf(position.size)
  const qty = absolute(position.size) * market.lot
  const markValue = market.value(market.mark, absolute(position.size))
  const solutions = market.instrument.riskTiers.flatMap((tier) => {
    const rate = BigInt(tier.maintenanceRateE8)
    const fixed = balance - otherMaintenance + tier.deduction - closeFee(market, position)
    const price = nearestDiv((markValue - sign * fixed) * one * one, qty * (one - sign * rate))
    const value = nearestDiv(qty * price, one)
    return price > 0n && tierAt(market, value) === tier ? [price] : []
  })
  if (solutions.length === 0) return undefined
  if (solutions.length > 1) return 'unsure'
  const [price = 0n] = solutions
  const ticks = sign === 1n ? ceilDiv(price, market.tick) : floorDiv(price, market.tick)
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const inside = ticks > BigInt(minPriceTicks) && ticks < BigInt(maxPriceTicks)
  return inside ? ticks : undefined
}
