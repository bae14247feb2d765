// Closes the matched quantity of a hedged pair, long against short, before any reduction (rules 5.8
// step 3).

import { orderId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { matchedLots } from '@basis/domain/margin/hedge'
import { isFresh } from '../risk/mark-price.ts'
import { applyFill } from '../trading/core/position-updates.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { AccountState, EngineState } from '../state/state.ts'

/**
 * Closes the matched part of every cross hedge at a fresh mark. There is no trade and no fee: what
 * one side loses at the mark the other gains; both fee reserves are released.
 */
export function closeMatched(state: EngineState, account: AccountState): void {
  for (const pair of account.hedge?.pairs ?? []) {
    if (pair === undefined || pair.long.isolated) continue
    const { long, short } = pair
    if (!isFresh(state, long.market)) continue
    const lots = matchedLots(qtyLots(long.sizeLots), qtyLots(short.sizeLots))
    if (lots === 0) continue
    const value = valueAtMark(long.market, lots)
    const common = { lots, value, fee: 0n, orderId: orderId(0), tradeId: 0 }
    applyFill(state, long, { ...common, sign: -1, cause: 'Liquidation' })
    applyFill(state, short, { ...common, sign: 1, cause: 'Liquidation' })
  }
}
