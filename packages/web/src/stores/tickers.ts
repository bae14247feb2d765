// Tickers: the symbol bar's figures of each watched symbol, and the picker's line of every symbol.

import { formatTopic } from '@basis/protocol/topics/topic'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import type { Ticker } from '../feed/market.ts'
import type { PickerRow } from '../feed/messages.ts'
import { useWatch } from '../feed/push.ts'

export type { Ticker } from '../feed/market.ts'
export type { PickerRow } from '../feed/messages.ts'

export const tickerStore: StreamStore<string, Ticker> = createStreamStore()
export const pickerStore: StreamStore<string, PickerRow> = createStreamStore()

/** Returns a symbol's ticker and keeps it coming while the caller is on the page. */
export function useTicker(symbol: string): Ticker | undefined {
  useWatch(formatTopic({ kind: 'instrumentInfo', symbol }))
  return useStream(tickerStore, symbol)
}

/** Returns the last price of any symbol in ticks, of one that is not watched by its picker line. */
export const lastTicksOf = (symbol: string): number | undefined =>
  tickerStore.current(symbol)?.lastTicks ?? pickerStore.current(symbol)?.lastTicks

/** Returns a symbol's line of the picker; all lines come always. */
export function usePickerRow(symbol: string): PickerRow | undefined {
  return useStream(pickerStore, symbol)
}
