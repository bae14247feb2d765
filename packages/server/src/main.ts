// The composition root: settings → data folder → recovery → market → doors. Nothing else knows all
// parts.

import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { AccountId } from '@basis/domain/numbers/brand'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Command } from '@basis/engine/commands'
import type { CollateralView, Views } from '@basis/engine/views'
import { pino, type Logger } from 'pino'
import { openAlerts } from './alerts/alerts.ts'
import { watchBans } from './users/bans.ts'
import { watchFeeLevels } from './users/fee-levels.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from './config/config.ts'
import { formatCommandLine } from './exchange/command-lines.ts'
import { DataInUse } from './exchange/disk/data-lock.ts'
import { DataUnusable, type DataErrorKind } from './exchange/disk/data-errors.ts'
import { engines } from './exchange/engines.ts'
import { createExchange, type Exchange } from './exchange/exchange.ts'
import { JournalDamaged, JournalUnknown } from './exchange/journal.ts'
import { recover, StateDiffers } from './exchange/recovery.ts'
import { systemClock } from './exchange/ports.ts'
import { openStorage, type Storage } from './exchange/disk/storage.ts'
import { allowedMethods } from './http/call-routes.ts'
import { openDemoTrader } from './http/account.ts'
import { createHttpServer } from './http/server.ts'
import { loanCommands } from './instruments/loans.ts'
import { collateralCoins, type CollateralCoin } from './instruments/collateral.ts'
import { poolCommands } from './instruments/insurance.ts'
import { listingsAt, type Listing } from './instruments/listings.ts'
import { simulationStartOf } from './simulator/simulation-start.ts'
import { startMarket } from './simulator/robots.ts'
import { createGateway } from './push/gateway.ts'
import type { HistoryBase } from './read-model/history-store.ts'
import { openReadModel, type OpenedReadModel } from './read-model/open-read-model.ts'
import { callerAddress } from './users/caller-address.ts'
import { openSessions } from './users/sessions.ts'
import { createV5Api } from './v5/api.ts'
import { createV5Http } from './v5/http.ts'
import { createV5Sockets } from './v5/sockets/sockets.ts'
import { createSignedSockets } from './v5/sockets/signed-sockets.ts'

export type RunningServer = {
  readonly port: number
  readonly exchange: Exchange
  /** Makes a trader with demo funds, and a key that may do everything for it. */
  readonly makeDemoKey: () => Promise<{ readonly key: string; readonly secret: string }>
  /** Stops accepting, answers what is in flight, writes a snapshot, closes everything. */
  readonly stop: () => Promise<void>
}

type CallServer = Awaited<ReturnType<typeof createHttpServer>>

/**
 * Exit codes: a failed disk or engine, settings that cannot be, data that is taken, that may not be
 * written, or that is damaged or another version's.
 */
const exitCodes = { failed: 70, config: 78, inUse: 75, forbidden: 77, damaged: 65 } as const
const dataExitCodes: Readonly<Record<DataErrorKind, number>> = {
  full: exitCodes.failed,
  failing: exitCodes.failed,
  forbidden: exitCodes.forbidden,
  notAFolder: exitCodes.config,
  foreign: exitCodes.damaged,
}
const dayMs = 86_400_000
const stopPatienceMs = 9_000
const callPatienceMs = 5_000
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
const seedModule = new URL('./simulator/price-path.ts', import.meta.url).href

/** Brings the exchange back to where it was and opens its doors. */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const build = softwareVersion()
  const onNotice = (message: string): void => log.warn(message)
  const keepMs = config.journalDays === 0 ? Infinity : config.journalDays * dayMs
  const storage = await openStorage({ folder: config.dataFolder, build, keepMs, onNotice })
  const history = await openHistory(config, storage, onNotice)
  const { readModel } = history
  const exchange = await openExchange(config, { storage, history, build, log })
  const listedAt = (nowMs: number): readonly Listing[] => listingsAt(nowMs, config.takerFees)
  await listChanged(exchange, listedAt(systemClock.nowMs()))
  await fillPools(exchange)
  const { keySecret, cancelLink, seed } = config
  const sessions = openSessions(config.dataFolder, systemClock, { keySecret, onNotice })
  const venue = { simulated: true, seed: String(seed), version: build, cancelLink }
  const sources = { exchange, readModel, clock: systemClock }
  const alerts = openAlerts(config.dataFolder, sources, (error) =>
    log.error({ err: error }, 'alerts were not looked at'),
  )
  const parts = { ...sources, sessions, alerts, venue }
  const open = openApiOf(parts, config, log)
  const gateway = createGateway(parts, { ...config, otherUpgrade: open.sockets.upgrade })
  const http = await createHttpServer(parts, {
    ...config,
    webFolder,
    log,
    otherRequests: open.requests,
    extraFigures: () => ({
      snapshot_seq: exchange.status().snapshotSeq,
      ...gateway.figures(),
      ...open.sockets.figures(),
    }),
  })
  gateway.attach(http.server)
  const bans = watchBans(parts, (error) => log.error({ err: error }, 'a ban was not carried out'))
  const levels = watchFeeLevels(parts, (error) =>
    log.error({ err: error }, 'a fee level was not set'),
  )
  const market = startMarket({
    exchange,
    listingsAt: listedAt,
    clock: systemClock,
    seed: config.seed,
    robots: config.robots,
    onFailure: (error) => log.error({ err: error }, 'the market stumbled'),
  })
  await http.listen({ host: config.host, port: config.port })
  return {
    port: (http.server.address() as AddressInfo).port,
    exchange,
    makeDemoKey: async () => {
      const { account } = await openDemoTrader(parts)
      const terms = { isReadOnly: false, permissions: v5Permissions, networks: [] }
      const { key, secret } = sessions.apiKeys.make(account, { note: 'demo', ...terms })
      return { key: key.key, secret }
    },
    stop: async () => {
      market.stop()
      bans.stop()
      levels.stop()
      await gateway.stop()
      await open.stop()
      await closeCalls(http)
      await exchange.stop()
      alerts.stop()
      sessions.close()
      await readModel.stop()
      storage.release()
    },
  }
}

