// A cluster of real processes on loopback: NATS servers, engines and gateways, each with a folder.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectCluster } from '@basis/server/cluster/nats-link'
import type { Engine } from '@basis/engine/engine'
import { openStorage } from '@basis/server/exchange/disk/storage'
import { engines as engineMaker } from '@basis/server/exchange/engines'
import { startExchange, type ExchangeProcess } from '../exchange-process.ts'
import { loopback, type Place } from './network.ts'
import { startNats, type NatsServers } from './nats-servers.ts'
import { replayed } from './replayed.ts'

export type Role = 'engine' | 'gateway' | 'history'

export class ClusterProcesses {
  readonly folder = mkdtempSync(join(tmpdir(), 'basis-cluster-'))
  readonly running = new Map<string, ExchangeProcess>()
  readonly #program: string
  readonly #servers: number
  readonly #placeOf: (name: string) => Place
  #nats: NatsServers | undefined

  constructor(program: string, servers: number, placeOf: (name: string) => Place = () => loopback) {
    this.#program = program
    this.#servers = servers
    this.#placeOf = placeOf
  }

  get nats(): NatsServers {
    if (this.#nats === undefined) throw new Error('The servers are not started.')
    return this.#nats
  }

  async startServers(): Promise<void> {
    this.#nats = await startNats(this.#program, this.#servers, this.folder, {
      placeOf: this.#placeOf,
    })
  }

  async start(
    role: Role,
    id: string,
    settings: Readonly<Record<string, string>> = {},
    root?: string,
  ): Promise<ExchangeProcess> {
    const { host, words } = this.#placeOf(id)
    const process = await startExchange({
      dataFolder: join(this.folder, id),
      host,
      before: words,
      ...(root !== undefined && { root }),
      settings: {
        BASIS_ROLE: role,
        BASIS_ID: id,
        BASIS_NATS: this.nats.addresses,
        BASIS_NATS_MONITOR: this.nats.monitors,
        BASIS_CLUSTER: this.#servers === 1 ? 'trial' : 'replicated',
        BASIS_ROBOTS: 'off',
        // The test reads metrics from an address outside their networks.
        BASIS_OPERATORS: '127.0.0.0/8, 10.0.0.0/8',
        ...settings,
      },
    })
    this.running.set(id, process)
    return process
  }

  /** Waits for an engine that leads; throws with every process's output when none does. */
  async leader(without = ''): Promise<string> {
    for (let tries = 0; tries < 1_200; tries += 1) {
      for (const [id, { origin }] of this.running) {
        if (id === without || !id.startsWith('e')) continue
        if ((await modeOf(origin)) === 'running') return id
      }
      await delay(50)
    }
    throw new Error(`Nobody leads:\n${this.words()}`)
  }

  words(): string {
    return [...this.running].map(([id, process]) => `${id}: ${process.output()}`).join('\n')
  }

  /** Ends a process and removes it from the list; its folder stays. */
  async end(id: string, signal: NodeJS.Signals): Promise<number | null> {
    const process = this.running.get(id)
    this.running.delete(id)
    return (await process?.end(signal)) ?? null
  }

  async close(): Promise<void> {
    await Promise.all([...this.running.keys()].map((id) => this.end(id, 'SIGKILL')))
    await this.#nats?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The last command on a process's disk. */
  async lastSeq(id: string): Promise<number> {
    const storage = await this.#storage(id)
    const { lastSeq } = storage.journal
    await storage.journal.close()
    storage.release()
    return lastSeq
  }

  /** The exchange's name, which the first leader has set once. */
  async firstExchange(): Promise<string> {
    const servers = this.nats.addresses.split(', ')
    const replicas = this.#servers === 1 ? 1 : 3
    const link = await connectCluster({ servers, world: 'main', replicas })
    const first = await link.firstTerm()
    await link.close()
    return first?.facts['id'] ?? ''
  }

  /** The exchange's name in a process's storage. */
  async exchangeOf(id: string): Promise<string> {
    const storage = await this.#storage(id)
    const name = storage.journal.fact('id') ?? ''
    await storage.journal.close()
    storage.release()
    return name
  }

  /** The state's hash after a command, replayed from the process's own journal from the start. */
  async hashAt(id: string, throughSeq: number): Promise<string> {
    return engineMaker.stateHash(await this.replayed(id, throughSeq))
  }

  replayed(id: string, throughSeq: number): Promise<Engine> {
    return replayed(join(this.folder, id), throughSeq)
  }

  #storage(id: string) {
    const folder = join(this.folder, id)
    return openStorage({ folder, build: 'test', onNotice: () => undefined })
  }
}

export async function modeOf(origin: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(2_000) })
    const status = (await answer.json()) as { readonly mode?: string }
    return status.mode ?? ''
  } catch {
    return ''
  }
}

/** A value from a process's /metrics; 0 if it does not answer. */
export async function figureOf(origin: string, name: string): Promise<number> {
  try {
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(2_000) })
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await answer.text())?.[1] ?? 0)
  } catch {
    return 0
  }
}
