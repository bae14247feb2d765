// Settings: their defaults, and that an invalid one is refused with its name.

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without settings in the environment the defaults apply', () => {
  expect(readConfig({ PATH: '/bin' })).toEqual({
    role: 'all',
    id: 'basis',
    world: 'main',
    nats: ['127.0.0.1:4222'],
    natsMonitors: [],
    natsUser: '',
    postgres: '',
    natsPassword: '',
    isTrial: false,
    host: '127.0.0.1',
    port: 8700,
    dataFolder: resolve('data'),
    seed: 42,
    marketSpeed: 1,
    logLevel: 'info',
    robots: true,
    snapshotEvery: 50_000,
    stopSeconds: 9,
    journalDays: 3,
    streamHours: 24,
    streamMegabytes: 0,
    historyDays: 0,
    origins: [],
    secureCookies: false,
    trustedProxies: [],
    cancelLink: '/left',
    takerFees: new Map(),
    operators: ['127.0.0.1', '::1'],
    operatorToken: '',
    rateLimitPerMinute: 6000,
    chartLibrary: '',
    spotHost: '',
    snapshotHost: '',
    keySecret: '',
    openLimitFactor: 1,
  })
})

test('the settings of a cluster process are read, and invalid ones are refused by name', () => {
  const config = readConfig({
    BASIS_ROLE: 'engine',
    BASIS_ID: 'e1',
    BASIS_NATS: 'n1:4222, n2:4222',
    BASIS_NATS_MONITOR: 'n1:8222',
    BASIS_CLUSTER: 'trial',
  })
  expect(config).toMatchObject({
    role: 'engine',
    id: 'e1',
    nats: ['n1:4222', 'n2:4222'],
    natsMonitors: ['n1:8222'],
    isTrial: true,
  })
  for (const [key, value] of [
    ['BASIS_ROLE', 'leader'],
    ['BASIS_ID', 'E 1'],
    ['BASIS_NATS', 'n1'],
    ['BASIS_NATS', ''],
    ['BASIS_NATS_MONITOR', 'http://n1'],
    ['BASIS_CLUSTER', 'on'],
  ]) {
    expect(() => readConfig({ [String(key)]: value })).toThrow(String(key))
  }
})

test('every setting is read', () => {
  const environment = {
    BASIS_ROLE: 'gateway',
    BASIS_ID: 'g1',
    BASIS_WORLD: 'second',
    BASIS_NATS: 'n1:4222',
    BASIS_NATS_MONITOR: 'n1:8222',
    BASIS_NATS_USER: 'basis',
    BASIS_NATS_PASSWORD: 'a long password',
    BASIS_POSTGRES: 'postgres://basis@db:5432/basis',
    BASIS_CLUSTER: 'trial',
    BASIS_HOST: '0.0.0.0',
    BASIS_PORT: '0',
    BASIS_DATA: '/var/basis',
    BASIS_SEED: '7',
    BASIS_LOG_LEVEL: 'warn',
    BASIS_ROBOTS: 'off',
    BASIS_MARKET_SPEED: '5',
    BASIS_SNAPSHOT_EVERY: '1000',
    BASIS_JOURNAL_DAYS: '30',
    BASIS_STREAM_HOURS: '48',
    BASIS_STREAM_MB: '2000',
    BASIS_HISTORY_DAYS: '400',
    BASIS_ORIGINS: 'http://localhost:5173, https://basis.example',
    BASIS_SECURE_COOKIES: 'on',
    BASIS_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    BASIS_CANCEL_LINK: 'https://example.com/help',
    BASIS_TAKER_FEES: 'BTCUSDT=0.04, USDC=0.05',
    BASIS_OPERATORS: '10.1.0.0/16, fd00::/8',
    BASIS_OPERATOR_TOKEN: 'a-long-enough-token',
    BASIS_RATE_LIMIT: '0',
    BASIS_CHART_LIBRARY: '/opt/charting_library',
    BASIS_SPOT_HOST: 'https://spot.example',
    BASIS_SNAPSHOT_HOST: 'https://pictures.example/snapshot',
    BASIS_KEY_SECRET: 's'.repeat(32),
    BASIS_OPEN_LIMIT_FACTOR: '3',
    BASIS_STOP_SECONDS: '30',
  }
  // The refusal of an unknown name lists all settings there are.
  let known = ''
  try {
    readConfig({ BASIS_PROT: '' })
  } catch (error) {
    known = String(error).replace(/^.*there is no such setting, but /, '')
  }
  expect(Object.keys(environment).toSorted()).toEqual(known.split(', ').toSorted())
  const config = readConfig(environment)
  expect(config).toEqual({
    role: 'gateway',
    id: 'g1',
    world: 'second',
    nats: ['n1:4222'],
    natsMonitors: ['n1:8222'],
    natsUser: 'basis',
    natsPassword: 'a long password',
    postgres: 'postgres://basis@db:5432/basis',
    isTrial: true,
    host: '0.0.0.0',
    port: 0,
    dataFolder: '/var/basis',
    seed: 7,
    marketSpeed: 5,
    logLevel: 'warn',
    robots: false,
    snapshotEvery: 1_000,
    journalDays: 30,
    streamHours: 48,
    streamMegabytes: 2_000,
    historyDays: 400,
    origins: ['http://localhost:5173', 'https://basis.example'],
    secureCookies: true,
    trustedProxies: ['10.0.0.0/8', '::1'],
    cancelLink: 'https://example.com/help',
    // 0.04 % and 0.05 %, in units of 1e-8.
    takerFees: new Map([
      ['BTCUSDT', 40_000],
      ['USDC', 50_000],
    ]),
    operators: ['10.1.0.0/16', 'fd00::/8'],
    operatorToken: 'a-long-enough-token',
    rateLimitPerMinute: 0,
    chartLibrary: '/opt/charting_library',
    spotHost: 'https://spot.example',
    snapshotHost: 'https://pictures.example/snapshot',
    keySecret: 's'.repeat(32),
    openLimitFactor: 3,
    stopSeconds: 30,
  })
  expect(() => readConfig({ BASIS_SNAPSHOT_HOST: 'pictures' })).toThrow(/BASIS_SNAPSHOT_HOST/)
})

