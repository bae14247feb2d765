// The TP/SL of a position, and their changes as it grows, shrinks, flips or closes (rules 8.5;
// D-38). Quantities are whole lots; positions and fills are signed.

import type { OrderId } from '../numbers/brand.ts'
import { qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import type { TpslLeg, TpslLegs } from './order.ts'
import { legNames, type LegName, type TpslContext, type TpslMode } from './tpsl.ts'

/** An entry of the partial TP/SL list: one quantity for both of its legs. */
export type PartialEntry = {
  readonly id: number
  readonly qtyLots: QtyLots
  readonly legs: TpslLegs
  /** The order that it was attached to; the entry grows with that order's fills. */
  readonly parentId?: number | undefined
}

export type PositionTpsl = {
  readonly full?: TpslLegs | undefined
  /** Oldest first. */
  readonly partial: readonly PartialEntry[]
}

/** A leg of a position's TP/SL, with the ID of its stop order. */
export type ExistingLeg = TpslLeg & { readonly orderId: OrderId }
export type ExistingEntry = {
  readonly qtyLots: QtyLots
  readonly updatedMs: number
  /** The order that the entry was attached to. */
  readonly parentId?: OrderId
  readonly takeProfit?: ExistingLeg
  readonly stopLoss?: ExistingLeg
}
/** The TP/SL of a position (rules 8.5, 8.6), as the views of the terminal show it. */
export type ExistingTpsl = {
  readonly full?: ExistingEntry
  /** Oldest first. */
  readonly partial: readonly ExistingEntry[]
  readonly tpFreeLots: QtyLots
  readonly slFreeLots: QtyLots
  readonly trailing?: ExistingTrailing
}
/** A trailing stop on a position, by a distance or a rate. */
export type ExistingTrailing = {
  readonly orderId: OrderId
  readonly distanceTicks?: PriceTicks
  readonly rateE4?: number
  readonly activationTicks?: PriceTicks
  /** The trigger price; absent before activation. */
  readonly triggerTicks?: PriceTicks
}

export const noTpsl: PositionTpsl = { partial: [] }

type EntrySize = Pick<PartialEntry, 'qtyLots' | 'legs'>

/** Returns how many lots the entries with this leg cover. */
function taken(partial: readonly EntrySize[], name: LegName): number {
  let lots = 0
  for (const entry of partial) if (entry.legs[name] !== undefined) lots += entry.qtyLots
  return lots
}

/**
 * Returns the part of a position that the partial entries leave free for each leg: tpFreeSize,
 * slFreeSize.
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

/** Returns the free sizes, and the number of entries with each leg. */
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
 * Returns the entries trimmed to a position's size, the newest first; an entry trimmed to 0 is
 * removed. A leg without its sibling counts for its own leg only. EX-8.4
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

/** The effect of a fill on a position; quantities are signed, + for long and Buy. */
export type FillEffect = {
  readonly afterLots: number
  readonly closedLots: number
  readonly openedLots: number
  /** Whether the previous position ended: it was closed, or flipped to the other side. */
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

/** The TP/SL legs attached to an order for the position that it opens. */
export type AttachedTpsl = { readonly mode: TpslMode; readonly legs: TpslLegs }

/** The attached TP/SL of an order that was filled. */
export type FilledTpsl = AttachedTpsl & {
  readonly orderId: number
  /** The ID of the partial entry if this is the order's first fill. */
  readonly entryId: number
}

/**
 * Returns a position's TP/SL after a fill, including the TP/SL attached to the filled order (rules
 * 8.5). If the position ends, all of its TP/SL are removed. Attached legs apply to the part that
 * the fill opens: full legs replace the position's own (leg by leg: a take-profit alone leaves the
 * stop-loss unchanged), partial legs form an entry that grows with the order's fills. On a fill
 * that only reduces they are ignored, and the entries are trimmed to the remaining size. EX-8.3,
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
