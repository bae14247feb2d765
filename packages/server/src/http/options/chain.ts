// Option chains at the door: what is listed of a coin, and what it is quoted at.

import { encodeInstrument } from '@basis/protocol/instrument'
import { optionCoins } from '../../instruments/options.ts'
import { optionsOf, quotesOf, underlyingText } from '../../quotes/option-quotes.ts'
import type { Handlers } from '../call-context.ts'
import { versionOf } from '../guards/sending.ts'

export const optionHandlers: Handlers<'optionChain' | 'optionQuotes'> = {
  optionChain: ({ parts }, { version: known, ...chain }) => {
    const list = optionsOf(parts.exchange.views, chain).map((instrument, rank) =>
      encodeInstrument(instrument, rank),
    )
    const version = versionOf(list.map(({ symbol, symbolStatus }) => [symbol, symbolStatus]))
    const baseCoins = [...optionCoins]
    return { value: { version, baseCoins, list: known === version ? [] : list }, version }
  },

  optionQuotes: ({ parts }, chain) => {
    const indexPrice = underlyingText(parts.exchange.views, chain.baseCoin)
    const list = [...quotesOf(parts, chain)]
    return { value: { indexPrice, timeE3: parts.exchange.lastTimeMs(), list } }
  },
}
