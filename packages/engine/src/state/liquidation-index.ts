// The index of prices at which an account must be checked again: for each market and each coin two
// heaps of bounds (issue 3, performance).

// So a price costs what it endangers and not what is open. Nothing here decides a liquidation: each
// account found is checked exactly (liquidation/accounts-at-risk.ts).

import type { AccountId } from '@basis/domain/numbers/brand'
import { Heap } from './collections/heap.ts'

/** Where an account stands in the alarms. */
export type AccountRisk = {
  readonly id: AccountId
  /** Of the bounds that count; 0 while there are none. */
  stamp: number
  /** Is it in the list of those to be looked at? */
  isNoted: boolean
  readonly noted: AccountId[]
  /** Can nothing endanger it soon? Then orders and trades are let in up to `room` (calm.ts). */
  isCalm: boolean
  /** The value of orders and trades that it may still add before it is reckoned again; 1e-8 USD. */
  room: bigint
  /**
   * Up to which way of all marks its bound as a calm account counts: −1 when others do, `Infinity`
   * when no price concerns it.
   */
  calmUntil: number
  /** The highest leverage that one of its positions ever had, 10x at least. */
  leverageE2: number
}

/** Notes that something of the account changed: its bounds no longer say that it is safe. */
export function noteRisk(risk: AccountRisk): void {
  risk.isCalm = false
  if (risk.isNoted) return
  risk.isNoted = true
  risk.noted.push(risk.id)
}

/** Notes an order or a trade, worth so much in USD ×1e8: a calm account has room for some. */
export function noteSpent(risk: AccountRisk, value: bigint): void {
  risk.room -= value
  // Whom no price concerned is concerned from his first order on.
  if (!risk.isCalm || risk.room < 0n || risk.calmUntil === Infinity) noteRisk(risk)
}

/** While the price stays from `low` to `high`, both included, nobody need look. */
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

/** So many entries may be added before the stale ones are looked for, beyond a doubling. */
const sweepFrom = 64

export class LiquidationIndex {
  readonly #noted: AccountId[] = []
  readonly #marks: (Pair | undefined)[] = []
  readonly #coins = new Map<object, Pair>()
  readonly #calm: Side = { heap: new Heap<AccountRisk>(1), swept: 0 }
  #stamp = 0
  #unseen: (() => Iterable<AccountId>) | undefined

  /** With `everybody` the first look is at all: a fork knows nobody's safe zone. */
  constructor(everybody?: () => Iterable<AccountId>) {
    this.#unseen = everybody
  }

  newRisk(id: AccountId): AccountRisk {
    const calm = { isCalm: false, room: 0n, calmUntil: -1, leverageE2: 1000 }
    return { id, stamp: 0, isNoted: false, noted: this.#noted, ...calm }
  }

  /** Takes the list of those to be looked at; they stay noted until a zone is set. */
  takeNoted(): AccountId[] {
    const everybody = this.#unseen
    if (everybody === undefined) return this.#noted.splice(0)
    this.#unseen = undefined
    this.#noted.length = 0
    return [...everybody()]
  }

  /** Keeps an account on the list. */
  keepNoted(risk: AccountRisk): void {
    risk.stamp = 0
    risk.isNoted = true
    this.#noted.push(risk.id)
  }

  /** Sets where an account is safe; it is not noted any more and older bounds no longer count. */
  set(risk: AccountRisk, zone: SafeZone<object>): void {
    this.#stamp += 1
    risk.stamp = this.#stamp
    risk.isNoted = false
    risk.calmUntil = -1
    for (const bound of zone.marks) add((this.#marks[bound.place] ??= newPair()), bound, risk)
    for (const bound of zone.coins) {
      const found = this.#coins.get(bound.place)
      const pair = found ?? newPair()
      if (found === undefined) this.#coins.set(bound.place, pair)
      add(pair, bound, risk)
    }
  }

  /**
   * Sets that nobody need look at an account until the marks have gone some way further or it has
   * used its room; an entry that says nearly as much is kept.
   */
  setCalm(
    risk: AccountRisk,
    { way, reach, room }: { readonly way: number; readonly reach: number; readonly room: bigint },
  ): void {
    risk.isNoted = false
    risk.isCalm = true
    risk.room = room
    const until = way + reach
    const isEndless = until === Infinity
    const isEnough = risk.calmUntil >= way + reach / 2 && risk.calmUntil < Infinity
    if (risk.stamp !== 0 && (isEndless ? risk.calmUntil === Infinity : isEnough)) return
    this.#stamp += 1
    risk.stamp = this.#stamp
    risk.calmUntil = until
    if (isEndless) return
    push(this.#calm, { ticks: risk.calmUntil, stamp: risk.stamp, item: risk })
  }

  /** Notes every calm account for which the marks have gone too far. */
  ringWay(way: number): void {
    const rung: AccountRisk[] = []
    this.#calm.heap.takeUpTo(way, rung)
    for (const risk of rung) noteRisk(risk)
  }

  /** Notes every account whose bound in a market the mark has passed. */
  ringMark(market: number, markE8: number): void {
    const pair = this.#marks[market]
    if (pair !== undefined) ring(pair, markE8)
  }

  /** As `ringMark`, for the price of a coin. */
  ringCoin(coin: object, usdE8: number): void {
    const pair = this.#coins.get(coin)
    if (pair !== undefined) ring(pair, usdE8)
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

function ring({ rising, falling }: Pair, price: number): void {
  const rung: AccountRisk[] = []
  rising.heap.takeUpTo(price, rung)
  falling.heap.takeUpTo(price, rung)
  for (const risk of rung) noteRisk(risk)
}
