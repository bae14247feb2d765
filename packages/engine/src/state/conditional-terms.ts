// Conditional terms of an order: its trigger, its attached TP/SL, and which TP/SL of a position it
// is.

import type { SpotPlanType, StopOrderType } from '@basis/domain/orders/order'
import type { StopTerms, TriggerBasis } from '@basis/domain/orders/order'
import type { AttachedTrailing, TrailingStop } from '@basis/domain/orders/trailing'
import type { TriggerDirection } from '@basis/domain/orders/trigger'
import type { LegName } from '@basis/domain/orders/tpsl'
import { noTpsl, type AttachedTpsl, type PositionTpsl } from '@basis/domain/orders/tpsl-entries'
import { priceTicks } from '@basis/domain/numbers/fixed'

export type Trigger = {
  readonly ticks: number
  readonly basis: TriggerBasis
  readonly direction: TriggerDirection
}

/** Terms of a spot order with a plan (rules 8.7). */
export type SpotTerms = {
  readonly planType: SpotPlanType
  /** The coins locked for it while it waits, 1e-8 of the coin that it pays. */
  frozen: bigint
  /** How a trailing stop or trailing profit follows the price. */
  following?: TrailingStop | undefined
  /** The leg that has triggered. */
  fired?: LegName | undefined
}

export type ConditionalTerms = {
  readonly stopType: StopOrderType
  /** Absent in a plain order with attached TP/SL. */
  trigger: Trigger | undefined
  attachedTpsl: AttachedTpsl | undefined
  /** The trailing stop attached to the order for the position it opens. */
  readonly attachedTrailing?: AttachedTrailing | undefined
  /** Take-profit or stop-loss of a position, and its entry; entry 0 is the full TP/SL. */
  readonly leg: LegName | undefined
  entryId: number
  parentId: number
  /** Trailing stop only: its distance in ticks, unless it is a rate. */
  trailTicks?: number | undefined
  /** Spot order with a plan only; its legs are then `attachedTpsl`. */
  readonly spot?: SpotTerms | undefined
}

/** The TP/SL and the trailing stop of a position. */
export type PositionStops = { tpsl: PositionTpsl; trailing: TrailingStop | undefined }

export const newStops = (): PositionStops => ({ tpsl: noTpsl, trailing: undefined })

/** The terms as snapshots store them; `brought` is their format's name for attached TP/SL. */
export type SavedTerms = Omit<ConditionalTerms, 'attachedTpsl' | 'spot'> & {
  brought: AttachedTpsl | undefined
  spot?: Omit<SpotTerms, 'frozen'> & { frozen: string }
}

/** Returns the terms with their fields in a fixed order, so that equal terms are saved equally. */
export const savedTerms = (plan: ConditionalTerms): SavedTerms => {
  const { stopType, trigger, attachedTpsl, leg, entryId, parentId, trailTicks } = plan
  const trail = trailTicks === undefined ? {} : { trailTicks }
  const { attachedTrailing, spot } = plan
  const brings = attachedTrailing === undefined ? {} : { attachedTrailing }
  const brought = attachedTpsl
  const own = spot === undefined ? {} : { spot: { ...spot, frozen: String(spot.frozen) } }
  return { stopType, trigger, brought, leg, entryId, parentId, ...trail, ...brings, ...own }
}

export const restoredTerms = ({ brought, spot, ...terms }: SavedTerms): ConditionalTerms => ({
  ...terms,
  attachedTpsl: brought,
  ...(spot === undefined ? {} : { spot: { ...spot, frozen: BigInt(spot.frozen) } }),
})

/** Returns an immutable record of the terms. */
export function stopTerms(plan: ConditionalTerms): StopTerms {
  const { stopType, trigger, attachedTpsl, leg, entryId, parentId, trailTicks } = plan
  const { attachedTrailing, spot } = plan
  const trailing = attachedTrailing ?? ownTrailing(spot)
  const mode =
    attachedTpsl?.mode ?? (leg === undefined ? undefined : entryId === 0 ? 'Full' : 'Partial')
  return {
    stopType,
    triggerTicks: priceTicks(trigger?.ticks ?? 0),
    triggerBy: trigger?.basis ?? 'LastPrice',
    triggerDirection: trigger?.direction ?? 0,
    ...(entryId === 0 ? {} : { entryId }),
    ...(parentId === 0 ? {} : { parentId }),
    ...(mode === undefined ? {} : { tpslMode: mode }),
    ...(trailTicks === undefined ? {} : { trailTicks: priceTicks(trailTicks) }),
    ...attachedTpsl?.legs,
    ...(trailing === undefined ? {} : { trailing }),
    ...(spot === undefined ? {} : { planType: spot.planType }),
    ...(spot?.fired === undefined ? {} : { fired: spot.fired }),
  }
}

function ownTrailing(spot: SpotTerms | undefined): AttachedTrailing | undefined {
  if (spot?.following === undefined) return undefined
  const { retracement, activationTicks } = spot.following.terms
  return { retracement, ...(activationTicks === undefined ? {} : { activationTicks }) }
}

/** Price moves since the triggers were last checked; empty between commands. */
export type Moves = {
  moved: boolean
  /** Whether there was a trade; then the last price before the first one, and the trades' range. */
  traded: boolean
  from: number
  low: number
  high: number
  /** Whether the highest price was first traded after the lowest. */
  isHighNewer: boolean
  /** Whether index and mark were updated; then their previous values. */
  priced: boolean
  indexE8: number
  markE8: number
}

export const newMoves = (): Moves => ({
  moved: false,
  traded: false,
  from: 0,
  low: 0,
  high: 0,
  isHighNewer: false,
  priced: false,
  indexE8: 0,
  markE8: 0,
})
