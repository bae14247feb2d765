// The bench `latency`: the 99.9th percentile of a command's time in the engine, under the load of
// the bench `apply`, against the budget of 50 microseconds.

import { BusyVenue, createStreams } from './apply-load/busy-venue.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'

const budgetUs = 50
const rounds = 3
const share = 0.999

export async function bench(): Promise<BenchLine> {
  const streams = createStreams()
  const [first] = streams
  if (first === undefined) throw new Error('There is no stream')
  const took = new Float64Array((first.length - first.warmUp) * streams.length)
  const slowest: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const venue = new BusyVenue(streams)
    venue.replay(0, first.warmUp)
    venue.timed(first.warmUp, first.length, took)
    slowest.push(took.toSorted()[Math.floor(took.length * share)] ?? 0)
  }
  const ours = median(slowest)
  return {
    name: 'latency',
    ratio: budgetUs / ours,
    ours,
    peer: budgetUs,
    peerName: 'budget',
    unit: 'us at 99.9 %',
  }
}
