// The page's side of the feed: which of a batch's data reach the stores.

import { afterEach, expect, test, vi } from 'vitest'
import type { FeedBatch, FromFeed } from './messages.ts'
import { emitGrids, startPush, watch } from './push.ts'

afterEach(() => vi.unstubAllGlobals())

const empty: FeedBatch = {
  publicLink: 'open',
  privateLink: 'closed',
  receivedPublic: true,
  receivedPrivate: false,
  engineMs: 0,
  tickers: [],
  books: [],
  trades: [],
  liquidations: [],
  candles: [],
  picker: [],
  spreads: [],
  optionQuotes: [],
  optionIndexes: [],
  notices: [],
  pushes: [],
  account: undefined,
}
const book = (symbol: string) => ({
  symbol,
  bids: new Float64Array([1, 1]),
  asks: new Float64Array([2, 1]),
  seq: 1,
  isLive: true,
})

test('a book that arrives after its topic was left does not come back as a live one', async () => {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const worker: {
    onmessage?: (event: { data: FromFeed }) => void
    postMessage: () => void
    terminate: () => void
  } = { postMessage: () => undefined, terminate: () => undefined }
  vi.stubGlobal('window', { ...listening, basisFeed: worker })
  vi.stubGlobal('document', { ...listening, visibilityState: 'visible' })
  const [shown, forgotten]: [string[][], string[]] = [[], []]
  const stop = startPush(
    {
      onBatch: ({ books }) => shown.push(books.map(({ symbol }) => symbol)),
      token: () => Promise.resolve(undefined),
      onLoginRefused: () => undefined,
      onForgotten: (topic) => forgotten.push(topic),
    },
    new URL('http://localhost/'),
  )
  const receive = (symbol: string): void =>
    worker.onmessage?.({ data: { kind: 'batch', batch: { ...empty, books: [book(symbol)] } } })
  const leave = watch('orderbook.200.BTCUSDT')
  const leaveOther = watch('orderbook.200.ETHUSDT')
  await Promise.resolve()
  receive('BTCUSDT')
  leave()
  await Promise.resolve()
  expect(forgotten).toEqual(['orderbook.200.BTCUSDT'])
  // Made by the worker before it knew that the topic was left.
  receive('BTCUSDT')
  receive('ETHUSDT')
  expect(shown).toEqual([['BTCUSDT'], [], ['ETHUSDT']])
  leaveOther()
  stop()
})

test('only symbols whose steps are new or have changed are reported', () => {
  const grid = (symbol: string, tickSizeE8 = 10) => ({ symbol, tickSizeE8, lotSizeE8: 100 })
  expect(emitGrids([grid('BTCUSDT'), grid('ETHUSDT')])).toEqual(['BTCUSDT', 'ETHUSDT'])
  expect(emitGrids([grid('BTCUSDT'), grid('ETHUSDT')])).toEqual([])
  expect(emitGrids([grid('BTCUSDT'), grid('ETHUSDT', 20), grid('SOLUSDT')])).toEqual([
    'ETHUSDT',
    'SOLUSDT',
  ])
})
