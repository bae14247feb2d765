// An order sized by its stop: the quantity that loses no more there than the typed risk, the
// targets at multiples of it, and the result at both (rules 3.5).

import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatQty, qtyCoin } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  lotsOfRisk,
  netAt,
  riskBeside,
  targetOfRisk,
  type EntryLevel,
  type RiskTerms,
} from '@basis/domain/margin/risk-input'
import type { Side } from '@basis/domain/orders/order'
import { slippageBound, slippageProblem } from '@basis/domain/orders/slippage'
import type { LegName } from '@basis/domain/orders/tpsl'
import {
  bookEntry,
  bracketOf,
  isRiskUnit,
  priceEntry,
  riskAmount,
  riskTerms,
  heldBeside,
  type Bracket,
  wholeAtStop,
} from '../../actions/risk.ts'
import { unitOf } from './quantity-units.ts'
import { readTerms, termsProblem } from './ticket-terms.ts'
import { inHedge } from '../outcome/question/order-context.ts'
import { isProblem, limitTicks, slippageOf } from './ticket.ts'
import type { TicketContext, TicketDraft } from './ticket.ts'

/** The exit price of a leg: its limit if it has one, else its trigger. */
function exitTicks(
  draft: TicketDraft,
  { instrument }: TicketContext,
  name: LegName,
): PriceTicks | undefined {
  const leg = readTerms(draft.terms, instrument).tpsl?.[name]
  const ticks =
    leg?.orderType === 'Limit' ? (leg.limitTicks ?? leg.triggerTicks) : leg?.triggerTicks
  return ticks === undefined || ticks <= 0 ? undefined : ticks
}

/**
 * Returns the side of an order that the draft's stop protects; undefined without a stop or a price.
 */
export function stoppedSide(draft: TicketDraft, context: TicketContext): Side | undefined {
  const stop = exitTicks(draft, context, 'stopLoss')
  const limit = limitTicks(draft, context.instrument)
  const { triggerTicks } = readTerms(draft.terms, context.instrument)
  const at = isProblem(limit) ? undefined : (limit ?? triggerTicks ?? context.last)
  return stop === undefined || at === undefined ? undefined : stop < at ? 'Buy' : 'Sell'
}

/**
 * Returns the levels of the entry: a limit's price, the trigger of a conditional market order, else
 * the opposite side of the book up to the slippage limit.
 */
function entryLevels(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
): readonly EntryLevel[] {
  const { instrument, book } = context
  const limit = limitTicks(draft, instrument)
  if (isProblem(limit)) return []
  const known = limit ?? readTerms(draft.terms, instrument).triggerTicks
  // A typed price that is 0 so far is not a price yet.
  if (known !== undefined) return known <= 0 ? [] : priceEntry(instrument, known)
  const best = side === 'Buy' ? context.ask : context.bid
  const slippage = slippageOf(draft, instrument)
  const isBound = slippage !== undefined && slippageProblem(slippage) === undefined
  const worst = isBound && best !== undefined ? slippageBound(side, best, slippage) : undefined
  return bookEntry(instrument, (side === 'Buy' ? book?.asks : book?.bids) ?? [], { side, worst })
}

/** Returns the terms of a side's risk; undefined without a stop or a price to enter at. */
function termsOfRisk(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
): RiskTerms | undefined {
  const stopTicks = exitTicks(draft, context, 'stopLoss')
  const entry = entryLevels(draft, context, side)
  if (stopTicks === undefined || entry.length === 0) return undefined
  const isMaker = draft.orderType === 'Limit' && draft.timeInForce === 'PostOnly'
  const { instrument, feeRates } = context
  return riskTerms(instrument, { side, entry, stopTicks, isMaker, feeRates })
}

/** The typed risk in the settle coin; undefined if it is invalid or cannot be converted. */
function typedRisk(draft: TicketDraft, context: TicketContext): Amount | undefined {
  const { instrument, funds } = context
  const unit = unitOf(draft, instrument)
  const stopTicks = exitTicks(draft, context, 'stopLoss')
  if (!isRiskUnit(unit) || stopTicks === undefined) return undefined
  const equityUsd = funds?.equityUsd ?? funds?.equity
  return riskAmount({ unit, text: draft.size }, { instrument, equityUsd, stopTicks })
}

/**
 * Returns the quantity in lots that loses no more than the typed risk at the stop, together with
 * the existing position that the stop closes, or why there is none: no stop yet, one on the wrong
 * side, a risk below that of the smallest order.
 */
