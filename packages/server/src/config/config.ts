// The settings of the server and the only reader of the environment; a wrong one is refused with
// its name.

import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { dayMs } from '@basis/domain/instrument/candle'
import type { TakerRates } from '@basis/domain/instrument/fees'
import { marketSpeeds, type MarketSpeed } from '@basis/protocol/operators/market-control'
import { parseDecimal, rateE8, type RateE8 } from '@basis/domain/numbers/fixed'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const roles = ['all', 'engine', 'gateway', 'history'] as const
export type Role = (typeof roles)[number]

export type Config = {
  /** The part of the exchange that this process is: all of it, or one of a cluster. */
  readonly role: Role
  /** The name of this process in its cluster. */
  readonly id: string
  /** The name of the exchange in its cluster. */
  readonly world: string
  /** The cluster's NATS servers, host:port. */
  readonly nats: readonly string[]
  /** Where these servers answer operators, host:port; empty where they do not. */
  readonly natsMonitors: readonly string[]
  readonly natsUser: string
  readonly natsPassword: string
  /** The server that keeps the people of all gateways; empty for a file in the data folder. */
  readonly postgres: string
  /** One server with one copy of the journal will do: to try a cluster out, not to run one. */
  readonly isTrial: boolean
  readonly host: string
  readonly port: number
  /** The one folder that holds everything the exchange remembers; absolute. */
  readonly dataFolder: string
  /** Decides the market's history, prices and robots. */
  readonly seed: number
  readonly logLevel: LogLevel
  readonly robots: boolean
  /** How many times as fast prices move and takers come. */
  readonly marketSpeed: MarketSpeed
  /** A snapshot is written after so many commands. */
  readonly snapshotEvery: number
  /** Commands are kept for so many days behind the newest snapshot; 0 keeps them for ever. */
  readonly journalDays: number
  /** The cluster's stream keeps the last hours whatever snapshots there are; 0 none. */
  readonly streamHours: number
  /** The most that the cluster's stream may hold, MiB; 0 for what the servers' disks do. */
  readonly streamMegabytes: number
  /** What ended so many days ago leaves the history; 0 keeps all. */
  readonly historyDays: number
  /** Origins besides its own that browsers may come from, e.g. a development server's. */
  readonly origins: readonly string[]
  /** Whether cookies are marked Secure: behind HTTPS they should be. */
  readonly secureCookies: boolean
  /** Addresses of proxies whose forwarding headers are believed (reliability S12). */
  readonly trustedProxies: readonly string[]
  /** Where a banned visitor leaves to: a path of the terminal, or an address elsewhere. */
  readonly cancelLink: string
  /** Taker rates of contracts, by symbol or by settle coin; 0.055 % where there is none. */
  readonly takerFees: TakerRates
  /** Addresses and networks that may read the server's figures, /metrics. */
  readonly operators: readonly string[]
  /** Whoever brings this token may read the figures from anywhere; empty for nobody. */
  readonly operatorToken: string
  /**
   * Requests per minute and address that are answered, besides order routes; 0 switches the limit
   * off.
   */
  readonly rateLimitPerMinute: number
  /** A folder with a licensed chart library, served at /tradingview/; empty draws with our own. */
  readonly chartLibrary: string
  /** The origin that the terminal sends its spot calls to (spec 7); empty for this server. */
  readonly spotHost: string
  /** Where the terminal's charts send their pictures (spec 9); empty for nowhere. */
  readonly snapshotHost: string
  /** What secrets of API keys are sealed with; empty for a file in the data folder. */
  readonly keySecret: string
  /** Multiplies the open API's request limits; 0 switches them off. */
  readonly openLimitFactor: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * A setting that cannot be; the message names the key, what is expected and what was found, but for
 * a secret, which no log should keep (reliability G8).
 */
export class ConfigError extends Error {
  constructor(key: string, expected: string, found?: string) {
    const but = found === undefined ? '' : `, but is ${JSON.stringify(found)}`
    super(`${key} must be ${expected}${but}`)
    this.name = 'ConfigError'
  }
}

type Reader<Value> = {
  readonly expected: string
  readonly read: (text: string) => Value | undefined
  readonly isSecret?: boolean
}

const integer = (min: number, max: number): Reader<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  read: (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
})

const onOff: Reader<boolean> = {
  expected: 'on or off',
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
}

const list = (expected: string, isItem: (item: string) => boolean): Reader<readonly string[]> => ({
  expected,
  read: (text) => {
    const items = text.split(',').map((item) => item.trim())
    if (items.length === 1 && items[0] === '') return []
    return items.every(isItem) ? items : undefined
  },
})

const matching = (expected: string, pattern: RegExp): Reader<string> => ({
  expected,
  read: (text) => (pattern.test(text) ? text : undefined),
})

/** What is found is not told: it may be a password that was mistyped. */
const secret = <Value>(reader: Reader<Value>): Reader<Value> => ({
  ...reader,
  expected: `${reader.expected}; what it is now is not shown`,
  isSecret: true,
})

