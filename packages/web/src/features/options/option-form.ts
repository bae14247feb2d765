// The form of an option order: by price or by volatility, its cost, and its problems.

import { formatDecimal, formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  parseQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { optionFee } from '@basis/domain/instrument/option'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  impliedVolatility,
  optionPrice,
  yearsLeft,
  type OptionInputs,
} from '@basis/domain/options/black76'
import { bandProblem, orderProblem, type PriceBand } from '@basis/domain/orders/order-rules'
import type { OrderType, Side, TimeInForce } from '@basis/domain/orders/order'
import {
  legNames,
  tpslProblems,
  type TpslRequest,
  type TpslLegRequest,
} from '@basis/domain/orders/tpsl'
import type { OrderIntent } from '../../actions/order-requests.ts'

export type OptionDraft = {
  readonly side: Side
  readonly orderType: OrderType
  /** How a limit is given; a volatility is in percent. */
  readonly by: 'price' | 'iv'
  readonly price: string
  readonly iv: string
  readonly qty: string
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  /** Prices of the option at whose mark price the position is closed; '' for none (rules 9.1). */
  readonly takeProfit: string
  readonly stopLoss: string
}

export const emptyOptionDraft: OptionDraft = {
  side: 'Buy',
  orderType: 'Limit',
  by: 'price',
  price: '',
  iv: '',
  qty: '',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  takeProfit: '',
  stopLoss: '',
}

/** The inputs of Black-76 that change over time, other than the volatility. */
export type OptionNow = { readonly forward: string; readonly nowMs: number }

function inputsOf(
  { option, deliveryMs = 0 }: Instrument,
  { forward, nowMs }: OptionNow,
): Omit<OptionInputs, 'volatility'> | undefined {
  if (option === undefined || !(Number(forward) > 0)) return undefined
  return {
    right: option.right,
    forward: Number(forward),
    strike: option.strikeE8 / 1e8,
    years: yearsLeft(deliveryMs, nowMs),
  }
}

/** Returns the implied volatility of a price in percent with two decimals; '' if there is none. */
export function ivOfPrice(instrument: Instrument, price: string, now: OptionNow): string {
  const inputs = inputsOf(instrument, now)
  const iv = inputs === undefined ? undefined : impliedVolatility(Number(price), inputs)
  return iv === undefined ? '' : formatDecimal(BigInt(Math.round(iv * 10_000)), 2)
}

/** Returns the price of a volatility, to the nearest tick; '' if there is none. */
function priceOfIv(instrument: Instrument, iv: string, now: OptionNow): string {
  const inputs = inputsOf(instrument, now)
  if (inputs === undefined || !(Number(iv) > 0)) return ''
  const price = optionPrice({ ...inputs, volatility: Number(iv) / 100 })
  const ticks = Math.max(1, Math.round((price * 1e8) / instrument.tickSizeE8))
  return formatPrice(instrument, priceTicks(ticks))
}

/** Returns the price of a limit: as typed, or from its volatility. */
export const limitOf = (instrument: Instrument, draft: OptionDraft, now: OptionNow): string =>
  draft.by === 'price' ? draft.price : priceOfIv(instrument, draft.iv, now)

type Checked = {
  readonly band?: PriceBand | undefined
  readonly now: OptionNow
  /** The best price that a market order would meet. */
  readonly market?: PriceTicks | undefined
}

/** Returns the problem of a draft by the exchange's rules; an empty field counts as missing. */
export function draftProblem(
  instrument: Instrument,
  draft: OptionDraft,
  { band, now, market }: Checked,
): Problem | undefined {
  const isLimit = draft.orderType === 'Limit'
  const limit = limitOf(instrument, draft, now)
  if (isLimit && limit === '') return problem('priceRequired', 'price')
  const price = isLimit ? parsePrice(instrument, limit) : undefined
  if (typeof price === 'object') return price
  if (draft.qty === '') return problem('qtyRequired', 'qty')
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty === 'object') return qty
  const { side, orderType, reduceOnly } = draft
  const order = { side, orderType, reduceOnly, qtyLots: qty, priceTicks: price }
  const wrong = orderProblem(instrument, order, undefined)
  if (wrong !== undefined) return wrong
  const beyond =
    price === undefined || band === undefined
      ? undefined
      : bandProblem(instrument, side, price, band)
  return beyond ?? tpslProblem(instrument, draft, { qty, price: price ?? market })
}

