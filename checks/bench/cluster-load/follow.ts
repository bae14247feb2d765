// The bench `follow`: commands per second that a new follower reads from the stream, against the
// same lines parsed and applied from memory.

// The follower also writes its own copy of the journal, in the journal's thread. The time to open a
// folder and a connection is excluded, because it does not depend on the stream's length.

import { parseCommandLine } from '@basis/server/exchange/command-lines'
import { engines } from '@basis/server/exchange/engines'
import type { ClusterLink } from '@basis/server/cluster/nats-link'
import { linesOf } from '@basis/server/cluster/envelope'
import { listingOf } from '@basis/server/instruments/listings'
import { fillVenue, roundTrips } from '../durable.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { collectGarbage } from '../replay.ts'
import { openBenchCluster } from './bench-cluster.ts'

const rounds = 3
/** The minimum number of commands in the stream. */
const commands = 100_000

export async function bench(): Promise<BenchLine> {
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is not listed')
  const cluster = await openBenchCluster(1)
  try {
    const lines: string[] = []
    const exchange = await cluster.engine((link) => keeping(link, lines))
    await fillVenue(exchange, listing)
    for (let run = 0; lines.length < commands; run += 1) {
      await roundTrips(exchange, listing, `${run}`)
    }
    const [ours, peer]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      peer.push(appliedPerSecond(lines))
      collectGarbage()
      let tookMs = 0
      const timed = (link: ClusterLink): ClusterLink => ({
        ...link,
        follow: async (listener) => {
          const startedMs = performance.now()
          await link.follow(listener)
          tookMs = performance.now() - startedMs
        },
      })
      const follower = await cluster.follower({}, timed)
      ours.push(follower.lastSeq() / (tookMs / 1000))
    }
    const [mine, theirs] = [median(ours), median(peer)]
    const names = { name: 'follow', peerName: 'parse and apply', unit: 'commands/s' }
    return { ...names, ours: mine, peer: theirs, ratio: mine / theirs }
  } finally {
    await cluster.close()
  }
}

/** A link that also records the appended lines. */
const keeping = (link: ClusterLink, lines: string[]): ClusterLink => ({
  ...link,
  append: (message, after, done) => {
    if (message.kind === 'batch') lines.push(...linesOf(message))
    link.append(message, after, done)
  },
})

function appliedPerSecond(lines: readonly string[]): number {
  collectGarbage()
  const engine = engines.create()
  const startedMs = performance.now()
  for (const [k, line] of lines.entries()) engine.apply(parseCommandLine(line, k + 1))
  return lines.length / ((performance.now() - startedMs) / 1000)
}
