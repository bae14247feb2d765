// May this TP/SL stand? Sides, reference prices, limit prices and quantities, with the names that
// the dialog shows (spec 5, TP/SL dialog; rules 8.5). Problems refuse, tips only say.

import { parseDecimal, priceTicks, qtyLots, rateE8, unitE8 } from '../numbers/fixed.ts'
import type { PriceTicks, QtyLots, RateE8 } from '../numbers/fixed.ts'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  type Instrument,
} from '../instrument/instrument.ts'
import type { Order, Side, TpslLeg } from './order.ts'
import { maxOrderQty } from './order-rules.ts'
import { nearShare } from './overtaken.ts'
import { problem, type Problem, type ProblemName } from '../instrument/problems.ts'

export const tpslModes = ['Full', 'Partial'] as const
/** Full covers the position whatever its size, Partial a quantity of it. */
export type TpslMode = (typeof tpslModes)[number]

export const legNames = ['takeProfit', 'stopLoss'] as const

/** The fields of a spot order's legs on the wire, and in refusals. */
export const spotLegFields = {
  takeProfit: { trigger: 'tpTriggerPrice', limit: 'tpLimitPrice' },
  stopLoss: { trigger: 'slTriggerPrice', limit: 'slLimitPrice' },
} as const
export type LegName = (typeof legNames)[number]

/**
 * An order's legs are held against its price, a position's and each list entry's against the last.
 */
export type TpslScene = 'Order' | 'Position'

/** Entries of a partial list in each direction (rules 8.3). */
export const maxPartialEntries = 20
/** Spec 5 and 9: price tolerance 0.001. */
export const priceToleranceE8: RateE8 = rateE8(100_000)

/** A leg as it is asked for: a trigger of 0 takes one away that stands, none is not complete. */
export type TpslLegRequest = Omit<TpslLeg, 'triggerTicks'> & {
  readonly triggerTicks?: PriceTicks | undefined
}

/** TP/SL as a command asks for it; an absent leg is not named. */
export type TpslRequest = {
  readonly mode: TpslMode
  readonly takeProfit?: TpslLegRequest | undefined
  readonly stopLoss?: TpslLegRequest | undefined
}

/** The same with the quantity that a partial one is for: one for both legs of an entry. */
export type SizedTpslRequest = TpslRequest & { readonly qtyLots?: QtyLots | undefined }

/** What is asked for is held against this. */
export type TpslContext = {
  readonly instrument: Instrument
  readonly scene: TpslScene
  /** Buy for a long position or an order that opens one. */
  readonly side: Side
  /** The order's price, or the last price when the dialog opened; absent before the first trade. */
  readonly referenceTicks?: PriceTicks | undefined
  /** The last price in the order scene: a stop-loss that is reached already makes no sense. */
  readonly marketTicks?: PriceTicks | undefined
  /** The position's size, or the order's quantity. */
  readonly sizeLots: QtyLots
  readonly liquidationTicks?: PriceTicks | undefined
  /** On unified accounts a stop-loss may lie beyond the liquidation price. */
  readonly isUnified: boolean
  /** What the partial entries leave of the position, without the entry that is being edited. */
  readonly tpFreeLots?: number | undefined
  readonly slFreeLots?: number | undefined
  /** How many partial entries there are in each direction, without the one that is being edited. */
  readonly tpEntries?: number
  readonly slEntries?: number
  /** An order that reduces carries no TP/SL (rules 6.2). */
  readonly reduceOnly?: boolean
}

/**
 * Returns every problem of what is asked for in the order of the written precedence: mode,
 * take-profit, stop-loss (price missing, range, side, liquidation, limit price), then quantity. The
 * dialog shows the first of each field, the engine refuses with the first of all.
 */
export function tpslProblems(asked: SizedTpslRequest, context: TpslContext): readonly Problem[] {
  const found = [
    modeProblem(asked, context),
    ...legNames.flatMap((name) => legProblems(name, asked[name], context)),
    quantityProblem(asked, context),
  ]
  return found.filter((each) => each !== undefined)
}

