// Sockets of a whole test server: books, private streams, logins, invalid messages, slow readers.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { expandOrder } from '@basis/protocol/order'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'
import { callerAddress } from '../users/caller-address.ts'
import { createGateway, type Gateway } from './gateway.ts'

type Message = Record<string, unknown> & { topic?: string; type?: string }

let venue: TestServer
let gateway: Gateway
let address = ''
const clients: Client[] = []

beforeAll(async () => {
  venue = await startTestServer()
  gateway = createGateway(venue.parts, { origins: ['https://app.example'], trustedProxies: [] })
  gateway.attach(venue.app.server)
  await venue.app.listen({ host: '127.0.0.1', port: 0 })
  address = `127.0.0.1:${(venue.app.server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await gateway.stop()
  await venue.stop()
})

class Client {
  readonly socket: WebSocket
  readonly messages: Message[] = []
  readonly closed: Promise<number>
  #onMessage: () => void = () => undefined

  constructor(path: string, headers: Record<string, string> = {}, at = address) {
    this.socket = new WebSocket(`ws://${at}${path}`, { headers })
    this.socket.on('message', (data) => {
      this.messages.push(JSON.parse((data as Buffer).toString()))
      this.#onMessage()
    })
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => this.socket.on('close', resolve))
    clients.push(this)
  }

  async open(): Promise<this> {
    await once(this.socket, 'open')
    return this
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Waits for a message that fits and takes it off the list. */
  async next(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.messages.findIndex(fits)
      const [found] = at < 0 ? [] : this.messages.splice(at, 1)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => (this.#onMessage = resolve))
    }
  }

  on = (topic: string, type?: string): Promise<Message> =>
    this.next((message) => message.topic === topic && (type ?? message.type) === message.type)

  subscribe(...args: string[]): void {
    this.send({ op: 'subscribe', args })
  }
}

const publicClient = () => new Client('/realtime_public').open()

async function privateClient(): Promise<{ browser: TestClient; client: Client }> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return { browser, client: await loggedIn(browser) }
}

/** A private socket of a trader. */
async function loggedIn(browser: TestClient): Promise<Client> {
  const client = await new Client('/realtime_private?v=2').open()
  client.send({ op: 'login', args: [await tokenOf(browser)] })
  await client.next(({ type }) => type === 'login_success')
  return client
}

async function tokenOf(browser: TestClient): Promise<string> {
  const { body } = await browser.ask('POST', '/contract/v5/user/private/ott')
  return (body['result'] as { token: string }).token
}

const limit = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '64500' }
const create = '/contract/v5/order/create'

type Levels = { b: [string, string][]; a: [string, string][]; u: number }

test('a book is a snapshot and consecutively numbered deltas that lead to the exchange’s book', async () => {
  const { browser } = await privateClient()
  const client = await publicClient()
  client.subscribe('orderbook.50.BTCUSDT')
  const first = (await client.on('orderbook.50.BTCUSDT', 'snapshot'))['data'] as Levels
  const bids = new Map(first.b)
  let u = first.u
  const fold = async (): Promise<void> => {
    const delta = (await client.on('orderbook.50.BTCUSDT', 'delta'))['data'] as Levels
    expect(delta.u).toBe((u += 1))
    for (const [price, size] of delta.b) {
      if (Number(size) === 0) bids.delete(price)
      else bids.set(price, size)
    }
  }
  await browser.ask('POST', create, limit)
  await fold()
  expect(bids.get('64500.0')).toBe('0.010')
  await browser.ask('POST', '/contract/v5/order/cancel-all', {})
  await fold()
  const depth = venue.parts.exchange.views.depth(symbolId('BTCUSDT'), 50)
  expect([...bids.keys()].toSorted()).toEqual(
    (depth?.bids ?? []).map(({ priceTicks: ticks }) => (ticks / 10).toFixed(1)).toSorted(),
  )
  const later = await publicClient()
  later.subscribe('orderbook.50.BTCUSDT')
  const joined = (await later.on('orderbook.50.BTCUSDT', 'snapshot'))['data'] as Levels
  expect(joined.u).toBe(u)
})

