// Figures of the ticket before it is sent: quantity, value, cost, maximum and liquidation estimate
// of each side, and why its button is disabled.

// The rules are those of the domain; an estimate alone never disables a button.

import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { feeOf } from '@basis/domain/instrument/fees'
import { amount, formatTrimmed, mulDiv, qtyLots } from '@basis/domain/numbers/fixed'
import { unitE8, wholeE4, zero } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatQty, qtyAmount, valueOf } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  bandProblem,
  marketBuyE4,
  maxOrderQty,
  orderProblem,
  priceProblem,
} from '@basis/domain/orders/order-rules'
import { auctionProblem, banProblem } from '@basis/domain/orders/symbol-states'
import { slippageProblem } from '@basis/domain/orders/slippage'
import type { Side } from '@basis/domain/orders/order'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { StrategyRequest } from '../../shell/dialogs.ts'
import { inHedge } from '../outcome/question/order-context.ts'
import {
  liquidationAfter,
  opposing,
  orderCostOf,
  tradedLots,
} from '../outcome/question/order-estimates.ts'
import { isByRisk } from './quantity-units.ts'
import { stoppedSide } from './ticket-risk.ts'
import { sizedLots } from './ticket-size.ts'
import { isLent, isProblem, limitTicks, slippageOf, totalOf, valuationTicks } from './ticket.ts'
import type { TicketContext, TicketDraft } from './ticket.ts'
import { isConditional, termsProblem } from './ticket-terms.ts'

/** The highest fee of a spot order, deducted from what it receives (rules 3.1). */
type ReceivedFee = { readonly amount: Amount; readonly coin: string }

export type SideFigures = {
  /** 0 while the size is empty or unreadable. */
  readonly lots: QtyLots
  readonly value: Amount
  /**
   * Margin and fees of the opening part; for spot the amount paid, or received after the fee.
   * Undefined without a price, and in portfolio margin.
   */
  readonly cost: Amount | undefined
  /** The taker fee of a spot order, in the received coin; undefined for a contract. */
  readonly fee: ReceivedFee | undefined
  /** Undefined until the exchange has reported it. */
  readonly maxLots: QtyLots | undefined
  /** The price used for the order's figures; undefined without any price. */
  readonly priceTicks: PriceTicks | undefined
  /** Cross estimate after the fill; undefined if no position remains, or no price liquidates it. */
  readonly liquidationTicks: PriceTicks | undefined
  /** Why the button is disabled; undefined if the order may be sent. */
  readonly problem: Problem | undefined
}

/** Returns both sides' figures; without funds (signed out) problems are those of the draft only. */
export function ticketFigures(
  draft: TicketDraft,
  context: TicketContext,
): Readonly<Record<Side, SideFigures>> {
  return { Buy: sideFigures(draft, context, 'Buy'), Sell: sideFigures(draft, context, 'Sell') }
}

/**
 * Returns the form of an algorithmic order for the same instrument, side and quantity; without a
 * quantity if none is typed, or if it depends on an answer of the exchange.
 */
export function strategyRequest(
  draft: TicketDraft,
  context: TicketContext,
  chosen: Side | undefined,
): StrategyRequest {
  const { instrument } = context
  const stopped = isByRisk(draft, instrument) ? stoppedSide(draft, context) : undefined
  const side = chosen ?? stopped ?? 'Buy'
  const { lots } = sideFigures(draft, context, side)
  return {
    kind: 'strategy',
    symbol: instrument.symbol,
    side,
    reduceOnly: draft.reduceOnly,
    ...(lots === 0 ? {} : { qty: formatQty(instrument, lots) }),
  }
}

