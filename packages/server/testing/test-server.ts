// A complete server on a folder of its own, for tests of calls: real journal, engine, history,
// users and HTTP.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Command, PlaceOrder } from '@basis/engine/commands'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { engines } from '../src/exchange/engines.ts'
import { createExchange } from '../src/exchange/exchange.ts'
import { recover } from '../src/exchange/recovery.ts'
import { openStorage } from '../src/exchange/disk/storage.ts'
import { listingsAt, type Listing } from '../src/instruments/listings.ts'
import { worthIn } from '../src/roles/history.ts'
import { rulesCommands } from '../src/roles/listing.ts'
import { openReadModel } from '../src/read-model/open-read-model.ts'
import type { PopulationMember } from '../src/read-model/seed/seed-history.ts'
import { openAlertStore } from '../src/alerts/alert-store.ts'
import { openAlerts } from '../src/alerts/alerts.ts'
import { openSessions } from '../src/users/sessions.ts'
import { MarketCalendar } from '../src/simulator/week/market-calendar.ts'
import type { Parts } from '../src/http/call-context.ts'
import { createHttpServer, type HttpOptions } from '../src/http/server.ts'

/**
 * A clock that tests advance. By itself it stands still: on a busy machine seconds pass between two
 * requests, and what the second one finds must not depend on them.
 */
type TestClock = { nowMs: () => number; advance: (byMs: number) => void }

export type TestServer = {
  readonly parts: Parts
  readonly app: FastifyInstance
  readonly clock: TestClock
  /** The robot that quotes both sides of each market. */
  readonly maker: number
  readonly stop: () => Promise<void>
}

const simulationStartMs = Date.UTC(2026, 10, 21, 9, 0, 0)
const maker = accountId(1)

const listings = new Map(
  listingsAt(simulationStartMs).map((listing) => [listing.instrument.symbol as string, listing]),
)

function listed(symbol: string): Listing {
  const listing = listings.get(symbol)
  if (listing === undefined) throw new Error(`${symbol} is not listed`)
  return listing
}

/** Options of a server that starts more than once or with other markets. */
export type TestServerOptions = {
  /** Called with errors of alert checks; without it they are thrown. */
  readonly onAlertFailure?: (error: unknown) => void
  /** The data folder, kept when the server stops; an existing journal is recovered. */
  readonly folder?: string
  readonly symbols?: readonly string[]
  /** Holders of the contracts before the start; none by default. */
  readonly population?: readonly PopulationMember[]
  /** The clock's time at the start; a restart must not be before the end of the first run. */
  readonly startMs?: number
  /** Whether the clock also runs by itself, for clients that have a clock of their own. */
  readonly isClockRunning?: boolean
}

/**
 * Starts a server with BTCUSDT near 65,000 (five levels a side) and BTC/USDT, or the symbols of
 * `setup`, all near the same price.
 */
