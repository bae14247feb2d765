// Filters of an instrument, its band and the slippage limit, for one order (rules 8.1 to 8.3).

import type { PlaceOrder } from '@basis/engine/commands'
import { ceilDiv, type AuditedMarket } from '../prices.ts'
import type { Findings } from './findings.ts'

export type Filtered = {
  readonly orderType: PlaceOrder['orderType']
  readonly priceTicks?: number | undefined
  readonly qtyLots: number
  readonly reduceOnly: boolean
  /** A quantity above the maximum is split into several orders (6.2). */
  readonly isSplit: boolean
  /** The price at which a market order is valued, 1e-8; undefined if there is none. */
  readonly valuedAt?: bigint | undefined
}

export function judgeFilters(market: AuditedMarket, asked: Filtered, findings: Findings): void {
  const { orderType, priceTicks, qtyLots, reduceOnly, isSplit, valuedAt } = asked
  const { instrument } = market
  if (orderType === 'Limit') {
    if (priceTicks === undefined) findings.add('priceRequired')
    else judgePrice(market, priceTicks, findings)
  } else findings.add('priceNotAllowed', priceTicks !== undefined)
  judgeQty(market, { orderType, qtyLots, isSplit }, findings)
  const price = priceTicks === undefined ? valuedAt : ticksE8(market, priceTicks)
  if (reduceOnly || price === undefined || !Number.isSafeInteger(qtyLots)) return
  const value = market.value(price, BigInt(qtyLots))
  findings.add('notionalTooSmall', value < instrument.minNotional)
}

/** Undefined if the price is not a whole number of ticks. */
const ticksE8 = ({ tick }: AuditedMarket, ticks: number): bigint | undefined =>
  Number.isSafeInteger(ticks) ? BigInt(ticks) * tick : undefined

function judgePrice(market: AuditedMarket, ticks: number, findings: Findings): void {
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const isWhole = Number.isSafeInteger(ticks)
  findings.add('priceInvalid', !isWhole)
  findings.add('priceTooLow', isWhole && ticks < minPriceTicks)
  findings.add('priceTooHigh', isWhole && ticks > maxPriceTicks)
}

function judgeQty(
  { instrument }: AuditedMarket,
  { orderType, qtyLots, isSplit }: Pick<Filtered, 'orderType' | 'qtyLots' | 'isSplit'>,
  findings: Findings,
): void {
  const isWhole = Number.isSafeInteger(qtyLots) && qtyLots >= 0
  findings.add('qtyInvalid', !isWhole)
  if (!isWhole) return
  findings.add('qtyRequired', qtyLots === 0)
  findings.add('qtyTooSmall', qtyLots > 0 && qtyLots < instrument.minQtyLots)
  findings.add('orderMaxQtyReplace', !isSplit && qtyLots > mostLots(instrument, orderType))
}

export const mostLots = (
  { maxQtyLots, maxMarketQtyLots }: AuditedMarket['instrument'],
  orderType: PlaceOrder['orderType'],
): number => (orderType === 'Limit' || maxMarketQtyLots === 0 ? maxQtyLots : maxMarketQtyLots)

/** The price for a market order's value: the far side's best, else the mark's upper tick. */
export function presentPrice(
  market: AuditedMarket,
  best: { readonly price: bigint } | undefined,
): bigint | undefined {
  if (best !== undefined) return best.price
  return market.mark === 0n ? undefined : ceilDiv(market.mark, market.tick) * market.tick
}

/** No buy above the band and no sell below it; without a band only reducing orders (8.2, L2). */
export function judgeBand(
  market: AuditedMarket,
  order: {
    readonly sign: bigint
    readonly priceTicks?: number | undefined
    readonly reduceOnly: boolean
  },
  findings: Findings,
): void {
  const { sign, priceTicks, reduceOnly } = order
  const band = market.band()
  if (band === undefined) return findings.add('priceUnavailable', !reduceOnly)
  const price = priceTicks === undefined ? undefined : ticksE8(market, priceTicks)
  if (price === undefined) return
  findings.add('priceAboveBand', sign === 1n && price > band.highest)
  findings.add('priceBelowBand', sign === -1n && price < band.lowest)
}

/** Ticks from 1 to 10,000 or percent from 0.01 to 10, for market orders (8.3). */
export function judgeSlippage(
  {
    slippage,
    orderType,
  }: Pick<PlaceOrder, 'orderType'> & { readonly slippage?: PlaceOrder['slippage'] | undefined },
  findings: Findings,
): void {
  if (slippage === undefined) return
  findings.add('slippageMarketOnly', orderType !== 'Market')
  const most = slippage.unit === 'TickSize' ? 10_000 : 1000
  const isWhole = Number.isSafeInteger(slippage.most)
  findings.add('slippageTooLow', !isWhole || slippage.most < 1)
  findings.add('slippageTooHigh', isWhole && slippage.most > most)
}

/** The worst price of a market order: the band's edge, or its own limit if reached before (8.3). */
export function protectivePrice(
  market: AuditedMarket,
  sign: bigint,
  best: bigint | undefined,
  slippage: PlaceOrder['slippage'],
): bigint | undefined {
  const band = market.band()
  if (band === undefined) return undefined
  const edge = sign === 1n ? band.highest : band.lowest
  if (slippage === undefined || best === undefined) return edge
  const most = BigInt(slippage.most)
  const bestTicks = best / market.tick
  const away = slippage.unit === 'TickSize' ? most : (bestTicks * most) / 10_000n
  const own = (bestTicks + sign * away) * market.tick
  return (edge - own) * sign < 0n ? edge : own
}
