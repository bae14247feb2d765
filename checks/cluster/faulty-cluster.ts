// A running cluster on simulated machines for failure tests: three NATS servers, three engines,
// gateways, a history and PostgreSQL, each of which can be cut off, frozen or killed by name.

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { brokenInvariants } from '@basis/engine/invariants'
import { encodeMessage } from '@basis/server/cluster/envelope'
import { connectCluster } from '@basis/server/cluster/nats-link'
import { startPostgres, type PostgresServer } from '@basis/server/testing/postgres-server'
import type { ExchangeProcess } from '../exchange-process.ts'
import { validOf } from './cluster-audit.ts'
import { ClusterProcesses, figureOf, modeOf, type Role } from './cluster-processes.ts'
import { Network, loopback } from './network.ts'

const engines = ['e1', 'e2', 'e3'] as const
/** Processes on loopback; all others have an address of their own, and can be cut off. */
const onLoopback = ['g1', 'g3', 'h1']
/** Sizes in MB of the small disks of one engine and of one server. */
const smallDisks = { e3: 48, n3: 96 } as const

export class FaultyCluster {
  readonly processes: ClusterProcesses
  readonly network = new Network()
  readonly #mounted: string[] = []
  #postgres: PostgresServer | undefined

  constructor(program: string) {
    this.processes = new ClusterProcesses(program, 3, (name) =>
      onLoopback.includes(name) ? loopback : this.network.place(name),
    )
  }

