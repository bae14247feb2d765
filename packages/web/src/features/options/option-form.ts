// The form of an order in an option: by price or by volatility, what it costs, and what is wrong.

import { formatDecimal, formatTrimmed, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, PriceE8 } from '@basis/domain/numbers/fixed'
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
import type { OrderIntent } from '../../actions/trading.ts'

export type OptionDraft = {
  readonly side: Side
  readonly orderType: OrderType
  /** What a limit is given by; its volatility is in per cent. */
  readonly by: 'price' | 'iv'
  readonly price: string
  readonly iv: string
  readonly qty: string
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
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
}

/** What Black-76 needs of an option but its volatility. */
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

/** Returns the volatility of a price in per cent with two decimals; empty where it has none. */
export function ivOfPrice(instrument: Instrument, price: string, now: OptionNow): string {
  const inputs = inputsOf(instrument, now)
  const iv = inputs === undefined ? undefined : impliedVolatility(Number(price), inputs)
  return iv === undefined ? '' : formatDecimal(BigInt(Math.round(iv * 10_000)), 2)
}

/** Returns the price of a volatility, to the nearest tick; empty where it has none. */
function priceOfIv(instrument: Instrument, iv: string, now: OptionNow): string {
  const inputs = inputsOf(instrument, now)
  if (inputs === undefined || !(Number(iv) > 0)) return ''
  const price = optionPrice({ ...inputs, volatility: Number(iv) / 100 })
  const ticks = Math.max(1, Math.round((price * 1e8) / instrument.tickSizeE8))
  return formatPrice(instrument, priceTicks(ticks))
}

/** Returns the price that a limit stands for: its own, or that of its volatility. */
export const limitOf = (instrument: Instrument, draft: OptionDraft, now: OptionNow): string =>
  draft.by === 'price' ? draft.price : priceOfIv(instrument, draft.iv, now)

type Checked = { readonly band?: PriceBand | undefined; readonly now: OptionNow }

/** Returns what is wrong with a draft by the rules of the exchange; an empty field is missing. */
export function draftProblem(
  instrument: Instrument,
  draft: OptionDraft,
  { band, now }: Checked,
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
  if (wrong !== undefined || price === undefined || band === undefined) return wrong
  return bandProblem(instrument, side, price, band)
}

/** Returns the order that a draft without problems is. */
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
  }
  if (!isLimit) return order
  if (by === 'iv') return { ...order, orderIv: shareOf(draft.iv) }
  const price = parsePrice(instrument, draft.price)
  return typeof price === 'number' ? { ...order, priceTicks: price } : undefined
}

/** Writes a percentage of at most four decimals as a share. */
const shareOf = (percent: string): string =>
  formatTrimmed(BigInt(Math.round(Number(percent) * 10_000)), 6)

/** Returns what a fill at a price would cost in premium and in fees; undefined without a price. */
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
