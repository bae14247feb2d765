// Synced servers, an engine and followers in this process, for the benches of a cluster.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  startEngine,
  startFollower,
  type ClusterParts,
} from '@basis/server/cluster/cluster-exchange'
import { connectCluster, type ClusterLink } from '@basis/server/cluster/nats-link'
import { openStorage, type Storage } from '@basis/server/exchange/disk/storage'
import { engines } from '@basis/server/exchange/engines'
import type { Exchange, ExchangeStatus } from '@basis/server/exchange/exchange'
import type { Role } from '@basis/server/config'
import { recover } from '@basis/server/exchange/recovery'
import { natsProgram, startNats, type NatsServers } from '../../cluster/nats-servers.ts'

const noChain = '0'.repeat(64)

type More = Partial<Omit<ClusterParts, 'follower'>>
type Watch = (link: ClusterLink) => ClusterLink

export type BenchCluster = {
  readonly folder: string
  readonly nats: NatsServers
  /** Opens a connection, which is closed at the end. */
  readonly link: (room?: number) => Promise<ClusterLink>
  /** Starts an engine, which soon leads; options may observe its appends or replace its engine. */
  readonly engine: (watch?: Watch, more?: More) => Promise<Exchange>
  readonly follower: (more?: More, watch?: Watch) => Promise<Exchange>
  readonly close: () => Promise<void>
}

export async function openBenchCluster(servers: 1 | 3, maxBytes = 0): Promise<BenchCluster> {
  const found = await natsProgram()
  if ('missing' in found) throw new Error(found.missing)
  const folder = mkdtempSync(join(tmpdir(), 'basis-bench-cluster-'))
  const nats = await startNats(found.program, servers, folder)
  const ends: (() => Promise<void>)[] = []
  const link = async (room = maxBytes): Promise<ClusterLink> => {
    const place = { servers: nats.addresses.split(', '), world: 'main', replicas: servers }
    const made = await connectCluster({ ...place, maxBytes: room })
    ends.push(made.close)
    return made
  }
  const open = async (
    name: string,
    role: Role,
    more: More = {},
  ): Promise<Storage & ClusterParts> => {
    const storage = await openStorage({ folder: join(folder, name), build: 'bench', onNotice })
    const made = more.engines ?? engines
    const recovered = await recover({ ...storage, engines: made, onNotice })
    const state = { engines, recovered, build: 'bench', chain: noChain, link: await link() }
    const process = { id: name, role }
    return {
      ...storage,
      ...state,
      ...process,
      snapshotEvery: Number.MAX_SAFE_INTEGER,
      lastSnapshotMs: 1,
      onNotice,
      onFailure: fail,
      onDamage: fail,
      ...more,
    }
  }
  const keep = (exchange: Exchange, { release }: Storage): Exchange => {
    ends.push(async () => {
      await exchange.stop()
      release()
    })
    return exchange
  }
  return {
    folder,
    nats,
    link,
    engine: async (watch = (one) => one, given = {}) => {
      const parts = await open('e1', 'engine', given)
      const more = { facts: () => ({ id: 'bench' }), onLeading: () => undefined }
      const watched = { ...parts, ...more, link: watch(parts.link), streamKeepMs: Infinity }
      const { exchange } = await startEngine(watched)
      await untilMode(exchange, 'running')
      return keep(exchange, parts)
    },
    follower: async (more, watch = (one) => one) => {
      const parts = await open(`follower-${ends.length}`, 'history', more)
      const { exchange } = await startFollower({ ...parts, link: watch(parts.link) })
      return keep(exchange, parts)
    },
    close: async () => {
      for (const end of ends.toReversed()) await end()
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilMode(exchange: Exchange, mode: ExchangeStatus['mode']): Promise<void> {
  while (exchange.status().mode !== mode) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Notices about the snapshot at a stop are ignored here. */
const onNotice = (): void => undefined

function fail(error: unknown): never {
  throw error
}
