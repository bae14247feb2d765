// Tickers over REST: of one instrument or a whole category (open API 3.3).

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { V5Handlers } from '../context.ts'
import { openInstrumentsOf, isOfExpiry, listedInstrument } from '../instruments.ts'
import { wrongParameter } from '../refused.ts'
import { v5Status } from './instrument-rows.ts'
import { contractTicker, optionTicker, spotTicker } from './ticker-rows.ts'

export const tickerHandlers: V5Handlers<'tickers'> = {
  tickers: ({ parts }, { category, symbol, baseCoin, expDate }) => {
    const { views } = parts.exchange
    if (category === 'option' && symbol === undefined && baseCoin === undefined) {
      throw wrongParameter('params error: symbol or baseCoin is required')
    }
    const isAsked = (instrument: Instrument): boolean =>
      v5Status(instrument) === 'Trading' &&
      (category !== 'option' ||
        (instrument.baseCoin === baseCoin &&
          (expDate === undefined || isOfExpiry(instrument, expDate))))
    const asked =
      symbol === undefined
        ? openInstrumentsOf(views, category).filter(isAsked)
        : [listedInstrument(views, category, symbol)]
    if (category === 'spot') {
      return { result: { category, list: asked.map((each) => spotTicker(parts, each)) } }
    }
    if (category === 'option') {
      return { result: { category, list: asked.map((each) => optionTicker(parts, each)) } }
    }
    return { result: { category, list: asked.map((each) => contractTicker(parts, each)) } }
  },
}
