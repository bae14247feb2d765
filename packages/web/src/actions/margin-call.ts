// The least margin to add, or part to close, that moves the liquidation price to the wanted
// distance, searched with the exchange's previews.

import { unitE8 } from '@basis/domain/numbers/fixed'
import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import { oppositeSide } from '@basis/domain/orders/order'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { ask } from '../client/http.ts'
import { isInCents } from '../i18n/format.ts'
import type { HeldPosition } from '../stores/positions.ts'
import { distanceTo } from './outcome.ts'
import { positionIn } from './previews.ts'

/** The distance without a liquidation price. Distances are fractions of the mark price, 1e-8. */
export const endlessE8 = 1_000_000n * unitE8

/** Returns the distance of a position's liquidation; `endlessE8` without one or if it is closed. */
export function distanceIn(
  standing: WirePreview['after'],
  { positionIdx }: Pick<HeldPosition, 'positionIdx'>,
  at: { readonly instrument: Instrument; readonly markE8: number },
): bigint {
  const ticks = positionIn(standing, positionIdx, at.instrument)?.liquidationTicks
  return distanceTo(ticks, at.instrument, at.markE8, undefined)?.shareE8 ?? endlessE8
}

/** Previews a step of a remedy; undefined if the exchange gives no answer. */
type PreviewStep = (step: number) => Promise<WirePreview | undefined>

/** Previews adding margin to an isolated position, in steps of its coin. */
export const previewMarginStep =
  ({ symbol, positionIdx }: HeldPosition, instrument: Instrument): PreviewStep =>
  async (step) => {
    const addToPositionBalanceE8 = String(BigInt(step) * marginStepOf(instrument))
    const outcome = await ask('previewMargin', { symbol, positionIdx, addToPositionBalanceE8 })
    return outcome.ok ? outcome.value : undefined
  }

/** Previews a deposit to the account, in the same steps. */
export const previewFundsStep =
  ({ symbol }: HeldPosition, instrument: Instrument): PreviewStep =>
  async (step) => {
    const addToBalanceE8 = String(BigInt(step) * marginStepOf(instrument))
    const outcome = await ask('previewFunds', { symbol, addToBalanceE8 })
    return outcome.ok ? outcome.value : undefined
  }

/** Coins worth twice the position move its liquidation beyond every distance. */
export const mostFundSteps = ({ entryValue }: HeldPosition, instrument: Instrument): number =>
  Number((2n * entryValue) / marginStepOf(instrument)) + 1

/** Returns the step of added amounts, 1e-8 of the coin, so that offered amounts display in full. */
export const marginStepOf = ({ settleCoin }: Instrument): bigint =>
  isInCents(settleCoin) ? 1_000_000n : 10_000n

/** Previews closing a number of lots at market. */
export const previewClosingStep =
  ({ symbol, positionIdx, side }: HeldPosition, instrument: Instrument): PreviewStep =>
  async (step) => {
    const outcome = await ask('previewOrder', {
      symbol,
      positionIdx,
      side: oppositeSide(side),
      orderType: 'Market',
      qty: formatQty(instrument, step as QtyLots),
      reduceOnly: true,
    })
    return outcome.ok ? outcome.value : undefined
  }

export type Remedy = {
  readonly step: number
  readonly preview: WirePreview
  /** False if even the greatest step does not reach the wanted distance. */
  readonly isEnough: boolean
}

/** The most previews requested by one search. */
const mostPreviews = 36

/**
 * Returns the least step with at least the wanted distance, else the greatest that the exchange
 * would accept; undefined if there is none. A larger step never brings the liquidation nearer, so
 * the search is binary.
 */
export async function leastRemedy(asked: {
  readonly most: number
  readonly previewStep: PreviewStep
  readonly distanceOf: (preview: WirePreview) => bigint
  readonly wantedE8: bigint
  /** True if the wanted distance exists already; the first result is then returned. */
  readonly isThere?: (preview: WirePreview) => boolean
  /**
   * The accepted excess over the least step, as one part in `grain`; without it the exact least.
   */
  readonly grain?: number
  readonly signal: AbortSignal
}): Promise<Remedy | undefined> {
  const { most, previewStep, distanceOf, wantedE8, isThere, grain = Infinity, signal } = asked
  if (most < 1) return undefined
  const at = async (step: number): Promise<Remedy | undefined> => {
    const preview = await previewStep(step)
    if (preview === undefined || preview.code !== 0) return undefined
    return { step, preview, isEnough: distanceOf(preview) >= wantedE8 }
  }
  let best = await at(most)
  if (best === undefined || !best.isEnough || isThere?.(best.preview) === true) return best
  let low = 0
  for (let previews = 1; previews < mostPreviews && !signal.aborted; previews += 1) {
    if (best.step - low <= Math.max(1, best.step / grain)) break
    const middle = low + Math.floor((best.step - low) / 2)
    const found = await at(middle)
    if (found?.isEnough === true) best = found
    else low = middle
  }
  return best
}
