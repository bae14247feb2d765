// A market found in a chart's search keeps the price source that was chosen.

import { expect, test } from 'vitest'
import { encodeInstrument } from '@basis/protocol/instrument'
import { instrument } from '../../../testing/held-position.ts'
import { applyContracts, listingOf } from '../../stores/catalogue.ts'
import { showFound, tickerIn } from './found-market.ts'

test('a market found in the search of a chart of mark prices is shown by its mark price', () => {
  applyContracts([encodeInstrument(instrument)], 'network')
  expect(showFound('BTCUSDT', 'mark')).toBe('BTCUSDT#mark')
  expect(showFound('BTCUSDT', 'last')).toBe('BTCUSDT')
  // A market that is not listed changes nothing, and the chart says that it is not.
  expect(showFound('NOTHING', 'mark')).toBe('NOTHING')
})

test('a spot pair has its last price only', () => {
  applyContracts([encodeInstrument(instrument)], 'network')
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is listed')
  const pair = { ...listing, instrument: { ...listing.instrument, kind: 'Spot' as const } }
  expect([tickerIn(listing, 'index'), tickerIn(pair, 'index')]).toEqual([
    'BTCUSDT#index',
    'BTCUSDT',
  ])
})
