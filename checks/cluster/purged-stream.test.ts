// The stream is purged behind snapshots that two engines have confirmed; a process that is new, or
// was away too long, begins with a shared snapshot and reaches the state of all others
// (docs/cluster.md).

import { afterAll, expect, test } from 'vitest'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectCluster } from '@basis/server/cluster/nats-link'
import { SnapshotSharing, type SharingParts } from '@basis/server/cluster/snapshot-sharing'
import { streamStart } from '@basis/server/cluster/stream-reader'
import { openSnapshotStore } from '@basis/server/exchange/disk/snapshots'
import { isLong } from '../proof-length.ts'
import { ClusterProcesses, figureOf } from './cluster-processes.ts'
import { natsProgram, startNats } from './nats-servers.ts'
import { OrderLoad } from './order-load.ts'

const found = await natsProgram()
if ('missing' in found) {
  // In CI a missing server is an error; elsewhere a warning.
  if (process.env['CI'] !== undefined) throw new Error(found.missing)
  console.warn(`The purged stream is not tried: ${found.missing}`)
}
const program = 'program' in found ? found.program : ''
const cluster = new ClusterProcesses(program, 1)
const lone = new ClusterProcesses(program, 1)
afterAll(() => Promise.all([cluster.close(), lone.close()]))

const often = { BASIS_SNAPSHOT_EVERY: '100', BASIS_STREAM_HOURS: '0' }
const start = (id: string, one = cluster) =>
  one.start(id.startsWith('e') ? 'engine' : 'gateway', id, often)
const begins = /begins with the snapshot at (\d+)/

const acknowledged = (load: OrderLoad): string[] =>
  [...load.outcomes].flatMap(([linkId, outcome]) => (outcome === 'done' ? linkId : []))

/** Sends orders until the leader has purged the stream behind this message. */
async function untilPurged(load: OrderLoad, behind: number, one = cluster): Promise<void> {
  load.start(1)
  const purged = async (): Promise<number> => {
    const { origin } = one.running.get(await one.leader()) ?? { origin: '' }
    return figureOf(origin, 'basis_stream_purged_seq')
  }
  const patience = { timeout: 180_000, interval: 500 }
  await expect.poll(purged, patience).toBeGreaterThan(behind)
  await load.stop()
}

/** Ends all at once: a journal that begins late can only be replayed to near its end. */
const endTogether = (one: ClusterProcesses): Promise<(number | null)[]> =>
  Promise.all([...one.running.keys()].map((id) => one.end(id, 'SIGTERM')))

const programs = 'program' in found ? [found.program] : []
const named = 'missing' in found ? [found.missing] : []

test.each(named)('a missing server is named: %s', (words) => {
  expect(words).toContain('nats-server')
})

test.each(programs)(
  'two snapshots are kept, a newer one replaces the oldest: %s',
  async (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'basis-shared-'))
    const nats = await startNats(program, 1, folder)
    const link = await connectCluster({ servers: [nats.addresses], world: 'main', replicas: 1 })
    const { snapshots } = link
    const file = join(folder, 'state')
    const note = { timeMs: 0, hash: 'h', position: streamStart, facts: { id: 'x' }, by: 'e1' }
    for (const seq of [100, 200, 300]) {
      writeFileSync(file, String(seq).repeat(500_000))
      expect(await snapshots.share({ ...note, seq }, file)).toBe(true)
    }
    const [newest, older] = await snapshots.list()
    expect([newest?.seq, older?.seq]).toEqual([300, 200])
    for (const shared of [newest, older]) {
      if (shared === undefined) throw new Error('There are not two')
      await snapshots.fetch(shared, file)
      expect(readFileSync(file, 'utf8')).toBe(String(shared.seq).repeat(500_000))
      // The engine that shared a snapshot cannot confirm it.
      await snapshots.confirm(shared, 'e1')
      expect((await snapshots.list()).some(({ isConfirmed }) => isConfirmed)).toBe(false)
    }
    if (newest !== undefined) await snapshots.confirm(newest, 'e2')
    expect((await snapshots.list()).map(({ isConfirmed }) => isConfirmed)).toEqual([true, false])
    await link.close()
    await nats.stop()
    rmSync(folder, { recursive: true })
  },
)

const atSeq = (seq: number) => ({ ...streamStart, seq, streamSeq: seq })

