// Forward and implied volatility of an option fill, from the candles of the index and of dated
// futures in its minute (rules 9.2).

import type { SymbolId } from '@basis/domain/numbers/brand'
import { minuteMs, type CandleSource } from '@basis/domain/instrument/candle'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { impliedVolatility, yearsLeft } from '@basis/domain/options/black76'
import { forwardAt } from '@basis/domain/options/forward'
import { futuresSymbols } from '../../options/dated-contracts.ts'
import { perpetualOf, roundedText } from '../../options/forwards.ts'
import type { Parts } from '../call-context.ts'

type Fill = { readonly timeMs: number; readonly price: string }

/**
 * Returns the forward price and implied volatility of an option's fill; empty for other
 * instruments.
 */
export async function optionFigures(
  parts: Parts,
  { option, baseCoin, deliveryMs = 0 }: Instrument,
  { timeMs, price }: Fill,
): Promise<Readonly<Record<string, string>>> {
  if (option === undefined) return {}
  const { views } = parts.exchange
  const index = await priceIn(parts, { symbol: perpetualOf(baseCoin), source: 'index', timeMs })
  if (index === undefined) return {}
  const futures = await Promise.all(
    futuresSymbols(views, baseCoin).map(async (symbol) => {
      const ends = views.instrument(symbol)?.deliveryMs ?? 0
      const mark = await priceIn(parts, { symbol, source: 'mark', timeMs })
      return mark === undefined ? [] : [{ deliveryMs: ends, price: mark }]
    }),
  )
  const forward = forwardAt(index, futures.flat(), { deliveryMs, nowMs: timeMs })
  const iv = impliedVolatility(Number(price), {
    right: option.right,
    strike: option.strikeE8 / 1e8,
    forward,
    years: yearsLeft(deliveryMs, timeMs),
  })
  return {
    forwardPrice: roundedText(forward, 2),
    ...(iv === undefined ? {} : { tradeIv: roundedText(iv, 4) }),
  }
}

type Wanted = {
  readonly symbol: SymbolId
  readonly source: CandleSource
  readonly timeMs: number
}

/** Returns the close of the minute that contains a time; undefined if there is no candle. */
async function priceIn(parts: Parts, { symbol, source, timeMs }: Wanted) {
  const instrument = parts.exchange.views.instrument(symbol)
  if (instrument === undefined) return undefined
  const fromMs = timeMs - (timeMs % minuteMs)
  const candles = await parts.readModel.candles({
    symbol,
    source,
    resolution: '1',
    fromMs,
    toMs: fromMs + minuteMs - 1,
    limit: 1,
  })
  const close = candles.at(-1)?.close
  return close === undefined ? undefined : (close * instrument.tickSizeE8) / 1e8
}