const level: Reader<LogLevel> = {
  expected: `one of ${logLevels.join(', ')}`,
  read: (text) => logLevels.find((name) => name === text),
}

const address = /^[0-9A-Za-z.:_-]{1,253}$/

function isNetwork(text: string): boolean {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text)
  const family = isIP(match?.[1] ?? '')
  return family !== 0 && Number(match?.[2] ?? 0) <= (family === 6 ? 128 : 32)
}

const link: Reader<string> = {
  expected: 'a path such as /left, or an http address',
  read: (text) => {
    if (/^\/(?!\/)[^\s\\]{0,500}$/.test(text)) return text
    return URL.canParse(text) && /^https?:/.test(text) ? text : undefined
  },
}

const feeRates: Reader<TakerRates> = {
  expected:
    'percents by symbol or settle coin, 0 to 1 with at most 6 decimals: BTCUSDT=0.04, USDC=0.05',
  read: (text) => {
    const rates = new Map<string, RateE8>()
    if (text.trim() === '') return rates
    for (const item of text.split(',')) {
      const [, name, percent = ''] = /^\s*([A-Z0-9-]{1,40})=(\d(?:\.\d{1,6})?)\s*$/.exec(item) ?? []
      const rate = parseDecimal(percent, 6)
      if (name === undefined || rate === undefined || rate > 1_000_000n) return undefined
      if (rates.has(name)) return undefined
      rates.set(name, rateE8(Number(rate)))
    }
    return rates
  },
}

const keySecretForm = /^(?:[\x21-\x7e]{32,200})?$/
const operatorTokenForm = /^(?:[\x21-\x7e]{16,200})?$/

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text)
}

/** Reads one setting, or its default. */
type Read = <Value>(key: string, otherwise: string, reader: Reader<Value>) => Value

type ClusterSettings = Pick<
  Config,
  | 'role'
  | 'id'
  | 'world'
  | 'nats'
  | 'natsMonitors'
  | 'natsUser'
  | 'natsPassword'
  | 'postgres'
  | 'isTrial'
>

function clusterSettings(read: Read): ClusterSettings {
  const isAddress = (server: string): boolean => /^[\w.-]{1,253}:\d{1,5}$/.test(server)
  const servers = list('servers such as n1:4222, n2:4222', isAddress)
  const name = matching('1 to 32 small letters, digits or dashes', /^[a-z0-9-]{1,32}$/)
  return {
    role: read('BASIS_ROLE', 'all', {
      expected: `one of ${roles.join(', ')}`,
      read: (text) => roles.find((role) => role === text),
    }),
    id: read('BASIS_ID', 'basis', name),
    world: read('BASIS_WORLD', 'main', name),
    nats: read('BASIS_NATS', '127.0.0.1:4222', {
      expected: servers.expected,
      read: (text) => (text.trim() === '' ? undefined : servers.read(text)),
    }),
    natsMonitors: read(
      'BASIS_NATS_MONITOR',
      '',
      list('addresses such as n1:8222, n2:8222, or nothing', isAddress),
    ),
    natsUser: read(
      'BASIS_NATS_USER',
      '',
      matching('a user name, or nothing', /^[^\p{Cc}]{0,100}$/u),
    ),
    natsPassword: read(
      'BASIS_NATS_PASSWORD',
      '',
      secret(
        matching('a password of one line, at most 200 signs, or nothing', /^[^\p{Cc}]{0,200}$/u),
      ),
    ),
    postgres: read(
      'BASIS_POSTGRES',
      '',
      secret({
        expected: 'an address such as postgres://basis:password@db:5432/basis, or nothing',
        read: (text) => (text === '' || isPostgres(text) ? text : undefined),
      }),
    ),
    isTrial: read('BASIS_CLUSTER', 'replicated', {
      expected: 'replicated, or trial for a single server',
      read: (text) => (text === 'trial' ? true : text === 'replicated' ? false : undefined),
    }),
  }
}

/**
 * Reads the settings; throws ConfigError for a value that cannot be and for a BASIS_ key that is
 * unknown.
 */
