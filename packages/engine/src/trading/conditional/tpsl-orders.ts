// The TP/SL of a position and the orders of its legs: applies the entries that the domain's rules
// compute to the orders (rules 8.5).

import type { CancelType, StopOrderType, TpslLeg } from '@basis/domain/orders/order'
import { legNames, maxPartialEntries, type LegName } from '@basis/domain/orders/tpsl'
import {
  noTpsl,
  tpslAfterFill,
  type FilledTpsl,
  type PositionTpsl,
} from '@basis/domain/orders/tpsl-entries'
import { priceTicks } from '@basis/domain/numbers/fixed'
import {
  openTrailing,
  type FilledTrailing,
  type TrailingTerms,
} from '@basis/domain/orders/trailing'
import { thirdRules } from '../../api/rules-version.ts'
import { closeOrder, emitReplaced } from '../core/open-orders.ts'
import type { EngineState, PositionState, OpenOrder } from '../../state/state.ts'
import type { ConditionalTerms, Trigger } from '../../state/conditional-terms.ts'
import { newClosing, rearm } from './pending-triggers.ts'

/** A leg for which a position should have an order. */
type WantedLeg = {
  readonly name: LegName
  readonly entryId: number
  readonly parentId: number
  readonly leg: TpslLeg
  readonly lots: number
}

function wantedLegs({ full, partial }: PositionTpsl, sizeLots: number): WantedLeg[] {
  const wanted: WantedLeg[] = []
  for (const name of legNames) {
    const leg = full?.[name]
    if (leg !== undefined) wanted.push({ name, entryId: 0, parentId: 0, leg, lots: sizeLots })
  }
  for (const { id, legs, qtyLots, parentId = 0 } of partial) {
    for (const name of legNames) {
      const leg = legs[name]
      if (leg !== undefined) wanted.push({ name, entryId: id, parentId, leg, lots: qtyLots })
    }
  }
  return wanted
}

/** Returns the waiting order of a leg. */
export const legOrder = (
  position: PositionState,
  entryId: number,
  name: LegName,
): OpenOrder | undefined =>
  position.waiting.find(({ plan }) => plan?.leg === name && plan.entryId === entryId)

/** Sets a position's TP/SL: places, changes and cancels (`why`) orders accordingly. */
export function setTpsl(
  state: EngineState,
  position: PositionState,
  next: PositionTpsl,
  why: CancelType,
): void {
  const isEmpty = next.full?.takeProfit === undefined && next.full?.stopLoss === undefined
  position.stops.tpsl = isEmpty ? { partial: next.partial } : next
  const wanted = wantedLegs(position.stops.tpsl, position.sizeLots)
  for (const order of position.waiting.filter(({ plan }) => plan?.leg !== undefined)) {
    const { plan } = order
    const at = wanted.findIndex(
      ({ name, entryId, leg }) =>
        name === plan?.leg && entryId === plan.entryId && leg.orderType === order.orderType,
    )
    const [found] = at < 0 ? [] : wanted.splice(at, 1)
    if (found === undefined) closeOrder(state, order, why)
    else amend(state, order, found)
  }
  for (const leg of wanted) place(state, position, leg)
}

function amend(state: EngineState, order: OpenOrder, { leg, lots }: WantedLeg): void {
  const { plan } = order
  if (plan?.trigger === undefined) return
  const { trigger } = plan
  const limit = leg.limitTicks ?? 0
  const isMoved = trigger.ticks !== leg.triggerTicks || trigger.basis !== leg.triggerBy
  if (!isMoved && order.qtyLots === lots && order.priceTicks === limit) return
  order.qtyLots = order.leavesLots = lots
  order.priceTicks = limit
  if (isMoved) {
    plan.trigger = { ...trigger, ticks: leg.triggerTicks, basis: leg.triggerBy }
    rearm(state, order)
  }
  emitReplaced(state, order)
}

const stopTypes: Record<LegName, readonly [full: StopOrderType, partial: StopOrderType]> = {
  takeProfit: ['TakeProfit', 'PartialTakeProfit'],
  stopLoss: ['StopLoss', 'PartialStopLoss'],
}

function place(state: EngineState, position: PositionState, wanted: WantedLeg): void {
  const { name, entryId, parentId, leg, lots } = wanted
  const rises = (name === 'takeProfit') === (position.sign === 1)
  const plan: ConditionalTerms = {
    stopType: stopTypes[name][entryId === 0 ? 0 : 1],
    trigger: { ticks: leg.triggerTicks, basis: leg.triggerBy, direction: rises ? 1 : 2 },
    attachedTpsl: undefined,
    leg: name,
    entryId,
    parentId,
  }
  newClosing(state, position, plan, { orderType: leg.orderType, ticks: leg.limitTicks ?? 0, lots })
}

