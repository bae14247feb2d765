// The logic of the trailing-stop form: the terms that its texts ask for, and their problems by the
// engine's own rule (rules 8.6).

import {
  formatTrimmed,
  parseDecimal,
  priceTicks,
  type PriceTicks,
} from '@basis/domain/numbers/fixed'
import { formatPrice, parsePrice, type Instrument } from '@basis/domain/instrument/instrument'
import { sideSign, type Side } from '@basis/domain/orders/order'
import {
  attachedTrailingProblem,
  trailingProblem,
  type Retracement,
  type TrailingTerms,
} from '@basis/domain/orders/trailing'
import type { Problem } from '@basis/domain/instrument/problems'
import type { ExistingTrailing } from '@basis/domain/orders/tpsl-entries'
import type { TpslContext } from '@basis/domain/orders/tpsl'
import type { NumberRules } from '../../ui/number-text.ts'
import { priceRules } from './tpsl-form.ts'

export type TrailingForm = {
  readonly by: 'distance' | 'rate'
  readonly retracement: string
  /** Empty: active at once. */
  readonly activation: string
}

/** The terms to check and to send. */
export type TrailingRequest = Pick<ExistingTrailing, 'distanceTicks' | 'rateE4' | 'activationTicks'>

/** Returns the form of the existing trailing stop. */
export function trailingForm(
  instrument: Instrument,
  standing: ExistingTrailing | undefined,
): TrailingForm {
  const { rateE4, distanceTicks, activationTicks } = standing ?? {}
  const text = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  const activation = text(isReached(instrument, activationTicks) ? undefined : activationTicks)
  if (rateE4 === undefined) return { by: 'distance', retracement: text(distanceTicks), activation }
  return { by: 'rate', retracement: formatTrimmed(BigInt(rateE4), 2), activation }
}

/** Returns the terms, undefined while something is missing, and the problems by field. */
export function readTrailing(
  form: TrailingForm,
  at: {
    readonly instrument: Instrument
    readonly side?: Side
    readonly lastTicks?: PriceTicks | undefined
  },
): {
  readonly terms: TrailingRequest | undefined
  readonly problems: ReadonlyMap<string, Problem>
} {
  const problems = new Map<string, Problem>()
  const { instrument, side = 'Buy', lastTicks } = at
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
  const activated = activation === undefined ? {} : { activationTicks: activation }
  const terms: TrailingTerms = { sign: sideSign(side), retracement, ...activated }
  const wrong = lastTicks === undefined ? undefined : trailingProblem(instrument, terms, lastTicks)
  if (wrong !== undefined) note(wrong.field ?? 'trailingStop', wrong)
  return { terms: { ...retracement, ...activated }, problems }
}

/** The same for an order, by the engine's own rule: at the order's own price. */
export function readOrderTrailing(
  form: TrailingForm,
  { instrument, side, referenceTicks, reduceOnly = false }: TpslContext,
): ReturnType<typeof readTrailing> {
  const read = readTrailing(form, { instrument })
  if (read.terms === undefined || referenceTicks === undefined) return read
  const order = { sign: sideSign(side), referenceTicks, isReducing: reduceOnly }
  const wrong = attachedTrailingProblem(instrument, read.terms, order)
  if (wrong === undefined) return read
  return { ...read, problems: new Map([[wrong.field ?? 'trailingStop', wrong]]) }
}

/** A price that the last price has always reached: below all prices for a long, else above them. */
const reachedTicks = ({ minPriceTicks, maxPriceTicks }: Instrument, side: Side): PriceTicks =>
  priceTicks(side === 'Buy' ? minPriceTicks + 1 : maxPriceTicks - 1)

const isReached = (instrument: Instrument, activation: PriceTicks | undefined): boolean =>
  activation === reachedTicks(instrument, 'Buy') || activation === reachedTicks(instrument, 'Sell')

/**
 * Returns the request of a change. Without an activation price the exchange keeps the existing one:
 * if it was emptied in the form, it is replaced by one at which the stop is active at once.
 */
export function trailingChange(
  terms: TrailingRequest,
  standing: ExistingTrailing | undefined,
  { instrument, side }: { readonly instrument: Instrument; readonly side: Side },
): TrailingRequest {
  const isEmptied = terms.activationTicks === undefined && terms.distanceTicks !== 0
  if (!isEmptied || standing?.activationTicks === undefined) return terms
  return { ...terms, activationTicks: reachedTicks(instrument, side) }
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

export const emptyTrailing: TrailingForm = { by: 'distance', retracement: '', activation: '' }

/** A distance of 0 removes the trailing stop. */
export const noTrailing: TrailingRequest = { distanceTicks: priceTicks(0) }

/** The rules of a typed distance or rate. */
export const trailingRules = (instrument: Instrument, by: TrailingForm['by']): NumberRules => {
  if (by === 'rate') return { scale: 2, min: '0' }
  const { tick, ...rules } = priceRules(instrument)
  return { ...rules, ...(tick === undefined ? {} : { step: tick }) }
}
