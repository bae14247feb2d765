// Estimates of an order before it is sent: the price it is valued at, the part of it that trades,
// its cost, and the liquidation price after its fill.

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { closedShare } from '@basis/domain/instrument/pnl'
import {
  qtyAmount,
  ticksForMark,
  valueAtE8,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import {
  crossLiquidationPriceE8,
  crossMaintenanceMargin,
  orderCost,
  tierOf,
} from '@basis/domain/margin/cross-margin'
import { amount, mulDiv, priceTicks, qtyLots, wholeE4, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { marketBuyE4 } from '@basis/domain/orders/order-rules'
import { oppositeSide, sideSign, type Side } from '@basis/domain/orders/order'
import { valueSideOf } from '../../../stores/position-figures.ts'
import type { OpenPosition, OrderContext } from './order-context.ts'

/** The prices of an order, as far as it has them. */
type OrderPrices = {
  readonly side: Side
  readonly priceTicks?: PriceTicks | undefined
  readonly triggerTicks?: PriceTicks | undefined
}

/**
 * Returns the price used for an order before it is filled: Limit Buy min(limit, ask1), Limit Sell
 * max(limit, bid1), Market Buy ask1 × 1.0005, Market Sell max(bid1, M); the mark if that side of
 * the book is empty (rules 3.3, D-18). A conditional order meets the book when it is at the
 * trigger, so the trigger is used for both sides of it. Undefined without any price; 0, with which
 * many a typed price begins, is not a price: an inverse contract has no value there.
 */
export function orderPriceTicks(order: OrderPrices, context: OrderContext): PriceTicks | undefined {
  const ticks = ticksToValueAt(order, context)
  return ticks === undefined || ticks <= 0 ? undefined : ticks
}

function ticksToValueAt(order: OrderPrices, context: OrderContext): PriceTicks | undefined {
  const { instrument, bid, ask, markE8 } = context
  const { side, priceTicks: limit, triggerTicks } = order
  const mark = markE8 === undefined ? context.last : ticksForMark(instrument, markE8)
  if (limit !== undefined) {
    const met = triggerTicks ?? (side === 'Buy' ? ask : bid)
    if (met === undefined) return limit
    return priceTicks(side === 'Buy' ? Math.min(limit, met) : Math.max(limit, met))
  }
  if (triggerTicks !== undefined) return triggerTicks
  if (side === 'Sell') {
    return bid === undefined ? mark : priceTicks(Math.max(bid, mark ?? bid))
  }
  if (ask === undefined) return mark
  return priceTicks(Number(mulDiv(BigInt(ask), marketBuyE4, wholeE4, 'up')))
}

/** Returns the part of an order that can trade: a reduce-only order is cut to the position. */
export function tradedLots(
  { reduceOnly }: { readonly reduceOnly: boolean },
  context: OrderContext,
  { side, lots }: { readonly side: Side; readonly lots: QtyLots },
): QtyLots {
  if (!reduceOnly || context.instrument.kind === 'Spot') return lots
  return qtyLots(Math.min(lots, opposing(context, side)?.sizeLots ?? 0))
}

/** Returns the position that an order of the side reduces. */
export function opposing(context: OrderContext, side: Side): OpenPosition | undefined {
  const { position } = context
  return position !== undefined && position.side === oppositeSide(side) && position.sizeLots > 0
    ? position
    : undefined
}

type Priced = { readonly price: PriceTicks; readonly lots: QtyLots }

/**
 * Returns the cost of an order's opening part (rules 3.2); a closing part costs nothing. A bought
 * option costs its premium; what is held for a sold one is only in the exchange's preview.
 */
export function orderCostOf(context: OrderContext, side: Side, order: Priced): Amount {
  const { instrument, leverage } = context
  if (instrument.kind === 'Spot') return valueOf(instrument, order.price, order.lots)
  const free = opposing(context, side)?.sizeLots ?? 0
  const opening = qtyLots(Math.max(0, order.lots - free))
  const value = valueOf(instrument, order.price, opening)
  if (instrument.option !== undefined) return side === 'Buy' ? value : zero
  return orderCost(valueSideOf(instrument, side), value, leverage, instrument.takerFeeE8)
}

/** Returns the maintenance margin of a held position at the mark (rules 4.4). */
function maintenanceOf(context: OrderContext, held: OpenPosition): Amount {
  const { instrument, leverage } = context
  const markValue = valueAtMark(context, held.sizeLots)
  const input = {
    sign: valueSideOf(instrument, held.side),
    entryValue: held.entryValue,
    markValue,
    leverage,
    takerFee: instrument.takerFeeE8,
  }
  return crossMaintenanceMargin(input, tierOf(instrument.riskTiers, markValue))
}

function valueAtMark(context: OrderContext, lots: QtyLots): Amount {
  const { instrument, markE8 } = context
  if (markE8 === undefined || markE8 === 0) return zero
  return valueAtE8(instrument, qtyAmount(instrument, lots), markE8)
}

/** Returns the position after the side's order was filled at its price. */
export function heldAfter(
  instrument: Instrument,
  held: OpenPosition | undefined,
  order: Priced & { readonly side: Side },
): OpenPosition | undefined {
  const value = valueOf(instrument, order.price, order.lots)
  if (held === undefined || held.sizeLots === 0) {
    return order.lots === 0
      ? undefined
      : { side: order.side, sizeLots: order.lots, entryValue: value }
  }
  if (held.side === order.side) {
    return {
      side: held.side,
      sizeLots: qtyLots(held.sizeLots + order.lots),
      entryValue: amount(held.entryValue + value),
    }
  }
  const rest = held.sizeLots - order.lots
  if (rest === 0) return undefined
  if (rest > 0) {
    const closed = closedShare(held.entryValue, order.lots, held.sizeLots)
    return {
      side: held.side,
      sizeLots: qtyLots(rest),
      entryValue: amount(held.entryValue - closed),
    }
  }
  const flipped = qtyLots(-rest)
  return {
    side: order.side,
    sizeLots: flipped,
    entryValue: valueOf(instrument, order.price, flipped),
  }
}

/**
 * Returns the cross liquidation price estimated for the account after the order was filled at its
 * price (rules 5.7), long up and short down to a tick; undefined without funds, without a remaining
 * position, or if no price within the instrument's limits liquidates it.
 */
export function liquidationAfter(
  context: OrderContext,
  side: Side,
  order: { readonly price: PriceTicks | undefined; readonly lots: QtyLots },
): PriceTicks | undefined {
  const { instrument, funds, position, markE8, leverage } = context
  // For a hedge or an isolated position only the exchange's own figure is used.
  if (context.isIsolated || context.sides !== undefined) return undefined
  // Linear contracts only: an inverse one's collateral changes with the price being solved for.
  if (instrument.kind !== 'Linear' || funds === undefined || markE8 === undefined) return undefined
  // An option has no leverage: its margin follows the price of the underlying (rules 9.5).
  if (instrument.option !== undefined) return undefined
  if (order.price === undefined || order.lots === 0) return undefined
  const after = heldAfter(instrument, position, { side, price: order.price, lots: order.lots })
  if (after === undefined) return undefined
  const now = position === undefined ? zero : maintenanceOf(context, position)
  const paid = valueOf(instrument, order.price, order.lots)
  const worth = valueAtMark(context, order.lots)
  const gain = side === 'Buy' ? worth - paid : paid - worth
  const price = crossLiquidationPriceE8({
    sign: sideSign(after.side),
    entryValue: after.entryValue,
    markValue: valueAtMark(context, after.sizeLots),
    leverage,
    takerFee: instrument.takerFeeE8,
    qty: qtyAmount(instrument, after.sizeLots),
    balance: amount(
      funds.equity + gain - feeOf(paid, feeRateOf(instrument, false, context.feeRates)),
    ),
    otherMaintenance: amount(funds.maintenance > now ? funds.maintenance - now : 0n),
    tiers: instrument.riskTiers,
  })
  return price === undefined ? undefined : tickedLiquidation(instrument, after.side, price)
}

function tickedLiquidation(
  instrument: Instrument,
  side: Side,
  price: number,
): PriceTicks | undefined {
  const exact = price / instrument.tickSizeE8
  const ticks = priceTicks(side === 'Buy' ? Math.ceil(exact) : Math.floor(exact))
  // At or outside the limits it can never be reached (spec 5, display).
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? undefined : ticks
}