export async function startTestServer(
  options: Partial<HttpOptions> = {},
  setup: TestServerOptions = {},
): Promise<TestServer> {
  const folder = setup.folder ?? mkdtempSync(join(tmpdir(), 'basis-venue-'))
  const markets = (setup.symbols ?? ['BTCUSDT', 'BTC/USDT']).map(listed)
  const startMs = setup.startMs ?? simulationStartMs
  let shiftMs = 0
  const started = performance.now()
  const passedMs = (): number =>
    setup.isClockRunning === true ? Math.floor(performance.now() - started) : 0
  const clock: TestClock = {
    nowMs: () => startMs + shiftMs + passedMs(),
    advance: (byMs) => void (shiftMs += byMs),
  }
  const onNotice = (): void => undefined
  const storage = await openStorage({ folder, build: 'trial', onNotice })
  const recovered = await recover({ ...storage, engines, onNotice })
  const isNew = recovered.engine.lastSeq() === 0
  const exchange = createExchange({
    ...storage,
    engines,
    recovered,
    clock,
    build: 'trial',
    snapshotEvery: 1_000_000,
    // A restart replays the few commands; for a final snapshot a follower would have to start.
    lastSnapshotMs: 0,
    onNotice,
    onFailure: (error) => {
      throw error
    },
  })
  const { readModel, measureBy } = await openReadModel({
    folder,
    journalId: 'trial',
    lastSeq: exchange.lastSeq(),
    simulationStartMs,
    markets: markets.map(({ instrument }) => instrument),
    plans: markets.map((listing) => ({ ...planOf(listing), population: setup.population ?? [] })),
    seedModule: new URL('../src/simulator/price-path.ts', import.meta.url).href,
    onNotice,
  })
  measureBy(worthIn(exchange.views))
  exchange.subscribe((batch) => readModel.apply(batch))
  if (isNew) {
    const commands = [...rulesCommands(exchange), ...openingCommands(markets)]
    await Promise.all(commands.map((command) => exchange.submit(command)))
  }
  const sessions = openSessions(folder, clock)
  const venue = { simulated: true, seed: '42', version: '0.0.0', cancelLink: '/left' }
  const thrown = (error: unknown): never => {
    throw error
  }
  const sources = { exchange, readModel, clock }
  const alerts = openAlerts(openAlertStore(folder), sources, setup.onAlertFailure ?? thrown)
  const calendar = new MarketCalendar(exchange.views, 42)
  const parts = { exchange, readModel, sessions, alerts, clock, venue, calendar }
  const app = await createHttpServer(parts, { ...defaultOptions(), ...options })
  const stop = async (): Promise<void> => {
    await app.close()
    await exchange.stop()
    await alerts.stop()
    await readModel.stop()
    await sessions.close()
    storage.release()
    if (setup.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
  return { parts, app, clock, maker, stop }
}

/**
 * Serves the same exchange with other HTTP options, as a further gateway does; the caller closes it
 * before the server.
 */
export const otherGateway = (
  { parts }: TestServer,
  options: Partial<HttpOptions>,
): Promise<FastifyInstance> => createHttpServer(parts, { ...defaultOptions(), ...options })

/** The default HTTP options of a test server. */
export const defaultOptions = (): HttpOptions => ({
  origins: [],
  secureCookies: false,
  trustedProxies: [],
  operators: ['127.0.0.1'],
  operatorToken: '',
  rateLimitPerMinute: 0,
  log: pino({ level: 'silent' }),
})

function planOf({ instrument, coin, startPriceTicks }: Listing) {
  const { symbol, kind, quoteCoin, tickSizeE8, lotSizeE8 } = instrument
  const scales = { kind, quoteCoin, tickSizeE8, lotSizeE8 }
  // An instrument that is only announced has no past, as in a server that starts.
  const { status, launchMs: listedMs } = instrument
  const past = status === 'PreLaunch' && listedMs !== undefined ? { listedMs } : {}
  return { seed: 42, coin, symbol, ...scales, ...past, startPriceTicks, simulationStartMs }
}

/** 65,000 quote coins for one bitcoin. */
const indexE8 = priceE8(65_000 * 100_000_000)

function openingCommands(markets: readonly Listing[]): Command[] {
  const prices = markets.map(({ instrument: { symbol } }) => ({ symbol, indexE8 }))
  return [
    ...markets.map(({ instrument }) => ({ kind: 'ListInstrument' as const, instrument })),
    { kind: 'OpenAccount', account: maker, role: 'robot' },
    { kind: 'Deposit', account: maker, coin: 'USDT', amount: amount(10n ** 16n) },
    { kind: 'Deposit', account: maker, coin: 'BTC', amount: amount(10n ** 12n) },
    { kind: 'UpdatePrices', prices },
    ...markets.flatMap(quotesOf),
  ]
}

/** Five levels on each side, a tenth of a percent apart, one coin each. */
function quotesOf({ instrument }: Listing): PlaceOrder[] {
  const middle = indexE8 / instrument.tickSizeE8
  const lots = qtyLots(100_000_000 / instrument.lotSizeE8)
  return [1, 2, 3, 4, 5].flatMap((level) =>
    (['Buy', 'Sell'] as const).map((side) => ({
      kind: 'PlaceOrder' as const,
      account: maker,
      symbol: instrument.symbol,
      side,
      orderType: 'Limit' as const,
      timeInForce: 'GoodTillCancel' as const,
      priceTicks: priceTicks(middle + ((side === 'Buy' ? -level : level) * middle) / 1000),
      qtyLots: lots,
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0 as const,
      linkId: '',
      selfTrade: 'CancelTaker' as const,
    })),
  )
}

/** A client that acts like a browser: cookies, the token header, JSON. */
export class TestClient {
  readonly #app: FastifyInstance
  #cookies = new Map<string, string>()
  userToken = ''

  constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** Sends a request; returns the status and the envelope. */
  async ask(
    method: 'GET' | 'POST',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const response = await this.#app.inject({
      method,
      url,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(this.userToken === '' ? {} : { usertoken: this.userToken }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST'
        ? { payload: typeof payload === 'string' ? payload : JSON.stringify(payload ?? {}) }
        : {}),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    const body: Record<string, unknown> = response.json()
    if (typeof body['token'] === 'string') this.userToken = body['token']
    return { status: response.statusCode, body }
  }

  /** Opens a demo account with 100,000 USDT. */
  async becomeTrader(): Promise<void> {
    const { body } = await this.ask('POST', '/contract/v5/user/demo')
    if (body['ret_code'] !== 0) throw new Error(`no demo trader: ${JSON.stringify(body)}`)
  }

  /** Returns the same client for a restarted server. */
  at(app: FastifyInstance): TestClient {
    const client = new TestClient(app)
    client.#cookies = new Map(this.#cookies)
    client.userToken = this.userToken
    return client
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }
}