/** The open API beside the terminal's own calls: its requests, and its sockets. */
function openApiOf(
  parts: Parameters<typeof createV5Api>[0],
  { trustedProxies, openLimitFactor: limitFactor }: Config,
  log: Logger,
) {
  const addressOf = callerAddress(trustedProxies)
  const onFailure = (error: unknown, path: string): void =>
    log.error({ err: error, path }, 'the open API failed')
  const api = createV5Api(parts, { limitFactor, onFailure })
  const signed = createSignedSockets(parts, api, onFailure)
  const sockets = createV5Sockets(parts, { addressOf, limitFactor, signed: signed.kinds })
  const isTerminalPath = (path: string): boolean => allowedMethods(path).length > 0
  return {
    sockets,
    requests: createV5Http(api, { clock: systemClock, addressOf, isTerminalPath }),
    stop: async (): Promise<void> => {
      signed.stop()
      await sockets.stop()
    },
  }
}

/**
 * Takes no more calls and lets the present ones end; whoever is slower than five seconds is cut
 * off.
 */
async function closeCalls(http: CallServer): Promise<void> {
  const { server } = http
  // A connection that was busy when the door closed is idle once it is answered, and would be kept.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  const cutting = setTimeout(() => server.closeAllConnections(), callPatienceMs)
  await http.close()
  clearInterval(sweeping)
  clearTimeout(cutting)
}

/** Opens what has happened, with the past that the seed tells of every listing. */
export async function openHistory(
  config: Config,
  { journal, snapshots }: Storage,
  onNotice: (message: string) => void,
): Promise<OpenedReadModel> {
  const nowMs = systemClock.nowMs()
  const listed = listingsAt(nowMs, config.takerFees)
  const { id, plans, simulationStartMs } = await simulationStartOf({
    journal,
    seed: config.seed,
    folder: config.dataFolder,
    listings: listed,
    nowMs,
  })
  return openReadModel({
    folder: config.dataFolder,
    journalId: id,
    lastSeq: journal.lastSeq,
    base: await baseOf(journal, snapshots, simulationStartMs),
    simulationStartMs,
    markets: listed.map(({ instrument }) => instrument),
    plans,
    seedModule,
    onNotice,
  })
}

/** From where on the journal can tell what happened: a pruned one from its oldest snapshot. */
async function baseOf(
  { prunedSeq }: Storage['journal'],
  snapshots: Storage['snapshots'],
  simulationStartMs: number,
): Promise<HistoryBase> {
  if (prunedSeq === 0) return { seq: 0, timeMs: simulationStartMs }
  const oldest = (await snapshots.heads()).findLast(({ seq }) => seq >= prunedSeq)
  return { seq: oldest?.seq ?? prunedSeq, timeMs: oldest?.timeMs ?? simulationStartMs }
}

type ExchangeSurroundings = {
  readonly storage: Storage
  readonly history: OpenedReadModel
  readonly build: string
  readonly log: Logger
}

async function openExchange(config: Config, around: ExchangeSurroundings): Promise<Exchange> {
  const { storage, history, build, log } = around
  const { readModel } = history
  const startedMs = performance.now()
  const onNotice = (message: string): void => log.warn(message)
  const recovered = await recover({
    ...storage,
    engines,
    replayAfter: history.recordedSeq,
    onStart: ({ views, lastSeq }) => {
      // A history that was made anew in the middle has not heard of anybody yet.
      if (lastSeq() > 0 && history.isEmpty) {
        history.introduce(tradersOf(views), openInterestOf(views))
      }
    },
    onBatch: readModel.apply,
    afterPart: history.keepPace,
    onNotice,
  })
  const exchange = createExchange({
    ...storage,
    engines,
    recovered,
    clock: systemClock,
    build,
    snapshotEvery: config.snapshotEvery,
    recordedThrough: readModel.record,
    isRecordingBehind: readModel.isBehind,
    onFailure: (error) => {
      log.fatal({ err: error }, 'the exchange stops: nothing more is acknowledged')
      if (error instanceof DataUnusable) process.stderr.write(`Basis stops: ${error.message}\n`)
      process.exit(exitCodes.failed)
    },
    onNotice,
  })
  exchange.subscribe(readModel.apply)
  const { snapshotSeq, replayed } = recovered
  const tookMs = Math.round(performance.now() - startedMs)
  log.info({ seq: exchange.lastSeq(), snapshotSeq, replayed, tookMs }, 'recovered')
  return exchange
}

