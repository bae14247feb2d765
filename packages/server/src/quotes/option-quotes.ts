// Quotes of an option chain: prices, their volatilities, greeks at the mark price (rules 9).

import { formatTrimmed, qtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { OptionInputs } from '@basis/domain/options/black76'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import type { SymbolView, Views } from '@basis/engine/views'
import type { Exchange } from '../exchange/exchange.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import { openOptions } from '../options/dated-contracts.ts'
import {
  encodeGreeks,
  futuresOf,
  indexOf,
  markFigures,
  optionInputs,
  roundedText,
  volatilityText,
} from '../options/forwards.ts'

export type ChainName = { readonly baseCoin: string; readonly settleCoin: string }

type QuoteSources = { readonly exchange: Exchange; readonly readModel: ReadModel }

/** Returns the options of a chain that have not expired, by expiry, strike and right. */
export function optionsOf(
  views: Views,
  { baseCoin, settleCoin }: ChainName,
): readonly Instrument[] {
  return openOptions(views, baseCoin)
    .filter((instrument) => instrument.settleCoin === settleCoin)
    .toSorted(
      (a, b) =>
        (a.deliveryMs ?? 0) - (b.deliveryMs ?? 0) ||
        (a.option?.strikeE8 ?? 0) - (b.option?.strikeE8 ?? 0) ||
        (a.option?.right === 'Call' ? -1 : 1),
    )
}

/** Returns the quotes of a chain; none before its coin has an index. */
export function quotesOf(sources: QuoteSources, chain: ChainName): readonly WireOptionQuote[] {
  const { views } = sources.exchange
  const futures = futuresOf(views, chain.baseCoin)
  return optionsOf(views, chain).flatMap((instrument) => {
    const inputs = optionInputs(views, instrument, futures)
    const view = views.symbol(instrument.symbol)
    return inputs === undefined || view === undefined ? [] : [quoteOf(sources, view, inputs)]
  })
}

/** Returns the index of a coin; empty before its first price. */
export function underlyingText(views: Views, baseCoin: string): string {
  const indexE8 = indexOf(views, baseCoin)
  return indexE8 === undefined ? '' : formatTrimmed(BigInt(indexE8), 8)
}

function quoteOf(
  sources: QuoteSources,
  view: SymbolView,
  inputs: Omit<OptionInputs, 'volatility'>,
): WireOptionQuote {
  const { instrument, bestBidTicks, bestAskTicks, markE8, lastTicks, openInterestLots } = view
  const depth = sources.exchange.views.depth(instrument.symbol, 1)
  const ticker = sources.readModel.ticker(instrument.symbol)
  const price = (ticks: number): string =>
    ticks === 0 ? '' : formatPrice(instrument, ticks as typeof bestBidTicks)
  const ivOf = (ticks: number): string =>
    (ticks === 0 ? undefined : volatilityText(instrument, inputs, ticks)) ?? ''
  const { iv: markIv, ...greeks } = encodeGreeks(markFigures(inputs, view))
  return {
    symbol: instrument.symbol,
    bid1Price: price(bestBidTicks),
    bid1Size: formatQty(instrument, qtyLots(depth?.bids[0]?.qtyLots ?? 0)),
    bid1Iv: ivOf(bestBidTicks),
    ask1Price: price(bestAskTicks),
    ask1Size: formatQty(instrument, qtyLots(depth?.asks[0]?.qtyLots ?? 0)),
    ask1Iv: ivOf(bestAskTicks),
    markPrice: markE8 === 0 ? '' : formatTrimmed(BigInt(markE8), 8),
    markIv,
    ...greeks,
    underlyingPrice: roundedText(inputs.forward, 2),
    lastPrice: price(lastTicks),
    openInterest: formatQty(instrument, openInterestLots),
    volume24h: ticker === undefined ? '0' : formatQty(instrument, qtyLots(ticker.volumeLots)),
  }
}
