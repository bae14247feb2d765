// Market data of a strategy: quotes of its options and of the perpetual used for the underlying.

import { useMemo } from 'react'
import { formatPrice } from '@basis/domain/instrument/instrument'
import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import { instrumentOf, useCatalogue } from '../../../stores/catalogue.ts'
import { useQuotesOf, type ChainName } from '../../../stores/options/chain.ts'
import { useTicker } from '../../../stores/tickers.ts'
import type { LegMarket, Markets, StrategyDraft } from './strategy-draft.ts'

/** Returns the perpetual used for a chain's coin; undefined if none is listed. */
export function useUnderlyingSymbol({ baseCoin, settleCoin }: ChainName): string | undefined {
  return useCatalogue(({ order }) => {
    const isPerpetual = ({ instrument }: (typeof order)[number]): boolean =>
      instrument.baseCoin === baseCoin &&
      instrument.settleCoin === settleCoin &&
      (instrument.contractType === 'LinearPerpetual' || instrument.contractType === 'UsdcPerpetual')
    return order.find(isPerpetual)?.symbol
  })
}

/** Returns the market data of the legs; without those that are not quoted yet. */
export function useMarkets({ legs }: StrategyDraft, underlying: string | undefined): Markets {
  const quotes = useQuotesOf(legs.map(({ symbol }) => symbol))
  const ticker = useTicker(underlying ?? '')
  return useMemo(() => {
    const markets = legs.flatMap(({ symbol }): [string, LegMarket][] => {
      const instrument = instrumentOf(symbol)
      if (instrument === undefined) return []
      if (symbol === underlying) {
        if (ticker?.markE8 === undefined) return []
        const text = (ticks: number | undefined): string =>
          ticks === undefined ? '' : formatPrice(instrument, priceTicks(ticks))
        const mark = formatTrimmed(BigInt(ticker.markE8), 8)
        const quote = { bid: text(ticker.bidTicks), ask: text(ticker.askTicks), mark }
        return [[symbol, { instrument, quote, volatility: 0, forward: mark }]]
      }
      const found = quotes.get(symbol)
      if (found === undefined) return []
      const { bid1Price: bid, ask1Price: ask, markPrice: mark, markIv, underlyingPrice } = found
      const quote = { bid, ask, mark }
      return [[symbol, { instrument, quote, volatility: Number(markIv), forward: underlyingPrice }]]
    })
    return new Map(markets)
  }, [legs, underlying, quotes, ticker])
}