function sideFigures(draft: TicketDraft, around: TicketContext, side: Side): SideFigures {
  const context = inHedge(draft, around, side)
  const { instrument } = context
  const price = valuationTicks(draft, context, side)
  const maxLots = maxLotsOf(draft, context, side)
  const sized = sizedLots(draft, context, side, maxLots)
  const lots = isProblem(sized) ? qtyLots(0) : sized
  const total = lots > 0 ? totalOf(draft, instrument) : undefined
  const value = price === undefined ? zero : valueOf(instrument, price, lots)
  const traded = tradedLots(draft, context, { side, lots })
  const isCosted = price !== undefined && context.isPortfolio !== true
  const cost = isCosted ? orderCostOf(context, side, { price, lots: traded }) : undefined
  const fee =
    instrument.kind === 'Spot' && lots > 0 ? receivedFee(context, { side, lots, value }) : undefined
  const isWithin = maxLots !== undefined && lots <= maxLots && !isLent(draft, instrument)
  return {
    lots,
    value,
    cost: instrument.kind === 'Spot' ? movedBy(cost, context, { side, fee, isWithin }) : cost,
    fee,
    maxLots,
    priceTicks: price,
    liquidationTicks:
      context.isPortfolio === true
        ? undefined
        : liquidationAfter(context, side, { price, lots: traded }),
    problem: isProblem(sized)
      ? (barredProblem(draft, instrument, side) ??
        textProblem(draft, context, side, sized) ??
        sized)
      : sideProblem(draft, context, {
          side,
          lots,
          cost: total ?? cost,
          maxLots,
          isTotal: total !== undefined,
        }),
  }
}

/**
 * The change of the quote coin by a spot order: for a sale its value less its fee. If the exchange
 * accepts a market order, the 0.05 % added by the estimate (D-18) must not raise it above the
 * available balance.
 */
function movedBy(
  value: Amount | undefined,
  { funds }: TicketContext,
  of: { readonly side: Side; readonly fee: ReceivedFee | undefined; readonly isWithin: boolean },
): Amount | undefined {
  if (value === undefined) return undefined
  if (of.side === 'Sell') return amount(value - (of.fee?.amount ?? zero))
  const { available = zero } = funds ?? {}
  const isByCare = value > available && value * wholeE4 <= available * marketBuyE4
  return of.isWithin && isByCare ? available : value
}

/** Why the market accepts no such order: a call auction, or a banned side. */
const barredProblem = (
  draft: TicketDraft,
  instrument: Instrument,
  side: Side,
): Problem | undefined => {
  const { orderType, timeInForce } = draft
  const isPlain = !isLent(draft, instrument)
  return (
    auctionProblem(instrument, { orderType, timeInForce, isPlain }) ?? banProblem(instrument, side)
  )
}

function receivedFee(
  { instrument, feeRates }: TicketContext,
  of: { readonly side: Side; readonly lots: QtyLots; readonly value: Amount },
): ReceivedFee {
  const { baseCoin, quoteCoin } = instrument
  const isBuy = of.side === 'Buy'
  const received = isBuy ? qtyAmount(instrument, of.lots) : of.value
  return {
    amount: feeOf(received, feeRateOf(instrument, false, feeRates)),
    coin: isBuy ? baseCoin : quoteCoin,
  }
}

// A missing price is reported before a missing quantity: its field comes first in the form.
function textProblem(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
  sized: Problem,
): Problem | undefined {
  const { instrument } = context
  const limit = limitTicks(draft, instrument)
  if (isProblem(limit)) return limit
  if (sized.name !== 'priceUnavailable') return undefined
  // The quantity has no price to be valued at because a typed one is none, for example 0.
  const wrong = limit === undefined ? undefined : priceProblem(instrument, limit)
  if (wrong !== undefined) return wrong
  const unfit = termsProblem(draft, context, { side, lots: qtyLots(0), limit })
  return unfit?.field?.startsWith('trigger') === true ? unfit : undefined
}

type Asked = {
  readonly side: Side
  readonly lots: QtyLots
  readonly cost: Amount | undefined
  readonly maxLots: QtyLots | undefined
  /** The order is given as an amount of the quote coin, not as a quantity. */
  readonly isTotal: boolean
}

