// Every state of a symbol against every act (reliability L7).

import { describe, expect, test } from 'vitest'
import { instrumentStatuses } from '../instrument/instrument.ts'
import { orderActs, stateProblem } from './symbol-states.ts'

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

describe('L7: the state of a symbol decides what is allowed', () => {
  test.each(instrumentStatuses)('%s', (status) => {
    const row = orderActs.map((act) => {
      const name = stateProblem(status, act)?.name
      return name === undefined ? '+' : signs[name as keyof typeof signs]
    })
    expect(row.join('')).toBe(table[status])
  })
})
