// A real server as a process of its own, on a free port and a data folder given by the caller.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const rootFolder = resolve(dirname(fileURLToPath(import.meta.url)), '..')

export type ExchangeProcess = {
  origin: string
  /** The process id, for measurements. */
  pid: number
  /** Everything the process has written so far. */
  output: () => string
  /** Sends a signal and resolves with the exit code when the process has ended. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
  /** Resolves with the exit code when the process has ended by itself. */
  ended: () => Promise<number | null>
}

export type ExchangeOptions = {
  dataFolder: string
  /** A free port is taken when it is omitted. */
  port?: number
  /** Further settings, as in `.env.example`. */
  settings?: Record<string, string>
  /** The root folder of the build to start; default: this one. */
  root?: string
  /** Arguments of the command line, such as `--demo-key`. */
  words?: readonly string[]
  /** Command and arguments in front of the program, such as those for a network namespace. */
  before?: readonly string[]
  /** The address to listen on; default: loopback. */
  host?: string
  /** How long to wait for /ready before giving up. */
  readyWithinMs?: number
}

/** Returns a port of this machine that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

/** The server's error message if another process has taken its port. */
const takenPort = /BASIS_PORT must be free/
const mostPorts = 5

/**
 * Starts the server and resolves when it reports that it is ready. If another process takes the
 * free port before the server does, another port is tried.
 * @throws when the process ends before that, or takes too long; the message carries its output.
 */
export async function startExchange(options: ExchangeOptions): Promise<ExchangeProcess> {
  if (options.port !== undefined) return startAt(options.port, options)
  for (let tried = 1; ; tried += 1) {
    try {
      return await startAt(await freePort(), options)
    } catch (error) {
      if (tried === mostPorts || !takenPort.test(String(error))) throw error
    }
  }
}

async function startAt(port: number, options: ExchangeOptions): Promise<ExchangeProcess> {
  const host = options.host ?? '127.0.0.1'
  const [program = '', ...words] = [
    ...(options.before ?? []),
    process.execPath,
    'packages/server/src/main.ts',
    ...(options.words ?? []),
  ]
  const child = spawn(program, words, {
    cwd: options.root ?? rootFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BASIS_PORT: String(port),
      BASIS_HOST: host,
      BASIS_DATA: options.dataFolder,
      BASIS_LOG_LEVEL: 'warn',
      // On a busy machine a stop takes ten times as long, and its exit code is asserted.
      BASIS_STOP_SECONDS: '600',
      ...options.settings,
    },
  })
  const output = collectOutput(child)
  const origin = `http://${host}:${port}`
  const pid = child.pid ?? Number.NaN
  const exchange: ExchangeProcess = {
    origin,
    pid,
    output,
    end: (signal) => end(child, signal),
    ended: async () => {
      if (!hasEnded(child)) await once(child, 'exit')
      return child.exitCode
    },
  }
  await untilReady(child, exchange, options.readyWithinMs ?? 600_000)
  return exchange
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const add = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return () => text
}

async function untilReady(
  child: ChildProcess,
  exchange: ExchangeProcess,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (hasEnded(child))
      throw new Error(
        `The server ended with ${child.exitCode} before it was ready:\n${exchange.output()}`,
      )
    if (await isReady(exchange.origin)) return
    await delay(50)
  }
  await exchange.end('SIGKILL')
  throw new Error(`The server was not ready within ${withinMs} ms:\n${exchange.output()}`)
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/ready`)
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}
