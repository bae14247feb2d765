// An index of the prices at which an account must be checked for liquidation: two heaps of bounds
// for each market and each coin.

// The cost of a price update depends on the accounts at risk, not on all open positions. The index
// decides no liquidation: each account found is checked exactly (liquidation/accounts-at-risk.ts).

import type { AccountId } from '@basis/domain/numbers/brand'
import { Heap } from './collections/heap.ts'
import type { Distance } from './mark-changes.ts'

/** The index's record of an account. */
export type AccountRisk = {
  readonly id: AccountId
  /** The stamp of its valid bounds; 0 while there are none. */
  stamp: number
  /** Whether it is in the list of accounts to check. */
  isToCheck: boolean
  readonly toCheck: AccountId[]
  /**
   * Whether it is far from liquidation; then orders and trades up to `spareValue` are admitted
   * without computing its margin (well-margined.ts).
   */
  isWellMargined: boolean
  /** The value of orders and trades that it may add before its margin is recomputed; 1e-8 USD. */
  spareValue: bigint
  /**
   * The distance travelled by the marks up to which it stays well-margined: −1 if other bounds
   * apply, `Infinity` if it depends on no price.
   */
  wellMarginedUntil: number
  /** The highest leverage that any of its positions ever had, at least 10x. */
  leverageE2: number
}

/** Lists a changed account for checking, as its bounds are no longer valid. */
export function markToCheck(risk: AccountRisk): void {
  risk.isWellMargined = false
  listToCheck(risk)
}

function listToCheck(risk: AccountRisk): void {
  if (risk.isToCheck) return
  risk.isToCheck = true
  risk.toCheck.push(risk.id)
}

/** Deducts an order's or trade's value, USD ×1e8, from a well-margined account's spare value. */
export function takeSpareValue(risk: AccountRisk, value: bigint): void {
  payFromSpareValue(risk, value)
  // From its first order on the account depends on prices: the next check sets its distance.
  if (risk.isWellMargined && risk.wellMarginedUntil === Infinity) listToCheck(risk)
}

/** Like `takeSpareValue`, for a payment, which adds no dependence on prices. */
export function payFromSpareValue(risk: AccountRisk, value: bigint): void {
  risk.spareValue -= value
  if (!risk.isWellMargined || risk.spareValue < 0n) markToCheck(risk)
}

/** While the price is in `low` … `high`, both inclusive, no check is needed. */
export type Bound<Place> = { readonly place: Place; readonly low: number; readonly high: number }
export type SafeZone<Coin> = {
  /** In 1e-8 quote, by market index. */
  readonly marks: readonly Bound<number>[]
  readonly coins: readonly Bound<Coin>[]
}

/** One direction of one price; `swept` is its number of entries after the last sweep. */
type Side = { readonly heap: Heap<AccountRisk>; swept: number }
type Pair = { readonly rising: Side; readonly falling: Side }

const newPair = (): Pair => ({
  rising: { heap: new Heap<AccountRisk>(1), swept: 0 },
  falling: { heap: new Heap<AccountRisk>(-1), swept: 0 },
})

/** Entries that may be added, beyond a doubling, before stale ones are removed. */
const sweepFrom = 64

export class LiquidationIndex {
  readonly #toCheck: AccountId[] = []
  readonly #marks: (Pair | undefined)[] = []
  readonly #coins = new Map<object, Pair>()
  readonly #wellMargined: Side = { heap: new Heap<AccountRisk>(1), swept: 0 }
  #stamp = 0
  #unchecked: (() => Iterable<AccountId>) | undefined

  /** With `allAccounts` the first check covers all of them: a fork has no safe zones. */
  constructor(allAccounts?: () => Iterable<AccountId>) {
    this.#unchecked = allAccounts
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

  /** Returns and empties the list of accounts to check; they stay marked until a zone is set. */
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

  /** Sets the safe zone of an account, unmarks it and invalidates its older bounds. */
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
   * Marks an account as well-margined: no check is needed until the marks have travelled a distance
   * further or its spare value is used up. An existing entry with nearly the same distance is kept.
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

  /** Lists every well-margined account whose distance the marks have travelled. */
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

  /** Like `markCrossed`, for the price of a coin. */
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