/**
 * Returns the problems of a change of what stands on a position: a leg that is taken away, by a
 * trigger of 0, has none.
 */
export function tpslChangeProblems(
  { takeProfit, stopLoss, ...asked }: SizedTpslRequest,
  context: TpslContext,
): readonly Problem[] {
  const kept = (leg: TpslLegRequest | undefined): TpslLegRequest | undefined =>
    leg?.triggerTicks === 0 ? undefined : leg
  return tpslProblems({ ...asked, takeProfit: kept(takeProfit), stopLoss: kept(stopLoss) }, context)
}

function modeProblem(asked: TpslRequest, { reduceOnly }: TpslContext): Problem | undefined {
  if (reduceOnly === true && legNames.some((name) => isSet(asked[name]))) {
    return problem('tpslOnReduceOnly', 'reduceOnly')
  }
  if (asked.mode !== 'Full') return undefined
  if (asked.takeProfit?.orderType === 'Limit') return problem('tpslFullMarketOnly', 'tpOrderType')
  if (asked.stopLoss?.orderType === 'Limit') return problem('tpslFullMarketOnly', 'slOrderType')
  return undefined
}

/** Is this side wanted: has it a trigger, be it a wrong one? */
const isSet = (leg: TpslLegRequest | undefined): leg is TpslLeg => leg?.triggerTicks !== undefined

function legProblems(
  name: LegName,
  leg: TpslLegRequest | undefined,
  context: TpslContext,
): readonly (Problem | undefined)[] {
  if (leg === undefined) return []
  const { triggerTicks, limitTicks, orderType } = leg
  const limitField = name === 'takeProfit' ? 'limitTakeProfit' : 'limitStopLoss'
  const isLimit = orderType === 'Limit'
  const isIncomplete = isLimit && (triggerTicks === undefined || limitTicks === undefined)
  const missing = name === 'takeProfit' ? 'tpLimitPriceEmpty' : 'slLimitPriceEmpty'
  return [
    triggerTicks === undefined ? undefined : triggerProblem(name, triggerTicks, context),
    isIncomplete ? problem(missing, limitField) : undefined,
    isLimit && limitTicks !== undefined
      ? rangeProblem(context.instrument, limitField, limitTicks)
      : undefined,
  ]
}

function triggerProblem(
  name: LegName,
  trigger: PriceTicks,
  context: TpslContext,
): Problem | undefined {
  if (trigger <= 0) return problem('takeProfitOver', name)
  const ranged = rangeProblem(context.instrument, name, trigger)
  if (ranged !== undefined) return ranged
  const { referenceTicks, marketTicks, instrument } = context
  const sided = referenceTicks === undefined ? undefined : sideProblem(name, trigger, context)
  if (sided !== undefined || name === 'takeProfit') return sided
  const { side } = context
  const check = { field: name, side, priceTicks: trigger, referenceTicks: marketTicks }
  return triggerPriceProblem(instrument, check) ?? liquidationProblem(trigger, context)
}

/** A trigger lies strictly between the instrument's least and greatest price (spec 5). */
function rangeProblem(
  instrument: Instrument,
  field: string,
  price: PriceTicks,
): Problem | undefined {
  const { minPriceTicks, maxPriceTicks } = instrument
  if (price <= minPriceTicks) {
    const least = priceTicks(minPriceTicks + 1)
    return problem('priceTooLow', field, { min: formatPrice(instrument, least) })
  }
  if (price >= maxPriceTicks) {
    const most = priceTicks(maxPriceTicks - 1)
    return problem('priceTooHigh', field, { max: formatPrice(instrument, most) })
  }
  return undefined
}

/**
 * The trigger-price check of spec 5: above 0, strictly within the instrument's prices, and for a
 * Buy at most reference × (1 + tolerance), for a Sell at least reference × (1 − tolerance).
 */