test('a fill reaches trades, ticker, candle and the trader’s own topics', async () => {
  const { browser, client } = await privateClient()
  const reader = await publicClient()
  reader.subscribe('trade.BTCUSDT', 'instrument_info.BTCUSDT', 'candle.1.BTCUSDT', 'tickers')
  client.subscribe('user.order', 'user.execution', 'user.position', 'user.wallet')
  for (const topic of ['user.order', 'user.execution', 'user.position', 'user.wallet']) {
    expect(await client.on(topic, 'snapshot')).toMatchObject({ no: 0, seq: expect.any(Number) })
  }
  for (const topic of ['trade.BTCUSDT', 'instrument_info.BTCUSDT', 'candle.1.BTCUSDT', 'tickers']) {
    await reader.on(topic, 'snapshot')
  }
  const market = { ...limit, orderType: 'Market', price: undefined }
  const answer = await browser.ask('POST', create, market)
  const { orderId } = answer.body['result'] as { orderId: string }

  const pushed = (await client.on('user.order', 'delta'))['data'] as { e: number }[]
  expect(pushed.map(({ e }) => e)).toEqual([1, 4])
  expect(expandOrder(pushed[1])).toMatchObject({ orderId, orderStatus: 'Filled' })
  expect(await client.on('user.execution', 'delta')).toMatchObject({
    no: 1,
    data: [{ orderId, execPrice: '65065.0', execQty: '0.010', isMaker: false }],
  })
  expect(await client.on('user.position', 'delta')).toMatchObject({
    data: [{ symbol: 'BTCUSDT', side: 'Buy', size: '0.010' }],
  })
  const { data: wallet } = await client.on('user.wallet', 'delta')
  const asked = await browser.ask('GET', '/contract/v5/account/wallet')
  expect(wallet).toEqual(asked.body['result'])

  expect(await reader.on('trade.BTCUSDT', 'delta')).toMatchObject({
    data: [{ p: '65065.0', v: '0.010', S: 'Buy' }],
  })
  expect(await reader.on('instrument_info.BTCUSDT', 'delta')).toMatchObject({
    data: { symbol: 'BTCUSDT', lastPrice: '65065.0' },
  })
  expect(await reader.on('candle.1.BTCUSDT', 'delta')).toMatchObject({
    data: [[expect.any(Number), '65000.0', '65065.0', '65000.0', '65065.0', '0.010', '650.65']],
  })

  // The first reader has had the whole list in its snapshot: a delta has the changed lines only.
  expect(await reader.on('tickers', 'delta')).toMatchObject({
    data: [['BTCUSDT', '65065.0', ...Array(3).fill(expect.any(String))]],
  })

  await browser.ask('POST', create, { ...market, side: 'Sell', reduceOnly: true })
  expect(
    await client.next(
      ({ topic, data }) =>
        topic === 'user.position' && (data as { size: string }[])[0]?.size === '0.000',
    ),
  ).toMatchObject({ data: [{ side: 'None' }] })
})

test('candles of the mark and index prices are topics and follow their prices', async () => {
  const { browser } = await privateClient()
  const reader = await publicClient()
  const topics = ['mark_candle.1.BTCUSDT', 'index_candle.1.BTCUSDT'] as const
  reader.subscribe(...topics)
  const closeOf = ({ data }: Message) => Number((data as string[][]).at(-1)?.[4])
  for (const topic of topics) {
    expect(closeOf(await reader.on(topic, 'snapshot'))).toBeGreaterThan(0)
  }
  const market = { ...limit, orderType: 'Market', price: undefined }
  const marks = new Set<string | undefined>()
  for (const [side, price] of [
    ['Sell', 65_120],
    ['Buy', 65_000],
  ] as const) {
    await browser.ask('POST', create, { ...market, side })
    const indexE8 = priceE8(price * 100_000_000)
    const prices = [{ symbol: symbolId('BTCUSDT'), indexE8 }]
    await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
    const { body } = await browser.ask('GET', '/contract/v5/public/tickers?symbol=BTCUSDT')
    const [{ markPrice, indexPrice } = {}] = (body['result'] as { list: Record<string, string>[] })
      .list
    expect(Number(indexPrice)).toBe(price)
    marks.add(markPrice)
    for (const [topic, text] of [
      ['mark_candle.1.BTCUSDT', markPrice],
      ['index_candle.1.BTCUSDT', indexPrice],
    ] as const) {
      await reader.next(
        (message) =>
          message.topic === topic && message.type === 'delta' && closeOf(message) === Number(text),
      )
    }
  }
  expect(marks.size).toBe(2)
})