test.each(programs)(
  'a lone engine confirms its own snapshots once it was alone long enough: %s',
  async (program) => {
    const folder = mkdtempSync(join(tmpdir(), 'basis-alone-'))
    const nats = await startNats(program, 1, folder)
    const link = await connectCluster({ servers: [nats.addresses], world: 'main', replicas: 1 })
    const asked = { list: 0, recorded: 0 }
    const bucket: SharingParts['link']['snapshots'] = {
      list: () => {
        asked.list += 1
        return link.snapshots.list()
      },
      recorded: () => {
        asked.recorded += 1
        return link.snapshots.recorded()
      },
      share: (note, file) => link.snapshots.share(note, file),
      confirm: (shared, by) => link.snapshots.confirm(shared, by),
    }
    mkdirSync(join(folder, 'snapshots'))
    const snapshots = openSnapshotStore(join(folder, 'snapshots'), () => undefined)
    const purged: number[] = []
    const readBack: number[] = []
    let alone = false
    const sharing = new SnapshotSharing({
      link: {
        snapshots: bucket,
        seqFrom: () => Promise.resolve(0),
        purgeThrough: async (through) => void purged.push(through),
      },
      journal: { facts: new Map([['id', 'x']]), lastSeq: 1_000, prunedSeq: 0 },
      follower: {
        hashAt: async (seq) => {
          readBack.push(seq)
          return (await snapshots.heads()).find((head) => head.seq === seq)?.hash ?? ''
        },
      },
      snapshots,
      name: 'e1',
      snapshotEvery: 1,
      streamKeepMs: 0,
      isLeading: () => true,
      isAloneFor: () => alone,
      nowMs: () => 0,
      onNotice: () => undefined,
    })
    const confirmed = async () => (await link.snapshots.list()).map((one) => one.isConfirmed)
    for (const seq of [100, 200]) {
      await snapshots.write({ seq, timeMs: seq, build: 'test' }, ['["state"]'])
      await sharing.took(atSeq(seq))
      await sharing.tend()
    }
    // While other engines may reach the same state it waits for them, and keeps the stream.
    await sharing.tend()
    expect([await confirmed(), purged, readBack]).toEqual([[false, false], [], []])
    alone = true
    await sharing.tend()
    expect([await confirmed(), readBack]).toEqual([
      [true, true],
      [200, 100],
    ])
    await sharing.tend()
    expect(purged).toEqual([100])
    expect(asked).toEqual({ list: 5, recorded: 5 })
    await link.close()
    await nats.stop()
    rmSync(folder, { recursive: true })
  },
)

const tried = isLong && programs.length > 0 ? ['a snapshot and the tail are the whole state'] : []

test.each(tried)('the stream of three engines is purged: %s', async () => {
  await cluster.startServers()
  await Promise.all(['e1', 'e2', 'e3'].map((id) => start(id)))
  const { origin } = await start('g1')
  const away = await figureOf(cluster.running.get('e3')?.origin ?? '', 'basis_stream_seq')
  await cluster.end('e3', 'SIGTERM')
  const awaySeq = await cluster.lastSeq('e3')
  const load = new OrderLoad('purge', origin)
  await load.signUp()
  await untilPurged(load, away + 10)
  expect((await load.client.call('cancelAllOrders', {})).kind).toBe('done')

  // A new gateway, and an engine that was away for longer than the stream reaches back.
  await Promise.all(['g2', 'e3'].map((id) => start(id)))
  for (const id of ['g2', 'e3']) {
    const [, seq] = begins.exec(cluster.running.get(id)?.output() ?? '') ?? []
    expect(Number(seq)).toBeGreaterThan(awaySeq)
  }
  // Both other engines are killed, and one of them loses its disk.
  await Promise.all(['e1', 'e2'].map((id) => cluster.end(id, 'SIGKILL')))
  rmSync(join(cluster.folder, 'e2'), { recursive: true })
  await Promise.all(['e1', 'e2'].map((id) => start(id)))
  await cluster.leader()
  load.start(5)
  await load.goesOn(20, 60_000)
  await load.stop()
  expect((await load.openLinkIds()).toSorted()).toEqual(acknowledged(load).toSorted())

  const ids = [...cluster.running.keys()]
  expect(await endTogether(cluster)).toEqual(ids.map(() => 0))
  const ends = await Promise.all(ids.map((id) => cluster.lastSeq(id)))
  const hashes = new Set<string>()
  for (const id of ids) hashes.add(await cluster.hashAt(id, Math.min(...ends)))
  expect(hashes.size).toBe(1)
})

test.each(tried)('the stream of a lone engine is purged too: %s', async () => {
  await lone.startServers()
  await start('e1', lone)
  const { origin } = await start('g1', lone)
  const load = new OrderLoad('lone', origin)
  await load.signUp()
  await untilPurged(load, 10, lone)
  await start('g2', lone)
  expect(lone.running.get('g2')?.output()).toMatch(begins)
  const ids = [...lone.running.keys()]
  expect(await endTogether(lone)).toEqual(ids.map(() => 0))
  const throughSeq = Math.min(...(await Promise.all(ids.map((id) => lone.lastSeq(id)))))
  const hashes = await Promise.all(ids.map((id) => lone.hashAt(id, throughSeq)))
  expect(new Set(hashes).size).toBe(1)
})
