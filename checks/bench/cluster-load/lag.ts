// The bench `lag`: the time from the start of a batch's append until a gateway has applied it, 99th
// percentile of a hundred, against the append itself.

// Engine and gateway share this process, so that the gateway also waits for the engine's work.

import { setTimeout as delay } from 'node:timers/promises'
import { accountId } from '@basis/domain/numbers/brand'
import type { ClusterLink } from '@basis/server/cluster/nats-link'
import { listingOf } from '@basis/server/instruments/listings'
import { quantile } from '../../cluster/order-load.ts'
import { fillVenue, firstAccount, orderOf } from '../durable.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { openBenchCluster } from './bench-cluster.ts'

const rounds = 3
const perRound = 200

type Times = { readonly began: Map<number, number>; readonly appended: number[] }

export async function bench(): Promise<BenchLine> {
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is not listed')
  const cluster = await openBenchCluster(3)
  const times: Times = { began: new Map(), appended: [] }
  const applied: number[] = []
  try {
    const exchange = await cluster.engine((link) => timed(link, times))
    await fillVenue(exchange, listing)
    const gateway = await cluster.follower({
      listener: ({ seq }) => {
        const began = times.began.get(seq)
        if (began !== undefined) applied.push(performance.now() - began)
      },
    })
    const account = accountId(firstAccount)
    const [ours, peer]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      times.appended.length = 0
      applied.length = 0
      for (let n = 0; n < perRound; n += 1) {
        const linkId = `lag-${round}-${n}`
        await exchange.submit(orderOf(listing, account, linkId))
        await exchange.submit({ kind: 'CancelOrder', account, order: { linkId } })
        await delay(1)
      }
      while (gateway.lastSeq() < exchange.lastSeq()) await delay(1)
      ours.push(quantile(applied, 0.99))
      peer.push(quantile(times.appended, 0.99))
    }
    const [mine, theirs] = [median(ours), median(peer)]
    const names = { name: 'lag', peerName: 'the append', unit: 'ms' }
    return { ...names, ours: mine, peer: theirs, ratio: theirs / mine }
  } finally {
    await cluster.close()
  }
}

const timed = (link: ClusterLink, { began, appended }: Times): ClusterLink => ({
  ...link,
  append: (message, after, done) => {
    const startedMs = performance.now()
    if (message.kind === 'batch') began.set(message.firstSeq, startedMs)
    link.append(message, after, (outcome) => {
      appended.push(performance.now() - startedMs)
      done(outcome)
    })
  },
})