test.each([
  ['BASIS_STOP_SECONDS', '0'],
  ['BASIS_STOP_SECONDS', '3601'],
  ['BASIS_PORT', '65536'],
  ['BASIS_PORT', '8700.5'],
  ['BASIS_PORT', ''],
  ['BASIS_HOST', 'a b'],
  ['BASIS_DATA', ''],
  ['BASIS_SEED', '-1'],
  ['BASIS_SEED', '1e3'],
  ['BASIS_LOG_LEVEL', 'loud'],
  ['BASIS_ROBOTS', 'yes'],
  ['BASIS_MARKET_SPEED', '2'],
  ['BASIS_SNAPSHOT_EVERY', '0'],
  ['BASIS_JOURNAL_DAYS', '-1'],
  ['BASIS_STREAM_HOURS', '-1'],
  ['BASIS_STREAM_MB', '1.5'],
  ['BASIS_HISTORY_DAYS', 'ever'],
  ['BASIS_ORIGINS', 'https://a.example/path'],
  ['BASIS_ORIGINS', '*'],
  ['BASIS_SECURE_COOKIES', '1'],
  ['BASIS_TRUSTED_PROXIES', 'everyone'],
  ['BASIS_TRUSTED_PROXIES', 'abc'],
  ['BASIS_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['BASIS_CANCEL_LINK', 'left'],
  ['BASIS_CANCEL_LINK', '//elsewhere.example'],
  ['BASIS_CANCEL_LINK', 'javascript:alert(1)'],
  ['BASIS_TAKER_FEES', 'BTCUSDT'],
  ['BASIS_TAKER_FEES', 'BTCUSDT=-0.01'],
  ['BASIS_TAKER_FEES', 'BTCUSDT=1.1'],
  ['BASIS_TAKER_FEES', 'BTCUSDT=0.0000001'],
  ['BASIS_TAKER_FEES', 'USDC=0.05, USDC=0.06'],
  ['BASIS_OPERATORS', '10.0.0'],
  ['BASIS_OPERATOR_TOKEN', 'short'],
  ['BASIS_RATE_LIMIT', 'none'],
  ['BASIS_POSTGRES', 'db:5432'],
  ['BASIS_POSTGRES', 'https://db.example/basis'],
  ['BASIS_PROT', '8700'],
])('%s=%s is refused with the key in the message', (key, value) => {
  expect(() => readConfig({ [key]: value })).toThrow(key)
})

test.each([
  ['BASIS_OPERATOR_TOKEN', 'hush-hush 1234567890'],
  ['BASIS_KEY_SECRET', 'hush-hush'],
  ['BASIS_NATS_PASSWORD', 'hush-hush\n'],
  ['BASIS_POSTGRES', 'mysql://basis:hush-hush@db:5432/basis'],
  ['BASIS_KEY_SECRETS', 'hush-hush'],
])('the refusal of an invalid %s does not contain its value', (key, value) => {
  expect(() => readConfig({ [key]: value })).toThrow(key)
  expect(() => readConfig({ [key]: value })).not.toThrow('hush-hush')
})

test('an unknown BASIS_ name is refused with the names of the settings', () => {
  const said = /^BASIS_PROT must be left out: there is no such setting, but .*BASIS_PORT/
  expect(() => readConfig({ BASIS_PROT: '8700' })).toThrow(said)
})

test('a NATS password may have spaces, and needs a NATS user', () => {
  const password = { BASIS_NATS_PASSWORD: 'a long password' }
  expect(readConfig({ ...password, BASIS_NATS_USER: 'basis' }).natsPassword).toBe('a long password')
  expect(() => readConfig(password)).toThrow('BASIS_NATS_USER')
})

test('BASIS_POSTGRES needs BASIS_KEY_SECRET, and the history role needs BASIS_POSTGRES', () => {
  const postgres = 'postgres://basis@127.0.0.1:5432/basis'
  expect(() => readConfig({ BASIS_POSTGRES: postgres })).toThrow('BASIS_KEY_SECRET')
  const shared = { BASIS_POSTGRES: postgres, BASIS_KEY_SECRET: 's'.repeat(32) }
  expect(readConfig(shared).postgres).toBe(postgres)
  expect(() => readConfig({ BASIS_ROLE: 'history' })).toThrow('BASIS_POSTGRES')
  expect(readConfig({ BASIS_ROLE: 'history', BASIS_POSTGRES: postgres }).role).toBe('history')
})
