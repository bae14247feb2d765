// The bench `core`: our matching core against npm nodejs-order-book on one generated stream.
//
// Both sides replay the same million operations on the same pre-built book, in turns, after one
// untimed run each, at the end of which their books must be equal level by level. The peer gets
// its order ids as ready strings and answers with its own objects; ours reports its fills in columns.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buy, sell, type BookSide } from '@basis/engine/book'
import { OrderBook as PeerBook, Side } from 'nodejs-order-book'
import type { BenchLine } from './line.ts'
import { MatchingCore } from './matching.ts'
import { median } from './median.ts'
import { createStream, kinds, type OrderStream } from './stream.ts'

const rounds = 5

/** Runs the comparison; throws when the two books do not end alike. */
export async function bench(): Promise<BenchLine> {
  const stream = createStream()
  const peerIds = Array.from({ length: stream.ids }, (_, id) => `o${id}`)
  assertSameBooks(replayOurs(stream).book, replayPeer(stream, peerIds).book)
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(replayOurs(stream).rate)
    peer.push(replayPeer(stream, peerIds).rate)
  }
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

/** What a replay leaves behind: levels best first as price, lots, …; and operations per second. */
export type Replay = { readonly book: Record<'buys' | 'sells', number[]>; readonly rate: number }

/** Replays a stream on our core. */
export function replayOurs(stream: OrderStream): Replay {
  const core = new MatchingCore(stream.ids)
  applyOurs(core, stream, 0, stream.warmUp)
  collectGarbage()
  const startMs = performance.now()
  applyOurs(core, stream, stream.warmUp, stream.length)
  const tookMs = performance.now() - startMs
  const book = { buys: levelsOf(core, buy), sells: levelsOf(core, sell) }
  return { book, rate: rateOf(stream, tookMs) }
}

/** Replays a stream on the peer, whose ids are texts. */
export function replayPeer(stream: OrderStream, ids: readonly string[]): Replay {
  const peer = new PeerBook()
  applyPeer(peer, stream, ids, [0, stream.warmUp])
  collectGarbage()
  const startMs = performance.now()
  applyPeer(peer, stream, ids, [stream.warmUp, stream.length])
  const tookMs = performance.now() - startMs
  const [asks, bids] = peer.depth()
  return { book: { buys: bids.flat(), sells: asks.flat() }, rate: rateOf(stream, tookMs) }
}

function applyOurs(core: MatchingCore, stream: OrderStream, start: number, end: number): void {
  const { kind, id, side, priceTicks, qtyLots } = stream
  for (let row = start; row < end; row += 1) {
    switch (kind[row]) {
      case kinds.cancel:
        core.cancel(id[row] as number)
        break
      case kinds.replace:
        core.replace(id[row] as number, priceTicks[row] as number, qtyLots[row] as number)
        break
      case kinds.market:
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
  stream: OrderStream,
  ids: readonly string[],
  [start, end]: [number, number],
): void {
  const { kind, id, side: sides, priceTicks, qtyLots } = stream
  for (let row = start; row < end; row += 1) {
    const name = ids[id[row] as number] as string
    const side = sides[row] === buy ? Side.BUY : Side.SELL
    const size = qtyLots[row] as number
    switch (kind[row]) {
      case kinds.cancel:
        peer.cancel(name)
        break
      case kinds.replace:
        peer.modify(name, { size, price: priceTicks[row] as number })
        break
      case kinds.market:
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

function assertSameBooks(ours: Replay['book'], peer: Replay['book']): void {
  for (const side of ['buys', 'sells'] as const) {
    const same = ours[side].length === peer[side].length
    if (!same || ours[side].some((value, place) => value !== peer[side][place])) {
      throw new Error(`The books differ in their ${side}: the comparison would not be honest`)
    }
  }
}

function rateOf(stream: OrderStream, tookMs: number): number {
  return ((stream.length - stream.warmUp) / tookMs) * 1000
}

// Both sides start each run with a clean heap, so that neither pays for the other's garbage.
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
