// The current figures of the markets, polled while alerts are shown.

import { useMemo } from 'react'
import { quoteUsdOf, type MarketFacts } from '@basis/protocol/alerts/figures'
import { usePolled } from '../../client/use-polled.ts'
import { instrumentOf } from '../../stores/catalogue.ts'

const tickersEveryMs = 2_000
const statisticsEveryMs = 30_000

/** Returns a function that gives the known data of a market by its symbol. */
export function useMarketFacts(): (symbol: string) => MarketFacts | undefined {
  const tickers = usePolled('tickers', tickersEveryMs)
  const statistics = usePolled('marketStatistics', statisticsEveryMs)
  return useMemo(() => {
    const tickerOf = new Map(tickers?.list.map((each) => [each.symbol, each]))
    const statisticsOf = new Map(statistics?.list.map((each) => [each.symbol, each]))
    const priceOf = (symbol: string): number => Number(tickerOf.get(symbol)?.lastPrice ?? 0)
    return (symbol) => {
      const instrument = instrumentOf(symbol)
      if (instrument === undefined) return undefined
      return {
        kind: instrument.kind,
        ticker: tickerOf.get(symbol),
        statistics: statisticsOf.get(symbol),
        quoteUsd: quoteUsdOf(instrument, priceOf),
      }
    }
  }, [tickers, statistics])
}
