// The draft of the order ticket, its changes, and the order that it describes.

// Texts are parsed to ticks and lots only in `limitTicks` and ticket-size.ts; figures are in
// ticket-figures.ts.

import { amount, parseDecimal } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { parsePrice } from '@basis/domain/instrument/instrument'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { PriceBand } from '@basis/domain/orders/order-rules'
import type { OrderType, Side, TimeInForce, TriggerBasis } from '@basis/domain/orders/order'
import type { Slippage } from '@basis/domain/orders/slippage'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { isRiskUnit } from '../../actions/risk.ts'
import type { SizeUnit } from '../../stores/settings.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import type { OrderContext } from '../outcome/question/order-context.ts'
import { orderPriceTicks } from '../outcome/question/order-estimates.ts'
import { isConditional, readTerms, triggerDirection, withoutTrailing } from './ticket-terms.ts'
import type { OrderTerms, TicketTerms } from './ticket-terms.ts'

/** The input of the form, not yet sent. Numbers are the texts that were typed. */
export type TicketDraft = {
  readonly orderType: OrderType
  readonly price: string
  readonly size: string
  readonly unit: SizeUnit
  /** Set by the slider, 0–100: the size of each side is this percentage of its maximum. */
  readonly percent: number | undefined
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  /** Spot only: the order may borrow the coins it pays with. */
  readonly isLeverage?: boolean
  /** The slippage limit of a market order; an empty text is no limit. */
  readonly slippage: { readonly text: string; readonly unit: Slippage['unit'] }
  /** Trigger, take-profit and stop-loss, as far as the order has them. */
  readonly terms: TicketTerms
  /** The price type of a conditional order's trigger. */
  readonly triggerBy: TriggerBasis
  /** Set once the draft was sent, until its next change. */
  readonly isSent?: true
}

export const emptyDraft: TicketDraft = {
  orderType: 'Limit',
  price: '',
  size: '',
  unit: 'qty',
  percent: undefined,
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  slippage: { text: '', unit: 'Percent' },
  terms: {},
  triggerBy: 'LastPrice',
}

export type TicketChange =
  | { readonly kind: 'orderType'; readonly orderType: OrderType }
  | { readonly kind: 'price'; readonly price: string }
  | { readonly kind: 'size'; readonly size: string }
  | { readonly kind: 'unit'; readonly unit: SizeUnit }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'timeInForce'; readonly timeInForce: TimeInForce }
  | { readonly kind: 'reduceOnly'; readonly reduceOnly: boolean }
  | { readonly kind: 'isLeverage'; readonly isLeverage: boolean }
  | { readonly kind: 'slippage'; readonly slippage: TicketDraft['slippage'] }
  | { readonly kind: 'terms'; readonly terms: TicketTerms }
  | { readonly kind: 'triggerBy'; readonly triggerBy: TriggerBasis }
  /** `draft`: as it was sent; what was typed since then stays. */
  | { readonly kind: 'sent'; readonly draft?: Pick<TicketDraft, 'size' | 'percent'> }
  | { readonly kind: 'symbol'; readonly price: string }

/**
 * Returns the draft after a change. Sending clears only the quantity and the trailing stop
 * (docs/screen 5).
 */
export function changeTicket(before: TicketDraft, change: TicketChange): TicketDraft {
  const { isSent: _sent, ...draft } = before
  switch (change.kind) {
    case 'orderType':
      return { ...draft, orderType: change.orderType }
    case 'price':
      return { ...draft, price: change.price }
    case 'size':
      return { ...draft, size: change.size, percent: undefined }
    case 'unit':
      return { ...draft, unit: change.unit, size: '' }
    case 'percent':
      return { ...draft, percent: change.percent === 0 ? undefined : change.percent, size: '' }
    case 'timeInForce':
      return { ...draft, timeInForce: change.timeInForce }
    case 'reduceOnly': {
      const { reduceOnly } = change
      // A number typed as a risk is not a quantity, and vice versa.
      return { ...draft, reduceOnly, size: isRiskUnit(draft.unit) ? '' : draft.size }
    }
    case 'isLeverage':
      return { ...draft, isLeverage: change.isLeverage }
    case 'slippage':
      return { ...draft, slippage: change.slippage }
    case 'terms':
      return { ...draft, terms: change.terms }
    case 'triggerBy':
      return { ...draft, triggerBy: change.triggerBy }
    case 'sent': {
      // The next order's trailing stop would replace that of the sent one, and start again.
      const terms = withoutTrailing(draft.terms)
      const { size, percent } = change.draft ?? draft
      if (draft.size !== size || draft.percent !== percent) return { ...draft, terms }
      return { ...draft, size: '', percent: undefined, terms, isSent: true }
    }
    case 'symbol': {
      const { price } = change
      return { ...draft, size: '', percent: undefined, price, reduceOnly: false, terms: {} }
    }
  }
}

/** The state of market and account that a draft is evaluated with. */
export type TicketContext = OrderContext & {
  readonly band: PriceBand | undefined
  /** The maximum quantity of an opening order; absent until the exchange has reported it. */
  readonly most?: MostOrder | undefined
  /** The exchange has not yet sent the contract's margin mode and leverage. */
  readonly isUnsettled?: boolean | undefined
  /** Absent while it is stale, and if no figure needs it. */
  readonly book?: TicketBook | undefined
}

