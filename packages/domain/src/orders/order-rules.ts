// Checks of an order's price, quantity and value, in this order, for the order form and for the
// engine (spec 5; rules 8.1).

import type { PriceTicks, QtyLots } from '../numbers/fixed.ts'
import { formatTrimmed, qtyLots } from '../numbers/fixed.ts'
import {
  formatPrice,
  formatQty,
  qtyCoin,
  valueCoin,
  valueOf,
  type Instrument,
} from '../instrument/instrument.ts'
import { linkIdPattern, type OrderType, type Side } from './order.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** The fields of an order that these rules read. */
export type OrderDraft = {
  readonly orderType: OrderType
  readonly side: Side
  readonly priceTicks?: PriceTicks | undefined
  readonly qtyLots: QtyLots
  readonly reduceOnly: boolean
}

/** The price of a market buy relative to the best one, for its value and margin, ×1e4 (D-18). */
export const marketBuyE4 = 10_005n

/** The prices a buy may not exceed and a sell may not undercut, in ticks. */
export type PriceBand = { readonly maxBuyTicks: PriceTicks; readonly minSellTicks: PriceTicks }

/** Returns the problem of a client's order id; an order may have none. */
export const linkIdProblem = (linkId: string): Problem | undefined =>
  linkId === '' || linkIdPattern.test(linkId)
    ? undefined
    : problem('orderLinkIdInvalid', 'orderLinkId')

/** Returns the problem of a price by itself: outside the instrument's range. */
export function priceProblem(instrument: Instrument, price: PriceTicks): Problem | undefined {
  if (!Number.isSafeInteger(price)) return problem('priceInvalid', 'price')
  if (price < instrument.minPriceTicks) {
    return problem('priceTooLow', 'price', {
      min: formatPrice(instrument, instrument.minPriceTicks),
    })
  }
  if (price > instrument.maxPriceTicks) {
    return problem('priceTooHigh', 'price', {
      max: formatPrice(instrument, instrument.maxPriceTicks),
    })
  }
  return undefined
}

/**
 * Returns the first problem of a quantity by itself: not positive, below the minimum or above the
 * maximum.
 */
export function qtyProblem(
  instrument: Instrument,
  orderType: OrderType,
  qty: QtyLots,
): Problem | undefined {
  if (!Number.isSafeInteger(qty) || qty < 0) return problem('qtyInvalid', 'qty')
  if (qty === 0) return problem('qtyRequired', 'qty')
  if (qty < instrument.minQtyLots) {
    return problem('qtyTooSmall', 'qty', {
      min: formatQty(instrument, instrument.minQtyLots),
      coin: qtyCoin(instrument),
    })
  }
  const max = maxOrderQty(instrument, orderType)
  if (qty > max) {
    return problem('orderMaxQtyReplace', 'qty', {
      qty: formatQty(instrument, max),
      coin: qtyCoin(instrument),
    })
  }
  return undefined
}

/**
 * Returns the maximum quantity of one order: the market maximum for Market, else the limit maximum
 * (spec 5).
 */
export function maxOrderQty(instrument: Instrument, orderType: OrderType): QtyLots {
  if (orderType === 'Limit' || instrument.maxMarketQtyLots === 0) return instrument.maxQtyLots
  return instrument.maxMarketQtyLots
}

/** The maximum of orders that one quantity is split into. */
const mostParts = 100

/**
 * Splits a closing quantity above the maximum into orders (rules 6.2): as few as possible, equal to
 * the lot, the larger first (docs/decisions/43). If equal parts would be below the minimum or more
 * than 100, all but the last have the maximum and the last, at most the hundredth, has the rest,
 * however large. The parts add up to the quantity; an invalid part is rejected when it is placed.
 */
export function closingParts(
  instrument: Instrument,
  orderType: OrderType,
  lots: QtyLots,
): readonly QtyLots[] {
  const most = maxOrderQty(instrument, orderType)
  if (most <= 0 || !(lots > most)) return [lots]
  const count = Math.ceil(lots / most)
  const share = Math.floor(lots / count)
  if (count <= mostParts && share >= instrument.minQtyLots) {
    const larger = lots - share * count
    return Array.from({ length: count }, (_, k) => qtyLots(k < larger ? share + 1 : share))
  }
  const whole = Math.min(count, mostParts) - 1
  const parts = Array.from({ length: whole }, () => qtyLots(most))
  return [...parts, qtyLots(lots - whole * most)]
}

/**
 * Returns the first problem of an order by the instrument's filters; the price band is checked
 * later, with live prices.
 */
export function orderProblem(
  instrument: Instrument,
  draft: OrderDraft,
  referenceTicks: PriceTicks | undefined,
): Problem | undefined {
  if (draft.orderType === 'Limit') {
    if (draft.priceTicks === undefined) return problem('priceRequired', 'price')
    const wrong = priceProblem(instrument, draft.priceTicks)
    if (wrong !== undefined) return wrong
  } else if (draft.priceTicks !== undefined) return problem('priceNotAllowed', 'price')
  const wrong = qtyProblem(instrument, draft.orderType, draft.qtyLots)
  if (wrong !== undefined) return wrong
  if (draft.reduceOnly) return undefined
  const price = draft.priceTicks ?? referenceTicks
  return price === undefined ? undefined : notionalProblem(instrument, price, draft.qtyLots)
}

/**
 * Returns notionalTooSmall when price × quantity is below the instrument's minimum (reduce-only is
 * exempt).
 */
export function notionalProblem(
  instrument: Instrument,
  price: PriceTicks,
  qty: QtyLots,
): Problem | undefined {
  if (valueOf(instrument, price, qty) >= instrument.minNotional) return undefined
  return problem('notionalTooSmall', 'qty', {
    min: formatTrimmed(instrument.minNotional, 8),
    coin: valueCoin(instrument),
  })
}

/** Returns the price band problem of a limit price, if any (rules 8.2; reliability L3). */
export function bandProblem(
  instrument: Instrument,
  side: Side,
  price: PriceTicks,
  band: PriceBand,
): Problem | undefined {
  if (side === 'Buy' && price > band.maxBuyTicks) {
    return problem('priceAboveBand', 'price', { max: formatPrice(instrument, band.maxBuyTicks) })
  }
  if (side === 'Sell' && price < band.minSellTicks) {
    return problem('priceBelowBand', 'price', { min: formatPrice(instrument, band.minSellTicks) })
  }
  return undefined
}

/** Returns whether an order at this price crosses the other side of the book. */
export function meetsBook(
  side: Side,
  price: PriceTicks,
  best: { readonly bid: PriceTicks | undefined; readonly ask: PriceTicks | undefined },
): boolean {
  const { bid, ask } = best
  return side === 'Buy' ? ask !== undefined && price >= ask : bid !== undefined && price <= bid
}