test('a ban closes the account’s private sockets, and those of no other account; an earlier token opens none', async () => {
  const [ann, bob] = [await privateClient(), await privateClient()]
  const token = await tokenOf(ann.browser)
  const { body } = await ann.browser.ask('GET', '/contract/v5/user/info')
  const account = accountId(Number((body['result'] as { uid: string }).uid))
  await venue.parts.sessions.setBanned(account, true)
  expect(await ann.client.closed).toBe(1008)
  bob.client.send({ op: 'ping' })
  await bob.client.next(({ type }) => type === 'pong')
  const banned = await new Client('/realtime_private?v=2').open()
  banned.send({ op: 'login', args: [token] })
  const answer = await banned.next(({ type }) => String(type).startsWith('login'))
  expect(answer).toMatchObject({ type: 'login_fail' })
  banned.subscribe('user.order')
  expect(await banned.next(({ type }) => type === 'subscribed')).toMatchObject({ topics: [] })
  const refused = await ann.browser.ask('POST', '/contract/v5/user/private/ott')
  expect(refused.body).toMatchObject({ ret_code: 10024 })
})

test('an algorithmic order is pushed when it begins, moves on and ends', async () => {
  const { browser, client } = await privateClient()
  client.subscribe('user.strategy')
  expect(await client.on('user.strategy', 'snapshot')).toMatchObject({ data: [] })
  const twap = { strategyType: 'TWAP', qty: '0.1', duration: 300, interval: 60 }
  const asked = { symbol: 'BTCUSDT', side: 'Buy', ...twap }
  await browser.ask('POST', '/contract/v5/strategy/create', asked)
  const answered = await client.on('user.strategy', 'delta')
  expect(answered).toMatchObject({
    no: 1,
    data: [{ status: 'Running', sentOrders: 1, cumExecQty: '0.020' }],
  })
  const [{ strategyId } = { strategyId: '' }] = answered['data'] as { strategyId: string }[]
  // The next of its five orders is due after a minute.
  venue.clock.advance(60_000)
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
  expect(await client.on('user.strategy', 'delta')).toMatchObject({
    no: 2,
    data: [{ strategyId, status: 'Running', sentOrders: 2, cumExecQty: '0.040' }],
  })
  await browser.ask('POST', '/contract/v5/strategy/cancel', { strategyId })
  expect(await client.on('user.strategy', 'delta')).toMatchObject({
    no: 3,
    data: [{ strategyId, status: 'Cancelled', endReason: 'CancelByUser', cumExecQty: '0.040' }],
  })
})

test('a rule is pushed when it begins and when it ends, and is in the next snapshot while it runs', async () => {
  const { browser, client } = await privateClient()
  client.subscribe('user.rule')
  expect(await client.on('user.rule', 'snapshot')).toMatchObject({ data: [] })
  await browser.ask('POST', '/contract/v5/rule/create', {
    symbol: 'BTCUSDT',
    conditions: [
      { left: { of: 'Mark' }, operator: 'Above', right: { of: 'Number', value: '1000000' } },
    ],
    action: { type: 'CancelOrders' },
  })
  const answered = await client.on('user.rule', 'delta')
  expect(answered).toMatchObject({ no: 1, data: [{ status: 'Running', firedTimes: 0 }] })
  const [{ ruleId } = { ruleId: '' }] = answered['data'] as { ruleId: string }[]
  // Another page of the trader has it from the beginning.
  const second = await loggedIn(browser)
  second.subscribe('user.rule')
  const { no, data } = await second.on('user.rule', 'snapshot')
  expect([no, data]).toEqual([1, answered['data']])
  await browser.ask('POST', '/contract/v5/rule/cancel', { ruleId })
  for (const page of [client, second]) {
    expect(await page.on('user.rule', 'delta')).toMatchObject({
      no: 2,
      data: [{ ruleId, status: 'Cancelled' }],
    })
  }
})

