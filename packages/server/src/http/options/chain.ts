// Option chains at the door: what is listed of a coin, and what it is quoted at.

import { formatTrimmed, qtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { impliedVolatility, type OptionInputs } from '@basis/domain/options/black76'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import { encodeInstrument } from '@basis/protocol/instrument'
import type { SymbolView } from '@basis/engine/views'
import { optionCoins } from '../../instruments/options.ts'
import {
  encodeGreeks,
  indexOf,
  markFigures,
  optionInputs,
  roundedText,
} from '../../options/forwards.ts'
import { instruments, type Handlers, type Parts } from '../call-context.ts'
import { versionOf } from '../guards/sending.ts'

type Chain = { readonly baseCoin: string; readonly settleCoin: string }

export const optionHandlers: Handlers<'optionChain' | 'optionQuotes'> = {
  optionChain: ({ parts }, { version: known, ...chain }) => {
    const list = optionsOf(parts, chain).map((instrument, rank) =>
      encodeInstrument(instrument, rank),
    )
    const version = versionOf(list.map(({ symbol, symbolStatus }) => [symbol, symbolStatus]))
    const baseCoins = [...optionCoins]
    return { value: { version, baseCoins, list: known === version ? [] : list }, version }
  },

  optionQuotes: ({ parts }, chain) => {
    const { views } = parts.exchange
    const indexE8 = indexOf(views, chain.baseCoin)
    const nowMs = parts.exchange.lastTimeMs()
    const list = optionsOf(parts, chain).flatMap((instrument) => {
      const inputs = optionInputs(views, instrument)
      const view = views.symbol(instrument.symbol)
      return inputs === undefined || view === undefined ? [] : [quoteOf(parts, view, inputs)]
    })
    const indexPrice = indexE8 === undefined ? '' : formatTrimmed(BigInt(indexE8), 8)
    return { value: { indexPrice, timeE3: nowMs, list } }
  },
}

/** Returns the options of a chain that have not ended, by expiry, strike and right. */
function optionsOf(parts: Parts, { baseCoin, settleCoin }: Chain): readonly Instrument[] {
  return instruments(parts)
    .filter(
      (instrument) =>
        instrument.option !== undefined &&
        instrument.status !== 'Closed' &&
        instrument.baseCoin === baseCoin &&
        instrument.settleCoin === settleCoin,
    )
    .toSorted(
      (a, b) =>
        (a.deliveryMs ?? 0) - (b.deliveryMs ?? 0) ||
        (a.option?.strikeE8 ?? 0) - (b.option?.strikeE8 ?? 0) ||
        (a.option?.right === 'Call' ? -1 : 1),
    )
}

function quoteOf(
  parts: Parts,
  view: SymbolView,
  inputs: Omit<OptionInputs, 'volatility'>,
): WireOptionQuote {
  const { instrument, bestBidTicks, bestAskTicks, markE8, lastTicks, openInterestLots } = view
  const depth = parts.exchange.views.depth(instrument.symbol, 1)
  const ticker = parts.readModel.ticker(instrument.symbol)
  const price = (ticks: number): string =>
    ticks === 0 ? '' : formatPrice(instrument, ticks as typeof bestBidTicks)
  const ivOf = (ticks: number): string => {
    const iv = impliedVolatility((ticks * instrument.tickSizeE8) / 1e8, inputs)
    return ticks === 0 || iv === undefined ? '' : roundedText(iv, 4)
  }
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
