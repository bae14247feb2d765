// Stress of an option: the inputs of its mark, and its gain at each price move (rules 10.2).

import { stressRow, stressTermsOf, type StressRow } from '@basis/domain/portfolio-margin/stress'
import type { PriceE8, RateE8 } from '@basis/domain/numbers/fixed'
import type { OptionTerms } from '@basis/domain/instrument/option'
import { priceE8, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'

/** Replaced at every price update; the row is computed on first use. */
export type MarketStress = {
  /** 0 until the first price that has both, and for other instruments. */
  readonly forwardE8: PriceE8
  readonly volatilityE8: RateE8
  row: StressRow | undefined
}

export const newStress = (): MarketStress => ({
  forwardE8: priceE8(0),
  volatilityE8: rateE8(0),
  row: undefined,
})

type Marked = {
  readonly instrument: Instrument
  readonly markE8: PriceE8
  readonly pricedMs: number
  readonly stress: MarketStress
}

/** Returns whether an option's mark inputs are known, which portfolio margin requires. */
export const isStressed = ({ stress }: Marked): boolean => stress.volatilityE8 > 0

/** Returns an option's stress row at its last price. */
export function stressOf(market: Marked, { right, strikeE8 }: OptionTerms): StressRow {
  const { stress, instrument, markE8, pricedMs } = market
  if (stress.row !== undefined) return stress.row
  const { forwardE8, volatilityE8 } = stress
  const deliveryMs = instrument.deliveryMs ?? 0
  const option = { right, strikeE8, deliveryMs, forwardE8, volatilityE8, markE8, pricedMs }
  stress.row = stressRow(option, stressTermsOf(instrument.baseCoin))
  return stress.row
}
