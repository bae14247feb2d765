// Figures of a spot plan order at the prices in its form: the amounts paid and received, the
// largest quantity, the fee, and what is missing (rules 3.1, 8.7; D-18).

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { qtyAmount, valueOf } from '@basis/domain/instrument/instrument'
import { amount, mulDiv, priceTicks, qtyLots, wholeE4 } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import type { OrderType, Side, SpotPlanType, TpslLegs } from '@basis/domain/orders/order'
import { marketBuyE4, maxOrderQty } from '@basis/domain/orders/order-rules'
import { frozenCoins, isFrozenPlan, trailingSign } from '@basis/domain/orders/spot-plans'
import { legNames } from '@basis/domain/orders/tpsl'
import { attachedTrailing, openTrailing, type TrailingRequest } from '@basis/domain/orders/trailing'
import type { TicketContext } from '../ticket.ts'

/** The prices of a plan that have been typed so far. */
export type PlanPrices = {
  /** 0 for a limit order with TP/SL. */
  readonly plan: SpotPlanType | 0
  readonly side: Side
  readonly orderType: OrderType
  readonly price: PriceTicks | undefined
  readonly trigger: PriceTicks | undefined
  readonly trailing: TrailingRequest | undefined
  readonly legs: TpslLegs
}

/** The prices at which the order is expected to trade, one for each possible leg. */
function expectedPrices(asked: PlanPrices, { last }: TicketContext): readonly PriceTicks[] {
  const { plan, side, price, trigger, trailing, legs } = asked
  if (plan === 0 || !isFrozenPlan(plan)) {
    const ticks = price ?? trigger ?? (trailing && trailedTicks(trailing, side, last)) ?? last
    return ticks === undefined ? [] : [ticks]
  }
  return legNames.flatMap((name) => {
    const leg = legs[name]
    return leg === undefined ? [] : [leg.limitTicks ?? leg.triggerTicks]
  })
}

/**
 * The trigger of a trailing order if the price reverses at once: it never trades at its start (the
 * last price or its activation price) but the distance away from it (rules 8.6). Undefined for a
 * distance that leaves no price.
 */
function trailedTicks(
  trailing: TrailingRequest,
  side: Side,
  last: PriceTicks | undefined,
): PriceTicks | undefined {
  const { activationTicks } = trailing
  // A distance that was not typed counts as 0.
  const none = { retracement: { distanceTicks: priceTicks(0) } }
  const { retracement } = attachedTrailing(trailing) ?? none
  const terms = { sign: trailingSign(side), retracement, activationTicks }
  const follows = [last, activationTicks]
    .map((from) => (from === undefined ? undefined : openTrailing(terms, from)))
    .find((stop) => stop?.isActive === true)
  return follows !== undefined && follows.triggerTicks > 0 ? follows.triggerTicks : undefined
}

/** The highest of them; undefined if none is known. */
function expectedTicks(asked: PlanPrices, context: TicketContext): PriceTicks | undefined {
  const ticks = expectedPrices(asked, context)
  return ticks.length === 0 ? undefined : priceTicks(Math.max(...ticks))
}

/**
 * Returns the amount that a quantity would pay, 1e-8 of the coin that the side pays; for a market
 * buy its expected price plus 0.05 %. Undefined without a price.
 */
function paidFor(asked: PlanPrices, context: TicketContext, lots: QtyLots): bigint | undefined {
  const { plan, side, orderType, legs } = asked
  const { instrument } = context
  if (side === 'Sell') return qtyAmount(instrument, lots)
  const ticks = expectedTicks(asked, context)
  if (ticks === undefined) return undefined
  if (plan !== 0 && isFrozenPlan(plan))
    return frozenCoins(instrument, { side, qtyLots: lots, legs })
  const value = valueOf(instrument, ticks, lots)
  return orderType === 'Limit' ? value : mulDiv(value, marketBuyE4, wholeE4, 'up')
}

/** The account's balance of the coin that a side pays. */
const ownOf = ({ funds }: TicketContext, side: Side): Amount | undefined =>
  side === 'Sell' ? funds?.base : funds?.available

/** Returns the largest quantity that the account could pay now; undefined if not known. */
export function mostOfPlan(asked: PlanPrices, context: TicketContext): QtyLots | undefined {
  const own = ownOf(context, asked.side)
  if (own === undefined || paidFor(asked, context, qtyLots(1)) === undefined) return undefined
  const fits = (lots: number): boolean => (paidFor(asked, context, qtyLots(lots)) ?? 0n) <= own
  let most = 0
  let tooMuch = maxOrderQty(context.instrument, asked.orderType) + 1
  while (tooMuch - most > 1) {
    const middle = Math.floor((most + tooMuch) / 2)
    if (fits(middle)) most = middle
    else tooMuch = middle
  }
  return qtyLots(most)
}

export type PlanFigures = {
  /** The most that is paid, for a sale what is received after the fee; undefined if not known. */
  readonly total: Amount | undefined
  /** For a sale with two legs, the proceeds of the worse one. */
  readonly least?: Amount
  /** At the taker rate, in the received coin. */
  readonly fee: Amount | undefined
  readonly feeCoin: string
  readonly maxLots: QtyLots | undefined
  /** What is missing of the coin now, for an order that needs it only at its trigger. */
  readonly lacking:
    | { readonly needed: Amount; readonly own: Amount; readonly coin: string }
    | undefined
}

/** Returns the figures of a side's order. */
export function figuresOfPlan(
  asked: PlanPrices,
  context: TicketContext,
  lots: QtyLots,
): PlanFigures {
  const { instrument, feeRates } = context
  const { side, plan } = asked
  const isBuy = side === 'Buy'
  const ticks = expectedTicks(asked, context)
  const paid = lots === 0 ? undefined : paidFor(asked, context, lots)
  const isKnown = lots > 0 && ticks !== undefined
  const received = isKnown
    ? isBuy
      ? qtyAmount(instrument, lots)
      : valueOf(instrument, ticks, lots)
    : undefined
  const fee = received && feeOf(received, feeRateOf(instrument, false, feeRates))
  const bought = paid === undefined ? undefined : amount(paid)
  // The proceeds of a sale after its fee, the lowest first.
  const ways = isBuy || lots === 0 ? [] : new Set(expectedPrices(asked, context))
  const sold = [...ways]
    .toSorted((a, b) => a - b)
    .map((price) => {
      const value = valueOf(instrument, price, lots)
      return amount(value - feeOf(value, feeRateOf(instrument, false, feeRates)))
    })
  const own = ownOf(context, side)
  const isLater = plan !== 0 && !isFrozenPlan(plan)
  const isShort = isLater && own !== undefined && paid !== undefined && paid > own
  return {
    total: isBuy ? bought : sold.at(-1),
    ...(sold.length > 1 && sold[0] !== undefined ? { least: sold[0] } : {}),
    fee,
    feeCoin: isBuy ? instrument.baseCoin : instrument.quoteCoin,
    maxLots: mostOfPlan(asked, context),
    lacking: isShort
      ? { needed: amount(paid), own, coin: isBuy ? instrument.quoteCoin : instrument.baseCoin }
      : undefined,
  }
}
