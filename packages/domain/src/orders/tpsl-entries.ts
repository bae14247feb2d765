// The TP/SL that stand on a position, and what becomes of them as it grows, shrinks, flips or
// closes (rules 8.5; D-38). Quantities are whole lots; positions and fills carry their sign.

import type { OrderId } from '../numbers/brand.ts'
import { qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import type { TpslLeg, TpslLegs } from './order.ts'
import { legNames, type LegName, type TpslContext, type TpslMode } from './tpsl.ts'

/** An entry of the partial list: one quantity for both of its legs. */
export type PartialEntry = {
  readonly id: number
  readonly qtyLots: QtyLots
  readonly legs: TpslLegs
  /** The order it came attached to, with whose fills it grows. */
  readonly parentId?: number | undefined
}

export type PositionTpsl = {
  readonly full?: TpslLegs | undefined
  /** Oldest first. */
  readonly partial: readonly PartialEntry[]
}

/** A leg of a position's TP/SL, with the order that stands for it. */
export type StandingLeg = TpslLeg & { readonly orderId: OrderId }
export type StandingEntry = {
  readonly qtyLots: QtyLots
  readonly updatedMs: number
  /** The order that the entry was attached to. */
  readonly parentId?: OrderId
  readonly takeProfit?: StandingLeg
  readonly stopLoss?: StandingLeg
}
/** What stands on a position to close it (rules 8.5, 8.6), as views and pages show it. */
export type StandingTpsl = {
  readonly full?: StandingEntry
  /** Oldest first. */
  readonly partial: readonly StandingEntry[]
  readonly tpFreeLots: QtyLots
  readonly slFreeLots: QtyLots
  readonly trailing?: StandingTrailing
}
/** A trailing stop has a distance or a rate. */
export type StandingTrailing = {
  readonly orderId: OrderId
  readonly distanceTicks?: PriceTicks
  readonly rateE4?: number
  readonly activationTicks?: PriceTicks
  /** Where it fires; absent before activation. */
  readonly triggerTicks?: PriceTicks
}

export const noTpsl: PositionTpsl = { partial: [] }

type EntrySize = Pick<PartialEntry, 'qtyLots' | 'legs'>

/** Returns how many lots the entries of one direction take. */
function taken(partial: readonly EntrySize[], name: LegName): number {
  let lots = 0
  for (const entry of partial) if (entry.legs[name] !== undefined) lots += entry.qtyLots
  return lots
}

/**
 * Returns what the partial entries leave of a position for each direction: tpFreeSize, slFreeSize.
 */
export function freeSizes(
  partial: readonly EntrySize[],
  sizeLots: number,
): { readonly tpFreeLots: number; readonly slFreeLots: number } {
  return {
    tpFreeLots: Math.max(0, sizeLots - taken(partial, 'takeProfit')),
    slFreeLots: Math.max(0, sizeLots - taken(partial, 'stopLoss')),
  }
}

/** Returns what the entries leave room for: sizes, and how many there are in each direction. */
export function freeEntries(
  partial: readonly EntrySize[],
  sizeLots: number,
): Required<Pick<TpslContext, 'tpFreeLots' | 'slFreeLots' | 'tpEntries' | 'slEntries'>> {
  const count = (name: LegName): number =>
    partial.filter(({ legs }) => legs[name] !== undefined).length
  return {
    ...freeSizes(partial, sizeLots),
    tpEntries: count('takeProfit'),
    slEntries: count('stopLoss'),
  }
}

/**
 * Returns the entries cut to a position's size, from the newest backwards; an entry cut to nothing
 * is gone. A leg without its sibling counts in its own direction only. EX-8.4
 */
export function trimmedEntries(
  partial: readonly PartialEntry[],
  sizeLots: number,
): readonly PartialEntry[] {
  const excess = {
    takeProfit: taken(partial, 'takeProfit') - sizeLots,
    stopLoss: taken(partial, 'stopLoss') - sizeLots,
  }
  if (excess.takeProfit <= 0 && excess.stopLoss <= 0) return partial
  const kept: PartialEntry[] = []
  for (const entry of partial.toReversed()) {
    const own = legNames.filter((name) => entry.legs[name] !== undefined)
    const wanted = Math.max(0, ...own.map((name) => excess[name]))
    const cut = Math.min(entry.qtyLots, wanted)
    for (const name of own) excess[name] -= cut
    if (cut === 0) kept.push(entry)
    else if (cut < entry.qtyLots) {
      kept.push({ ...entry, qtyLots: qtyLots(entry.qtyLots - cut) })
    }
  }
  return kept.toReversed()
}

/** What a fill does to a position; both signed, + for long and Buy. */
export type FillEffect = {
  readonly afterLots: number
  readonly closedLots: number
  readonly openedLots: number
  /** The position that was there is over: closed, or flipped to the other side. */
  readonly ends: boolean
}

export function fillEffect(beforeLots: number, fillLots: number): FillEffect {
  const isAgainst = beforeLots !== 0 && Math.sign(beforeLots) !== Math.sign(fillLots)
  const closedLots = isAgainst ? Math.min(Math.abs(beforeLots), Math.abs(fillLots)) : 0
  return {
    afterLots: beforeLots + fillLots,
    closedLots,
    openedLots: Math.abs(fillLots) - closedLots,
    ends: closedLots > 0 && closedLots === Math.abs(beforeLots),
  }
}

/** The legs attached to an order for the position that it opens. */
export type AttachedTpsl = { readonly mode: TpslMode; readonly legs: TpslLegs }

/** What an order brings with a fill. */
export type FilledTpsl = AttachedTpsl & {
  readonly orderId: number
  /** The number of the partial entry, should this be its first fill. */
  readonly entryId: number
}

/**
 * Returns a position's TP/SL after a fill, with what came attached to the order that filled
 * (rules 8.5). A position that ends takes all of its TP/SL with it. Attached legs stand for
 * what the fill opens: full ones in place of the position's own (leg by leg, so that a take-profit
 * alone leaves the stop-loss standing), partial ones as an entry that grows with the order's fills.
 * On a fill that only reduces they are ignored, and the entries are cut to what is left. EX-8.3,
 * EX-8.4
 */
export function tpslAfterFill(
  tpsl: PositionTpsl,
  effect: FillEffect,
  attached?: FilledTpsl,
): PositionTpsl {
  const standing = effect.ends ? noTpsl : tpsl
  const size = Math.abs(effect.afterLots)
  const partial = trimmedEntries(standing.partial, size)
  if (attached === undefined || effect.openedLots === 0) return { ...standing, partial }
  if (attached.mode === 'Full') return { full: { ...standing.full, ...attached.legs }, partial }
  return { ...standing, partial: grownEntries(partial, effect.openedLots, attached) }
}

function grownEntries(
  partial: readonly PartialEntry[],
  openedLots: number,
  { orderId, entryId, legs }: FilledTpsl,
): readonly PartialEntry[] {
  const own = partial.findIndex(({ parentId }) => parentId === orderId)
  if (own < 0) {
    return [...partial, { id: entryId, qtyLots: qtyLots(openedLots), legs, parentId: orderId }]
  }
  return partial.map((entry, k) =>
    k === own ? { ...entry, qtyLots: qtyLots(entry.qtyLots + openedLots) } : entry,
  )
}
