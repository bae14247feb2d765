// The market figures of the markets page and of alerts, computed only here, from a market's ticker
// and statistics.

import { parseLevel, type MarketFigure } from '@basis/domain/alerts/figures'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer } from '../calls.ts'
import type { WireTicker } from '../market-data.ts'

type Statistics = CallAnswer<'marketStatistics'>['list'][number]

/** The data of a market; a part is absent until it is known. */
export type MarketFacts = {
  readonly kind: Instrument['kind']
  readonly ticker: WireTicker | undefined
  readonly statistics: Omit<Statistics, 'symbol' | 'closes'> | undefined
  /** The dollar value of one unit of the quote coin, 0 while it is not known; 1 if left out. */
  readonly quoteUsd?: number
}

/**
 * Returns the dollar value of one unit of a pair's quote coin, from the pair of both; 0 while it is
 * not known. 1 for contracts, whose figures are in dollars already.
 */
export function quoteUsdOf(
  { kind, quoteCoin }: Pick<Instrument, 'kind' | 'quoteCoin'>,
  priceOf: (symbol: string) => number,
): number {
  if (kind !== 'Spot' || quoteCoin.startsWith('USD')) return 1
  const direct = priceOf(`${quoteCoin}/USDT`)
  if (direct > 0) return direct
  const inverse = priceOf(`USDT/${quoteCoin}`)
  return inverse > 0 ? 1 / inverse : 0
}

/**
 * Whether a figure comes with the statistics, at most half a minute old; the others are current.
 */
export const isOfStatistics = (figure: MarketFigure): boolean => figure in ratios

/** The field of the statistics, a ratio ×1e6, of each figure. */
const ratios: Partial<Record<MarketFigure, keyof Omit<Statistics, 'symbol' | 'closes'>>> = {
  change5m: 'change5mE6',
  change15m: 'change15mE6',
  change1h: 'change1hE6',
  change4h: 'change4hE6',
  openInterest1h: 'openInterest1hE6',
  openInterest24h: 'openInterest24hE6',
  volatility: 'volatilityE6',
  volumeRatio: 'volumeRatioE6',
  correlation: 'btcCorrelationE6',
}

/**
 * Returns a figure in the integer scale of its unit (`figureScales`); undefined if its data is
 * missing.
 */
export function marketFigure(figure: MarketFigure, facts: MarketFacts): number | undefined {
  const { ticker, statistics } = facts
  const ratio = ratios[figure]
  if (ratio !== undefined) {
    const valueE6 = statistics?.[ratio]
    const factor = figure === 'volumeRatio' || figure === 'correlation' ? 1 : 100
    return valueE6 === undefined ? undefined : valueE6 * factor
  }
  if (ticker === undefined) return undefined
  const parsed = (text: string): number | undefined =>
    text === '' ? undefined : parseLevel(figure, text)
  switch (figure) {
    case 'last':
      return parsed(ticker.lastPrice)
    case 'mark':
      return parsed(ticker.markPrice)
    case 'index':
      return parsed(ticker.indexPrice)
    // The 24-hour change is the ticker's, as everywhere else on the page.
    case 'change24h':
      return parsed(ticker.price24hPcnt)
    case 'funding':
      return parsed(ticker.fundingRate)
    case 'turnover':
      return turnoverE2(facts, ticker)
    case 'openInterest':
      return openInterestE2(facts.kind, ticker)
    case 'spread':
      return spreadE8(ticker)
    default:
      return undefined
  }
}

/**
 * In USD: an inverse contract's turnover is in coins, converted at its last price, a pair's in its
 * quote coin.
 */
function turnoverE2({ kind, quoteUsd = 1 }: MarketFacts, ticker: WireTicker): number | undefined {
  const turnover = Number(ticker.turnover24h)
  if (kind !== 'Inverse') return quoteUsd === 0 ? undefined : Math.round(turnover * quoteUsd * 100)
  return ticker.lastPrice === '' ? undefined : Math.round(turnover * Number(ticker.lastPrice) * 100)
}

/** In USD at the mark, undefined before there is one; an inverse contract is one dollar. */
function openInterestE2(kind: Instrument['kind'], ticker: WireTicker): number | undefined {
  if (kind === 'Spot') return undefined
  const open = Number(ticker.openInterest)
  if (kind === 'Inverse') return Math.round(open * 100)
  return ticker.markPrice === '' ? undefined : Math.round(open * Number(ticker.markPrice) * 100)
}

/** As a fraction of the best bid; undefined while a side is empty. */
function spreadE8(ticker: WireTicker): number | undefined {
  const [bid, ask] = [Number(ticker.bid1Price), Number(ticker.ask1Price)]
  return bid > 0 && ask > 0 ? Math.round((ask / bid - 1) * 1e6) * 100 : undefined
}
