// An order with only account, symbol and side.

import { qtyLots } from '@basis/domain/numbers/fixed'
import type { PlaceOrder } from '@basis/engine/commands'

/** Returns a limit order without a price and without a quantity. */
export const bareOrder = (whose: Pick<PlaceOrder, 'account' | 'symbol' | 'side'>): PlaceOrder => ({
  kind: 'PlaceOrder',
  ...whose,
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  qtyLots: qtyLots(0),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  linkId: '',
  selfTrade: 'None',
})
