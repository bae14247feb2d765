// The trailing-stop form decides here: what was typed, what is wrong with it by the engine's own
// rule, and the request (rules 8.6).

import { formatTrimmed, parseDecimal, type PriceTicks } from '@basis/domain/numbers/fixed'
import { parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import { sideSign, type Side } from '@basis/domain/orders/order'
import {
  trailingProblem,
  type Retracement,
  type TrailingTerms,
} from '@basis/domain/orders/trailing'
import type { Problem } from '@basis/domain/instrument/problems'
import type { PositionStops } from '../../stores/positions.ts'

export type TrailingForm = {
  readonly by: 'distance' | 'rate'
  readonly retracement: string
  /** Empty: active at once. */
  readonly activation: string
}

/** Returns the form of the trailing stop that stands. */
export const trailingForm = (stops: PositionStops): TrailingForm => {
  const { trailingStop, trailValuePercentageE4: rateE4, activationPrice } = stops
  const activation = activationPrice ?? ''
  if (rateE4 === undefined) return { by: 'distance', retracement: trailingStop ?? '', activation }
  return { by: 'rate', retracement: formatTrimmed(BigInt(rateE4), 2), activation }
}

/** Returns the terms, undefined while something is missing, and the problems by field. */
export function readTrailing(
  form: TrailingForm,
  at: {
    readonly instrument: Instrument
    readonly side: Side
    readonly lastTicks: PriceTicks | undefined
  },
): { readonly terms: TrailingTerms | undefined; readonly problems: ReadonlyMap<string, Problem> } {
  const problems = new Map<string, Problem>()
  const { instrument, side, lastTicks } = at
  const note = (field: string, problem: Problem): void => {
    if (!problems.has(field)) problems.set(field, { ...problem, field })
  }
  const retracement = retracementOf(form, instrument)
  const activation = form.activation === '' ? undefined : parsePrice(instrument, form.activation)
  if (typeof activation === 'object') note('activationPrice', activation)
  if (retracement !== undefined && 'name' in retracement) note('trailingStop', retracement)
  if (retracement === undefined || 'name' in retracement || typeof activation === 'object') {
    return { terms: undefined, problems }
  }
  const terms: TrailingTerms = {
    sign: sideSign(side),
    retracement,
    ...(activation === undefined ? {} : { activationTicks: activation }),
  }
  const wrong = lastTicks === undefined ? undefined : trailingProblem(instrument, terms, lastTicks)
  if (wrong !== undefined) note(wrong.field ?? 'trailingStop', wrong)
  return { terms, problems }
}

function retracementOf(
  { by, retracement }: TrailingForm,
  instrument: Instrument,
): Retracement | Problem | undefined {
  if (retracement === '') return undefined
  if (by === 'distance') {
    const distance = parsePrice(instrument, retracement)
    return typeof distance === 'number' ? { distanceTicks: distance } : distance
  }
  return { rateE4: Number(parseDecimal(retracement, 2) ?? 0) }
}

/** Returns what is asked for. */
export function trailingRequest({ by, retracement, activation }: TrailingForm): {
  readonly trailingStop?: string
  readonly trailValuePercentageE4?: number
  readonly activationPrice?: string
} {
  return {
    ...(by === 'distance'
      ? { trailingStop: retracement }
      : { trailValuePercentageE4: Number(parseDecimal(retracement, 2) ?? 0) }),
    ...(activation === '' ? {} : { activationPrice: activation }),
  }
}