export function triggerPriceProblem(
  instrument: Instrument,
  check: {
    readonly field: string
    readonly side: Side
    readonly priceTicks: PriceTicks
    readonly referenceTicks: PriceTicks | undefined
    readonly toleranceE8?: RateE8
  },
): Problem | undefined {
  const { field, side, priceTicks: price, referenceTicks } = check
  if (price <= 0) return problem('takeProfitOver', field)
  const ranged = rangeProblem(instrument, field, price)
  if (ranged !== undefined || referenceTicks === undefined) return ranged
  const reference = BigInt(referenceTicks)
  const tolerance = BigInt(check.toleranceE8 ?? priceToleranceE8)
  if (side === 'Buy') {
    const most = Number((reference * (unitE8 + tolerance)) / unitE8)
    if (price <= most) return undefined
    return problem('priceTooHigh', field, { max: formatPrice(instrument, priceTicks(most)) })
  }
  const least = Number((reference * (unitE8 - tolerance) + unitE8 - 1n) / unitE8)
  if (price >= least) return undefined
  return problem('priceTooLow', field, { min: formatPrice(instrument, priceTicks(least)) })
}

const sideProblems = {
  Order: {
    takeProfit: { Buy: 'tpPriceTooLow', Sell: 'tpPriceTooHigh' },
    stopLoss: { Buy: 'slPriceTooHigh', Sell: 'slPriceTooLow' },
  },
  Position: {
    takeProfit: { Buy: 'tpPosPriceTooLow', Sell: 'tpPosPriceTooHigh' },
    stopLoss: { Buy: 'slPosPriceTooHigh', Sell: 'slPosPriceTooLow' },
  },
} as const satisfies Record<TpslScene, Record<LegName, Record<Side, ProblemName>>>

/** A long's take-profit is not below the reference, its stop-loss not above; a short mirrored. */
export function sideProblem(
  name: LegName,
  trigger: PriceTicks,
  context: Pick<TpslContext, 'instrument' | 'scene' | 'side' | 'referenceTicks'>,
): Problem | undefined {
  const { instrument, scene, side, referenceTicks } = context
  if (referenceTicks === undefined) return undefined
  const mustRise = (name === 'takeProfit') === (side === 'Buy')
  const isWrong = mustRise ? trigger < referenceTicks : trigger > referenceTicks
  if (!isWrong) return undefined
  const price = formatPrice(instrument, referenceTicks)
  return problem(sideProblems[scene][name][side], name, { price })
}

/**
 * Returns whether TP/SL may be attached to an order for the position that it opens, by its type;
 * the legs of a spot plan and of an order that protects a position are that order itself.
 */
export const mayAttachLegs = ({ stop }: Pick<Order, 'stop'>): boolean =>
  stop === undefined ||
  ((stop.stopType === 'Order' || stop.stopType === 'Stop') && stop.planType === undefined)

/** The requested prices of an open order, and the legs that the same request changes. */
export type OrderMove = {
  readonly priceTicks?: PriceTicks | undefined
  readonly triggerTicks?: PriceTicks | undefined
  readonly tpsl?: Omit<TpslRequest, 'mode'> | undefined
}

/**
 * Returns why an open order must not be moved beyond its attached TP/SL, with the leg as the field
 * and its trigger as `value`; undefined if it may. Filled beyond its own stop-loss, it would be
 * closed again at once. Legs that the same request changes are checked as those of a new order, not
 * here. An order that is beyond its legs already may be changed in other ways.
 */
