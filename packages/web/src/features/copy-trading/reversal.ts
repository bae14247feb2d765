// The two requests of a reversal in a leader's wallet (spec 4): its own close-all of the position,
// then a new order on the other side with reduce-only and close-on-trigger cleared.

import type { CallRequest } from '@basis/protocol/calls'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'

export function reversalOf(
  position: Pick<WireCopyPosition, 'symbol' | 'side' | 'size' | 'positionIdx' | 'markPrice'>,
): { readonly close: CallRequest<'closeAllCopy'>; readonly open: CallRequest<'createCopyOrder'> } {
  const { symbol, side, size, positionIdx, markPrice } = position
  return {
    close: { symbol, positionIdx: positionIdx === 2 ? 2 : 1 },
    open: {
      symbol,
      side: side === 'Buy' ? 'Sell' : 'Buy',
      orderType: 'Market',
      qty: size,
      basePrice: markPrice,
      timeInForce: 'ImmediateOrCancel',
      positionIdx: positionIdx === 2 ? 1 : 2,
      reduceOnly: false,
      closeOnTrigger: false,
    },
  }
}
