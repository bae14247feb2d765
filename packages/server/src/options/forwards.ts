// Forwards of option expiries, from the exchange's own futures, and the volatility and greeks of an
// option's mark price by Black-76 (rules 9.2, 9.3; decision 50).

import type { CandleSource } from '@basis/domain/instrument/candle'
import { symbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceE8, priceTicks } from '@basis/domain/numbers/fixed'
import type { PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  impliedVolatility,
  optionGreeks,
  optionPrice,
  yearsLeft,
  type Greeks,
  type OptionInputs,
} from '@basis/domain/options/black76'
import { forwardAt, type ForwardPoint } from '@basis/domain/options/forward'
import type { WireGreeks } from '@basis/protocol/options/chain'
import type { SymbolView, Views } from '@basis/engine/views'
import { futuresSymbols } from './dated-contracts.ts'

/** An option's index is that of its coin's perpetual in USDT. */
export const perpetualOf = (coin: string) => symbolId(`${coin}USDT`)

/**
 * Returns the instrument whose recorded prices an instrument's candles show: the index of an option
 * is recorded once, for its coin.
 */
export const pricedBy = (
  { exchange }: { readonly exchange: { readonly views: Views } },
  instrument: Instrument,
  source: CandleSource,
): Instrument =>
  instrument.option === undefined || source !== 'index'
    ? instrument
    : (exchange.views.instrument(perpetualOf(instrument.baseCoin)) ?? instrument)

/** Returns the index of a coin; undefined before its first price. */
export function indexOf(views: Views, coin: string): PriceE8 | undefined {
  const indexE8 = views.symbol(perpetualOf(coin))?.indexE8 ?? priceE8(0)
  return indexE8 > 0 ? indexE8 : undefined
}

/** Returns the futures of a coin whose mark prices are its forwards. */
export const futuresOf = (views: Views, coin: string): readonly ForwardPoint[] =>
  futuresSymbols(views, coin).flatMap((symbol) => {
    // The figures of a market are costly, and most futures that ever were have been delivered.
    if (views.instrument(symbol)?.status === 'Closed') return []
    const view = views.symbol(symbol)
    if (view === undefined || view.markE8 === 0 || view.deliveredE8 !== undefined) return []
    return [{ deliveryMs: view.instrument.deliveryMs ?? 0, price: view.markE8 / 1e8 }]
  })

/**
 * Returns the Black-76 inputs of an option except volatility; undefined if it is not an option. For
 * many options the coin's futures are given, so that they are looked up once.
 */
export function optionInputs(
  views: Views,
  { option, baseCoin, deliveryMs = 0 }: Instrument,
  futures?: readonly ForwardPoint[],
): Omit<OptionInputs, 'volatility'> | undefined {
  if (option === undefined) return undefined
  const indexE8 = indexOf(views, baseCoin)
  if (indexE8 === undefined) return undefined
  const nowMs = views.timeMs()
  const ends = futures ?? futuresOf(views, baseCoin)
  const forward = forwardAt(indexE8 / 1e8, ends, { deliveryMs, nowMs })
  const { right, strikeE8 } = option
  return { right, forward, strike: strikeE8 / 1e8, years: yearsLeft(deliveryMs, nowMs) }
}

/** The highest volatility that an order may have, as a fraction. */
const mostVolatility = 10

/** Returns the tick nearest to the price of a volatility above 0, to 10; else undefined. */
export function ticksOfVolatility(
  { tickSizeE8 }: Instrument,
  inputs: Omit<OptionInputs, 'volatility'>,
  volatility: number,
): PriceTicks | undefined {
  if (!(volatility > 0) || volatility > mostVolatility) return undefined
  const price = optionPrice({ ...inputs, volatility })
  return priceTicks(Math.max(1, Math.round((price * 1e8) / tickSizeE8)))
}

/** Returns the volatility of a price as text with four decimals; undefined if it has none. */
export function volatilityText(
  { tickSizeE8 }: Instrument,
  inputs: Omit<OptionInputs, 'volatility'>,
  ticks: number,
): string | undefined {
  const iv = impliedVolatility((ticks * tickSizeE8) / 1e8, inputs)
  return iv === undefined ? undefined : roundedText(iv, 4)
}

/** An option's volatility at its mark, as a fraction, 0 if it has none, and its greeks. */
export type MarkFigures = Greeks & { readonly iv: number }

/**
 * The volatility is the one used for marking, the same for a strike's call and put: a deep
 * in-the-money mark price lacks the digits to derive it.
 */
export function markFigures(
  inputs: Omit<OptionInputs, 'volatility'>,
  { markE8, volatilityE8 }: Pick<SymbolView, 'markE8' | 'volatilityE8'>,
): MarkFigures {
  const iv =
    volatilityE8 === undefined ? (impliedVolatility(markE8 / 1e8, inputs) ?? 0) : volatilityE8 / 1e8
  return { iv, ...optionGreeks({ ...inputs, volatility: iv }) }
}

export const encodeGreeks = ({ iv, ...greeks }: MarkFigures): WireGreeks => ({
  delta: roundedText(greeks.delta, 6),
  gamma: roundedText(greeks.gamma, 8),
  vega: roundedText(greeks.vega, 6),
  theta: roundedText(greeks.theta, 6),
  iv: roundedText(iv, 6),
})

/** Formats a float with at most so many decimals, without an exponent. */
export function roundedText(value: number, decimals: number): string {
  const scaled = Math.round(value * 10 ** decimals)
  return Number.isSafeInteger(scaled) ? formatTrimmed(BigInt(scaled), decimals) : '0'
}
