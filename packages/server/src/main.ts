// Starts the part of the exchange that the settings name, stops it on a signal, and explains in one
// sentence why a start failed.

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { RulesUnknown } from '@basis/engine/rules-version'
import { pino, type Logger } from 'pino'
import { messageOf, stackOf } from './failures/thrown.ts'
import { StreamDamaged, StreamUnknown } from './cluster/envelope.ts'
import { NatsUnavailable } from './cluster/nats-unavailable.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from './config/config.ts'
import { DataInUse } from './exchange/disk/data-lock.ts'
import { DataUnusable, type DataErrorKind } from './exchange/disk/data-errors.ts'
import { JournalDamaged, JournalUnknown } from './exchange/journal.ts'
import { StateDiffers } from './exchange/recovery.ts'
import { buildTerminal, type TerminalStage } from './http/terminal/terminal-build.ts'
import { HistoryUnwritten, PostgresUnavailable } from './postgres/postgres-unavailable.ts'
import { RowDamaged } from './stored/stored-json.ts'
import type { Failing, RunningServer } from './roles/all.ts'

/**
 * Exit codes: a failed disk or engine, invalid settings, data that is in use, not writable, damaged
 * or of another version.
 */
const exitCodes = { failed: 70, config: 78, inUse: 75, forbidden: 77, damaged: 65 } as const
const dataExitCodes: Readonly<Record<DataErrorKind, number>> = {
  full: exitCodes.failed,
  failing: exitCodes.failed,
  forbidden: exitCodes.forbidden,
  notAFolder: exitCodes.config,
  foreign: exitCodes.damaged,
}

// Works around a deadlock at exit: V8's compiling threads may wait for the main thread to collect
// garbage, while it waits for them.
setFlagsFromString('--no-concurrent-sparkplug')

/** Recovers this process's part of the exchange and starts listening. */
export async function startServer(
  config: Config,
  log: Logger,
  terminalStage?: () => TerminalStage,
): Promise<RunningServer> {
  const build = softwareVersion()
  const fail: Failing = {
    onNotice: (message) => log.warn(message),
    onFailure: (error) => {
      log.fatal({ err: error }, 'the exchange stops: nothing more is acknowledged')
      process.stderr.write(`Basis stops: ${error.message}\n`)
      process.exit(exitCodeOf(error))
    },
  }
  const surroundings = { config, build, log, terminalStage, ...fail }
  // Each role imports what it needs, once its data is open: a refused start loads almost nothing.
  await (await import('./roles/possible-settings.ts')).assertPossible(config)
  switch (config.role) {
    case 'engine':
      return (await import('./roles/engine.ts')).startEngineRole(surroundings)
    case 'gateway':
      return (await import('./roles/gateway.ts')).startGatewayRole(surroundings)
    case 'history':
      return (await import('./roles/history-writer.ts')).startHistoryRole(surroundings)
    case 'all': {
      const { storageFor } = await import('./roles/storage-for.ts')
      const storage = await storageFor(surroundings)
      return (await import('./roles/all.ts')).startAll(surroundings, storage)
    }
  }
}

function softwareVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { readonly version: string }
  return version
}

/** Stops in order on the first signal, at once on the second: both are safe. */
function stopOnSignals(server: RunningServer, log: Logger, stopSeconds: number): void {
  let isStopping = false
  const end = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(exitCodes.failed)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping takes too long')
      process.exit(exitCodes.failed)
    }, stopSeconds * 1000).unref()
    server.stop().then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'stopping failed')
        process.exit(exitCodes.failed)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return exitCodes.config
  if (error instanceof DataInUse) return exitCodes.inUse
  if (error instanceof DataUnusable) return dataExitCodes[error.kind]
  const isDamage = [
    JournalDamaged,
    JournalUnknown,
    RowDamaged,
    RulesUnknown,
    StateDiffers,
    StreamDamaged,
    StreamUnknown,
  ].some((kind) => error instanceof kind)
  return isDamage ? exitCodes.damaged : exitCodes.failed
}

/** Known errors are reported by their message, bugs with their stack. */
function wordsOf(error: unknown, code: number): string {
  const named = [DataUnusable, HistoryUnwritten, NatsUnavailable, PostgresUnavailable]
  const isNamed = code !== exitCodes.failed || named.some((kind) => error instanceof kind)
  return isNamed ? messageOf(error) : stackOf(error)
}

/** Reports an address that cannot be listened on as an invalid setting. */
function asSetting(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const where = `${host}:${port}`
  if (code === 'EADDRINUSE') {
    return new ConfigError('BASIS_PORT', `free on ${host}, another process has it`, String(port))
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new ConfigError('BASIS_HOST', 'an address of this machine', host)
  }
  if (code === 'EACCES' && error instanceof Error && /listen/.test(error.message)) {
    return new ConfigError('BASIS_PORT', `a port that this user may open, ${where}`, String(port))
  }
  return error
}

async function run(): Promise<void> {
  try {
    const config = readConfig(processEnvironment())
    const log = pino({ level: config.logLevel })
    const hasPages = config.role === 'all' || config.role === 'gateway'
    const isBuilding = hasPages && process.argv.includes('--build')
    const stage = isBuilding ? buildTerminal((message) => log.info(message)) : undefined
    const server = await startServer(config, log, stage).catch((error: unknown) => {
      throw asSetting(error, config)
    })
    stopOnSignals(server, log, config.stopSeconds)
    const page = hasPages ? 'trade/usdt/BTCUSDT' : 'ready'
    process.stdout.write(`Basis is open: http://${config.host}:${server.port}/${page}\n`)
    if (stage?.() === 'building') process.stdout.write('The terminal is being built meanwhile.\n')
    if (!process.argv.includes('--demo-key')) return
    if (server.makeDemoKey === undefined) throw new Error('this role has no accounts of traders')
    const { key, secret } = await server.makeDemoKey()
    process.stdout.write(`Demo key: ${key}\nDemo secret: ${secret}\n`)
  } catch (error) {
    const code = exitCodeOf(error)
    process.stderr.write(`Basis cannot start: ${wordsOf(error, code)}\n`)
    process.exit(code)
  }
}

if (import.meta.main) await run()
