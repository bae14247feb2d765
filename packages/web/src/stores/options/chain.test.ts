// Quotes of option chains: those of a chain that is left are removed.

import { expect, test } from 'vitest'
import type { WireOptionQuoteChange } from '@basis/protocol/options/chain'
import { applyOptionNews, forgetQuotes, quoteStore } from './chain.ts'

const quote = (symbol: string) =>
  ({ symbol, underlyingPrice: '60000', markIv: '0.5' }) as WireOptionQuoteChange

test('the quotes of a chain that is left are removed, those of other chains stay', () => {
  const inUsdc = ['BTC-27NOV26-65000-C', 'BTC-27NOV26-65000-P']
  const others = ['BTC-27NOV26-65000-C-USDT', 'ETH-27NOV26-3000-C']
  applyOptionNews({
    optionQuotes: [...inUsdc, ...others].map(quote),
    optionIndexes: [{ baseCoin: 'BTC', indexPrice: '60000' }],
  })
  forgetQuotes({ baseCoin: 'BTC', settleCoin: 'USDC' })
  expect(quoteStore.keys()).toEqual(others)
  // A change of single fields does not bring a quote back.
  applyOptionNews({ optionQuotes: [{ symbol: inUsdc[0] ?? '', markIv: '0.6' }], optionIndexes: [] })
  expect(quoteStore.keys()).toEqual(others)
})
