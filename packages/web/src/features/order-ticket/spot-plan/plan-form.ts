// The form of a spot plan order or one with TP/SL: parsing of its texts, the problems by the
// engine's own rules, and the request (spec 3, 4; rules 8.7).

import { formatTrimmed, parseDecimal, qtyLots } from '@basis/domain/numbers/fixed'
import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { orderProblem } from '@basis/domain/orders/order-rules'
import type { OrderType, Side, SpotPlanType, TpslLegs } from '@basis/domain/orders/order'
import {
  bidirectionalProblem,
  frozenCoins,
  isFrozenPlan,
  spotPlanProblem,
  type SpotPlanDraft,
} from '@basis/domain/orders/spot-plans'
import { banProblem } from '@basis/domain/orders/symbol-states'
import {
  legNames,
  type LegName,
  type TpslRequest,
  type TpslLegRequest,
} from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import { directionFrom } from '@basis/domain/orders/trigger'
import type { SpotPlanRequest } from '../../../actions/order-requests.ts'
import type { TicketContext } from '../ticket.ts'
import { figuresOfPlan, mostOfPlan, type PlanFigures, type PlanPrices } from './plan-cost.ts'

export const planKinds = [
  'conditional',
  'stopLimit',
  'tpsl',
  'oco',
  'trailingStop',
  'trailingProfit',
  'attached',
] as const
export type PlanKind = (typeof planKinds)[number]

/** The plan type of each kind; a limit order with TP/SL is a plain order. */
const planOfKind: Readonly<Record<PlanKind, SpotPlanType | 0>> = {
  conditional: 1,
  stopLimit: 8,
  tpsl: 11,
  oco: 10,
  trailingStop: 4,
  trailingProfit: 5,
  attached: 0,
}

/** The typed input; every number is kept as text. */
export type PlanForm = {
  readonly kind: PlanKind
  /** The type of order that a conditional order places. */
  readonly orderType: OrderType
  readonly trigger: string
  readonly price: string
  readonly qty: string
  /** Set by the slider: a percentage of each side's maximum, instead of the quantity. */
  readonly percent: number | undefined
  readonly takeProfit: LegForm
  readonly stopLoss: LegForm
  readonly trail: string
  readonly trailBy: 'percent' | 'price'
  readonly activation: string
}
type LegForm = { readonly trigger: string; readonly limit: string }

const emptyLeg: LegForm = { trigger: '', limit: '' }
export const emptyPlan: PlanForm = {
  kind: 'conditional',
  orderType: 'Market',
  trigger: '',
  price: '',
  qty: '',
  percent: undefined,
  takeProfit: emptyLeg,
  stopLoss: emptyLeg,
  trail: '',
  trailBy: 'percent',
  activation: '',
}

export type PlanFieldName = 'trigger' | 'price' | 'legs' | 'trail'

/** Returns the fields of a kind besides the quantity. */
export function planFields({ kind, orderType }: PlanForm): readonly PlanFieldName[] {
  switch (kind) {
    case 'conditional':
      return orderType === 'Limit' ? ['trigger', 'price'] : ['trigger']
    case 'stopLimit':
      return ['trigger', 'price']
    case 'tpsl':
    case 'oco':
      return ['legs']
    case 'trailingStop':
    case 'trailingProfit':
      return ['trail']
    case 'attached':
      return ['price', 'legs']
  }
}

/** The order of a side's button, and why it may not be sent. */
export type PlanOrder = {
  readonly side: Side
  readonly figures: PlanFigures
  readonly lots: QtyLots
  readonly orderType: OrderType
  readonly priceTicks: PriceTicks | undefined
  readonly problem: Problem | undefined
  readonly request: SpotPlanRequest
  readonly prices: PlanPrices
}

/** Returns the order that the form describes for a side. */
export function planOrder(form: PlanForm, context: TicketContext, side: Side): PlanOrder {
  const { instrument } = context
  const typed = readPlan(form, instrument)
  const prices = pricesOf(form, typed, side)
  const read =
    form.percent === undefined
      ? typed
      : readPlan({ ...form, qty: shareOf(form.percent, prices, context) }, instrument)
  const orderType = orderTypeOf(form)
  const wrong =
    banProblem(instrument, side) ?? read.problem ?? planProblem(form, context, { ...read, side })
  return {
    side,
    figures: figuresOfPlan(prices, context, read.lots),
    lots: read.lots,
    orderType,
    priceTicks: read.price,
    problem: wrong,
    request: requestOf(form, instrument, read),
    prices,
  }
}

