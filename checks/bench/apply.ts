// The bench `apply`: the complete engine with fifty streams of orders from a thousand accounts,
// against npm nodejs-order-book's bare books on the same streams.

// The engine includes admission, margin, positions, fees, wallets, triggers and events; the peer
// has none of these.

import { BusyVenue, createStreams } from './apply-load/busy-venue.ts'
import { PeerReplay } from './core.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'
import { replayRate } from './replay.ts'
import type { OrderStream } from './stream.ts'

const rounds = 3

/** Runs the comparison; throws when the engine refuses what the books accept. */
export async function bench(): Promise<BenchLine> {
  const streams = createStreams()
  const ids = streams.map((stream) => Array.from({ length: stream.ids }, (_, id) => `o${id}`))
  // One of each lives throughout, as in an exchange: see the bench `core`.
  const warm = { ours: replayOurs(streams), peer: replayPeers(streams, ids) }
  const ours: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(replayOurs(streams).rate)
    peer.push(replayPeers(streams, ids).rate)
  }
  assertSame(warm.ours.venue, warm.peer.bids())
  const [oursRate, peerRate] = [median(ours), median(peer)]
  return {
    name: 'apply',
    ratio: oursRate / peerRate,
    ours: oursRate,
    peer: peerRate,
    peerName: 'nodejs-order-book',
    unit: 'op/s',
  }
}

function replayOurs(streams: readonly OrderStream[]) {
  const venue = new BusyVenue(streams)
  return { venue, rate: replayRate(streams, (start, end) => venue.replay(start, end)) }
}

function replayPeers(streams: readonly OrderStream[], ids: readonly (readonly string[])[]) {
  const peers = streams.map((stream, i) => new PeerReplay(stream, ids[i] ?? []))
  const rate = replayRate(streams, (start, end) => {
    for (let row = start; row < end; row += 1) for (const peer of peers) peer.replay(row, row + 1)
  })
  return { rate, bids: () => peers[0]?.levels().buys ?? [] }
}

/** The engine's best bids must equal the peer's, which shows that no order was refused. */
function assertSame(venue: BusyVenue, bids: readonly number[]): void {
  const ours = venue.bids()
  if (ours.length < 60) throw new Error(`the engine's book has ${ours.length / 2} levels only`)
  ours.forEach((value, k) => {
    if (value !== bids[k]) throw new Error(`level ${k >> 1} is ${value}, the peer's ${bids[k]}`)
  })
}
