// Tickers: the symbol bar's figures of each watched symbol, and the picker's line of every symbol.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatTopic } from '@basis/protocol/topics'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import type { Ticker } from '../feed/market.ts'
import type { PickerRow } from '../feed/messages.ts'
import { useWatch } from '../feed/push.ts'
import { instrumentOf } from './catalogue.ts'

export type { Ticker } from '../feed/market.ts'
export type { PickerRow } from '../feed/messages.ts'

export const tickerStore: StreamStore<string, Ticker> = createStreamStore()
export const pickerStore: StreamStore<string, PickerRow> = createStreamStore()

/** Returns a symbol's ticker and keeps it coming while the caller is on the page. */
export function useTicker(symbol: string): Ticker | undefined {
  useWatch(formatTopic({ kind: 'instrumentInfo', symbol }))
  return useStream(tickerStore, symbol)
}

/** Returns a symbol's line of the picker; all lines come always. */
export function usePickerRow(symbol: string): PickerRow | undefined {
  return useStream(pickerStore, symbol)
}

type QuotedIn = Pick<Instrument, 'kind' | 'quoteCoin'>

/**
 * Returns the dollar value of one unit of a pair's quote coin, from the pair of both; 0 while it is
 * not known. 1 for contracts, whose figures are in dollars already.
 */
export function quoteUsdOf(
  { kind, quoteCoin }: QuotedIn,
  priceOf: (symbol: string) => number,
): number {
  if (kind !== 'Spot' || quoteCoin.startsWith('USD')) return 1
  const direct = priceOf(`${quoteCoin}/USDT`)
  const inverse = priceOf(`USDT/${quoteCoin}`)
  return direct > 0 ? direct : inverse > 0 ? 1 / inverse : 0
}

/** Returns the present dollar value of one unit of a pair's quote coin, as `quoteUsdOf`. */
export function useQuoteUsd(instrument: QuotedIn): number {
  const { quoteCoin } = instrument
  const rows = [usePickerRow(`${quoteCoin}/USDT`), usePickerRow(`USDT/${quoteCoin}`)]
  return quoteUsdOf(instrument, (symbol) => {
    const ticks = rows.find((row) => row?.symbol === symbol)?.lastTicks
    const tickSizeE8 = instrumentOf(symbol)?.tickSizeE8
    return ticks === undefined || tickSizeE8 === undefined ? 0 : (ticks * tickSizeE8) / 1e8
  })
}