test('a private stream numbers its messages consecutively, and a new snapshot has the last number', async () => {
  const { browser, client } = await privateClient()
  client.subscribe('user.order')
  await client.on('user.order', 'snapshot')
  for (let n = 1; n <= 5; n++) {
    await browser.ask('POST', create, limit)
    expect(await client.on('user.order', 'delta')).toMatchObject({ no: n })
  }
  const second = await loggedIn(browser)
  second.subscribe('user.order')
  const { no, data } = await second.on('user.order', 'snapshot')
  expect([no, (data as unknown[]).length]).toEqual([5, 5])
})

test('events of one account are not pushed to another', async () => {
  const [ann, bob] = [await privateClient(), await privateClient()]
  bob.client.subscribe('user.order', 'user.execution')
  await bob.client.on('user.execution', 'snapshot')
  bob.client.messages.length = 0
  await ann.browser.ask('POST', create, limit)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(bob.client.messages).toEqual([])
})

test('a changed leverage of a flat symbol is pushed as a position of size 0', async () => {
  const { browser, client } = await privateClient()
  client.subscribe('user.position')
  await client.on('user.position', 'snapshot')
  await browser.ask('POST', '/contract/v5/position/set-leverage', {
    symbol: 'BTCUSDT',
    leverage: '25',
  })
  expect(await client.on('user.position', 'delta')).toMatchObject({
    data: [{ symbol: 'BTCUSDT', size: '0.000', leverage: '25' }],
  })
})

test('a pushed flat position has margin mode, position mode and leverage, as the leverage call has', async () => {
  const { browser, client } = await privateClient()
  client.subscribe('user.position')
  await client.on('user.position', 'snapshot')
  const post = (path: string, body: object) =>
    browser.ask('POST', `/contract/v5/position/${path}`, body)
  const next = async () => (await client.on('user.position', 'delta'))['data']
  await post('set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
  expect(await next()).toMatchObject([{ isIsolated: true, leverage: '10' }])
  await post('set-leverage', { symbol: 'BTCUSDT', leverage: '100' })
  expect(await next()).toMatchObject([{ size: '0.000', isIsolated: true, leverage: '100' }])
  await post('switch-mode', { coin: 'USDT', mode: 3 })
  const sides = { symbol: 'BTCUSDT', mode: 'BothSide', isIsolated: true, leverage: '100' }
  expect(await next()).toMatchObject([
    { ...sides, positionIdx: 1 },
    { ...sides, positionIdx: 2 },
  ])
  await post('set-leverage', { symbol: 'BTCUSDT', leverage: '15', sellLeverage: '25' })
  expect(await next()).toMatchObject([
    { ...sides, positionIdx: 1, leverage: '15' },
    { ...sides, positionIdx: 2, leverage: '25' },
  ])
  const { body } = await browser.ask('GET', '/contract/v5/position/leverage?symbol=BTCUSDT')
  expect(body['result']).toMatchObject({
    leverage: '15',
    sellLeverage: '25',
    mode: 'BothSide',
    isIsolated: true,
  })
})

test('of eight sockets that log in with the same one-time token one succeeds', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const token = await tokenOf(browser)
  const sockets = await Promise.all(
    [...Array(8)].map(() => new Client('/realtime_private?v=2').open()),
  )
  const answers = await Promise.all(
    sockets.map((client) => {
      client.send({ op: 'login', args: [token] })
      return client.next(({ type }) => type === 'login_success' || type === 'login_fail')
    }),
  )
  expect(answers.filter(({ type }) => type === 'login_success')).toHaveLength(1)
})

