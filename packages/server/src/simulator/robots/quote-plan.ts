// Changes of one side's quotes that keep its shape while its front moves, with as few moves as
// possible: a quote that is roughly in place stays.

import type { Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import { mix32 } from '../noise.ts'
import { placeAt, ticksAt, type Ladder } from './ladder.ts'
import type { Quote } from './quotes.ts'

export type Move =
  | { readonly kind: 'Place'; readonly priceTicks: number; readonly place: number }
  | {
      readonly kind: 'Shift'
      readonly quote: Quote
      readonly priceTicks: number
      readonly place: number
    }
  | { readonly kind: 'Withdraw'; readonly quote: Quote }

export type SideToPlan = {
  readonly side: Side
  /** The side's quotes, best price first. */
  readonly quotes: readonly Quote[]
  /** The best price wanted: whole ticks, level 0 of the ladder. */
  readonly frontTicks: number
  readonly ladder: Ladder
  readonly random: Prng
  /** Determines which gaps stay open; with the same key the same prices stay empty. */
  readonly gapKey: number
  readonly maxMoves: number
}

/** Quotes closer together than this, in levels, are too many. */
const crowded = 0.45
/** A gap is filled above the first value, at some prices only above the second. */
const [usualGap, widestGap] = [1.5, 2.7]
/** The number of quotes may differ this much from the ladder's levels. */
const slack = 6

/** Returns the moves of one side, the most urgent first; never more than `maxMoves`. */
export function planSide(input: SideToPlan): Move[] {
  const { quotes, ladder, maxMoves, random } = input
  const { stale, spare, kept } = sorted(input)
  const taken = new Set(kept.map(({ quote }) => quote.priceTicks))
  const moves: Move[] = []
  let count = quotes.length
  const send = (place: number, quote: Quote | undefined): boolean => {
    const priceTicks = priceOf(input, place)
    if (priceTicks < 1 || taken.has(priceTicks)) return false
    taken.add(priceTicks)
    if (quote === undefined) count += 1
    moves.push(
      quote === undefined
        ? { kind: 'Place', priceTicks, place }
        : { kind: 'Shift', quote, priceTicks, place },
    )
    return true
  }
  for (const place of missing(input, kept)) {
    if (moves.length >= maxMoves) break
    const isFull = count >= ladder.levels + slack
    const quote = stale[0] ?? spare.at(-1) ?? (isFull ? loosened(kept) : undefined)
    if (!send(place, quote) || quote === undefined) continue
    if (stale.length > 0) stale.shift()
    else if (spare.length > 0) spare.pop()
  }
  let end = Math.max(ladder.levels - 1, kept.at(-1)?.place ?? 0)
  for (const quote of stale) {
    if (moves.length >= maxMoves) break
    end += 0.8 + 0.6 * random.nextFloat()
    if (count <= ladder.levels + slack / 2 && send(end, quote)) continue
    moves.push({ kind: 'Withdraw', quote })
    count -= 1
  }
  while (count > ladder.levels + slack && spare.length > 0 && moves.length < maxMoves) {
    const quote = spare.pop()
    if (quote !== undefined) moves.push({ kind: 'Withdraw', quote })
    count -= 1
  }
  return moves
}

type Placed = { readonly quote: Quote; readonly place: number }

/** Separates quotes that must move, spare quotes (farthest last), and those that stay. */
function sorted(input: SideToPlan): { stale: Quote[]; spare: Quote[]; kept: Placed[] } {
  const { quotes, frontTicks, ladder } = input
  const sign = input.side === 'Buy' ? 1 : -1
  const stale: Quote[] = []
  const spare: Quote[] = []
  const kept: Placed[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const quote of quotes) {
    const place = placeAt(ladder, sign * (frontTicks - quote.priceTicks))
    if (place < 0) stale.push(quote)
    else if (place - last < crowded || place > ladder.levels + slack) spare.push(quote)
    else {
      kept.push({ quote, place })
      last = place
    }
  }
  return { stale, spare, kept }
}

/** Removes and returns the quote closest to the one before it. */
function loosened(kept: Placed[]): Quote | undefined {
  let tightest = kept.length - 1
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < kept.length; i += 1) {
    const gap = (kept[i]?.place ?? 0) - (kept[i - 1]?.place ?? 0)
    // Of equal ones the farther, which is missed least.
    if (gap > least) continue
    least = gap
    tightest = i
  }
  return kept.splice(tightest, 1)[0]?.quote
}

/** Returns the places without a quote, from the front outward. */
function missing(input: SideToPlan, kept: readonly Placed[]): number[] {
  const { ladder, random } = input
  const places: number[] = []
  const fill = (from: number, to: number): void => {
    for (
      let place = from + 0.7 + 0.5 * random.nextFloat();
      place < to - 0.5 && places.length < ladder.levels;
      place += 0.8 + 0.5 * random.nextFloat()
    ) {
      places.push(place)
    }
  }
  const first = kept[0]?.place ?? ladder.levels
  if (first > 0) {
    places.push(0)
    fill(0, first)
  }
  kept.forEach(({ quote, place }, i) => {
    const next = kept[i + 1]?.place
    if (next !== undefined && next - place > gapAllowedAt(input, quote.priceTicks)) {
      fill(place, next)
    }
  })
  const lacking = ladder.levels - kept.length - places.length
  const end = kept.at(-1)?.place ?? ladder.levels
  if (lacking > 0) fill(end, Math.min(end + lacking, ladder.levels + slack))
  return places
}

function gapAllowedAt({ gapKey }: SideToPlan, priceTicks: number): number {
  const share = mix32(gapKey, priceTicks >> 2) / 4_294_967_296
  return usualGap + (widestGap - usualGap) * share * share
}

/** Returns the price of a place, at or behind the front. */
function priceOf({ side, frontTicks, ladder }: SideToPlan, place: number): number {
  const distance = Math.round(ticksAt(ladder, place))
  return side === 'Buy' ? frontTicks - distance : frontTicks + distance
}
