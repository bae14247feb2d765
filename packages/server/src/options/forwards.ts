// Forwards of option expiries as the exchange's own futures have them, and what an option's mark
// says by Black-76: volatility and greeks (rules 9.2, 9.3; decision 50).

import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { formatTrimmed, priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import {
  impliedVolatility,
  optionGreeks,
  yearsLeft,
  type Greeks,
  type OptionInputs,
} from '@basis/domain/options/black76'
import { forwardAt, type ForwardPoint } from '@basis/domain/options/forward'
import type { WireGreeks } from '@basis/protocol/options/chain'
import type { SymbolView, Views } from '@basis/engine/views'

/** The index of an option is that of its coin's perpetual in USDT. */
export const perpetualOf = (coin: string) => symbolId(`${coin}USDT`)

/** Returns the index of a coin; undefined before its first price. */
export function indexOf(views: Views, coin: string): PriceE8 | undefined {
  const indexE8 = views.symbol(perpetualOf(coin))?.indexE8 ?? priceE8(0)
  return indexE8 > 0 ? indexE8 : undefined
}

/** Returns the names of the dated futures of a coin. */
export const futuresSymbols = (views: Views, coin: string): readonly SymbolId[] =>
  views
    .symbols()
    .filter(
      (symbol) =>
        symbol.startsWith(`${coin}USDT-`) &&
        views.instrument(symbol)?.contractType === 'LinearFutures',
    )

/** Returns the futures of a coin whose marks are its forwards. */
export const futuresOf = (views: Views, coin: string): readonly ForwardPoint[] =>
  futuresSymbols(views, coin).flatMap((symbol) => {
    const view = views.symbol(symbol)
    if (view === undefined || view.markE8 === 0 || view.deliveredE8 !== undefined) return []
    return [{ deliveryMs: view.instrument.deliveryMs ?? 0, price: view.markE8 / 1e8 }]
  })

/** Returns an option as Black-76 sees it but for its volatility; undefined for what is none. */
export function optionInputs(
  views: Views,
  { option, baseCoin, deliveryMs = 0 }: Instrument,
): Omit<OptionInputs, 'volatility'> | undefined {
  if (option === undefined) return undefined
  const indexE8 = indexOf(views, baseCoin)
  if (indexE8 === undefined) return undefined
  const nowMs = views.timeMs()
  const forward = forwardAt(indexE8 / 1e8, futuresOf(views, baseCoin), { deliveryMs, nowMs })
  const { right, strikeE8 } = option
  return { right, forward, strike: strikeE8 / 1e8, years: yearsLeft(deliveryMs, nowMs) }
}

/** What a mark says of an option: its volatility as a share, 0 where it has none, and greeks. */
export type MarkFigures = Greeks & { readonly iv: number }

/**
 * The volatility is the one that it was marked by, the same for call and put of a strike: the mark
 * of what is deep in the money has lost the digits that would tell it.
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

/** Writes a float with so many decimals at most, without an exponent. */
export function roundedText(value: number, decimals: number): string {
  const scaled = Math.round(value * 10 ** decimals)
  return Number.isSafeInteger(scaled) ? formatTrimmed(BigInt(scaled), decimals) : '0'
}
