// A real PostgreSQL on loopback for tests, from installed programs in a temporary folder; under
// another user if the tests run as root.

import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresPool } from '../src/postgres/postgres-pool.ts'

const packagesFolder = '/usr/lib/postgresql'
/** Older major versions are not used. */
const oldestMajor = 15

/** The command that installs the programs on Debian, as root. */
export const postgresInstall = 'apt-get install -y --no-install-recommends postgresql'

export type PostgresServer = {
  readonly url: string
  /** Sends a signal: a kill as in a power cut, a pause or its end. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>
  /** Starts it again on the same data. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A server that the first call of `url` starts; after `stop` the next call starts another. */
export type LazyPostgres = {
  readonly url: () => Promise<string>
  readonly stop: () => Promise<void>
}

export function lazyPostgres(programs: string): LazyPostgres {
  let server: Promise<PostgresServer> | undefined
  return {
    url: async () => (await (server ??= startPostgres(programs))).url,
    stop: async () => {
      const stopped = server
      server = undefined
      await (await stopped)?.stop()
    },
  }
}

/** Returns the folder of the programs, or why there is none. */
export function postgresPrograms(): { folder: string } | { missing: string } {
  const newestFirst = existsSync(packagesFolder)
    ? readdirSync(packagesFolder).toSorted((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    process.env['POSTGRES_BIN'],
    ...(process.env['PATH'] ?? '').split(':'),
    ...newestFirst.map((version) => join(packagesFolder, version, 'bin')),
  ]
  for (const folder of folders) {
    if (folder === undefined || !existsSync(join(folder, 'initdb'))) continue
    if (existsSync(join(folder, 'postgres')) && isUsable(folder)) return { folder }
  }
  const why = `no PostgreSQL ${oldestMajor} or newer`
  return { missing: `${why}: ${postgresInstall}, or set POSTGRES_BIN` }
}

function isUsable(folder: string): boolean {
  try {
    const text = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/\) (\d+)/.exec(text)?.[1]) >= oldestMajor
  } catch {
    return false
  }
}

/** PostgreSQL does not start as root. */
function userOfServer(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (of: string): number => Number(execFileSync('id', [of, name], { stdio: 'pipe' }))
      return { uid: idOf('-u'), gid: idOf('-g') }
    } catch {
      // Try the next name.
    }
  }
  return undefined
}

const cacheFolder = join(import.meta.dirname, '../../../node_modules/.cache')

/**
 * Writes the files of an empty server. The first ones made by these programs are kept and copied by
 * later starts: a copy takes a tenth of the work of `initdb`.
 */
function makeData(programs: string, data: string, options: { uid?: number; gid?: number }): void {
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  const name = `${version.trim()} ${options.uid ?? process.getuid?.() ?? ''}`
  const kept = join(cacheFolder, name.replaceAll(/[^\w.]+/g, '-'))
  if (existsSync(kept)) {
    execFileSync('cp', ['-a', kept, data], { stdio: 'pipe' })
    return
  }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'basis', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
    { ...options, stdio: 'pipe' },
  )
  // Several processes may start at once: each copies to a name of its own, and the first keeps it.
  mkdirSync(cacheFolder, { recursive: true })
  const copied = `${kept}-${process.pid}`
  execFileSync('cp', ['-a', data, copied], { stdio: 'pipe' })
  try {
    renameSync(copied, kept)
  } catch (error) {
    rmSync(copied, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
}

/**
 * Starts a server on a free port; it syncs to disk only with `isSynced`. It listens on loopback, or
 * on another address of this machine for clients in a subnet.
 */
export async function startPostgres(
  programs: string,
  { isSynced = false, host = '127.0.0.1', subnet = '127.0.0.1/32' } = {},
): Promise<PostgresServer> {
  const user = userOfServer()
  const folder = mkdtempSync(join(tmpdir(), 'basis-postgres-'))
  chmodSync(folder, 0o700)
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } }
  makeData(programs, data, options)
  appendFileSync(join(data, 'pg_hba.conf'), `host all all ${subnet} trust\n`)
  const port = await freePort()
  const settings = [
    ['-D', data, '-p', String(port), '-k', folder, '-c', `listen_addresses=${host}`],
    ['-c', 'max_connections=60', '-c', 'shared_buffers=32MB', '-c', 'autovacuum_naptime=600'],
    isSynced ? [] : ['-c', 'fsync=off'],
  ].flat()
  let child: ChildProcess | undefined
  const url = `postgres://basis@${host}:${port}/postgres`
  const start = async (): Promise<void> => {
    const spawned: SpawnOptions = { ...options, stdio: ['ignore', 'ignore', 'pipe'] }
    child = spawn(join(programs, 'postgres'), settings, spawned)
    let words = ''
    child.stderr?.on('data', (part: Buffer) => (words += part.toString()))
    await untilAnswering(url, () => {
      if (child?.exitCode !== null) throw new Error(`PostgreSQL ended: ${words}`)
    })
  }
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const isEnd = name !== 'SIGSTOP' && name !== 'SIGCONT'
    const ended = once(child, 'exit')
    child.kill(name)
    if (isEnd) await ended
  }
  await start()
  return {
    url,
    signal,
    start,
    // An immediate shutdown ends its child processes too; the folder is removed anyway.
    stop: async () => {
      await signal('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswering(url: string, assertRunning: () => void): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    assertRunning()
    const pool = new PostgresPool(url, { name: 'waiting', most: 1 })
    try {
      await pool.ask('SELECT 1')
      return
    } catch {
      await delay(30)
    } finally {
      await pool.close()
    }
  }
  throw new Error(`No PostgreSQL answers at ${url}`)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}
