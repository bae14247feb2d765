// The bench `replicated`: orders and cancels acknowledged to 64 clients by an engine whose journal
// is on three synced servers, against the embedded journal.

// All three servers sync to the same disk of this machine; the embedded journal syncs once.

import { join } from 'node:path'
import { listingOf } from '@basis/server/instruments/listings'
import { fillVenue, openVenue, roundTrips } from '../durable.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'
import { openBenchCluster } from './bench-cluster.ts'

const runs = 5

export async function bench(): Promise<BenchLine> {
  const listing = listingOf('BTCUSDT')
  if (listing === undefined) throw new Error('BTCUSDT is not listed')
  const cluster = await openBenchCluster(3)
  const embedded = await openVenue(join(cluster.folder, 'embedded'), listing)
  try {
    const exchange = await cluster.engine()
    await fillVenue(exchange, listing)
    const [ours, peer]: [number[], number[]] = [[], []]
    for (let run = 0; run < runs; run += 1) {
      peer.push(await roundTrips(embedded.exchange, listing, `${run}`))
      ours.push(await roundTrips(exchange, listing, `${run}`))
    }
    const figures = { ours: median(ours), peer: median(peer) }
    const ratio = figures.ours / figures.peer
    const names = { name: 'replicated', peerName: 'embedded journal', unit: 'acknowledged/s' }
    return { ...names, ...figures, ratio }
  } finally {
    await embedded.exchange.stop()
    embedded.storage.release()
    await cluster.close()
  }
}
