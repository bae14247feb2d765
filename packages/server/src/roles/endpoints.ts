// Endpoints of an exchange: the terminal's calls and sockets, the open API, alerts, bans.

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import type { Logger } from 'pino'
import { openAlertStore, type AlertStore } from '../alerts/alert-store.ts'
import { openAlerts } from '../alerts/alerts.ts'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { systemClock } from '../exchange/ports.ts'
import { openDemoTrader } from '../http/account.ts'
import { allowedMethods } from '../http/call-routes.ts'
import type { RulesControl } from '../http/operators/rules-control.ts'
import { createHttpServer } from '../http/server.ts'
import type { TerminalStage } from '../http/terminal/terminal-build.ts'
import { createGateway } from '../push/gateway.ts'
import type { ReadModel } from '../read-model/read-model.ts'
import type { MarketControl } from '../simulator/market-control.ts'
import { watchBans } from '../users/bans.ts'
import { callerAddress } from '../users/caller-address.ts'
import { watchFeeLevels } from '../users/fee-levels.ts'
import { openUsersOf } from '../users/postgres/users-of.ts'
import { sessionsOf, type Sessions } from '../users/sessions.ts'
import { MarketCalendar } from '../simulator/week/market-calendar.ts'
import type { IndexUpdate } from '../simulator/prices.ts'
import { createV5Api } from '../v5/api.ts'
import { createV5Http } from '../v5/http.ts'
import { createSignedSockets } from '../v5/sockets/signed-sockets.ts'
import { createV5Sockets } from '../v5/sockets/sockets.ts'

export type DemoKey = { readonly key: string; readonly secret: string }

export type Endpoints = {
  /** Creates a trader with demo funds and an API key with all permissions. */
  readonly makeDemoKey: () => Promise<DemoKey>
  /** Starts listening; returns the port. */
  readonly open: () => Promise<number>
  /** Accepts no more calls and waits for the current ones. */
  readonly close: () => Promise<void>
  /** Releases the endpoints' resources; called after the exchange has stopped. */
  readonly end: () => Promise<void>
}

/** The users' sessions, and their alerts. */
type People = { readonly sessions: Sessions; readonly alertStore: AlertStore }

export type BehindEndpoints = {
  readonly people: People
  readonly exchange: Exchange
  readonly readModel: ReadModel
  readonly build: string
  readonly log: Logger
  readonly marketControl?: MarketControl
  /** The last prices of each coin from outside venues, if this process receives them. */
  readonly lastIndexUpdates?: ReadonlyMap<string, IndexUpdate>
  readonly terminalStage?: (() => TerminalStage) | undefined
  /** Sets the version of the rules. */
  readonly rules?: RulesControl
  /** Additional figures of the process, for operators. */
  readonly figures?: () => Readonly<Record<string, number>>
}

type CallServer = Awaited<ReturnType<typeof createHttpServer>>

const callPatienceMs = 5_000
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Opens the users and alerts of a locked data folder and checks that the address is free. Runs
 * before the journal is replayed, so that a start fails at once and not after a minute.
 * @throws DataUnusable, or the system's error of an address that cannot be listened on
 */
export async function openPeople(config: Config, log: Logger): Promise<People> {
  await assertFree(config)
  const onNotice = (message: string): void => log.warn(message)
  const { dataFolder: folder, keySecret } = config
  let alertStore: AlertStore | undefined
  const users = await openUsersOf(config, onNotice, async (database) => {
    const { openPostgresAlerts } = await import('../alerts/postgres-alerts.ts')
    alertStore = await openPostgresAlerts(database)
  })
  const sessions = sessionsOf(users, { folder, clock: systemClock, keySecret, onNotice })
  return { sessions, alertStore: alertStore ?? openAlertStore(folder) }
}

async function assertFree({ host, port }: Config): Promise<void> {
  const probe = createServer()
  probe.listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Creates the endpoints, which are closed until `open`. */
export async function createEndpoints(config: Config, behind: BehindEndpoints): Promise<Endpoints> {
  const { exchange, readModel, build, log, figures, marketControl, lastIndexUpdates, people } =
    behind
  const { sessions, alertStore } = people
  const { cancelLink, seed, world, id } = config
  const cluster = config.role === 'gateway' ? { world, gateway: id } : undefined
  const venue = { simulated: true, seed: String(seed), version: build, cancelLink, cluster }
  const sources = { exchange, readModel, clock: systemClock }
  const alerts = openAlerts(alertStore, sources, (error) =>
    log.error({ err: error }, 'alerts were not checked'),
  )
  const calendar = new MarketCalendar(exchange.views, seed)
  const parts = { ...sources, sessions, alerts, venue, calendar, marketControl }
  const open = openApiOf({ ...parts, lastIndexUpdates }, config, log)
  const gateway = createGateway(parts, {
    ...config,
    otherUpgrade: open.sockets.upgrade,
    onFailure: (error, what) => log.error({ err: error, what }, 'a push failed'),
  })
  const http = await createHttpServer(parts, {
    ...config,
    webFolder,
    terminalStage: behind.terminalStage,
    rules: behind.rules,
    log,
    otherRequests: open.requests,
    extraFigures: () => ({
      basis_snapshot_seq: exchange.status().snapshotSeq,
      ...gateway.figures(),
      ...open.sockets.figures(),
      ...figures?.(),
    }),
  })
  gateway.attach(http.server)
  const bans = watchBans(parts, (error) => log.error({ err: error }, 'a ban was not carried out'))
  const levels = watchFeeLevels(parts, (error) =>
    log.error({ err: error }, 'a fee level was not set'),
  )
  return {
    makeDemoKey: async () => {
      const { account } = await openDemoTrader(parts)
      const terms = { isReadOnly: false, permissions: v5Permissions, networks: [] }
      const { key, secret } = await sessions.apiKeys.make(account, { note: 'demo', ...terms })
      return { key: key.key, secret }
    },
    open: async () => {
      await http.listen({ host: config.host, port: config.port })
      return (http.server.address() as AddressInfo).port
    },
    close: async () => {
      bans.stop()
      levels.stop()
      await gateway.stop()
      await open.stop()
      await closeCalls(http)
    },
    end: async () => {
      await alerts.stop()
      await sessions.close()
    },
  }
}

/** The open API: its requests and its sockets. */
function openApiOf(
  parts: Parameters<typeof createV5Api>[0],
  { trustedProxies, openLimitFactor: limitFactor, role }: Config,
  log: Logger,
) {
  const addressOf = callerAddress(trustedProxies)
  const onFailure = (error: unknown, path: string): void =>
    log.error({ err: error, path }, 'the open API failed')
  const api = createV5Api(parts, { limitFactor, isGateway: role === 'gateway', onFailure })
  const signed = createSignedSockets(parts, api, onFailure)
  const sockets = createV5Sockets(parts, {
    addressOf,
    limitFactor,
    signed: signed.kinds,
    onFailure,
  })
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
 * Accepts no more calls and waits for the current ones; those that take over five seconds are cut
 * off.
 */
async function closeCalls(http: CallServer): Promise<void> {
  const { server } = http
  // A connection that was busy when listening stopped becomes idle later and would stay open.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  const cutting = setTimeout(() => server.closeAllConnections(), callPatienceMs)
  await http.close()
  clearInterval(sweeping)
  clearTimeout(cutting)
}
