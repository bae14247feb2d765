// The amount that a resting spot order locks of the coin that it would pay (rules 7).

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { tickValue, type OpenOrder } from '../state/state.ts'

/** Returns what a resting spot order has set aside, in the coin that it would pay. */
export function spotHold({ market, side, priceTicks, leavesLots }: OpenOrder): Amount {
  if (side === 'Buy') return amount(tickValue(market, priceTicks, leavesLots))
  return amount(BigInt(leavesLots) * BigInt(market.instrument.lotSizeE8))
}
