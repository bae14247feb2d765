// The bench `append`: batches per second through the journal's own link, one in flight, against a
// bare publish of the same bytes with the same headers by the same client library.

import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import { encodeMessage, type TermMessage } from '@basis/server/cluster/envelope'
import type { ClusterLink } from '@basis/server/cluster/nats-link'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { openBenchCluster } from './bench-cluster.ts'

const runs = 3
const batches = 300
/** About as long as the message of a batch of several orders. */
const filler = 'x'.repeat(1_000)

const messageAfter = (streamSeq: number): TermMessage => ({
  kind: 'term',
  term: streamSeq + 1,
  leader: 'bench',
  afterSeq: 0,
  chain: filler,
  timeMs: 0,
  build: 'bench',
  rules: 1,
  facts: {},
})

export async function bench(): Promise<BenchLine> {
  const cluster = await openBenchCluster(1)
  try {
    const link = await cluster.link()
    const bare = await connect({ servers: cluster.nats.addresses })
    const [ours, peer]: [number[], number[]] = [[], []]
    let streamSeq = 0
    for (let run = 0; run < runs; run += 1) {
      for (const [figures, append] of [
        [peer, (after: number) => published(bare, after)],
        [ours, (after: number) => appended(link, after)],
      ] as const) {
        const startedMs = performance.now()
        for (let k = 0; k < batches; k += 1) streamSeq = await append(streamSeq)
        figures.push(batches / ((performance.now() - startedMs) / 1000))
      }
    }
    await bare.close()
    const [mine, theirs] = [median(ours), median(peer)]
    const names = { name: 'append', peerName: 'bare publish', unit: 'batches/s' }
    return { ...names, ours: mine, peer: theirs, ratio: mine / theirs }
  } finally {
    await cluster.close()
  }
}

function appended(link: ClusterLink, after: number): Promise<number> {
  return new Promise((resolve, reject) => {
    link.append(messageAfter(after), after, (outcome) => {
      if (outcome.kind === 'done') resolve(outcome.streamSeq)
      else reject(new Error(`an append was ${outcome.kind}`))
    })
  })
}

async function published(connection: NatsConnection, after: number): Promise<number> {
  const named = headers()
  named.set('Nats-Expected-Stream', 'BASIS_main')
  named.set('Nats-Expected-Last-Sequence', String(after))
  const body = encodeMessage(messageAfter(after))
  const { seq } = (
    await connection.request('basis.main.journal', body, { headers: named, timeout: 5_000 })
  ).json<{
    seq: number
  }>()
  return seq
}
