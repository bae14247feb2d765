// The server's settings, read only here from the environment; an invalid one is refused by name.

import { resolve } from 'node:path'
import { dayMs } from '@basis/domain/instrument/candle'
import type { TakerRates } from '@basis/domain/instrument/fees'
import { marketSpeeds, type MarketSpeed } from '@basis/protocol/operators/market-control'
import { parseDecimal, rateE8, type RateE8 } from '@basis/domain/numbers/fixed'
import { isNetwork } from './networks.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const roles = ['all', 'engine', 'gateway', 'history'] as const
export type Role = (typeof roles)[number]

export type Config = {
  /** The part of the exchange that this process runs: all of it, or one role of a cluster. */
  readonly role: Role
  /** This process's name in its cluster. */
  readonly id: string
  /** The exchange's name in its cluster. */
  readonly world: string
  /** The cluster's NATS servers, host:port. */
  readonly nats: readonly string[]
  /** The servers' monitoring addresses, host:port; empty if they have none. */
  readonly natsMonitors: readonly string[]
  readonly natsUser: string
  readonly natsPassword: string
  /** The server that stores the users of all gateways; empty for a file in the data folder. */
  readonly postgres: string
  /**
   * Allows one server with one copy of the journal: for trying out a cluster, not for running one.
   */
  readonly isTrial: boolean
  readonly host: string
  readonly port: number
  /** The one folder that holds all stored data; absolute. */
  readonly dataFolder: string
  /** Determines the market's history, prices and robots. */
  readonly seed: number
  readonly logLevel: LogLevel
  readonly robots: boolean
  /** Factor on the speed of prices and on the rate of takers. */
  readonly marketSpeed: MarketSpeed
  /** Number of commands between snapshots. */
  readonly snapshotEvery: number
  /** After this time a stop is given up: the process ends with an error, and nothing is lost. */
  readonly stopSeconds: number
  /** Days for which commands before the newest snapshot are kept; 0 keeps them forever. */
  readonly journalDays: number
  /** Hours for which the cluster's stream is kept regardless of snapshots; 0 for none. */
  readonly streamHours: number
  /** Size limit of the cluster's stream, MiB; 0 for none. */
  readonly streamMegabytes: number
  /** Days for which the history keeps what has ended; 0 keeps all. */
  readonly historyDays: number
  /** Other origins that browsers may connect from, e.g. a development server's. */
  readonly origins: readonly string[]
  /** Whether cookies are marked Secure; should be true behind HTTPS. */
  readonly secureCookies: boolean
  /** Addresses of proxies whose forwarding headers are trusted (reliability S12). */
  readonly trustedProxies: readonly string[]
  /** Where a banned visitor is sent: a path of the terminal, or another address. */
  readonly cancelLink: string
  /** Taker rates of contracts, by symbol or by settle coin; 0.055 % if not listed. */
  readonly takerFees: TakerRates
  /** Addresses and networks of operators, who read the metrics and control rules and market. */
  readonly operators: readonly string[]
  /** Token that makes its sender an operator from anywhere; empty for none. */
  readonly operatorToken: string
  /** Requests per minute and address, order routes excluded; 0 switches the limit off. */
  readonly rateLimitPerMinute: number
  /** A folder with a licensed chart library, served at /tradingview/; empty for our own charts. */
  readonly chartLibrary: string
  /** The origin that the terminal sends spot calls to (spec 7); empty for this server. */
  readonly spotHost: string
  /** Where the terminal's charts upload screenshots (spec 9); empty for nowhere. */
  readonly snapshotHost: string
  /** The key that encrypts API secrets; if empty, a file in the data folder is used. */
  readonly keySecret: string
  /** Multiplies the open API's request limits; 0 switches them off. */
  readonly openLimitFactor: number
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * An invalid setting; the message names the key, what is expected and what was found, except for a
 * secret, which must not enter a log (reliability G8).
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

/** The value is not shown: it may be a mistyped password. */
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

/** Reads a setting or its default. */
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

/** Reads the settings; throws ConfigError for an invalid value or an unknown BASIS_ key. */
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
    stopSeconds: read('BASIS_STOP_SECONDS', '9', integer(1, 3_600)),
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
    // The value may be a secret under a misspelt name.
    throw new ConfigError(key, `left out: there is no such setting, but ${[...known].join(', ')}`)
  }
}

/** Hosts that the terminal's pages use besides this server. */
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

/** What is kept, and for how long. */
const keptSettings = (read: Read) => ({
  journalDays: read('BASIS_JOURNAL_DAYS', '3', integer(0, 36_500)),
  streamHours: read('BASIS_STREAM_HOURS', '24', integer(0, 8_760)),
  streamMegabytes: read('BASIS_STREAM_MB', '0', integer(0, 100_000_000)),
  historyDays: read('BASIS_HISTORY_DAYS', '0', integer(0, 36_500)),
})

/** Checks settings that depend on each other. */
function assertFitTogether({ role, postgres, keySecret, natsUser, natsPassword }: Config): void {
  if (natsPassword !== '' && natsUser === '') {
    throw new ConfigError('BASIS_NATS_USER', 'the user whose password is BASIS_NATS_PASSWORD', '')
  }
  if (role === 'history' && postgres === '') {
    throw new ConfigError('BASIS_POSTGRES', 'where a process with BASIS_ROLE=history writes', '')
  }
  // Otherwise each gateway would have a secret of its own and could not decrypt the others' keys.
  const isForTraders = role === 'all' || role === 'gateway'
  if (postgres === '' || keySecret !== '' || !isForTraders) return
  const expected = 'the same on every gateway with BASIS_POSTGRES, 32 to 200 letters or signs'
  throw new ConfigError('BASIS_KEY_SECRET', expected, keySecret)
}

const isPostgres = (text: string): boolean =>
  URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)

const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s"'<>;,]+$/.test(text) && URL.canParse(text)

const absolute = (folder: string): string => (folder === '' ? '' : resolve(folder))

/** Converts a retention in days to ms; 0 means forever. */
export const keptMs = (days: number): number => (days === 0 ? Infinity : days * dayMs)

/** Returns the process's environment variables. */
export const processEnvironment = (): Environment => process.env
