// Which part of a history a page or a panel asks the exchange for.

import { expect, test } from 'vitest'
import { historyViews, scopeOf } from './history-pages.ts'

test('the page of a family has its rows, but the transactions of the whole account', () => {
  const contractType = 'InversePerpetual'
  const scopes = historyViews.map((view) => [view, scopeOf(view, { contractType })])
  expect(Object.fromEntries(scopes)).toEqual({
    orders: { contractType },
    fills: { contractType },
    closedPnl: { contractType },
    funding: { contractType },
    strategies: { contractType },
    // A deposit and a loan belong to no contract.
    transactions: {},
  })
})

test('a panel beside a symbol has those of the symbol, or all', () => {
  expect(scopeOf('transactions', { symbol: 'ETHUSDT' })).toEqual({ symbol: 'ETHUSDT' })
  expect(scopeOf('fills', { symbol: undefined })).toEqual({ symbol: undefined })
})
