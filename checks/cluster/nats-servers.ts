// Real NATS servers on loopback for tests: from the path, or from Debian's package of unstable,
// unpacked into a cache without being installed.

import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../exchange-process.ts'

const packageUrl =
  'http://deb.debian.org/debian/pool/main/n/nats-server/nats-server_2.15.1-1_amd64.deb'
const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'basis')
/** Older servers lose streams when they crash (nats-io/nats-server, 2.10.23). */
const oldestVersion = [2, 10, 23] as const

/** Returns the program, or why there is none. */
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
  /** Starts it again after it was killed, with what is on its disk. */
  readonly start: () => Promise<void>
}

export type NatsServers = {
  readonly servers: readonly NatsServer[]
  readonly addresses: string
  readonly stop: () => Promise<void>
}

/**
 * Starts so many servers as one cluster, every message synced, in a folder that the caller owns.
 */
export async function startNats(
  program: string,
  count: number,
  folder: string,
): Promise<NatsServers> {
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({
      client: await freePort(),
      route: await freePort(),
    })),
  )
  const routes = ports.map(({ route }) => `nats-route://127.0.0.1:${route}`)
  const running = new Map<string, ChildProcess>()
  const servers = ports.map(({ client, route }, k): NatsServer => {
    const name = `n${k + 1}`
    const file = join(folder, `${name}.conf`)
    const cluster =
      count === 1
        ? ''
        : `cluster { name: basis, listen: "127.0.0.1:${route}", routes: [${routes.join(', ')}] }\n`
    writeFileSync(
      file,
      `server_name: ${name}\nlisten: "127.0.0.1:${client}"\nmax_payload: 2MB\n` +
        `jetstream { store_dir: "${join(folder, name)}", sync_interval: always }\n${cluster}`,
    )
    return {
      name,
      address: `127.0.0.1:${client}`,
      signal: (signal) => void running.get(name)?.kill(signal),
      start: async () => {
        const child = spawn(program, ['-c', file], { stdio: 'ignore' })
        running.set(name, child)
        await untilOpen(client)
      },
    }
  })
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    addresses: servers.map(({ address }) => address).join(', '),
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

async function untilOpen(port: number): Promise<void> {
  const { connect } = await import('node:net')
  for (let tries = 0; tries < 600; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await delay(100)
  }
  throw new Error(`No NATS server opened port ${port}`)
}
