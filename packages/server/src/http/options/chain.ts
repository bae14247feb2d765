// Option chain calls over HTTP: the listed options of a coin and their quotes.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Views } from '@basis/engine/views'
import { encodeInstrument } from '@basis/protocol/instrument'
import { optionCoins } from '../../instruments/options.ts'
import { optionsOf, quotesOf, underlyingText } from '../../quotes/option-quotes.ts'
import type { Handlers } from '../call-context.ts'
import { versionOf } from '../guards/sending.ts'

/** Returns the options of comma-separated names, delivered ones too; other names are skipped. */
const optionsNamed = (views: Views, names: string): readonly Instrument[] =>
  [...new Set(names.split(','))].flatMap((name) => {
    const instrument = views.instrument(symbolId(name))
    return instrument?.option === undefined ? [] : [instrument]
  })

export const optionHandlers: Handlers<'optionChain' | 'optionQuotes'> = {
  optionChain: ({ parts }, { version: known, symbols, ...chain }) => {
    const { views } = parts.exchange
    const options = symbols === undefined ? optionsOf(views, chain) : optionsNamed(views, symbols)
    const list = options.map((instrument, rank) => encodeInstrument(instrument, rank))
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
