// The present dollar value of a pair's quote coin, from the picker's lines.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { quoteUsdOf } from '@basis/protocol/alerts/figures'
import { instrumentOf } from '../../stores/catalogue.ts'
import { usePickerRow } from '../../stores/tickers.ts'

type QuotedIn = Pick<Instrument, 'kind' | 'quoteCoin'>

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