/** A percentage of a side's maximum, as typed text; empty if it is less than a lot. */
function shareOf(percent: number, prices: PlanPrices, context: TicketContext): string {
  const lots = lotsOfShare(mostOfPlan(prices, context) ?? qtyLots(0), percent)
  return lots === 0 ? '' : formatQty(context.instrument, lots)
}

function pricesOf(
  form: PlanForm,
  { price, trigger, trailing, tpsl }: ReadPlan,
  side: Side,
): PlanPrices {
  const legs = tpsl as TpslLegs
  const plan = planOfKind[form.kind]
  const orderType = orderTypeOf(form)
  return { plan, side, orderType, price, trigger, trailing, legs }
}

const orderTypeOf = ({ kind, orderType }: PlanForm): OrderType =>
  kind === 'conditional'
    ? orderType
    : kind === 'stopLimit' || kind === 'attached'
      ? 'Limit'
      : 'Market'

type ReadPlan = {
  readonly lots: QtyLots
  readonly trigger: PriceTicks | undefined
  readonly price: PriceTicks | undefined
  readonly tpsl: TpslRequest
  readonly trailing: TrailingRequest | undefined
  /** The first text that is missing or invalid. */
  readonly problem: Problem | undefined
}

/** Parses the texts of the kind's fields, in the order of the form. */
function readPlan(form: PlanForm, instrument: Instrument): ReadPlan {
  const fields = planFields(form)
  let first: Problem | undefined
  const read = (text: string, field: string, isNeeded: boolean): PriceTicks | undefined => {
    if (text.trim() === '') {
      if (isNeeded) first ??= problem('priceRequired', field)
      return undefined
    }
    const ticks = parsePrice(instrument, text)
    if (typeof ticks === 'number') return ticks
    first ??= { ...ticks, field }
    return undefined
  }
  const has = (name: PlanFieldName): boolean => fields.includes(name)
  const trigger = has('trigger') ? read(form.trigger, 'triggerPrice', true) : undefined
  const price = has('price') ? read(form.price, 'price', true) : undefined
  const legs = has('legs')
    ? legNames.flatMap((name) => {
        const leg = readLeg(form[name], name, read)
        return leg === undefined ? [] : [[name, leg] as const]
      })
    : []
  const trailing = has('trail') ? readTrail(form, read) : undefined
  if (has('trail') && trailing === undefined) first ??= problem('qtyRequired', 'trailingPercentage')
  const lots =
    form.qty.trim() === '' ? problem('qtyRequired', 'qty') : parseQty(instrument, form.qty)
  if (typeof lots !== 'number') first ??= lots
  return {
    lots: typeof lots === 'number' ? lots : qtyLots(0),
    trigger,
    price,
    tpsl: { mode: 'Full', ...Object.fromEntries(legs) },
    trailing,
    problem: first,
  }
}

type ReadPrice = (text: string, field: string, isNeeded: boolean) => PriceTicks | undefined

/** A leg without a limit is a market order. */
function readLeg(leg: LegForm, name: LegName, read: ReadPrice): TpslLegRequest | undefined {
  const short = name === 'takeProfit' ? 'tp' : 'sl'
  const triggerTicks = read(leg.trigger, `${short}TriggerPrice`, leg.limit.trim() !== '')
  const limitTicks = read(leg.limit, `${short}LimitPrice`, false)
  if (triggerTicks === undefined) return undefined
  return {
    triggerTicks,
    triggerBy: 'LastPrice',
    ...(limitTicks === undefined
      ? { orderType: 'Market' as const }
      : { orderType: 'Limit' as const, limitTicks }),
  }
}

function readTrail(form: PlanForm, read: ReadPrice): TrailingRequest | undefined {
  const isNeeded = form.kind === 'trailingProfit'
  const activationTicks = read(form.activation, 'activationPrice', isNeeded)
  const activation = activationTicks === undefined ? {} : { activationTicks }
  if (form.trail.trim() === '') return undefined
  if (form.trailBy === 'price') {
    const distanceTicks = read(form.trail, 'trailingValue', true)
    return distanceTicks === undefined ? undefined : { distanceTicks, ...activation }
  }
  const rate = parseDecimal(form.trail, 2)
  return rate === undefined ? undefined : { rateE4: Number(rate), ...activation }
}