/** Removes an entry from a position's TP/SL: both of its legs, or one; 0 is the full TP/SL. */
export function withoutEntry(tpsl: PositionTpsl, entryId: number, only?: LegName): PositionTpsl {
  if (entryId === 0) {
    if (only === undefined) return { partial: tpsl.partial }
    return { ...tpsl, full: { ...tpsl.full, [only]: undefined } }
  }
  const partial = tpsl.partial.flatMap((entry) => {
    if (entry.id !== entryId) return [entry]
    if (only === undefined) return []
    const legs = { ...entry.legs, [only]: undefined }
    return legs.takeProfit === undefined && legs.stopLoss === undefined ? [] : [{ ...entry, legs }]
  })
  return { ...tpsl, partial }
}

/** Cancels the trailing stop of a position, if it has one. */
export function dropTrailing(state: EngineState, position: PositionState, why: CancelType): void {
  position.stops.trailing = undefined
  const order = trailingOrder(position)
  if (order !== undefined) closeOrder(state, order, why)
}

const trailingOrder = ({ waiting }: PositionState): OpenOrder | undefined =>
  waiting.find(({ plan }) => plan?.stopType === 'TrailingStop')

/** Applies the command's fills to the TP/SL of their positions. EX-8.3, EX-8.4 */
export function settleFills(state: EngineState): void {
  const { fills } = state.triggers
  if (fills.length === 0) return
  const changed = new Set<PositionState>()
  const brought = new Map<PositionState, FilledTrailing>()
  for (const { position, effect, attachedTpsl, attachedTrailing } of fills.splice(0)) {
    if (effect.ends) {
      setTpsl(state, position, noTpsl, 'CancelByTpSlTsClear')
      dropTrailing(state, position, 'CancelByTpSlTsClear')
      brought.delete(position)
    }
    const { stops } = position
    stops.tpsl = tpslAfterFill(stops.tpsl, effect, fitting(state, stops.tpsl, attachedTpsl))
    changed.add(position)
    if (attachedTrailing !== undefined && effect.openedLots > 0) {
      brought.set(position, attachedTrailing)
    }
  }
  for (const position of changed) {
    setTpsl(state, position, position.stops.tpsl, 'CancelByTpSlTsClear')
    bringTrailing(state, position, brought.get(position))
    const trailing = trailingOrder(position)
    if (trailing === undefined || trailing.qtyLots === position.sizeLots) continue
    trailing.qtyLots = trailing.leavesLots = position.sizeLots
    emitReplaced(state, trailing)
  }
}

/**
 * Sets an order's attached trailing stop on its position, replacing another one; further fills of
 * the same order leave it unchanged (8.6).
 */
function bringTrailing(
  state: EngineState,
  position: PositionState,
  brought: FilledTrailing | undefined,
): void {
  if (brought === undefined) return
  const { orderId, ...terms } = brought
  if (trailingOrder(position)?.plan?.parentId === orderId) return
  setTrailing(state, position, { ...terms, sign: position.sign === -1 ? -1 : 1 }, orderId)
}

/**
 * Sets a position's trailing stop, starting at the last price; `parentId` is the order that it was
 * attached to.
 */
export function setTrailing(
  state: EngineState,
  position: PositionState,
  terms: TrailingTerms,
  parentId?: number,
): void {
  const { market, stops, sizeLots } = position
  const trailing = openTrailing(terms, priceTicks(market.lastTicks))
  stops.trailing = trailing
  const trigger: Trigger = {
    ticks: Math.max(0, trailing.triggerTicks),
    basis: 'LastPrice',
    direction: terms.sign === 1 ? 2 : 1,
  }
  const order = trailingOrder(position)
  const { distanceTicks: trailTicks } = { distanceTicks: undefined, ...terms.retracement }
  if (order?.plan !== undefined) {
    order.plan.trigger = trigger
    order.plan.trailTicks = trailTicks
    order.qtyLots = order.leavesLots = sizeLots
    if (parentId !== undefined) order.plan.parentId = parentId
    rearm(state, order)
    emitReplaced(state, order)
    return
  }
  const plan: ConditionalTerms = {
    stopType: 'TrailingStop',
    trigger,
    attachedTpsl: undefined,
    leg: undefined,
    entryId: 0,
    parentId: parentId ?? 0,
    trailTicks,
  }
  newClosing(state, position, plan, { orderType: 'Market', ticks: 0, lots: sizeLots })
}

/** If the partial list is full, the fill opens without its attached TP/SL (8.3). */
function fitting(
  { rulesVersion }: EngineState,
  { partial }: PositionTpsl,
  attachedTpsl: FilledTpsl | undefined,
): FilledTpsl | undefined {
  if (attachedTpsl === undefined || attachedTpsl.mode === 'Full') return attachedTpsl
  const isGrowing = partial.some(({ parentId }) => parentId === attachedTpsl.orderId)
  // Before the third rules a direction without an attached leg counted as well.
  const isThird = rulesVersion.present >= thirdRules
  const named = legNames.filter((name) => !isThird || attachedTpsl.legs[name] !== undefined)
  const most = Math.max(
    ...named.map((name) => partial.filter(({ legs }) => legs[name] !== undefined).length),
  )
  return isGrowing || most < maxPartialEntries ? attachedTpsl : undefined
}