type MostOrder = Readonly<Record<Side, QtyLots>> & {
  /** Pairs only: what a side may pay of the account's own coins, 1e-8 of the coin it pays. */
  readonly paid?: Readonly<Record<Side, Amount>>
}

/** Best level first: ticks, lots, ticks, lots, … */
type TicketBook = { readonly bids: ArrayLike<number>; readonly asks: ArrayLike<number> }

/** Returns the draft's limit in ticks, or the problem of its text; undefined for a market order. */
export function limitTicks(
  draft: TicketDraft,
  instrument: Instrument,
): PriceTicks | Problem | undefined {
  if (draft.orderType === 'Market') return undefined
  if (draft.price.trim() === '') return problem('priceRequired', 'price')
  return parsePrice(instrument, draft.price)
}

/** Returns the price used for a side's order before it is filled; undefined without any price. */
export function valuationTicks(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
): PriceTicks | undefined {
  const { triggerTicks } = readTerms(draft.terms, context.instrument)
  const priceTicks = limitTicks(draft, context.instrument)
  if (isProblem(priceTicks)) return undefined
  return orderPriceTicks({ side, priceTicks, triggerTicks }, context)
}

/** Only market orders of contracts that are not conditional have a slippage limit (rules 8.3). */
export const mayLimitSlippage = (
  { orderType, terms }: Pick<TicketDraft, 'orderType' | 'terms'>,
  { kind }: Instrument,
): boolean => orderType === 'Market' && kind !== 'Spot' && !isConditional(terms)

/** Returns the rules of the slippage field: 0.01 to 10 percent, 1 to 10,000 ticks (rules 8.3). */
export const slippageRules = (unit: Slippage['unit']): NumberRules =>
  unit === 'Percent' ? { scale: 2, min: '0', step: '0.1' } : { scale: 0, min: '0', step: '1' }

/** Returns the slippage limit of the draft, valid or not; undefined for no limit. */
export function slippageOf(draft: TicketDraft, instrument: Instrument): Slippage | undefined {
  const { text, unit } = draft.slippage
  if (text.trim() === '' || !mayLimitSlippage(draft, instrument)) return undefined
  const most = parseDecimal(text, unit === 'Percent' ? 2 : 0)
  return { unit, most: Number(most ?? -1) }
}

export function isProblem(value: number | Problem | undefined): value is Problem {
  return typeof value === 'object'
}

/** An order ready to be sent; it is sent unchanged. */
export type TicketOrder = {
  readonly symbol: Instrument['symbol']
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly priceTicks: PriceTicks | undefined
  readonly qtyLots: QtyLots
  readonly reduceOnly: boolean
  readonly slippage?: Slippage
  readonly isLeverage?: true
  /** Spot market orders given as a total: the amount of the quote coin. */
  readonly quoteAmount?: Amount
} & OrderTerms

/**
 * Returns the order of a side. A market order is immediate-or-cancel, regardless of the limit
 * order's time in force.
 */
export function orderOf(
  draft: TicketDraft,
  context: TicketContext,
  side: Side,
  lots: QtyLots,
): TicketOrder {
  const limit = limitTicks(draft, context.instrument)
  const slippage = slippageOf(draft, context.instrument)
  const quoteAmount = totalOf(draft, context.instrument)
  const direction = triggerDirection(draft, context)
  return {
    symbol: context.instrument.symbol,
    side,
    orderType: draft.orderType,
    timeInForce: draft.orderType === 'Market' ? 'ImmediateOrCancel' : draft.timeInForce,
    priceTicks: isProblem(limit) ? undefined : limit,
    qtyLots: lots,
    reduceOnly: draft.reduceOnly && context.instrument.kind !== 'Spot',
    ...(slippage === undefined ? {} : { slippage }),
    ...(quoteAmount === undefined ? {} : { quoteAmount }),
    ...(isLent(draft, context.instrument) ? { isLeverage: true as const } : {}),
    ...readTerms(draft.terms, context.instrument),
    ...(isConditional(draft.terms) && { triggerBy: draft.triggerBy }),
    ...(isConditional(draft.terms) && direction && { triggerDirection: direction }),
  }
}

/**
 * Returns the total in the quote coin of a spot market order that was typed as one: the exchange
 * fills it by that amount (rules 8.7); undefined for every other order.
 */
export function totalOf(draft: TicketDraft, instrument: Instrument): Amount | undefined {
  const { orderType, unit, percent, size } = draft
  if (instrument.kind !== 'Spot' || orderType !== 'Market') return undefined
  if (unit === 'qty' || percent !== undefined) return undefined
  const units = parseDecimal(size, 8)
  return units === undefined || units <= 0n ? undefined : amount(units)
}

/** May the order borrow the coins it pays with? */
export const isLent = ({ isLeverage }: TicketDraft, { kind }: Instrument): boolean =>
  isLeverage === true && kind === 'Spot'

/** The best price of the order's own side of the book, which the BBO button fills in. */
export function bestOwnTicks(context: TicketContext, side: Side): PriceTicks | undefined {
  return side === 'Buy' ? context.bid : context.ask
}