function planProblem(
  form: PlanForm,
  context: TicketContext,
  asked: ReadPlan & { readonly side: Side },
): Problem | undefined {
  const { instrument, last } = context
  const { side, lots, price, tpsl, trigger, trailing } = asked
  const plan = planOfKind[form.kind]
  if (plan === 0) {
    const order = { side, orderType: 'Limit', priceTicks: price, qtyLots: lots } as const
    const wrong = orderProblem(instrument, { ...order, reduceOnly: false }, price)
    const lacking = legNames.every((name) => tpsl[name] === undefined)
    if (lacking) return problem('priceRequired', 'tpTriggerPrice')
    return (
      wrong ??
      bidirectionalProblem(instrument, order, tpsl) ??
      coinsProblem(context, {
        side,
        paid:
          side === 'Sell'
            ? qtyAmount(instrument, lots)
            : price === undefined
              ? 0n
              : valueOf(instrument, price, lots),
      })
    )
  }
  const draft: SpotPlanDraft = {
    plan,
    side,
    orderType: orderTypeOf(form),
    priceTicks: price,
    qtyLots: lots,
    ...(trigger !== undefined && {
      trigger: {
        priceTicks: trigger,
        basis: 'LastPrice',
        direction: last === undefined ? 1 : directionFrom(last, trigger),
      },
    }),
    ...(trailing !== undefined && { trailing }),
    tpsl,
  }
  const wrong = spotPlanProblem(instrument, draft, last)
  if (wrong !== undefined || !isFrozenPlan(plan)) return wrong
  // Two kinds reserve their coins at once; the others need them at their trigger.
  const legs = tpsl as TpslLegs
  return coinsProblem(context, {
    side,
    paid: frozenCoins(instrument, { side, qtyLots: lots, legs }),
  })
}

function coinsProblem(
  { funds, instrument }: TicketContext,
  { side, paid }: { readonly side: Side; readonly paid: bigint },
): Problem | undefined {
  if (funds === undefined) return undefined
  const missing = paid - (side === 'Sell' ? funds.base : funds.available)
  if (missing <= 0n) return undefined
  const coin = side === 'Sell' ? instrument.baseCoin : instrument.quoteCoin
  return problem(side === 'Sell' ? 'insufficientCoin' : 'insufficientBalance', 'qty', {
    missing: formatTrimmed(missing, 8),
    coin,
  })
}

/** The fields of the call that only plan orders have. */
function requestOf(form: PlanForm, instrument: Instrument, read: ReadPlan): SpotPlanRequest {
  const { trigger, price, tpsl, trailing } = read
  const planType = planOfKind[form.kind]
  const text = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  const { takeProfit, stopLoss } = tpsl
  return {
    planType,
    ...(trigger !== undefined && { triggerPrice: text(trigger) }),
    ...(price !== undefined && { price: text(price) }),
    ...(takeProfit?.triggerTicks !== undefined && {
      tpTriggerPrice: text(takeProfit.triggerTicks),
      tpOrderType: takeProfit.orderType === 'Limit' ? 'LIMIT' : 'MARKET',
      ...(takeProfit.limitTicks !== undefined && { tpLimitPrice: text(takeProfit.limitTicks) }),
    }),
    ...(stopLoss?.triggerTicks !== undefined && {
      slTriggerPrice: text(stopLoss.triggerTicks),
      slOrderType: stopLoss.orderType === 'Limit' ? 'LIMIT' : 'MARKET',
      ...(stopLoss.limitTicks !== undefined && { slLimitPrice: text(stopLoss.limitTicks) }),
    }),
    ...(trailing !== undefined && trailFields(trailing, text)),
  }
}

function trailFields(
  { rateE4, distanceTicks, activationTicks }: TrailingRequest,
  text: (ticks: PriceTicks) => string,
): SpotPlanRequest {
  return {
    ...(rateE4 !== undefined && { trailingPercentage: formatTrimmed(BigInt(rateE4), 2) }),
    ...(distanceTicks !== undefined && { trailingValue: text(distanceTicks) }),
    ...(activationTicks !== undefined && { activationPrice: text(activationTicks) }),
  }
}
