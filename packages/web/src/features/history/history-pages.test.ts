// Which part of a history a page or a panel asks the exchange for.

import { expect, test } from 'vitest'
import { historyViews, scopeOf, viewsOf } from './history-pages.ts'

test('the page of a family has its rows, but the transactions of the whole account', () => {
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

test('a page has the histories of its family', () => {
  expect(viewsOf('InverseFutures')).toEqual(historyViews)
  expect(viewsOf('Spot')).toEqual(['orders', 'fills', 'transactions', 'strategies'])
  expect(viewsOf('Option')).toEqual(['orders', 'fills', 'closedPnl', 'transactions', 'strategies'])
})

test('a panel beside a symbol has those of the symbol, or all', () => {
  expect(scopeOf('transactions', { symbol: 'ETHUSDT' })).toEqual({ symbol: 'ETHUSDT' })
  expect(scopeOf('fills', { symbol: undefined })).toEqual({ symbol: undefined })
})