/**
 * Returns the problem of a draft's TP/SL; for a market order it is compared with the best price.
 */
function tpslProblem(
  instrument: Instrument,
  draft: OptionDraft,
  { qty, price }: { readonly qty: QtyLots; readonly price: PriceTicks | undefined },
): Problem | undefined {
  const asked = tpslOf(instrument, draft)
  if (asked === undefined || 'name' in asked) return asked
  return tpslProblems(asked, {
    instrument,
    scene: 'Order',
    side: draft.side,
    referenceTicks: price,
    sizeLots: qty,
    isUnified: true,
    reduceOnly: draft.reduceOnly,
  })[0]
}

/**
 * Returns the TP/SL attached to the order: for the whole position, at market, by mark price. A
 * reduce-only order has none, and its form does not show what was typed before.
 */
function tpslOf(instrument: Instrument, draft: OptionDraft): TpslRequest | Problem | undefined {
  if (draft.reduceOnly) return undefined
  const legs: { takeProfit?: TpslLegRequest; stopLoss?: TpslLegRequest } = {}
  for (const name of legNames) {
    if (draft[name] === '') continue
    const trigger = parsePrice(instrument, draft[name])
    if (typeof trigger === 'object') return { ...trigger, field: name }
    legs[name] = { triggerTicks: trigger, triggerBy: 'MarkPrice', orderType: 'Market' }
  }
  return Object.keys(legs).length === 0 ? undefined : { mode: 'Full', ...legs }
}

/** Returns the order intent of a draft without problems. */
export function intentOf(instrument: Instrument, draft: OptionDraft): OrderIntent | undefined {
  const { side, orderType, by, reduceOnly, timeInForce } = draft
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty !== 'number') return undefined
  const isLimit = orderType === 'Limit'
  const order: OrderIntent = {
    symbol: instrument.symbol,
    side,
    orderType,
    timeInForce: isLimit ? timeInForce : 'ImmediateOrCancel',
    qtyLots: qtyLots(qty),
    reduceOnly,
    ...tpslField(instrument, draft),
  }
  if (!isLimit) return order
  if (by === 'iv') return { ...order, orderIv: shareOf(draft.iv) }
  const price = parsePrice(instrument, draft.price)
  return typeof price === 'number' ? { ...order, priceTicks: price } : undefined
}

function tpslField(instrument: Instrument, draft: OptionDraft): Pick<OrderIntent, 'tpsl'> {
  const tpsl = tpslOf(instrument, draft)
  return tpsl === undefined || 'name' in tpsl ? {} : { tpsl }
}

/** Formats a percentage of at most four decimals as a fraction. */
const shareOf = (percent: string): string =>
  formatTrimmed(BigInt(Math.round(Number(percent) * 10_000)), 6)

/** Returns the best price that a market order would meet; undefined if nothing is quoted. */
export function bestTicks(
  instrument: Instrument,
  side: Side,
  quote: { readonly bid1Price: string; readonly ask1Price: string } | undefined,
): PriceTicks | undefined {
  const text = side === 'Buy' ? quote?.ask1Price : quote?.bid1Price
  const price = text === undefined || text === '' ? undefined : parsePrice(instrument, text)
  return typeof price === 'number' ? price : undefined
}

/** Returns the premium and the fees of a fill at a price; undefined without a price. */
export function premiumOf(
  instrument: Instrument,
  at: { readonly price: string; readonly qty: string; readonly index: PriceE8 },
): { readonly premium: Amount; readonly taker: Amount; readonly maker: Amount } | undefined {
  const price = parsePrice(instrument, at.price)
  const lots = parseQty(instrument, at.qty)
  if (typeof price !== 'number' || typeof lots !== 'number' || at.index === 0) return undefined
  const premium = valueOf(instrument, price, lots)
  const size = { qty: qtyAmount(instrument, lots), premium }
  return {
    premium,
    taker: optionFee(instrument.takerFeeE8, at.index, size),
    maker: optionFee(instrument.makerFeeE8, at.index, size),
  }
}