function sideProblem(
  draft: TicketDraft,
  context: TicketContext,
  asked: Asked,
): Problem | undefined {
  const { instrument, band } = context
  const barred = barredProblem(draft, instrument, asked.side)
  if (barred !== undefined) return barred
  const limit = limitTicks(draft, instrument)
  if (isProblem(limit)) return limit
  const reduceOnly = draft.reduceOnly && instrument.kind !== 'Spot'
  const waits = isConditional(draft.terms)
  // A quantity above the limit of one order is split at the trigger (spec 5), and cut to the
  // position if it is reduce-only.
  const most = maxOrderQty(instrument, draft.orderType)
  const order = {
    orderType: draft.orderType,
    side: asked.side,
    qtyLots: waits || reduceOnly ? qtyLots(Math.min(asked.lots, most)) : asked.lots,
    reduceOnly,
  }
  const unfit = termsProblem(draft, context, { side: asked.side, lots: asked.lots, limit })
  // An order's value depends on its trigger, so an invalid trigger is reported first.
  if (waits && unfit?.field?.startsWith('trigger') === true) return unfit
  const reference = valuationTicks(draft, context, asked.side)
  const wrong = orderProblem(instrument, { ...order, priceTicks: limit }, reference)
  if (wrong !== undefined) return wrong
  const slippage = slippageOf(draft, instrument)
  const loose = slippage && slippageProblem(slippage)
  if (loose !== undefined) return loose
  // Price band, position and funds are checked at the trigger, not before (rules 8.3).
  if (unfit !== undefined || waits) return unfit
  if (limit !== undefined && band !== undefined) {
    const outside = bandProblem(instrument, asked.side, limit, band)
    if (outside !== undefined) return outside
  }
  if (reduceOnly && opposing(context, asked.side) === undefined) {
    return problem('reduceOnlyWithoutPosition', 'reduceOnly')
  }
  // A reduce-only order needs no margin: it is cut to the position.
  return reduceOnly ? undefined : fundsProblem(context, asked, isLent(draft, instrument))
}

/** The most that a margin sale may sell; the order's own quantity before the exchange's answer. */
const lentOf = (instrument: Instrument, { lots, maxLots }: Asked): Amount =>
  qtyAmount(instrument, maxLots ?? lots)

function fundsProblem(
  context: TicketContext,
  asked: Asked,
  mayBorrow: boolean,
): Problem | undefined {
  const { funds, instrument, isPortfolio } = context
  if (funds === undefined) return undefined
  if (asked.cost === undefined) return isPortfolio === true ? beyondMost(asked) : undefined
  if (instrument.kind === 'Spot' && asked.side === 'Sell') {
    // Only the exchange knows how much may be borrowed.
    const most = mayBorrow ? lentOf(instrument, asked) : funds.base
    const missing = qtyAmount(instrument, asked.lots) - most
    return missing > 0n ? shortBy(missing, instrument.baseCoin, 'insufficientCoin') : undefined
  }
  // The whole total is held until whole lots of it are filled, as many as the book then has for it.
  const isPaid = asked.isTotal && !mayBorrow
  const isUnpaid = isPaid && asked.cost > funds.available
  // The exchange knows more than the page: only its answer disables the button.
  const isBeyond = !isPaid && beyondMost(asked) !== undefined
  if (!isBeyond && !isUnpaid) return undefined
  const missing = asked.cost - funds.available
  if (missing <= 0n) return problem('insufficientBalance', 'qty')
  return shortBy(missing, instrument.settleCoin, 'insufficientBalance')
}

/** More than the exchange accepts: in portfolio margin only it knows the margin of an order. */
const beyondMost = ({ lots, maxLots }: Asked): Problem | undefined =>
  maxLots !== undefined && lots > maxLots ? problem('insufficientBalance', 'qty') : undefined

function shortBy(
  missing: bigint,
  coin: string,
  name: 'insufficientBalance' | 'insufficientCoin',
): Problem {
  // Rounded up to two decimals: after adding the amount shown, the order can be sent.
  const cents = mulDiv(missing, 100n, unitE8, 'up')
  const text = coin === 'USDT' ? formatTrimmed(cents, 2) : formatTrimmed(missing, 8)
  return problem(name, 'qty', { missing: text, coin })
}

/**
 * Returns the maximum quantity of a side (rules 7): the exchange's answer, for a reduce-only order
 * the position's size; undefined before the answer.
 */
function maxLotsOf(draft: TicketDraft, context: TicketContext, side: Side): QtyLots | undefined {
  const { instrument, most } = context
  const limit = maxOrderQty(instrument, draft.orderType)
  const lots =
    draft.reduceOnly && instrument.kind !== 'Spot'
      ? (opposing(context, side)?.sizeLots ?? qtyLots(0))
      : most?.[side]
  return lots === undefined ? undefined : qtyLots(Math.min(lots, limit))
}