export function readConfig(environment: Environment): Config {
  const known = new Set<string>()
  const read: Read = (key, otherwise, { expected, read, isSecret = false }) => {
    known.add(key)
    const text = environment[key] ?? otherwise
    const value = read(text)
    if (value === undefined) throw new ConfigError(key, expected, isSecret ? undefined : text)
    return value
  }
  const config: Config = {
    ...clusterSettings(read),
    ...keptSettings(read),
    ...otherHosts(read),
    host: read('BASIS_HOST', '127.0.0.1', matching('a host name or address', address)),
    port: read('BASIS_PORT', '8700', integer(0, 65_535)),
    dataFolder: resolve(read('BASIS_DATA', './data', matching('a folder', /^[^\0]{1,4096}$/))),
    seed: read('BASIS_SEED', '42', integer(0, Number.MAX_SAFE_INTEGER)),
    logLevel: read('BASIS_LOG_LEVEL', 'info', level),
    robots: read('BASIS_ROBOTS', 'on', onOff),
    marketSpeed: read('BASIS_MARKET_SPEED', '1', {
      expected: `one of ${marketSpeeds.join(', ')}`,
      read: (text) => marketSpeeds.find((speed) => String(speed) === text),
    }),
    snapshotEvery: read('BASIS_SNAPSHOT_EVERY', '50000', integer(100, 100_000_000)),
    origins: read('BASIS_ORIGINS', '', list('origins such as https://a.example, …', isOrigin)),
    secureCookies: read('BASIS_SECURE_COOKIES', 'off', onOff),
    trustedProxies: read(
      'BASIS_TRUSTED_PROXIES',
      '',
      list('addresses or networks such as 10.0.0.0/8, …', isNetwork),
    ),
    cancelLink: read('BASIS_CANCEL_LINK', '/left', link),
    takerFees: read('BASIS_TAKER_FEES', '', feeRates),
    operators: read(
      'BASIS_OPERATORS',
      '127.0.0.1, ::1',
      list('addresses or networks such as 10.0.0.0/8, …', isNetwork),
    ),
    operatorToken: read(
      'BASIS_OPERATOR_TOKEN',
      '',
      secret(
        matching(
          '16 to 200 letters, digits or signs without a space, or nothing',
          operatorTokenForm,
        ),
      ),
    ),
    rateLimitPerMinute: read('BASIS_RATE_LIMIT', '6000', integer(0, 10_000_000)),
    chartLibrary: absolute(
      read('BASIS_CHART_LIBRARY', '', matching('a folder, or nothing', /^[^\0]{0,4096}$/)),
    ),
    keySecret: read(
      'BASIS_KEY_SECRET',
      '',
      secret(
        matching('32 to 200 letters, digits or signs without a space, or nothing', keySecretForm),
      ),
    ),
    openLimitFactor: read('BASIS_OPEN_LIMIT_FACTOR', '1', integer(0, 1000)),
  }
  assertFitTogether(config)
  assertKnown(environment, known)
  return config
}

function assertKnown(environment: Environment, known: ReadonlySet<string>): void {
  for (const key of Object.keys(environment)) {
    if (!key.startsWith('BASIS_') || known.has(key)) continue
    // Its value may be the secret of a misspelt name.
    throw new ConfigError(key, `left out: there is no such setting, but ${[...known].join(', ')}`)
  }
}

/** Where pages of the terminal ask besides this server. */
const otherHosts = (read: Read) => ({
  spotHost: read('BASIS_SPOT_HOST', '', {
    expected: 'an origin such as https://spot.example, or nothing',
    read: (text) => (text === '' || isOrigin(text) ? text : undefined),
  }),
  snapshotHost: read('BASIS_SNAPSHOT_HOST', '', {
    expected: 'an address such as https://pictures.example/snapshot, or nothing',
    read: (text) => (text === '' || isWebAddress(text) ? text : undefined),
  }),
})

/** How much is kept, and for how long. */
const keptSettings = (read: Read) => ({
  journalDays: read('BASIS_JOURNAL_DAYS', '3', integer(0, 36_500)),
  streamHours: read('BASIS_STREAM_HOURS', '24', integer(0, 8_760)),
  streamMegabytes: read('BASIS_STREAM_MB', '0', integer(0, 100_000_000)),
  historyDays: read('BASIS_HISTORY_DAYS', '0', integer(0, 36_500)),
})

/** What one setting needs of another. */
function assertFitTogether({ role, postgres, keySecret, natsUser, natsPassword }: Config): void {
  if (natsPassword !== '' && natsUser === '') {
    throw new ConfigError('BASIS_NATS_USER', 'the user whose password is BASIS_NATS_PASSWORD', '')
  }
  if (role === 'history' && postgres === '') {
    throw new ConfigError('BASIS_POSTGRES', 'where a process with BASIS_ROLE=history writes', '')
  }
  // Each gateway would seal API keys with a secret of its own, and open nobody else's.
  const isAtDoors = role === 'all' || role === 'gateway'
  if (postgres === '' || keySecret !== '' || !isAtDoors) return
  const expected = 'the same on every gateway with BASIS_POSTGRES, 32 to 200 letters or signs'
  throw new ConfigError('BASIS_KEY_SECRET', expected, keySecret)
}

const isPostgres = (text: string): boolean =>
  URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s"'<>;,]+$/.test(text) && URL.canParse(text)

const absolute = (folder: string): string => (folder === '' ? '' : resolve(folder))

/** Returns for how long a setting in days keeps something, ms; 0 keeps it for ever. */
export const keptMs = (days: number): number => (days === 0 ? Infinity : days * dayMs)

/** Returns what the process was started with. */
export const processEnvironment = (): Environment => process.env
