// The trader's positions in the legs of a combination, each at the price of its leg.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { parseDecimal, priceE8, type PriceE8 } from '@basis/domain/numbers/fixed'
import type { Position } from '@basis/domain/orders/position'
import { instrumentOf } from '../../stores/catalogue.ts'
import { isHeld, type HeldPosition } from '../../stores/positions.ts'

export type HeldInLeg = {
  readonly position: HeldPosition
  readonly instrument: Instrument
  /** Undefined while the leg has no price. */
  readonly markE8: PriceE8 | undefined
}

/** Returns the open positions in the legs, the first leg's first; in a hedge both sides. */
export function heldInLegs(
  legs: readonly { readonly symbol: string }[],
  prices: readonly string[],
  positions: readonly Position[],
): readonly HeldInLeg[] {
  return legs.flatMap(({ symbol }, at) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return []
    const price = prices[at] ?? ''
    const e8 = price === '' ? undefined : parseDecimal(price, 8)
    const markE8 = e8 === undefined ? undefined : priceE8(Number(e8))
    const own = positions.filter((position) => position.symbol === symbol)
    return own.filter(isHeld).map((position) => ({ position, instrument, markE8 }))
  })
}