  get postgres(): PostgresServer {
    if (this.#postgres === undefined) throw new Error('PostgreSQL is not started.')
    return this.#postgres
  }

  async start(programs: string): Promise<void> {
    const { hostAddress: host, subnet } = this.network
    this.#postgres = await startPostgres(programs, { host, subnet })
    for (const [name, megabytes] of Object.entries(smallDisks)) {
      const folder = this.folderOf(name)
      mkdirSync(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
      this.#mounted.push(folder)
    }
    await this.processes.startServers()
    await Promise.all(engines.map((id) => this.startOne(id)))
    await Promise.all(['g1', 'g2', 'h1'].map((id) => this.startOne(id)))
  }

  startOne(id: string): Promise<ExchangeProcess> {
    const roles: Readonly<Record<string, Role>> = { e: 'engine', g: 'gateway', h: 'history' }
    const role = roles[id.slice(0, 1)] ?? 'engine'
    if (role === 'engine') {
      return this.processes.start(role, id, {
        NODE_OPTIONS: '--import=./checks/cluster/jumping-clock.ts',
        CLOCK_FILE: this.#clockOf(id),
      })
    }
    const shared = { BASIS_POSTGRES: this.postgres.url, BASIS_KEY_SECRET: 'k'.repeat(32) }
    return this.processes.start(role, id, shared)
  }

  folderOf(name: string): string {
    return join(this.processes.folder, name)
  }

  /** Sets an engine's clock to this difference from the right time. */
  moveClock(id: string, byMs: number): void {
    writeFileSync(this.#clockOf(id), String(byMs))
  }

  /** Fills the free space of a small disk, or frees it again. */
  fillDisk(name: keyof typeof smallDisks, isFull: boolean): void {
    const ballast = join(this.folderOf(name), 'ballast')
    if (!isFull) rmSync(ballast)
    else spawnQuietly('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'])
  }

  async leader(without = ''): Promise<string> {
    return this.processes.leader(without)
  }

  async standby(): Promise<string> {
    const leader = await this.leader()
    return engines.find((id) => id !== leader && this.processes.running.has(id)) ?? ''
  }

  signal(id: string, signal: NodeJS.Signals): void {
    const pid = this.processes.running.get(id)?.pid
    if (pid !== undefined) process.kill(pid, signal)
  }

  server(name: string) {
    const found = this.processes.nats.servers.find((server) => server.name === name)
    if (found === undefined) throw new Error(`There is no server ${name}`)
    return found
  }

  /** The server that leads the streams, as reported by the others. */
  async serversLeader(): Promise<string> {
    for (let tries = 0; tries < 100; tries += 1) {
      for (const { leader } of this.processes.nats.servers) {
        const name = await leader()
        if (name !== '') return name
      }
      await delay(100)
    }
    throw new Error('No server leads the streams')
  }

  async followingServer(): Promise<string> {
    const leader = await this.serversLeader()
    return this.processes.nats.servers.find(({ name }) => name !== leader)?.name ?? ''
  }

  /** Resolves when all processes have applied what the leader had when this was called. */
  async converged(withinMs: number): Promise<void> {
    const endMs = performance.now() + withinMs
    const leader = await this.leader()
    const wanted = await this.#figure(leader, 'basis_seq')
    for (const id of engines.filter((one) => this.processes.running.has(one))) {
      while ((await this.#figure(id, 'basis_seq')) < wanted) {
        if (performance.now() > endMs) throw new Error(`${id} is behind:\n${this.words()}`)
        await delay(50)
      }
    }
    for (const id of ['g1', 'g2']) {
      const { origin } = this.processes.running.get(id) ?? { origin: '' }
      while ((await modeOf(origin)) !== 'running') {
        if (performance.now() > endMs) throw new Error(`${id} has no leader:\n${this.words()}`)
        await delay(50)
      }
    }
  }

  words(): string {
    return this.processes.words()
  }

  /** Batches that the engines had to skip; any shows that a second leader wrote. */
  async voids(): Promise<number> {
    const each = engines.map((id) => this.#figure(id, 'basis_void_batches_total'))
    return (await Promise.all(each)).reduce((sum, voids) => sum + voids, 0)
  }

  /**
   * Ends all processes and reads their data: the exit codes, the hashes of fresh replays at the
   * last common command, and violated invariants of the state.
   */
  async audit(): Promise<{ codes: unknown[]; hashes: number; broken: readonly string[] }> {
    const ids = [...this.processes.running.keys()]
    const codes: unknown[] = []
    for (const id of ids) codes.push(await this.processes.end(id, 'SIGTERM'))
    const ends = await Promise.all(ids.map((id) => this.processes.lastSeq(id)))
    const throughSeq = Math.min(...ends)
    const hashes = new Set<string>()
    for (const id of ids) hashes.add(await this.processes.hashAt(id, throughSeq))
    const replayed = await this.processes.replayed(ids[0] ?? '', throughSeq)
    return { codes, hashes: hashes.size, broken: brokenInvariants(replayed) }
  }

  /**
   * How often each name occurs in the stream's valid commands, counted by a reader that shares no
   * code with the product's; and the gateways' request numbers that occur twice.
   */
  async inStream(pattern: RegExp): Promise<{ times: Map<string, number>; doubled: string[] }> {
    const messages: Uint8Array[] = []
    const servers = this.processes.nats.addresses.split(', ')
    const link = await connectCluster({ servers, world: 'main', replicas: 3 })
    await link.follow({
      streamSeq: () => messages.length,
      onMessage: (_, message) => void messages.push(encodeMessage(message)),
      hasReadOwn: () => true,
      onDamage: (error) => {
        throw error
      },
    })
    await link.close()
    const times = new Map<string, number>()
    const numbers = new Set<string>()
    const doubled: string[] = []
    for (const { gateway, n, command } of validOf(messages).commands) {
      const number = `${gateway} ${n}`
      if (gateway !== '-' && numbers.has(number)) doubled.push(number)
      numbers.add(number)
      const [name] = pattern.exec(command) ?? []
      if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1)
    }
    return { times, doubled }
  }

  async close(): Promise<void> {
    for (const id of this.processes.running.keys()) this.signal(id, 'SIGCONT')
    const ids = [...this.processes.running.keys()]
    await Promise.all(ids.map((id) => this.processes.end(id, 'SIGKILL')))
    await this.#postgres?.stop()
    await this.processes.nats.stop()
    for (const folder of this.#mounted) spawnQuietly('umount', [folder])
    await this.processes.close()
    this.network.close()
  }

  #figure(id: string, name: string): Promise<number> {
    return figureOf(this.processes.running.get(id)?.origin ?? '', name)
  }

  #clockOf(id: string): string {
    return join(this.processes.folder, `${id}.clock`)
  }
}

function spawnQuietly(program: string, words: readonly string[]): void {
  try {
    execFileSync(program, words, { stdio: 'pipe' })
  } catch {
    // Filling a disk fails with the expected disk-full error.
  }
}