export function movedOrderProblem(
  order: Pick<Order, 'orderType' | 'side' | 'priceTicks' | 'stop'>,
  move: OrderMove,
  instrument: Instrument,
): Problem | undefined {
  const { orderType, side, stop } = order
  if (stop === undefined || !mayAttachLegs(order)) return undefined
  // A conditional market order is filled near its trigger, a limit order at its limit.
  const [before, referenceTicks] =
    orderType === 'Limit'
      ? [order.priceTicks, move.priceTicks]
      : [stop.triggerTicks, move.triggerTicks]
  if (referenceTicks === undefined || referenceTicks === before) return undefined
  for (const name of legNames) {
    const trigger = stop[name]?.triggerTicks
    if (trigger === undefined || move.tpsl?.[name] !== undefined) continue
    const wrong = sideProblem(name, trigger, { instrument, scene: 'Order', side, referenceTicks })
    if (wrong === undefined) continue
    const params = { ...wrong.params, value: formatPrice(instrument, trigger) }
    return problem(wrong.name, name, params)
  }
  return undefined
}

function liquidationProblem(
  stopLoss: PriceTicks,
  { instrument, side, liquidationTicks, isUnified }: TpslContext,
): Problem | undefined {
  if (liquidationTicks === undefined || isUnified) return undefined
  if (!isBeyond(side, stopLoss, liquidationTicks)) return undefined
  const name = side === 'Buy' ? 'buySlPriceUpLiqPrice' : 'sellSlPriceUpLiqPrice'
  return problem(name, 'stopLoss', { liquidation: formatPrice(instrument, liquidationTicks) })
}

/** Would the liquidation come first, or with it? */
const isBeyond = (side: Side, stopLoss: PriceTicks, liquidation: PriceTicks): boolean =>
  side === 'Buy' ? stopLoss <= liquidation : stopLoss >= liquidation

function quantityProblem(asked: SizedTpslRequest, context: TpslContext): Problem | undefined {
  const legs = legNames.map((name) => asked[name]).filter(isSet)
  if (asked.mode === 'Full' || legs.length === 0) return undefined
  const { instrument } = context
  const qty = asked.qtyLots
  if (qty === undefined || qty === 0) {
    return problem('slTips1', 'qty', { orderType: legs[0]?.orderType ?? 'Market' })
  }
  const most = Math.min(
    context.sizeLots,
    ...legs.map(({ orderType }) => maxOrderQty(instrument, orderType)),
  )
  if (qty > most) {
    return problem('tpSlQtyOver', 'qty', { max: formatQty(instrument, qtyLots(most)) })
  }
  return listProblem(asked, qty, context)
}

/** What the entries that stand already leave room for. */
function listProblem(
  { takeProfit, stopLoss }: TpslRequest,
  qty: QtyLots,
  context: TpslContext,
): Problem | undefined {
  const { tpFreeLots, slFreeLots, tpEntries = 0, slEntries = 0, instrument } = context
  const unlimited = Number.POSITIVE_INFINITY
  const free = Math.min(
    isSet(takeProfit) ? (tpFreeLots ?? unlimited) : unlimited,
    isSet(stopLoss) ? (slFreeLots ?? unlimited) : unlimited,
  )
  if (qty > free) {
    return problem('tpslQtyTooSmall', 'qty', { free: formatQty(instrument, qtyLots(free)) })
  }
  const entries = Math.max(isSet(takeProfit) ? tpEntries : 0, isSet(stopLoss) ? slEntries : 0)
  if (entries < maxPartialEntries) return undefined
  return problem('tooManyPartialTpsl', 'qty', { max: String(maxPartialEntries) })
}

export const tipNames = [
  'tpSlLimitExecTip',
  'closeBuyLiqPriceTips',
  'closeSellLiqPriceTips',
  'slBeyondLiquidation',
  'maxQtySplitOrderTip',
] as const
export type TipName = (typeof tipNames)[number]
/** Something worth knowing that refuses nothing. */
export type Tip = { readonly name: TipName; readonly field: string }

/**
 * Returns what the dialog says beside its fields (spec 5): a limit leg is only placed once it
 * triggers; a stop-loss lies near the liquidation price (within a tenth of the way from the
 * reference, our choice); or, where that is allowed, beyond it, so that the liquidation comes
 * first.
 */