export function riskLots(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
): QtyLots | Problem {
  const { instrument } = context
  const limit = limitTicks(draft, instrument)
  if (isProblem(limit)) return limit
  // A missing trigger is reported before a missing stop: its field comes first in the form.
  if (draft.terms.trigger?.trim() === '') return problem('priceRequired', 'trigger')
  if (exitTicks(draft, context, 'stopLoss') === undefined) {
    return problem('priceRequired', 'stopLoss')
  }
  const unfit = termsProblem(draft, context, { side, lots: qtyLots(0), limit })
  if (unfit !== undefined) return unfit
  const risk = typedRisk(draft, context)
  if (risk === undefined) {
    return context.funds === undefined
      ? problem('priceUnavailable', 'qty')
      : problem('qtyInvalid', 'qty', { value: draft.size.slice(0, 40) })
  }
  const terms = termsOfRisk(draft, context, side)
  if (terms === undefined) return problem('priceUnavailable', 'price')
  const held = leavingWith(draft, context, { side, terms })
  const lots = lotsOfRisk(terms, held === undefined ? risk : riskBeside(risk, held))
  return lots >= instrument.minQtyLots
    ? lots
    : problem('qtyTooSmall', 'qty', {
        min: formatQty(instrument, instrument.minQtyLots),
        coin: qtyCoin(instrument),
      })
}

/** The results at the draft's stop and target, for the side that they protect. */
export type RiskView = {
  readonly side: Side
  /** Of the part that opens; undefined if the order only closes. */
  readonly bracket: Bracket | undefined
  /** The entry is read from the book, so a market order's actual fill price is not known yet. */
  readonly isByBook: boolean
  /** Set if even the smallest order loses more than the typed risk. */
  readonly tooSmall: { readonly risk: Amount; readonly loss: Amount } | undefined
  /** The book has less quantity than the risk allows. */
  readonly isBookShort: boolean
  /** Together with the existing position, if the stop is for the whole position. */
  readonly wholeAtStop: Amount | undefined
  /** Set if the existing position's loss at the stop uses up the whole risk. */
  readonly taken: Amount | undefined
  /** The lots that close the opposite position, which the stop does not protect. */
  readonly closingLots: QtyLots
}

/** Returns the risk figures of the draft; undefined while it has no stop. */
export function riskView(
  draft: TicketDraft,
  context: TicketContext,
  lotsOf: (side: Side) => QtyLots,
): RiskView | undefined {
  const side = stoppedSide(draft, context)
  const terms = side && termsOfRisk(draft, context, side)
  if (side === undefined || terms === undefined) return undefined
  const { instrument } = context
  const lots = lotsOf(side)
  const targetTicks = exitTicks(draft, context, 'takeProfit')
  const around = inHedge(draft, context, side)
  const held = leavingWith(draft, around, { side, terms })
  const typed = typedRisk(draft, context)
  const risk = typed && (held === undefined ? typed : riskBeside(typed, held))
  const least = instrument.minQtyLots
  const leastLoss = amount(-netAt(terms, least, terms.stop))
  const room = terms.entry.reduce((sum, level) => sum + (level.lots ?? Infinity), 0)
  const closingLots = closedFirst(around, side, lots)
  const opening = qtyLots(lots - closingLots)
  const bracket = bracketOf(instrument, terms, { lots: opening, targetTicks })
  return {
    side,
    bracket,
    wholeAtStop: wholeAtStop(bracket, held),
    taken: held !== undefined && risk !== undefined && risk <= 0n ? held : undefined,
    closingLots,
    isByBook: Number.isFinite(room),
    tooSmall:
      risk !== undefined && risk > 0n && leastLoss > risk ? { risk, loss: leastLoss } : undefined,
    isBookShort: risk !== undefined && lots > 0 && lots >= room,
  }
}

/**
 * Returns the result of the existing position that the draft's stop closes with the order;
 * undefined without one on its side, or if the stop is for the order's quantity alone.
 */
function leavingWith(
  { terms: { tpsl } }: TicketDraft,
  { position, instrument }: TicketContext,
  { side, terms }: { readonly side: Side; readonly terms: RiskTerms },
): Amount | undefined {
  if (position === undefined || position.sizeLots === 0 || position.side !== side) return undefined
  return tpsl?.tpSlMode === 'Full' ? heldBeside(instrument, terms, position) : undefined
}

/** Returns how many lots of an order close the opposite position. */
function closedFirst({ position }: TicketContext, side: Side, lots: QtyLots): QtyLots {
  const isOther = position !== undefined && position.sizeLots > 0 && position.side !== side
  return qtyLots(isOther ? Math.min(position.sizeLots, lots) : 0)
}

/** The multiples of the risk offered as targets. */
export const riskMultiples = [1, 2, 3] as const

/**
 * Returns the target at a multiple of the loss at the stop; without a quantity, of the smallest
 * one. Undefined without a stop, or if no price reaches it.
 */
export function targetTicks(
  draft: TicketDraft,
  context: TicketContext,
  { times, lotsOf }: { readonly times: number; readonly lotsOf: (side: Side) => QtyLots },
): PriceTicks | undefined {
  const side = stoppedSide(draft, context)
  const terms = side && termsOfRisk(draft, context, side)
  if (side === undefined || terms === undefined) return undefined
  const lots = qtyLots(Math.max(lotsOf(side), context.instrument.minQtyLots))
  const { tickSizeE8 } = context.instrument
  return targetOfRisk(terms, lots, { timesE2: times * 100, tickSizeE8 })
}
