// The bench `core`: our matching core against npm nodejs-order-book on one generated stream.

// Both sides replay the same million operations on the same pre-built book, in turns, after one
// untimed run each, at the end of which their books must be equal level by level. The peer gets its
// order ids as strings and returns its own objects; ours reports its fills in columns. The ids
// begin with a letter because the peer is a third faster with them than with digits.

import { buy, sell, type BookSide } from '@basis/engine/book'
import { OrderBook as PeerBook, Side } from 'nodejs-order-book'
import type { BenchLine } from './line.ts'
import { MatchingCore } from './matching.ts'
import { median } from './median.ts'
import { replayRate } from './replay.ts'
import { createStream, kinds, type OrderStream } from './stream.ts'

const rounds = 5

/** Runs the comparison; throws when the final books differ. */
export async function bench(): Promise<BenchLine> {
  const stream = createStream()
  const peerIds = Array.from({ length: stream.ids }, (_, id) => `o${id}`)
  const warm = { ours: replayOurs(stream), peer: replayPeer(stream, peerIds) }
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(replayOurs(stream).rate)
    peer.push(replayPeer(stream, peerIds).rate)
  }
  // Compared only now, so that one book of each kind stays alive throughout, as in an exchange:
  // when the last object of a class is collected, V8 discards its optimised code.
  assertSameBooks(warm.ours.levels(), warm.peer.levels())
  const [oursRate, peerRate] = [median(ours), median(peer)]
  return {
    name: 'core',
    ratio: oursRate / peerRate,
    ours: oursRate,
    peer: peerRate,
    peerName: 'nodejs-order-book',
    unit: 'op/s',
  }
}

/** Levels best first, each as price and lots. */
type Levels = { readonly buys: number[]; readonly sells: number[] }

/** The result of a replay: the measured operations per second, and its book's levels. */
export type Replay = { readonly rate: number; readonly levels: () => Levels }

/** Replays a stream on our core. */
export function replayOurs(stream: OrderStream): Replay {
  const core = new MatchingCore(stream.ids)
  const rate = replayRate(stream, (start, end) => applyOurs(core, stream, start, end))
  return { rate, levels: () => ({ buys: levelsOf(core, buy), sells: levelsOf(core, sell) }) }
}

/** Replays a stream on the peer, whose ids are strings. */
function replayPeer(stream: OrderStream, ids: readonly string[]): Replay {
  const peer = new PeerReplay(stream, ids)
  const rate = replayRate(stream, (start, end) => peer.replay(start, end))
  return { rate, levels: () => peer.levels() }
}

/** The peer's book with the stream applied to it. */
export class PeerReplay {
  readonly #book = new PeerBook()
  readonly #stream: OrderStream
  readonly #ids: readonly string[]

  constructor(stream: OrderStream, ids: readonly string[]) {
    this.#stream = stream
    this.#ids = ids
  }

  replay(start: number, end: number): void {
    applyPeer(this.#book, { stream: this.#stream, ids: this.#ids }, start, end)
  }

  levels(): Levels {
    const [asks, bids] = this.#book.depth()
    return { buys: bids.flat(), sells: asks.flat() }
  }
}

function applyOurs(core: MatchingCore, stream: OrderStream, start: number, end: number): void {
  const { kind, id, side, priceTicks, qtyLots } = stream
  const { cancel, replace, market } = kinds
  for (let row = start; row < end; row += 1) {
    switch (kind[row]) {
      case cancel:
        core.cancel(id[row] as number)
        break
      case replace:
        core.replace(id[row] as number, priceTicks[row] as number, qtyLots[row] as number)
        break
      case market:
        core.market(side[row] as BookSide, qtyLots[row] as number)
        break
      default:
        core.limit(
          id[row] as number,
          side[row] as BookSide,
          priceTicks[row] as number,
          qtyLots[row] as number,
        )
    }
  }
}

function applyPeer(
  peer: PeerBook,
  { stream, ids }: { stream: OrderStream; ids: readonly string[] },
  start: number,
  end: number,
): void {
  const { kind, id, side: sides, priceTicks, qtyLots } = stream
  const { cancel, replace, market } = kinds
  for (let row = start; row < end; row += 1) {
    const name = ids[id[row] as number] as string
    const side = sides[row] === buy ? Side.BUY : Side.SELL
    const size = qtyLots[row] as number
    switch (kind[row]) {
      case cancel:
        peer.cancel(name)
        break
      case replace:
        peer.modify(name, { size, price: priceTicks[row] as number })
        break
      case market:
        peer.market({ side, size })
        break
      default:
        peer.limit({ id: name, side, size, price: priceTicks[row] as number })
    }
  }
}

function levelsOf(core: MatchingCore, side: BookSide): number[] {
  const count = core.book.levels(side)
  const out = new Float64Array(count * 3)
  core.book.depth(side, count, out)
  return Array.from({ length: count }, (_, level) => [
    out[level * 3] as number,
    out[level * 3 + 1] as number,
  ]).flat()
}

function assertSameBooks(ours: Levels, peer: Levels): void {
  for (const side of ['buys', 'sells'] as const) {
    const same = ours[side].length === peer[side].length
    if (!same || ours[side].some((value, place) => value !== peer[side][place])) {
      throw new Error(`The books differ in their ${side}: the comparison would not be honest`)
    }
  }
}