function* tradersOf(views: Views): Generator<AccountId> {
  for (const account of views.accounts()) {
    if (views.account(account)?.role === 'trader') yield account
  }
}

function* openInterestOf(views: Views): Generator<readonly [string, number]> {
  for (const symbol of views.symbols()) {
    yield [symbol, views.symbol(symbol)?.openInterestLots ?? 0]
  }
}

/** Does a coin count already as it should? */
const isListedAs = (known: CollateralView, { ratioE4, tiers = [] }: Omit<CollateralCoin, 'coin'>) =>
  known.ratioE4 === ratioE4 &&
  known.tiers.length === tiers.length &&
  known.tiers.every((tier, k) => tier.upTo === tiers[k]?.upTo && tier.ratioE4 === tiers[k].ratioE4)

/** Lists what is new or has changed since the last start: coins as collateral, then instruments. */
async function listChanged(exchange: Exchange, listed: readonly Listing[]): Promise<void> {
  for (const { coin, ...counts } of collateralCoins) {
    const known = exchange.views.collateral(coin)
    if (known !== undefined && isListedAs(known, counts)) continue
    const { problem } = await exchange.submit({ kind: 'ListCoin', coin, ...counts })
    if (problem !== undefined) throw new Error(`${coin}: ${problem.name}`)
  }
  for (const command of loanCommands(exchange.views)) {
    const { problem } = await exchange.submit(command)
    if (problem !== undefined) throw new Error(`loans of ${command.coin}: ${problem.name}`)
  }
  const lineOf = (instrument: Instrument): string =>
    formatCommandLine(0, { kind: 'ListInstrument', instrument })
  for (const listing of listed) {
    const known = exchange.views.symbol(listing.instrument.symbol)?.instrument
    const instrument = asItStands(listing, known)
    if (known !== undefined && lineOf(known) === lineOf(instrument)) continue
    const command: Command = { kind: 'ListInstrument', instrument }
    const { problem } = await exchange.submit(command)
    if (problem !== undefined) throw new Error(`${instrument.symbol}: ${problem.name}`)
  }
}

/** Fills the insurance pools of a fresh exchange, by commands like all others. */
async function fillPools({ views, submit }: Exchange): Promise<void> {
  for (const command of poolCommands(views, listingsAt(systemClock.nowMs()))) {
    const { problem } = await submit(command)
    if (problem !== undefined) throw new Error(`insurance in ${command.coin}: ${problem.name}`)
  }
}

/** What has a launch or a delivery moves through its states by itself: a restart changes none. */
const asItStands = ({ instrument }: Listing, known: Instrument | undefined): Instrument =>
  known === undefined || instrument.launchMs === undefined
    ? instrument
    : { ...instrument, status: known.status }

function softwareVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { readonly version: string }
  return version
}

/** Ends on the first signal in order, on the second at once: both are safe. */
function stopOnSignals(server: RunningServer, log: Logger): void {
  let isStopping = false
  const end = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(exitCodes.failed)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('stopping takes too long')
      process.exit(exitCodes.failed)
    }, stopPatienceMs).unref()
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
  const isDamage = [JournalDamaged, JournalUnknown, StateDiffers].some(
    (kind) => error instanceof kind,
  )
  return isDamage ? exitCodes.damaged : exitCodes.failed
}

/** A trouble that is named is told in its own sentence; a bug with the place where it happened. */
function wordsOf(error: unknown, code: number): string {
  const isNamed = code !== exitCodes.failed || error instanceof DataUnusable
  if (isNamed || !(error instanceof Error))
    return error instanceof Error ? error.message : String(error)
  return error.stack ?? error.message
}

/** An address that cannot be listened on is a setting that cannot be. */
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
    const server = await startServer(config, log).catch((error: unknown) => {
      throw asSetting(error, config)
    })
    stopOnSignals(server, log)
    const address = `http://${config.host}:${server.port}/trade/usdt/BTCUSDT`
    process.stdout.write(`Basis is open: ${address}\n`)
    if (!process.argv.includes('--demo-key')) return
    const { key, secret } = await server.makeDemoKey()
    process.stdout.write(`Demo key: ${key}\nDemo secret: ${secret}\n`)
  } catch (error) {
    const code = exitCodeOf(error)
    process.stderr.write(`Basis cannot start: ${wordsOf(error, code)}\n`)
    process.exit(code)
  }
}

if (import.meta.main) await run()