test('private topics need a login, and a socket that guesses tokens is closed', async () => {
  const client = await new Client('/realtime_private?v=2').open()
  client.subscribe('user.order')
  expect(await client.next(({ type }) => type === 'subscribed')).toMatchObject({
    topics: [],
    refused: [{ topic: 'user.order', message: 'log in first' }],
  })
  for (let n = 0; n < 3; n++) client.send({ op: 'login', args: [`guess ${n}`] })
  expect(await client.closed).toBe(1008)
  const open = await publicClient()
  open.subscribe('user.order')
  expect(await open.next(({ type }) => type === 'subscribed')).toMatchObject({
    refused: [{ message: 'is on the private socket' }],
  })
})

test('signing out closes the account’s sockets', async () => {
  const { browser, client } = await privateClient()
  await browser.ask('POST', '/contract/v5/user/sign-out')
  expect(await client.closed).toBe(1008)
})

test.each([
  ['another origin', '/realtime_public', { origin: 'https://evil.example' }, 403],
  ['the private path without its version', '/realtime_private', {}, 400],
  ['another path', '/socket', {}, 404],
])('a handshake with %s is refused', async (_, path, headers, status) => {
  const { socket } = new Client(path, headers)
  const [, response] = await once(socket, 'unexpected-response')
  expect(response.statusCode).toBe(status)
})

test.each([`http://ADDRESS`, 'https://app.example'])(
  'a handshake from origin %s is accepted',
  async (origin) => {
    await new Client('/realtime_public', { origin: origin.replace('ADDRESS', address) }).open()
  },
)

// Reliability W9: an error message or 1002, 1003, 1007, 1008, 1009; never 1011 and never a crash.
test.each([
  'x',
  '{',
  '[]',
  'null',
  '{"op":"fly"}',
  '{"op":"subscribe"}',
  '{"op":"subscribe","args":[]}',
  '{"op":"subscribe","args":[7]}',
  '{"op":"subscribe","args":["tickers"],"more":1}',
  '{"op":"login","args":[]}',
  JSON.stringify({ op: 'subscribe', args: Array(51).fill('tickers') }),
  '['.repeat(60_000),
])('invalid message %# is answered with an error', async (text) => {
  const client = await publicClient()
  client.send(text)
  expect(await client.next(({ type }) => type === 'error')).toMatchObject({ code: 10001 })
})

test('binary, oversized, repeatedly invalid and too many messages close the socket, each with its code', async () => {
  const binary = await publicClient()
  binary.socket.send(Buffer.from([1, 2, 3]))
  expect(await binary.closed).toBe(1003)
  const large = await publicClient()
  large.send('x'.repeat(70_000))
  expect(await large.closed).toBe(1009)
  const endless = await publicClient()
  for (let n = 0; n < 21; n++) endless.send('x')
  expect(await endless.closed).toBe(1008)
  const fast = await publicClient()
  // The limit is fifty a second: if a busy machine reads them over three seconds, one of these
  // seconds still has too many.
  for (let n = 0; n < 160; n++) fast.send({ op: 'ping' })
  expect(await fast.closed).toBe(1008)
})

test('a message that makes the server fail closes its own socket and no other', async () => {
  const { exchange } = venue.parts
  const views: typeof exchange.views = {
    ...exchange.views,
    depth: () => {
      throw new Error('broken')
    },
  }
  const failures: unknown[] = []
  const broken = createGateway(
    { ...venue.parts, exchange: { ...exchange, views } },
    { origins: [], trustedProxies: [], onFailure: (error) => failures.push(String(error)) },
  )
  const server = createServer()
  broken.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const [asking, other] = [1, 2].map(() => new Client('/realtime_public', {}, at))
  if (asking === undefined || other === undefined) throw new Error('none')
  await Promise.all([asking.open(), other.open()])
  asking.subscribe('orderbook.50.BTCUSDT')
  expect(await asking.closed).toBe(1011)
  expect(failures).toEqual(['Error: broken'])
  other.send({ op: 'ping', req_id: 'still open' })
  expect(await other.next(({ type }) => type === 'pong')).toMatchObject({ req_id: 'still open' })
  await broken.stop()
  server.close()
})

