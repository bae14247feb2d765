// The two orders of a reversal (spec 4): a market reduce-only close, then a new one on the other
// side with reduce-only and close-on-trigger cleared.

import type { CallRequest } from '@basis/protocol/calls'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'

type Asked = CallRequest<'createCopyOrder'>

export function reversalOf(
  position: Pick<WireCopyPosition, 'symbol' | 'side' | 'size' | 'positionIdx' | 'markPrice'>,
): readonly [close: Asked, open: Asked] {
  const { symbol, side, size, positionIdx, markPrice } = position
  const opposite = side === 'Buy' ? 'Sell' : 'Buy'
  const market = {
    symbol,
    side: opposite,
    orderType: 'Market',
    qty: size,
    basePrice: markPrice,
    timeInForce: 'ImmediateOrCancel',
  } as const
  return [
    { ...market, positionIdx: positionIdx === 2 ? 2 : 1, reduceOnly: true, closeOnTrigger: true },
    { ...market, positionIdx: positionIdx === 2 ? 1 : 2, reduceOnly: false, closeOnTrigger: false },
  ]
}
