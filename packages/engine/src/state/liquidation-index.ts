// The index of prices at which an account must be checked again: for each market and each coin two
// heaps of bounds.

// So a price costs what it puts at risk and not what is open. Nothing here decides a liquidation:
// each account found is checked exactly (liquidation/accounts-at-risk.ts).

import type { AccountId } from '@basis/domain/numbers/brand'
import { Heap } from './collections/heap.ts'
import type { Distance } from './mark-changes.ts'

/** What the index knows of an account. */
export type AccountRisk = {
  readonly id: AccountId
  /** Of the bounds that count; 0 while there are none. */
  stamp: number
  /** Is it in the list of those to be checked? */
  isToCheck: boolean
  readonly toCheck: AccountId[]
  /**
   * Is it far from liquidation? Then orders and trades are let in up to `spareValue`
   * (well-margined.ts).
   */
  isWellMargined: boolean
  /** The value of orders and trades that it may still add before it is computed again; 1e-8 USD. */
  spareValue: bigint
  /**
   * Up to which distance of all marks its bound as a well-margined account counts: −1 when other
   * bounds count, `Infinity` when no price concerns it.
   */
  wellMarginedUntil: number
  /** The highest leverage that one of its positions ever had, 10x at least. */
  leverageE2: number
}

/** Lists an account that has changed: its bounds no longer say that it is safe. */
export function markToCheck(risk: AccountRisk): void {
  risk.isWellMargined = false
  listToCheck(risk)
}

function listToCheck(risk: AccountRisk): void {
  if (risk.isToCheck) return
  risk.isToCheck = true
  risk.toCheck.push(risk.id)
}

/** Takes the value of an order or a trade, USD ×1e8, from a well-margined account's spare value. */
export function takeSpareValue(risk: AccountRisk, value: bigint): void {
  payFromSpareValue(risk, value)
  // Whom no price concerned is concerned from his first order on: the next one finds his reach.
  if (risk.isWellMargined && risk.wellMarginedUntil === Infinity) listToCheck(risk)
}

/** As `takeSpareValue`, of what is paid and leaves nothing that a price could change. */
export function payFromSpareValue(risk: AccountRisk, value: bigint): void {
  risk.spareValue -= value
  if (!risk.isWellMargined || risk.spareValue < 0n) markToCheck(risk)
}

/** While the price stays from `low` to `high`, both included, nothing need be checked. */
export type Bound<Place> = { readonly place: Place; readonly low: number; readonly high: number }
export type SafeZone<Coin> = {
  /** In 1e-8 quote, by market index. */
  readonly marks: readonly Bound<number>[]
  readonly coins: readonly Bound<Coin>[]
}

/** One direction of one price, with how many entries it had when stale ones were last dropped. */
type Side = { readonly heap: Heap<AccountRisk>; swept: number }
type Pair = { readonly rising: Side; readonly falling: Side }

const newPair = (): Pair => ({
  rising: { heap: new Heap<AccountRisk>(1), swept: 0 },
  falling: { heap: new Heap<AccountRisk>(-1), swept: 0 },
})

/** Entries that may be added, beyond a doubling, before the stale ones are removed. */
const sweepFrom = 64

export class LiquidationIndex {
  readonly #toCheck: AccountId[] = []
  readonly #marks: (Pair | undefined)[] = []
  readonly #coins = new Map<object, Pair>()
  readonly #wellMargined: Side = { heap: new Heap<AccountRisk>(1), swept: 0 }
  #stamp = 0
  #unchecked: (() => Iterable<AccountId>) | undefined

  /** With `everybody` the first check is of all: a fork knows nobody's safe zone. */
  constructor(everybody?: () => Iterable<AccountId>) {
    this.#unchecked = everybody
  }

