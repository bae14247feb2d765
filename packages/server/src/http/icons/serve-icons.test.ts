// The icons that the catalogue names are served, and labels mark announced and new contracts
// (spec 3: symbolLabelIcon, darkIcon, lightIcon).

import { priceE8 } from '@basis/domain/numbers/fixed'
import { sectors, type ContractSymbol } from '@basis/protocol/instrument'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { optionsAt } from '../../instruments/options.ts'
import {
  defaultOptions,
  startTestServer,
  TestClient,
  type TestServer,
} from '../../../testing/test-server.ts'
import { createHttpServer } from '../server.ts'

/** When the tests' exchange begins. */
const nowMs = Date.UTC(2026, 10, 21, 9)
const dayMs = 86_400_000
const coming = listings.find(({ instrument }) => instrument.status === 'PreLaunch')
const futures = listingsAt(nowMs).filter(({ instrument }) => instrument.deliveryMs !== undefined)
const isNew = ({ launchMs = 0 }: { readonly launchMs?: number }) => nowMs - launchMs < 14 * dayMs
const fresh = futures.find(({ instrument }) => isNew(instrument))
const old = futures.find(({ instrument }) => !isNew(instrument))
const symbols = [coming, fresh, old].map((each) => each?.instrument.symbol ?? '')

let venue: TestServer
let browser: TestClient
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'SOLUSDT', ...symbols] })
  browser = new TestClient(venue.app)
})
afterAll(() => venue.stop())

async function listed(): Promise<Map<string, ContractSymbol>> {
  const { body } = await browser.ask('GET', '/contract/v5/product/brief-symbol-list')
  const lists = Object.values(body['result'] as Record<string, unknown>).filter(Array.isArray)
  return new Map(lists.flat().map((each: ContractSymbol) => [each.symbol, each]))
}

test('every contract has an icon for dark and for light pages, which is served', async () => {
  const all = [...(await listed()).values()]
  expect(all).toHaveLength(5)
  for (const { darkIcon, lightIcon } of all) {
    expect(darkIcon).not.toBe(lightIcon)
    for (const path of [darkIcon, lightIcon]) {
      const { statusCode, headers, body } = await venue.app.inject(path)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>$/)
    }
  }
  const [bitcoin, solana] = ['BTC', 'SOL'].map((coin) => `/icons/coins/${coin}-dark.svg`)
  const one = await venue.app.inject(bitcoin ?? '')
  expect(one.body).not.toBe((await venue.app.inject(solana ?? '')).body)
})

test('a coin is looked up without visiting the options, which are by far the most', async () => {
  const { exchange } = venue.parts
  const forward = priceE8(65_000 * 1e8)
  const options = optionsAt(nowMs, (coin) => (coin === 'BTC' ? forward : undefined)).slice(0, 20)
  for (const instrument of options) await exchange.submit({ kind: 'ListInstrument', instrument })
  const looks: string[] = []
  const instrument: typeof exchange.views.instrument = (symbol) => {
    looks.push(symbol)
    return exchange.views.instrument(symbol)
  }
  const views = { ...exchange.views, instrument }
  const parts = { ...venue.parts, exchange: { ...exchange, views } }
  const app = await createHttpServer(parts, defaultOptions())
  const statusOf = async (coin: string): Promise<number> =>
    (await app.inject(`/icons/coins/${coin}-dark.svg`)).statusCode
  expect(await statusOf('BTC')).toBe(200)
  looks.length = 0
  expect(await statusOf('NOPE')).toBe(404)
  expect(looks).not.toContain(options[0]?.symbol)
  expect(looks.length).toBeGreaterThan(0)
  await app.close()
})

test('announced contracts and those listed for less than two weeks have a label', async () => {
  const all = await listed()
  const labels = ['BTCUSDT', ...symbols].map((symbol) => all.get(symbol)?.symbolLabelIcon)
  expect(labels).toEqual(['', '/icons/labels/coming.svg', '/icons/labels/new.svg', ''])
  for (const path of labels) {
    if (path === undefined || path === '') continue
    const { statusCode, headers } = await venue.app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  }
})

test.each(['coins/NOPE-dark', 'coins/BTC-red', 'coins/BTC', 'labels/old', 'coins/%2e%2e-dark'])(
  'the unknown icon %s answers 404',
  async (name) => {
    expect((await venue.app.inject(`/icons/${name}.svg`)).statusCode).toBe(404)
  },
)

test('a contract has the tags of its kind and of the sectors of its coin, at least one of each', async () => {
  const { body } = await browser.ask('GET', '/contract/v5/product/brief-symbol-list')
  expect(body['ret_code']).toBe(0)
  const all = await listed()
  expect(all.get('BTCUSDT')?.symbolTags).toEqual(['perpetual', 'layer1', 'proof-of-work'])
  expect(all.get(symbols[1] ?? '')?.symbolTags).toContain('expiry')
  const known = new Set<string>(['perpetual', 'expiry', ...sectors])
  for (const { symbolTags } of all.values()) {
    expect(symbolTags.filter((tag) => !known.has(tag))).toEqual([])
    expect(symbolTags.length).toBeGreaterThanOrEqual(2)
  }
})