export function tpslTips(asked: TpslRequest, context: TpslContext): readonly Tip[] {
  const tips: Tip[] = []
  for (const name of legNames) {
    const leg = asked[name]
    if (leg?.orderType !== 'Limit' || !isSet(leg) || leg.limitTicks === undefined) continue
    tips.push({ name: 'tpSlLimitExecTip', field: name })
  }
  const stopLoss = liquidationTip(asked.stopLoss?.triggerTicks, context)
  if (stopLoss !== undefined) tips.push({ name: stopLoss, field: 'stopLoss' })
  return tips
}

function liquidationTip(
  stopLoss: PriceTicks | undefined,
  { side, liquidationTicks, referenceTicks, isUnified }: TpslContext,
): TipName | undefined {
  if (stopLoss === undefined || stopLoss <= 0 || liquidationTicks === undefined) return undefined
  if (isBeyond(side, stopLoss, liquidationTicks)) {
    return isUnified ? 'slBeyondLiquidation' : undefined
  }
  if (referenceTicks === undefined) return undefined
  const way = Math.abs(referenceTicks - liquidationTicks)
  if (Math.abs(stopLoss - liquidationTicks) * nearShare > way) return undefined
  return side === 'Buy' ? 'closeBuyLiqPriceTips' : 'closeSellLiqPriceTips'
}

/**
 * Returns the mode a position's dialog opens in: partial where only partial entries exist (spec 4).
 */
export const openingMode = (hasFull: boolean, partialEntries: number): TpslMode =>
  !hasFull && partialEntries > 0 ? 'Partial' : 'Full'

/**
 * Returns the quantities of a request with what each falls back to: the TP/SL's to the order's and
 * the other way round; zero is as good as none (spec 5). Refuses two different sizes (rules
 * 8.5).
 */
export function settledQuantities(asked: {
  readonly qtyLots?: QtyLots | undefined
  readonly tpLots?: QtyLots | undefined
  readonly slLots?: QtyLots | undefined
}): { readonly orderLots?: QtyLots; readonly tpslLots?: QtyLots } | Problem {
  const some = (lots: QtyLots | undefined): QtyLots | undefined => (lots === 0 ? undefined : lots)
  const tp = some(asked.tpLots)
  const sl = some(asked.slLots)
  if (tp !== undefined && sl !== undefined && tp !== sl) return problem('tpslSizesDiffer', 'slSize')
  const tpsl = tp ?? sl ?? some(asked.qtyLots)
  const order = some(asked.qtyLots) ?? tpsl
  return {
    ...(order === undefined ? {} : { orderLots: order }),
    ...(tpsl === undefined ? {} : { tpslLots: tpsl }),
  }
}

/**
 * Reads a TP/SL price: nothing typed is no leg, "0" is takeProfitOver, off the tick is
 * priceErrorTickTip (spec 5).
 */
export function readTpslPrice(
  instrument: Instrument,
  field: string,
  text: string,
): PriceTicks | Problem | undefined {
  if (text === '') return undefined
  if (parseDecimal(text, 8) === 0n) return problem('takeProfitOver', field)
  return named(parsePrice(instrument, text), field, 'priceErrorTickTip')
}

/** Reads a TP/SL quantity: nothing or zero is none, off the lot is qtyErrorTickTip (spec 5). */
export function readTpslQty(
  instrument: Instrument,
  field: string,
  text: string,
): QtyLots | Problem | undefined {
  if (text === '' || parseDecimal(text, 8) === 0n) return undefined
  return named(parseQty(instrument, text), field, 'qtyErrorTickTip')
}

/** The dialog has its own names for a value off its step. */
function named<Read extends number>(
  read: Read | Problem,
  field: string,
  offStep: ProblemName,
): Read | Problem {
  if (typeof read === 'number') return read
  const isOffStep = read.name === 'tickSizeFixNumTips' || read.name === 'lotSizeFixNumTips'
  return { ...read, name: isOffStep ? offStep : read.name, field }
}