test('ping is answered, unknown topics are refused by name, and unsubscribed topics are quiet', async () => {
  const client = await publicClient()
  client.send({ op: 'ping', req_id: 'a' })
  expect(await client.next(({ type }) => type === 'pong')).toMatchObject({ req_id: 'a' })
  client.subscribe('candle.7.BTCUSDT', 'trade.NONE', 'liquidation.BTC/USDT', 'notice')
  expect(await client.next(({ type }) => type === 'subscribed')).toMatchObject({
    topics: ['notice'],
    refused: [
      { topic: 'candle.7.BTCUSDT', message: 'no such topic' },
      { topic: 'trade.NONE', message: 'no instrument of this name has it' },
      { topic: 'liquidation.BTC/USDT', message: 'no instrument of this name has it' },
    ],
  })
  const { browser, client: other } = await privateClient()
  const trades = await publicClient()
  for (const reader of [client, trades]) {
    reader.subscribe('trade.BTCUSDT')
    await reader.on('trade.BTCUSDT', 'snapshot')
  }
  client.send({ op: 'unsubscribe', args: ['trade.BTCUSDT', 'notice'] })
  expect(await client.next(({ type }) => type === 'unsubscribed')).toMatchObject({
    topics: ['trade.BTCUSDT', 'notice'],
  })
  other.subscribe('user.order')
  await other.on('user.order', 'snapshot')
  other.send({ op: 'unsubscribe', args: ['user.order'] })
  await other.next(({ type }) => type === 'unsubscribed')
  for (const reader of [client, other]) reader.messages.length = 0
  await browser.ask('POST', create, { ...limit, orderType: 'Market', price: undefined })
  // One message goes to all readers at once: when one of them has it and a later request is
  // answered, nothing is on its way to the others.
  await trades.on('trade.BTCUSDT', 'delta')
  for (const reader of [client, other]) {
    reader.send({ op: 'ping' })
    await reader.next(({ type }) => type === 'pong')
    expect(reader.messages).toEqual([])
  }
})

test('a socket has at most 200 topics', async () => {
  const instrument = venue.parts.exchange.views.instrument(symbolId('BTCUSDT'))
  if (instrument === undefined) throw new Error('BTCUSDT is not listed')
  // Four more contracts, so that there are 234 candles.
  const symbols = ['BTCUSDT', 'BTC/USDT', ...[1, 2, 3, 4].map((n) => `BTC${n}USDT`)]
  for (const symbol of symbols.slice(2)) {
    const listed = { ...instrument, symbol: symbolId(symbol) }
    await venue.parts.exchange.submit({ kind: 'ListInstrument', instrument: listed })
  }
  const names = ['1', '3', '5', '15', '30', '60', '120', '240', '360', '720', '1D', '1W', '1M']
  const all = symbols.flatMap((symbol) =>
    ['candle', 'mark_candle', 'index_candle'].flatMap((source) =>
      names.map((resolution) => `${source}.${resolution}.${symbol}`),
    ),
  )
  const client = await publicClient()
  const subscribe = async (topics: readonly string[]) => {
    client.subscribe(...topics)
    return client.next(({ type }) => type === 'subscribed')
  }
  for (let from = 0; from < 200; from += 50) {
    const topics = all.slice(from, from + 50)
    expect(await subscribe(topics)).toMatchObject({ topics, refused: [] })
  }
  const last = all.slice(200, 201)
  expect(await subscribe(last)).toMatchObject({
    topics: [],
    refused: [{ topic: last[0], message: 'at most 200 topics' }],
  })
  // A topic that it has does not count twice, and one that it leaves makes room.
  expect(await subscribe(all.slice(0, 1))).toMatchObject({ refused: [] })
  client.send({ op: 'unsubscribe', args: all.slice(0, 1) })
  expect(await subscribe(last)).toMatchObject({ topics: last, refused: [] })
})

