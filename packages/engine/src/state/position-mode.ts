// One-way or hedge mode: an account's mode in a market, and the position that an order belongs to
// (rules 6.1).

import { sideSign, type Side } from '@basis/domain/orders/order'
import type { PositionIdx, PositionMode } from '@basis/domain/orders/position'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { hedgeRole, mayHedge, positionModeOf } from '@basis/domain/margin/hedge'
import type { PlaceOrder } from '../api/commands.ts'
import type { AccountState, MarketState } from './state.ts'

/** Returns the mode in force; contracts that cannot be hedged are one-way in any case. */
export function modeOf({ hedge }: AccountState, { instrument }: MarketState): PositionMode {
  const { contractType } = instrument
  if (hedge === undefined || contractType === undefined) return 'MergedSingle'
  if (!mayHedge(contractType)) return 'MergedSingle'
  return positionModeOf(
    hedge.bySymbol.get(instrument.symbol),
    hedge.byCoin.get(instrument.settleCoin),
  )
}

/** Returns why a position index is not valid in the mode in force. */
export function idxProblem(
  account: AccountState,
  market: MarketState,
  idx: PositionIdx,
): Problem | undefined {
  const isHedged = account.hedge !== undefined && modeOf(account, market) === 'BothSide'
  return isHedged === (idx !== 0) ? undefined : problem('positionIdxMismatch', 'positionIdx')
}

/** Returns the index of the position that an opening order of a side belongs to. */
export const openingIdx = (account: AccountState, market: MarketState, side: Side): PositionIdx => {
  if (account.hedge === undefined || modeOf(account, market) === 'MergedSingle') return 0
  return sideSign(side) === 1 ? 1 : 2
}

/** Makes an order that closes a hedged position reduce-only, even if it does not say so (D-32). */
export function withImpliedReduceOnly<
  Asked extends Pick<PlaceOrder, 'positionIdx' | 'side' | 'reduceOnly'>,
>(command: Asked): Asked {
  const { positionIdx, side, reduceOnly } = command
  if (positionIdx === 0 || reduceOnly || hedgeRole(positionIdx, side).opens) return command
  return { ...command, reduceOnly: true }
}
