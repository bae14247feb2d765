// The stream loses acknowledged messages: all processes stop with the reason, and the stream is
// restored from the longest journal with every acknowledged order (docs/operations.md).

import { execFileSync } from 'node:child_process'
import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ClusterProcesses } from './cluster-processes.ts'
import { natsForLongProofs } from './nats-servers.ts'
import { OrderLoad } from './order-load.ts'

const found = await natsForLongProofs()
const cluster = new ClusterProcesses('program' in found ? found.program : '', 1)
afterAll(() => cluster.close())

/** More than one message, less than all. */
const lostBytes = 3_000
const ids = ['e1', 'e2', 'g1'] as const
const start = (id: string) => cluster.start(id.startsWith('e') ? 'engine' : 'gateway', id)

/** Kills the server and truncates its file, as a disk that lost acknowledged writes would. */
async function loseTail(): Promise<void> {
  const [server] = cluster.nats.servers
  server?.signal('SIGKILL')
  const folder = join(cluster.folder, 'n1/jetstream/$G/streams/BASIS_main/msgs')
  const block = join(folder, '1.blk')
  truncateSync(block, statSync(block).size - lostBytes)
  rmSync(join(folder, 'index.db'), { force: true })
  await server?.start()
}

function restoreFrom(id: string): string {
  const settings = {
    BASIS_DATA: join(cluster.folder, id),
    BASIS_ID: id,
    BASIS_NATS: cluster.nats.addresses,
    BASIS_CLUSTER: 'trial',
  }
  const words = ['packages/server/src/restore-stream.ts']
  const env = { ...process.env, ...settings }
  return execFileSync(process.execPath, words, { env, encoding: 'utf8' })
}

async function longest(): Promise<string> {
  const [one, other] = await Promise.all(['e1', 'e2'].map((id) => cluster.lastSeq(id)))
  return (one ?? 0) >= (other ?? 0) ? 'e1' : 'e2'
}

/** The client order ids that are open in a process's state. */
async function openIn(id: string, seq: number): Promise<readonly string[]> {
  const { views } = await cluster.replayed(id, seq)
  return views
    .accounts()
    .flatMap((account) =>
      views.openOrders(account).flatMap(({ linkId }) => (linkId === '' ? [] : linkId)),
    )
}

const named = 'missing' in found ? [found.missing] : []

test.each(named)('a missing server is named: %s', (words) => {
  expect(words).toMatch(/nats-server|PROOFS=long/)
})

const tried = 'program' in found ? ['no acknowledged order is lost'] : []

test.each(tried)('the stream loses its tail and is restored: %s', async () => {
  await cluster.startServers()
  await Promise.all(['e1', 'e2'].map(start))
  const { origin } = await start('g1')
  const load = new OrderLoad('tail', origin)
  await load.signUp()
  load.start(1)
  await load.goesOn(30, 60_000)
  await load.stop()
  const done = [...load.outcomes].flatMap(([linkId, outcome]) => (outcome === 'done' ? linkId : []))

  await loseTail()
  for (const id of ids) {
    const process = cluster.running.get(id)
    expect(await process?.ended()).toBe(65)
    expect(process?.output()).toMatch(/^Basis stops: .*acknowledged commands are lost/m)
    cluster.running.delete(id)
  }
  const whole = await longest()
  const other = whole === 'e1' ? 'e2' : 'e1'
  expect(restoreFrom(whole)).toContain('The stream now begins after command')
  rmSync(join(cluster.folder, other), { recursive: true })
  for (const name of ['journal.db', 'journal.db-wal', 'journal.db-shm', 'snapshots']) {
    rmSync(join(cluster.folder, 'g1', name), { recursive: true, force: true })
  }
  await Promise.all(['e1', 'e2'].map(start))
  await cluster.leader()
  await start('g1')
  for (const id of ids) expect(await cluster.end(id, 'SIGTERM')).toBe(0)
  const seq = Math.min(...(await Promise.all(ids.map((id) => cluster.lastSeq(id)))))
  const hashes = new Set<string>()
  for (const id of ids) hashes.add(await cluster.hashAt(id, seq))
  expect(hashes.size).toBe(1)
  expect((await openIn(whole, seq)).toSorted()).toEqual(done.toSorted())
})
