// The generated stream of order operations that the benches of books and of the engine share.

// One million operations: 40 % resting adds, 40 % cancels, 10 % replaces and 10 % marketable orders
// (half of them market orders, half limits a little beyond the other side's best price), on a book
// of about a thousand levels on each side. A warm-up before them, adds and then operations of the
// same mix, builds the book and warms up compilers and caches; it is not part of the million. The
// seed determines everything. Traders who cancel do not know of fills yet, so some cancels are too
// late, as on any exchange; this also keeps the book from shrinking.

import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { buy, sell, type BookSide } from '@basis/engine/book'
import { MatchingCore } from './matching.ts'

/** The kinds of operation. A `take` is a limit order beyond the other side's best price. */
export const kinds = { add: 0, cancel: 1, replace: 2, market: 3, take: 4 } as const

/** Columns of operations; the first `warmUp` are not part of the measurement. */
export type OrderStream = {
  readonly warmUp: number
  readonly length: number
  /** Orders have the ids 0 … ids - 1, each used once; market orders have no id, stored as 0. */
  readonly ids: number
  readonly kind: Uint8Array
  readonly id: Int32Array
  readonly side: Uint8Array
  readonly priceTicks: Int32Array
  readonly qtyLots: Int32Array
}

/** The parameters of a stream. */
export type StreamPlan = {
  readonly seed: number
  /** Adds that build the book. */
  readonly resting: number
  /** Operations of the same mix that follow before the measurement. */
  readonly warming: number
  /** Operations measured. */
  readonly operations: number
  /** The range of ticks on each side of the market over which orders spread. */
  readonly depthTicks: number
}

export const standardPlan: StreamPlan = {
  seed: 20_261_121,
  resting: 10_000,
  warming: 200_000,
  operations: 1_000_000,
  depthTicks: 1000,
}

const middleTicks = 650_000
const takeTicks = 20
const makerLots = 100
const takerLots = 50

/** Returns the stream of a plan; the same plan gives the same stream. */
export function createStream(plan: StreamPlan = standardPlan): OrderStream {
  const writer = new StreamWriter(plan)
  for (let index = 0; index < plan.resting; index += 1) writer.build()
  for (let index = 0; index < plan.warming + plan.operations; index += 1) writer.operate()
  return writer.finished()
}

class StreamWriter {
  readonly #plan: StreamPlan
  readonly #prng: Prng
  readonly #core: MatchingCore
  readonly #kind: Uint8Array
  readonly #id: Int32Array
  readonly #side: Uint8Array
  readonly #priceTicks: Int32Array
  readonly #qtyLots: Int32Array
  readonly #sideOf: Uint8Array
  // Orders that are still resting as far as their owners know.
  readonly #believed: number[] = []
  #length = 0
  #ids = 0

  constructor(plan: StreamPlan) {
    const length = plan.resting + plan.warming + plan.operations
    this.#plan = plan
    this.#prng = createPrng(plan.seed)
    this.#core = new MatchingCore(length)
    this.#kind = new Uint8Array(length)
    this.#id = new Int32Array(length)
    this.#side = new Uint8Array(length)
    this.#priceTicks = new Int32Array(length)
    this.#qtyLots = new Int32Array(length)
    this.#sideOf = new Uint8Array(length)
  }

  build(): void {
    const side = this.#draw(2) === 0 ? buy : sell
    const away = 1 + this.#offset()
    this.#enter(kinds.add, side, side === buy ? middleTicks - away : middleTicks + away, makerLots)
  }

  operate(): void {
    const roll = this.#draw(10)
    const side = this.#draw(2) === 0 ? buy : sell
    if (roll < 4) this.#enter(kinds.add, side, this.#passivePrice(side), makerLots)
    else if (roll < 8) this.#cancel()
    else if (roll < 9) this.#replace()
    else if (this.#draw(2) === 0) this.#market(side)
    else this.#take(side)
  }

  finished(): OrderStream {
    return {
      warmUp: this.#plan.resting + this.#plan.warming,
      length: this.#length,
      ids: this.#ids,
      kind: this.#kind,
      id: this.#id,
      side: this.#side,
      priceTicks: this.#priceTicks,
      qtyLots: this.#qtyLots,
    }
  }

  #enter(kind: number, side: BookSide, priceTicks: number, mostLots: number): void {
    const id = this.#ids
    this.#ids += 1
    this.#sideOf[id] = side
    const qtyLots = 1 + this.#draw(mostLots)
    this.#core.limit(id, side, priceTicks, qtyLots)
    if (this.#core.isLive(id)) this.#believed.push(id)
    this.#write(kind, id, side, [priceTicks, qtyLots])
  }

  #take(side: BookSide): void {
    const best = this.#bestOf(side === buy ? sell : buy)
    this.#enter(kinds.take, side, side === buy ? best + takeTicks : best - takeTicks, takerLots)
  }

  #cancel(): void {
    const place = this.#draw(this.#believed.length)
    const id = this.#believed[place] ?? 0
    const last = this.#believed.pop() ?? 0
    if (place < this.#believed.length) this.#believed[place] = last
    this.#core.cancel(id)
    this.#write(kinds.cancel, id, this.#sideOf[id] === buy ? buy : sell, [0, 0])
  }

  // Replaces always change the price, and so lose their queue position in every book.
  #replace(): void {
    let id = this.#believed[this.#draw(this.#believed.length)] ?? 0
    while (!this.#core.isLive(id)) id = this.#believed[this.#draw(this.#believed.length)] ?? 0
    const side = this.#sideOf[id] === buy ? buy : sell
    const priceTicks = this.#passivePrice(side)
    const qtyLots = 1 + this.#draw(makerLots)
    this.#core.replace(id, priceTicks, qtyLots)
    this.#write(kinds.replace, id, side, [priceTicks, qtyLots])
  }

  #market(side: BookSide): void {
    const qtyLots = 1 + this.#draw(takerLots)
    this.#core.market(side, qtyLots)
    this.#write(kinds.market, 0, side, [0, qtyLots])
  }

  #write(kind: number, id: number, side: BookSide, [priceTicks, qtyLots]: [number, number]): void {
    const row = this.#length
    this.#kind[row] = kind
    this.#id[row] = id
    this.#side[row] = side
    this.#priceTicks[row] = priceTicks
    this.#qtyLots[row] = qtyLots
    this.#length = row + 1
  }

  #passivePrice(side: BookSide): number {
    const away = 1 + this.#offset()
    return side === buy ? this.#bestOf(sell) - away : this.#bestOf(buy) + away
  }

  #bestOf(side: BookSide): number {
    const best = this.#core.book.bestPrice(side)
    return best < 0 ? middleTicks : best
  }

  // Orders become fewer with their distance from the market, down to none at `depthTicks`.
  #offset(): number {
    return Math.min(this.#draw(this.#plan.depthTicks), this.#draw(this.#plan.depthTicks))
  }

  #draw(bound: number): number {
    return this.#prng.nextBelow(bound)
  }
}
