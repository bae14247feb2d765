// The part of a history that a page or a panel requests from the exchange.

import { afterEach, expect, test, vi } from 'vitest'
import type { WireClosedPnl } from '@basis/protocol/position'
import { historyViews, pageOrThrow, scopeOf, viewsOf } from './history-pages.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page requests the rows of its product family, but the transactions of the whole account', () => {
  const family = 'InversePerpetual'
  const scopes = historyViews.map((view) => [view, scopeOf(view, { family })])
  expect(Object.fromEntries(scopes)).toEqual({
    orders: { family },
    fills: { family },
    closedPnl: { family },
    funding: { family },
    strategies: { family },
    // A deposit and a loan belong to no contract.
    transactions: {},
  })
})

test('a page has the histories that exist for its product family', () => {
  expect(viewsOf('InverseFutures')).toEqual(historyViews)
  expect(viewsOf('Spot')).toEqual(['orders', 'fills', 'transactions', 'strategies'])
  expect(viewsOf('Option')).toEqual(['orders', 'fills', 'closedPnl', 'transactions', 'strategies'])
})

test('a panel requests the rows of its symbol, or of all symbols', () => {
  expect(scopeOf('transactions', { symbol: 'ETHUSDT' })).toEqual({ symbol: 'ETHUSDT' })
  expect(scopeOf('fills', { symbol: undefined })).toEqual({ symbol: undefined })
})

test('an option in a row that is not known, expired perhaps, is requested by its name', async () => {
  const symbol = 'BTC-27NOV26-60000-C-USDT'
  const row: WireClosedPnl = {
    symbol,
    side: 'Buy',
    closedSize: '1',
    avgEntryPrice: '10',
    avgExitPrice: '20',
    entryValue: '10',
    exitValue: '20',
    tradePnl: '10',
    openFee: '0',
    closeFee: '0',
    fundingFee: '0',
    closedPnl: '10',
    cause: 'Trade',
    orderId: '7',
    openedAtE3: 1,
    closedAtE3: 2,
    updatedAtE3: 2,
  }
  const paths: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path)
    const result = { list: path.includes('chain') ? [] : [row], nextPageCursor: '' }
    return Promise.resolve(new Response(JSON.stringify({ ret_code: 0, ret_msg: '', result })))
  })
  const page = await pageOrThrow('closedPnl', {}, new AbortController().signal)
  expect(page.list).toHaveLength(1)
  await vi.waitFor(() => expect(paths[1]).toContain(`symbols=${symbol}`))
})