  newRisk(id: AccountId): AccountRisk {
    const wellMargined = {
      isWellMargined: false,
      spareValue: 0n,
      wellMarginedUntil: -1,
      leverageE2: 1000,
    }
    return { id, stamp: 0, isToCheck: false, toCheck: this.#toCheck, ...wellMargined }
  }

  /** Takes the list of those to be checked; they stay marked until a zone is set. */
  takeToCheck(): AccountId[] {
    const everybody = this.#unchecked
    if (everybody === undefined) return this.#toCheck.splice(0)
    this.#unchecked = undefined
    this.#toCheck.length = 0
    return [...everybody()]
  }

  /** Keeps an account on the list. */
  keepToCheck(risk: AccountRisk): void {
    risk.stamp = 0
    risk.isWellMargined = false
    risk.isToCheck = true
    this.#toCheck.push(risk.id)
  }

  /** Sets where an account is safe; it is not marked any more and older bounds no longer count. */
  set(risk: AccountRisk, zone: SafeZone<object>): void {
    this.#stamp += 1
    risk.stamp = this.#stamp
    risk.isToCheck = false
    risk.isWellMargined = false
    risk.wellMarginedUntil = -1
    for (const bound of zone.marks) add((this.#marks[bound.place] ??= newPair()), bound, risk)
    for (const bound of zone.coins) {
      const found = this.#coins.get(bound.place)
      const pair = found ?? newPair()
      if (found === undefined) this.#coins.set(bound.place, pair)
      add(pair, bound, risk)
    }
  }

  /**
   * Sets that an account need not be checked until the marks have gone some distance further or its
   * spare value is used up; an entry that says nearly as much is kept.
   */
  setWellMargined(
    risk: AccountRisk,
    {
      distance,
      reach,
      spareValue,
    }: { readonly distance: Distance; readonly reach: number; readonly spareValue: bigint },
  ): void {
    risk.isToCheck = false
    risk.isWellMargined = true
    risk.spareValue = spareValue
    const until = distance.from + reach
    const isEndless = until === Infinity
    const isEnough =
      risk.wellMarginedUntil >= distance.travelled + reach / 2 && risk.wellMarginedUntil < Infinity
    if (risk.stamp !== 0 && (isEndless ? risk.wellMarginedUntil === Infinity : isEnough)) return
    this.#stamp += 1
    risk.stamp = this.#stamp
    risk.wellMarginedUntil = until
    if (isEndless) return
    push(this.#wellMargined, { ticks: risk.wellMarginedUntil, stamp: risk.stamp, item: risk })
  }

  /** Lists every well-margined account for which the marks have gone too far. */
  distanceCrossed(travelled: number): void {
    const crossed: AccountRisk[] = []
    this.#wellMargined.heap.takeUpTo(travelled, crossed)
    for (const risk of crossed) markToCheck(risk)
  }

  /** Lists every account whose bound in a market the mark has crossed. */
  markCrossed(market: number, markE8: number): void {
    const pair = this.#marks[market]
    if (pair !== undefined) recordCrossed(pair, markE8)
  }

  /** As `markCrossed`, for the price of a coin. */
  coinCrossed(coin: object, usdE8: number): void {
    const pair = this.#coins.get(coin)
    if (pair !== undefined) recordCrossed(pair, usdE8)
  }
}

function add({ rising, falling }: Pair, bound: Bound<unknown>, item: AccountRisk): void {
  const { stamp } = item
  if (bound.high < Number.MAX_SAFE_INTEGER) push(rising, { ticks: bound.high + 1, stamp, item })
  if (bound.low > 0) push(falling, { ticks: bound.low - 1, stamp, item })
}

function push(side: Side, entry: Parameters<Heap<AccountRisk>['push']>[0]): void {
  const { heap } = side
  heap.push(entry)
  if (heap.size <= sweepFrom + 2 * side.swept) return
  heap.sweep()
  side.swept = heap.size
}

function recordCrossed({ rising, falling }: Pair, price: number): void {
  const crossed: AccountRisk[] = []
  rising.heap.takeUpTo(price, crossed)
  falling.heap.takeUpTo(price, crossed)
  for (const risk of crossed) markToCheck(risk)
}
