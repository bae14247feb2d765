// Every state of a symbol with every act (reliability L7).

import { describe, expect, test } from 'vitest'
import { instrumentStatuses } from '../instrument/instrument.ts'
import { auctionProblem, orderActions, stateProblem } from './symbol-states.ts'

/** `+` allowed, `n` not trading, `r` only reduces; in the order of `orderActs`. */
const table = {
  //            open, reduce, changeOpening, changeReducing, lessen, cancel
  PreLaunch: 'nnnn++',
  Auction: '+n+n++',
  Trading: '++++++',
  ReduceOnly: 'r+r+++',
  CancelOnly: 'nnnn++',
  Closed: 'nnnn++',
} as const

const signs = { instrumentNotTrading: 'n', symbolReduceOnly: 'r' } as const

describe('L7: the acts that are allowed in a state of a symbol', () => {
  test.each(instrumentStatuses)('%s', (status) => {
    const row = orderActions.map((act) => {
      const name = stateProblem(status, act)?.name
      return name === undefined ? '+' : signs[name as keyof typeof signs]
    })
    expect(row.join('')).toBe(table[status])
  })
})

describe('8.12: orders in a call auction', () => {
  const plain = { orderType: 'Limit', timeInForce: 'GoodTillCancel', isPlain: true } as const
  const auction = { status: 'Auction' } as const

  test('only plain limit orders, good till cancelled, are accepted', () => {
    expect(auctionProblem(auction, plain)).toBeUndefined()
    const others = [
      { ...plain, orderType: 'Market' as const },
      { ...plain, timeInForce: 'ImmediateOrCancel' as const },
      { ...plain, timeInForce: 'PostOnly' as const },
      { ...plain, isPlain: false },
    ]
    for (const other of others) {
      expect(auctionProblem(auction, other)?.name).toBe('auctionLimitOnly')
    }
  })

  test('after the auction, in a trading market, all orders are accepted', () => {
    const market = { ...plain, orderType: 'Market' as const, isPlain: false }
    expect(auctionProblem({ status: 'Trading' }, market)).toBeUndefined()
  })
})
