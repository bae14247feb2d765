// Liquidation of all accounts below maintenance margin, and what follows from it for the insurance
// fund (rules 5.5, 5.8, 5.9, 14.1).

import type { EngineState } from '../state/state.ts'
import { accountsAtRisk } from './accounts-at-risk.ts'
import { deleverageAll } from './auto-deleverage.ts'
import { recordPeaks } from './insurance-fund.ts'
import { liquidateCross } from './liquidate-cross.ts'
import { liquidateIsolated } from './liquidate-isolated.ts'
import { repayAtRisk } from './repay-loans.ts'
import { unwindFund } from './unwind-fund.ts'

/**
 * Liquidates the accounts at risk in the order of their numbers; then the fund unwinds what it took
 * over, and what it cannot carry is deleveraged (14.1). The counterparty of an unwinding, a
 * reduction or a deleveraging at a worse price than the mark may then be below maintenance: rounds
 * repeat until one emits no event (14.2.24). They terminate, because each round closes lots or
 * fills resting ones, and none are added.
 */
export function liquidateAll(state: EngineState): void {
  recordPeaks(state)
  let eventsBefore: number
  do {
    eventsBefore = state.events.length
    for (const account of accountsAtRisk(state)) {
      liquidateIsolated(state, account)
      repayAtRisk(state, account)
      liquidateCross(state, account)
    }
    unwindFund(state)
    deleverageAll(state)
  } while (state.events.length > eventsBefore)
}
