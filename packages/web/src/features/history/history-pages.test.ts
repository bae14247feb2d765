// The part of a history that a page or a panel requests from the exchange.

import { expect, test } from 'vitest'
import { historyViews, scopeOf, viewsOf } from './history-pages.ts'

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