test('a reader that pauses gets every change, numbered consecutively, and the true book when it reads again', async () => {
  const reader = await publicClient()
  reader.subscribe('orderbook.200.BTCUSDT')
  const first = await reader.on('orderbook.200.BTCUSDT', 'snapshot')
  reader.socket.pause()
  const maker = accountId(venue.maker)
  for (let n = 0; n < 5; n++) {
    await venue.parts.exchange.submit({
      kind: 'PlaceOrder',
      account: maker,
      symbol: symbolId('BTCUSDT'),
      side: 'Buy',
      orderType: 'Limit',
      timeInForce: 'GoodTillCancel',
      priceTicks: priceTicks(640_000 + n),
      qtyLots: qtyLots(1),
      reduceOnly: false,
      closeOnTrigger: false,
      positionIdx: 0,
      linkId: '',
      selfTrade: 'CancelTaker',
    })
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  reader.socket.resume()
  const { b: firstBids, u: firstNumber } = first['data'] as Levels
  const bids = new Map(firstBids)
  const changedPrices = new Set<string>()
  for (let u = firstNumber + 1; !changedPrices.has('64000.4'); u += 1) {
    const { data } = await reader.on('orderbook.200.BTCUSDT', 'delta')
    expect((data as Levels).u).toBe(u)
    for (const [price, size] of (data as Levels).b) {
      changedPrices.add(price)
      bids.set(price, size)
    }
  }
  expect(changedPrices.size).toBe(5)
  const depth = venue.parts.exchange.views.depth(symbolId('BTCUSDT'), 200)
  const byPrice = (levels: readonly (readonly number[])[] = []) =>
    levels.toSorted(([x = 0], [y = 0]) => y - x)
  expect(byPrice([...bids].map((level) => level.map(Number)))).toEqual(
    byPrice(depth?.bids.map((level) => [level.priceTicks / 10, level.qtyLots / 1000])),
  )
})

test('S3: a socket is closed when its session expires, and not before', async () => {
  const { browser } = await privateClient()
  const early = await loggedIn(browser)
  const dayMs = 86_400_000
  venue.clock.advance(6 * dayMs)
  const late = await privateClient()
  // A check that closes the socket of a banned account has looked at the older sockets before.
  const { browser: other, client: banned } = await privateClient()
  const { body } = await other.ask('GET', '/contract/v5/user/info')
  const { uid } = body['result'] as { uid: string }
  await venue.parts.sessions.setBanned(accountId(Number(uid)), true)
  expect(await banned.closed).toBe(1008)
  early.send({ op: 'ping', req_id: 'still open' })
  const answer = early.next(({ type }) => type === 'pong')
  expect(await Promise.race([answer, early.closed])).toMatchObject({ req_id: 'still open' })
  venue.clock.advance(dayMs)
  expect(await early.closed).toBe(1008)
  expect(late.client.socket.readyState).toBe(WebSocket.OPEN)
})

test('S3: a socket is closed at its session’s end though that could not be looked up at first', async () => {
  const { sessions } = venue.parts
  const looked = vi.spyOn(sessions, 'expiryOf').mockRejectedValue(new Error('no database'))
  const { client } = await privateClient()
  await expect.poll(() => looked.mock.calls.length).toBe(1)
  looked.mockRestore()
  const again = vi.spyOn(sessions, 'expiryOf')
  await expect.poll(() => again.mock.calls.length).toBe(1)
  venue.clock.advance(7 * 86_400_000)
  expect(await client.closed).toBe(1008)
  again.mockRestore()
})

test('without sockets the gateway has no channels', async () => {
  await expect.poll(() => gateway.figures()['basis_sockets']).toBe(0)
  expect(gateway.figures()).toEqual({
    basis_sockets: 0,
    basis_sockets_signed_in: 0,
    basis_channels: 0,
  })
})

test('forwarding headers are used only from trusted proxies', () => {
  const from = (remoteAddress: string, forwarded: string) =>
    ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }) as never
  const addressOf = callerAddress(['10.0.0.0/8', '::1'])
  expect(addressOf(from('10.1.2.3', '1.1.1.1, 9.9.9.9'))).toBe('9.9.9.9')
  expect(addressOf(from('::ffff:10.1.2.3', '9.9.9.9, 10.0.0.7'))).toBe('9.9.9.9')
  expect(addressOf(from('8.8.8.8', '9.9.9.9'))).toBe('8.8.8.8')
  expect(addressOf(from('::1', 'nonsense'))).toBe('::1')
})
