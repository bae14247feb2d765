// The bench `takeover`: from the kill of the leading engine to the next acknowledged order, against
// the same for the leading NATS server, with three servers and two engines as processes.

import { setTimeout as delay } from 'node:timers/promises'
import { ClusterProcesses } from '../../cluster/cluster-processes.ts'
import { natsProgram } from '../../cluster/nats-servers.ts'
import { OrderLoad } from '../../cluster/order-load.ts'
import type { BenchLine } from '../line.ts'
import { median } from '../median.ts'

const rounds = 3
const patienceMs = 60_000

export async function bench(): Promise<BenchLine> {
  const found = await natsProgram()
  if ('missing' in found) throw new Error(found.missing)
  const cluster = new ClusterProcesses(found.program, 3)
  try {
    await cluster.startServers()
    await Promise.all(['e1', 'e2'].map((id) => cluster.start('engine', id)))
    const { origin } = await cluster.start('gateway', 'g1')
    const load = new OrderLoad('takeover', origin)
    await load.signUp()
    const [ours, peer]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      const leader = await cluster.leader()
      ours.push(await gapOf(load, () => cluster.end(leader, 'SIGKILL')))
      await cluster.start('engine', leader)
      const server = await leadingServer(cluster)
      peer.push(await gapOf(load, async () => server.signal('SIGKILL')))
      await server.start()
    }
    const [mine, theirs] = [median(ours), median(peer)]
    const names = { name: 'takeover', peerName: 'election of a NATS leader', unit: 'ms' }
    return { ...names, ours: mine, peer: theirs, ratio: theirs / mine }
  } finally {
    await cluster.close()
  }
}

/** Returns for how long no order was acknowledged after the act, while orders are sent. */
async function gapOf(load: OrderLoad, act: () => Promise<unknown>): Promise<number> {
  load.start(5)
  await load.goesOn(20, patienceMs)
  const startedMs = performance.now()
  await act()
  // An answer that was already on its way does not end the take-over.
  await delay(50)
  await load.goesOn(1, patienceMs)
  const gapMs = performance.now() - startedMs
  await load.goesOn(5, patienceMs)
  await load.stop()
  await load.client.call('cancelAllOrders', {})
  return gapMs
}

async function leadingServer({ nats }: ClusterProcesses) {
  for (;;) {
    for (const { leader } of nats.servers) {
      const name = await leader()
      const found = nats.servers.find((server) => server.name === name)
      if (found !== undefined) return found
    }
    await delay(100)
  }
}
