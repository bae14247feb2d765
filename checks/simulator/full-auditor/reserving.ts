// The margin of an order by docs/rules/order-margin.md: by the prices at which it can trade or rest
// (rules 3.3, D-18).

import type { PlaceOrder } from '@basis/engine/commands'
import { ceilDiv, greater, lesser, type AuditedMarket } from './prices.ts'

/** A resting order on the other side; lists are best price first. */
export type Standing = { readonly price: bigint; readonly left: bigint; readonly isMet: boolean }

export type Wanted = {
  readonly market: AuditedMarket
  readonly sign: bigint
  /** The limit, or for a market order the edge of the band. */
  readonly limit: bigint
  readonly lots: bigint
  readonly orderType: PlaceOrder['orderType']
  readonly timeInForce: PlaceOrder['timeInForce']
  /** Is the position's margin based on its cost instead of its value at mark (4.4)? */
  readonly isIsolated: boolean
}

/** The value for an order's margin, and the value with the greatest loss at the mark. */
export type Reserved = { readonly value: bigint; readonly worst: bigint }

export function reservedFor(wanted: Wanted, standing: readonly Standing[]): Reserved {
  const { market, sign, limit, lots } = wanted
  let left = lots
  let met = 0n
  for (const other of standing) {
    if ((limit - other.price) * sign < 0n) break
    if (!other.isMet) continue
    const taken = lesser(left, other.left)
    met += market.value(other.price, taken)
    left -= taken
  }
  const held = greater(met, atMark(wanted, lots - left))
  if (mayRest(wanted)) {
    const rest = market.value(limit, left)
    return { value: held + rest, worst: met + rest }
  }
  const best = standing[0]?.price
  const traded = met + (left === 0n ? 0n : assumed(wanted, best, left))
  if (market.isSpot) return { value: traded, worst: traded }
  const whole = assumed(wanted, best, lots)
  const [high, low] = [greater(whole, traded), lesser(whole, traded)]
  // A long loses most at a high value, a short at a low one; reversed for inverse contracts.
  return {
    value: greater(high, held + traded - met),
    worst: sign * market.valueSign === 1n ? high : low,
  }
}

/**
 * A sell below the mark has lost the difference and also needs the margin at the mark; for inverse
 * contracts a buy above it (4.4).
 */
const atMark = ({ market, sign, isIsolated }: Wanted, lots: bigint): bigint =>
  isIsolated || market.isSpot || sign === market.valueSign ? 0n : market.value(market.mark, lots)

const mayRest = ({ orderType, timeInForce }: Wanted): boolean =>
  orderType === 'Limit' && (timeInForce === 'GoodTillCancel' || timeInForce === 'PostOnly')

/** Lots at the price assumed for the part that cannot rest; the mark if the other side is empty. */
function assumed(wanted: Wanted, best: bigint | undefined, lots: bigint): bigint {
  const { market, sign, limit, orderType } = wanted
  const { mark } = market
  if (orderType === 'Limit' || market.isSpot) {
    const price = best ?? mark
    return market.value(sign === 1n ? lesser(limit, price) : greater(limit, price), lots)
  }
  if (best === undefined) return market.value(mark, lots)
  if (sign === -1n) return market.value(greater(best, mark), lots)
  // ask1 × 1.0005: it increases the value of a linear contract, and decreases an inverse one's.
  const value = market.value(best, lots)
  return market.isInverse ? ceilDiv(value * 10_000n, 10_005n) : ceilDiv(value * 10_005n, 10_000n)
}
