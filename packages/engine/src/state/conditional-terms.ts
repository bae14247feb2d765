// Terms of an order beyond a plain one: its trigger, its attached TP/SL, and its place among the
// TP/SL of a position.

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

/** What only a spot order with a plan has (rules 8.7). */
export type SpotTerms = {
  readonly planType: SpotPlanType
  /** The coins that are set aside for it while it waits, 1e-8 of the coin that it pays. */
  frozen: bigint
  /** How a trailing stop or trailing profit follows the price. */
  following?: TrailingStop | undefined
  /** Which of its legs has triggered. */
  fired?: LegName | undefined
}

export type ConditionalTerms = {
  readonly stopType: StopOrderType
  /** Absent in a plain order with attached TP/SL. */
  trigger: Trigger | undefined
  attachedTpsl: AttachedTpsl | undefined
  /** The trailing stop that the order brings for the position it opens. */
  readonly attachedTrailing?: AttachedTrailing | undefined
  /** Of a take-profit or stop-loss: which of the two, and of which entry; 0 is the full one. */
  readonly leg: LegName | undefined
  entryId: number
  parentId: number
  /** Of a trailing stop: its distance, where it is no rate. */
  trailTicks?: number | undefined
  /** Of a spot order with a plan, whose legs are then `attachedTpsl`. */
  readonly spot?: SpotTerms | undefined
}

/** The TP/SL and the trailing stop that stand on a position. */
export type PositionStops = { tpsl: PositionTpsl; trailing: TrailingStop | undefined }

export const newStops = (): PositionStops => ({ tpsl: noTpsl, trailing: undefined })

/** The terms as snapshots have them; `brought` is the word of their format for attached TP/SL. */
export type SavedTerms = Omit<ConditionalTerms, 'attachedTpsl' | 'spot'> & {
  brought: AttachedTpsl | undefined
  spot?: Omit<SpotTerms, 'frozen'> & { frozen: string }
}

/** Returns the terms with their parts in one order, whatever came when: equal terms save alike. */
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

/** Returns the terms as everybody may keep it. */
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

/** Where prices went since the triggers were last checked; nothing of it outlives a command. */
export type Moves = {
  moved: boolean
  /** Was there a trade? Then the last price before the first, and what the trades went through. */
  traded: boolean
  from: number
  low: number
  high: number
  /** Were index and mark set anew? Then what they were before. */
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
  priced: false,
  indexE8: 0,
  markE8: 0,
})
