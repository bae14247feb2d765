// Liquidation price of an isolated position, and whether the mark has reached it (rules 5.1).

import { amount } from '@basis/domain/numbers/fixed'
import {
  isLiquidatedAtEveryPrice,
  isolatedLiquidationPriceE8,
  type IsolatedInput,
} from '@basis/domain/margin/isolated-margin'
import { asItIs, type WhatIf } from './position-margin.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { PositionState } from '../state/state.ts'

/** The inputs of domain/margin/isolated-margin.ts for a position (rules 5.1). */
export function isolatedInput(position: PositionState, what: WhatIf = asItIs): IsolatedInput {
  const { market, entryValue, sizeLots } = position
  return {
    kind: market.valueSign === 1 ? 'Linear' : 'Inverse',
    sign: position.sign === -1 ? -1 : 1,
    qty: amount(BigInt(sizeLots) * BigInt(market.instrument.lotSizeE8)),
    entryValue: amount(entryValue),
    leverage: what.leverageE2 ?? position.leverageE2,
    takerFee: market.instrument.takerFeeE8,
    extra: amount(what.extra ?? position.extra),
  }
}

/**
 * Returns the liquidation price of an isolated position in ticks, rounded up for a long and down
 * for a short; undefined if no price liquidates it or it is flat (5.1, 0.3).
 */
export function isolatedLiquidationTicks(
  position: PositionState,
  what: WhatIf = asItIs,
): number | undefined {
  const { market, sign, sizeLots } = position
  if (sign === 0) return undefined
  const value = amount(valueAtMark(market, sizeLots))
  const { riskTiers, tickSizeE8 } = market.instrument
  const price = isolatedLiquidationPriceE8(isolatedInput(position, what), riskTiers, value)
  if (price === undefined) return undefined
  return sign === 1 ? Math.ceil(price / tickSizeE8) : Math.floor(price / tickSizeE8)
}

/**
 * Returns whether the mark has reached the isolated position's liquidation price, or every price
 * liquidates it.
 */
export function isIsolatedDue(position: PositionState, what: WhatIf = asItIs): boolean {
  if (position.sign === 0) return false
  const due = isolatedLiquidationTicks(position, what)
  const { market, sizeLots } = position
  const { riskTiers, tickSizeE8 } = market.instrument
  if (due === undefined) {
    const value = amount(valueAtMark(market, sizeLots))
    return isLiquidatedAtEveryPrice(isolatedInput(position, what), riskTiers, value)
  }
  const dueE8 = due * tickSizeE8
  return position.sign === 1 ? market.markE8 <= dueE8 : market.markE8 >= dueE8
}
