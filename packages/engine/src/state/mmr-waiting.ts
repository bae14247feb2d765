// The MMR close order that waits for a position (domain.md 8.8).

import type { EngineState, PositionState } from './state.ts'
import type { MmrOrder } from './mmr-close.ts'

/** Returns the one that waits for a position, if one does. */
export const mmrCloseOf = (
  { mmr }: EngineState,
  { account, market, idx }: PositionState,
): MmrOrder | undefined =>
  mmr.waiting.size === 0
    ? undefined
    : [...mmr.waiting.values()].find(
        (each) =>
          each.account === account.id && each.market === market.index && each.positionIdx === idx,
      )
