// Sockets of the open API over a real network: their topics, and the trade socket (open API 9, 11,
// 12).

import { createHmac } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { v5Topics, type V5Topic } from '@basis/protocol/v5/topics'
import { v5SocketCategories, type V5SocketCategory } from '@basis/protocol/v5/vocabulary'
import * as z from 'zod/mini'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { disconnectGuards } from '../account/disconnect.ts'
import { createV5Api, type V5Api } from '../api.ts'
import { PublicSocket } from './public-socket.ts'
import { createSignedSockets } from './signed-sockets.ts'
import { createV5Sockets, type V5Sockets } from './sockets.ts'

type Frame = Readonly<Record<string, unknown>>

let venue: TestServer
let client: V5TestClient
let api: V5Api
let sockets: V5Sockets
let server: Server
const failures: unknown[] = []

/** A listening server of the sockets only, with its own limits. */
async function listen(own: V5Api, limitFactor: number): Promise<readonly [V5Sockets, Server]> {
  const addressOf = (): string => '127.0.0.1'
  const onFailure = (error: unknown): void => void failures.push(error)
  const { kinds } = createSignedSockets(venue.parts, own, onFailure)
  const made = createV5Sockets(venue.parts, { addressOf, limitFactor, signed: kinds, onFailure })
  const listening = createServer().on('upgrade', (...upgrade) => void made.upgrade(...upgrade))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return [made, listening]
}
async function close(made: V5Sockets, listening: Server): Promise<void> {
  await made.stop()
  listening.closeAllConnections()
  listening.close()
}

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTC/USDT', 'BTCUSD'] })
  const onFailure = (error: unknown): void => void failures.push(error)
  api = createV5Api(venue.parts, { limitFactor: 0, onFailure })
  client = await V5TestClient.open(venue, api)
  ;[sockets, server] = await listen(api, 0)
})
afterAll(async () => {
  await close(sockets, server)
  await venue.stop()
  expect(failures).toEqual([])
})

/** A socket client that keeps the frames it receives. */
class Connection {
  readonly received: Frame[] = []
  readonly texts: string[] = []
  readonly socket: WebSocket

  constructor(path: string, at: Server = server) {
    const { port } = at.address() as AddressInfo
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    this.socket.on('message', (data: Buffer) => {
      this.texts.push(data.toString())
      this.received.push(JSON.parse(data.toString()) as Frame)
    })
  }

  async ask(message: object): Promise<Frame> {
    if (this.socket.readyState !== this.socket.OPEN) {
      await new Promise((resolve) => this.socket.once('open', resolve))
    }
    const before = this.received.length
    this.socket.send(JSON.stringify(message))
    await expect.poll(() => this.received.length).toBeGreaterThan(before)
    return this.received[before] ?? {}
  }

  async authenticate(): Promise<Frame> {
    const expires = venue.clock.nowMs() + 10_000
    const sign = createHmac('sha256', client.secret).update(`GET/realtime${expires}`).digest('hex')
    return this.ask({ op: 'auth', args: [client.key, expires, sign], req_id: 7 })
  }

  frames(topic: string): Frame[] {
    return this.received.filter((frame) => frame['topic'] === topic)
  }
  rows(topic: string): Frame[] {
    return this.frames(topic).flatMap(({ data }) => data as Frame[])
  }
}

/** The difference of a frame from the table of topics, if there is one. */
function faultOf(frame: Frame): string | undefined {
  const name = String(frame['topic'])
  const [base = ''] = name.split(/\.(?=linear|spot|inverse|option)/)
  const topic = v5Topics.find((each) => each.categories === undefined && each.name === base)
  const parsed = topic === undefined ? undefined : z.safeParse(topic.data, frame['data'])
  if (parsed?.success === true && isDeepStrictEqual(parsed.data, frame['data'])) return undefined
  return `${name}: ${JSON.stringify(parsed?.error?.issues ?? parsed?.data)} ${JSON.stringify(frame['data'])}`
}

const linear = { category: 'linear', symbol: 'BTCUSDT' } as const

test('a private socket authenticates, subscribes and gets the frames of a purchase and a sale', async () => {
  const connection = new Connection('/v5/private?max_active_time=1m')
  expect(await connection.ask({ op: 'subscribe', args: ['order'], req_id: 'x' })).toMatchObject({
    success: false,
    ret_msg: 'Request not authorized',
    req_id: 'x',
  })
  // Trap 16: the JSON has no blanks, and the id has the type that was sent.
  expect(await connection.authenticate()).toMatchObject({ success: true, op: 'auth', req_id: 7 })
  await connection.ask({ op: 'ping', req_id: 'p' })
  expect(connection.texts.at(-1)).toContain('"op":"pong"')
  const topics = ['order', 'execution', 'position', 'wallet', 'execution.fast.linear']
  expect(await connection.ask({ op: 'subscribe', args: topics, req_id: 's' })).toMatchObject({
    success: true,
    ret_msg: '',
    op: 'subscribe',
    req_id: 's',
  })
  await client.post('order/create', { ...linear, side: 'Buy', orderType: 'Market', qty: '0.02' })
  await client.post('order/create', { ...linear, side: 'Sell', orderType: 'Market', qty: '0.02' })
  await expect.poll(() => connection.rows('execution').length).toBe(2)
  expect(connection.rows('order').at(-1)).toMatchObject({
    category: 'linear',
    orderStatus: 'Filled',
    feeCurrency: 'USDT',
  })
  const [opened, closed] = connection.rows('execution')
  expect(opened).toMatchObject({ category: 'linear', execPnl: '0', createType: 'CreateByUser' })
  expect(Number(closed?.['closedSize'])).toBe(0.02)
  expect(Number(closed?.['execPnl'])).toBeLessThan(0)
  // Trap 19: `entryPrice` here, `avgPrice` over REST.
  const positions = connection.rows('position')
  expect(positions[0]).toMatchObject({ side: 'Buy' })
  expect(positions[0]).toHaveProperty('entryPrice')
  expect(positions[0]).not.toHaveProperty('avgPrice')
  expect(positions.at(-1)).toMatchObject({ side: '', size: '0' })
  expect(connection.rows('wallet').length).toBeGreaterThan(0)
  const received = topics.flatMap((topic) => connection.frames(topic))
  expect(received.map(faultOf).filter((fault) => fault !== undefined)).toEqual([])
  const fast = connection.frames('execution.fast.linear')
  expect(fast).toHaveLength(2)
  expect(fast[0]).not.toHaveProperty('id')
  const listed = await client.get('execution/list', { ...linear })
  const ids = listed.result.list?.map(({ execId }) => execId)
  // Trap 20.
  expect(connection.rows('execution').map(({ execId }) => execId)).toEqual(ids?.toReversed())
  expect(await connection.ask({ op: 'unsubscribe', args: topics, req_id: 'u' })).toMatchObject({
    success: true,
    op: 'unsubscribe',
    req_id: 'u',
  })
  connection.socket.close()
})

test('public sockets have the topics of the table in their categories, and no others', () => {
  const { topics } = new PublicSocket(venue.parts)
  const symbols = {
    spot: 'BTCUSDT',
    linear: 'BTCUSDT',
    inverse: 'BTCUSD',
    option: '',
    spread: 'BTCUSDT_BTC/USDT',
    'misc/status': '',
  }
  const has = (category: V5SocketCategory, { name, values = {} }: V5Topic): boolean => {
    const named = name
      .replace('{symbol}', symbols[category])
      .replaceAll(/\{(\w+)\}/g, (_, part: string) => values[part]?.at(-1) ?? '')
    return topics.find(category, named) !== undefined
  }
  const wrong = v5Topics.flatMap((topic) => {
    const { name, categories = [] } = topic
    // Options are listed by robots, and this venue has no robots.
    const asked = v5SocketCategories.filter(
      (each) => each !== 'option' || !/symbol|Coin/.test(name),
    )
    return asked
      .filter((category) => has(category, topic) !== categories.includes(category))
      .map((category) => `${category} ${name}`)
  })
  topics.stop()
  expect(wrong).toEqual([])
})

test('a message that makes the server fail closes its own socket and no other', async () => {
  const heard: unknown[] = []
  const broken = createV5Sockets(venue.parts, {
    addressOf: () => '127.0.0.1',
    limitFactor: 0,
    signed: new Map([
      [
        '/v5/private',
        {
          take: () => {
            throw new Error('broken')
          },
          leave: () => undefined,
          stop: () => undefined,
        },
      ],
    ]),
    onFailure: (error, what) => heard.push([String(error), what]),
  })
  const listening = createServer().on('upgrade', (...upgrade) => void broken.upgrade(...upgrade))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const other = new Connection('/v5/public/linear', listening)
  await other.ask({ op: 'ping' })
  const connection = new Connection('/v5/private', listening)
  await new Promise((resolve) => connection.socket.once('open', resolve))
  const closed = new Promise((resolve) => connection.socket.once('close', resolve))
  connection.socket.send('{"op":"ping"}')
  expect(await closed).toBe(1011)
  expect(heard).toEqual([['Error: broken', '/v5/private']])
  expect(await other.ask({ op: 'ping' })).toMatchObject({ ret_msg: 'pong' })
  await close(broken, listening)
})

test('a topic that cannot be computed closes the sockets of its subscribers and no other', async () => {
  const heard: unknown[] = []
  const { exchange } = venue.parts
  let isBroken = false
  const views: typeof exchange.views = {
    ...exchange.views,
    symbol(symbol) {
      if (isBroken) throw new Error('broken')
      return exchange.views.symbol(symbol)
    },
  }
  const made = createV5Sockets(
    { ...venue.parts, exchange: { ...exchange, views } },
    {
      addressOf: () => '127.0.0.1',
      limitFactor: 0,
      signed: new Map(),
      onFailure: (error, what) => heard.push([String(error), what]),
    },
  )
  const listening = createServer().on('upgrade', (...upgrade) => void made.upgrade(...upgrade))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const [reader, other] = [1, 2].map(() => new Connection('/v5/public/linear', listening))
  if (reader === undefined || other === undefined) throw new Error('none')
  await other.ask({ op: 'subscribe', args: ['orderbook.50.BTCUSDT'] })
  const closed = new Promise((resolve) => reader.socket.once('close', resolve))
  await reader.ask({ op: 'subscribe', args: ['tickers.BTCUSDT'] })
  isBroken = true
  expect(await closed).toBe(1011)
  expect(heard).toEqual([['Error: broken', 'tickers.BTCUSDT']])
  await expect.poll(() => made.figures()).toEqual({ basis_open_sockets: 1, basis_open_topics: 1 })
  // A topic whose first message cannot be computed is not kept either.
  const late = new Connection('/v5/public/linear', listening)
  const lateClosed = new Promise((resolve) => late.socket.once('close', resolve))
  await late.ask({ op: 'ping' })
  const names = ['tickers.BTCUSDT', 'orderbook.200.BTCUSDT']
  late.socket.send(JSON.stringify({ op: 'subscribe', args: names }))
  expect(await lateClosed).toBe(1011)
  await expect.poll(() => made.figures()).toEqual({ basis_open_sockets: 1, basis_open_topics: 1 })
  expect(await other.ask({ op: 'ping' })).toMatchObject({ ret_msg: 'pong' })
  await close(made, listening)
})

test('unknown topics and mixed topic forms are refused; a wrong signature closes the socket', async () => {
  const connection = new Connection('/v5/private')
  await connection.authenticate()
  expect(await connection.ask({ op: 'subscribe', args: ['order', 'nothing'] })).toMatchObject({
    success: false,
    ret_msg: 'error:handler not found,topic:nothing',
  })
  for (const args of [undefined, 'order', [], [1, 'order']]) {
    expect(await connection.ask({ op: 'subscribe', args })).toMatchObject({
      success: false,
      ret_msg: 'error:handler not found,topic:',
    })
  }
  // Names of JavaScript object properties are not dcp topics; taking one would end the server.
  for (const word of ['constructor', 'toString', '__proto__']) {
    expect(await connection.ask({ op: 'subscribe', args: [word] })).toMatchObject({
      success: false,
      ret_msg: `error:handler not found,topic:${word}`,
    })
  }
  expect(await connection.ask({ op: 'subscribe', args: ['order', 'order.linear'] })).toMatchObject({
    success: false,
  })
  expect(await connection.ask({ op: 'nonsense' })).toMatchObject({ success: false })
  connection.socket.close()
  const forger = new Connection('/v5/private')
  const isClosed = new Promise((resolve) => forger.socket.once('close', resolve))
  expect(
    await forger.ask({ op: 'auth', args: [client.key, venue.clock.nowMs() + 9000, 'ab'] }),
  ).toMatchObject({ success: false, ret_msg: 'Params Error', op: 'auth' })
  await isClosed
})

test('the trade socket takes order operations after one signature; repeated ids are refused', async () => {
  const connection = new Connection('/v5/trade')
  const header = (): object => ({
    'X-BAPI-TIMESTAMP': String(venue.clock.nowMs()),
    'X-BAPI-RECV-WINDOW': '5000',
  })
  const order = { ...linear, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  const create = { op: 'order.create', args: [order] }
  expect(await connection.ask({ ...create, header: header() })).toMatchObject({ retCode: 10004 })
  expect(await connection.authenticate()).toMatchObject({ retCode: 0, op: 'auth' })
  expect(await connection.authenticate()).toMatchObject({ retCode: 20001 })
  const created = await connection.ask({ ...create, reqId: 'r1', header: header() })
  expect(created).toMatchObject({
    reqId: 'r1',
    retCode: 0,
    retMsg: 'OK',
    op: 'order.create',
    data: { orderId: expect.any(String), orderLinkId: '' },
    header: { 'X-Bapi-Limit': expect.any(String) },
  })
  const { orderId } = created['data'] as { readonly orderId: string }
  expect(await connection.ask({ ...create, reqId: 'r1', header: header() })).toMatchObject({
    retCode: 20006,
  })
  expect(
    await connection.ask({ ...create, reqId: 'r2', header: { 'X-BAPI-TIMESTAMP': '1' } }),
  ).toMatchObject({ retCode: 10002 })
  expect(
    await connection.ask({ op: 'order.nothing', args: [order], header: header() }),
  ).toMatchObject({
    retCode: 10404,
  })
  const amend = { op: 'order.amend', args: [{ ...linear, orderId, qty: '0.02' }] }
  expect(await connection.ask({ ...amend, reqId: 'r3', header: header() })).toMatchObject({
    retCode: 0,
  })
  const batch = {
    op: 'order.cancel-batch',
    args: [{ category: 'linear', request: [{ symbol: 'BTCUSDT', orderId }] }],
  }
  expect(await connection.ask({ ...batch, header: header() })).toMatchObject({
    retCode: 0,
    retExtInfo: { list: [{ code: 0, msg: 'OK' }] },
  })
  const gone = { op: 'order.cancel', args: [{ ...linear, orderId }] }
  expect(await connection.ask({ ...gone, header: header() })).toMatchObject({
    retCode: 110001,
    data: {},
  })
  connection.socket.close()
})

test('orders are cancelled after their product’s disconnection window when its dcp socket has closed', async () => {
  const connection = new Connection('/v5/private')
  await connection.authenticate()
  await connection.ask({ op: 'subscribe', args: ['dcp.future'] })
  const window = { product: 'DERIVATIVES', timeWindow: 3 }
  expect(await client.post('order/disconnected-cancel-all', window)).toMatchObject({ retCode: 0 })
  const { dcpInfos } = (await client.get('account/query-dcp-info')).result
  expect(dcpInfos).toContainEqual({
    product: 'DERIVATIVES',
    dcpStatus: 'ON',
    timeWindow: '3',
  })
  const limit = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  const { result } = await client.post('order/create', { ...linear, ...limit })
  connection.socket.close()
  const orderOf = () =>
    client.row('order/realtime', { category: 'linear', orderId: String(result['orderId']) })
  await expect.poll(orderOf).toMatchObject({
    orderStatus: 'Cancelled',
    cancelType: 'CancelByDCP',
  })
})

test('a restart keeps the disconnection window, and counts as a disconnection itself', async () => {
  const { parts } = venue
  const away = await V5TestClient.open(venue, api)
  const window = { product: 'DERIVATIVES', timeWindow: 3 }
  expect(await away.post('order/disconnected-cancel-all', window)).toMatchObject({ retCode: 0 })
  const limit = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  const { result } = await away.post('order/create', { ...linear, ...limit })
  disconnectGuards(parts).enter(away.account, 'DERIVATIVES')
  // The next process has another exchange object over the same users.
  const next = { ...parts, exchange: { ...parts.exchange } }
  expect(disconnectGuards(next).windowOf(away.account, 'DERIVATIVES')).toBe(3)
  const row = () =>
    away.row('order/realtime', { category: 'linear', orderId: String(result['orderId']) })
  await expect.poll(row).toMatchObject({ cancelType: 'CancelByDCP' })
})

test('the status socket takes only its topic, answers pings and pushes nothing without maintenance', async () => {
  const connection = new Connection('/v5/public/misc/status')
  expect(
    await connection.ask({ op: 'subscribe', args: ['system.status'], req_id: 's' }),
  ).toMatchObject({
    success: true,
    op: 'subscribe',
    req_id: 's',
  })
  expect(await connection.ask({ op: 'ping', req_id: 'p' })).toMatchObject({
    ret_msg: 'pong',
    req_id: 'p',
  })
  expect(await connection.ask({ op: 'subscribe', args: ['tickers.BTCUSDT'] })).toMatchObject({
    success: false,
    ret_msg: 'error:handler not found,topic:tickers.BTCUSDT',
  })
  expect(connection.frames('system.status')).toEqual([])
  connection.socket.close()
})

test('a ping of the protocol keeps a quiet socket open as one in a message does', async () => {
  let nowMs = performance.now()
  const moved = vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const opened = async () => {
    const { socket } = new Connection('/v5/private?max_active_time=30s')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    return { socket, closed }
  }
  const { socket, closed } = await opened()
  for (let k = 0; k < 3; k += 1) {
    const pong = new Promise((resolve) => socket.once('pong', () => resolve('pong')))
    socket.ping()
    expect(await Promise.race([pong, closed])).toBe('pong')
    const silent = await opened()
    nowMs += 15_000
    const second = new Promise((resolve) => socket.once('pong', () => resolve('pong')))
    socket.ping()
    expect(await Promise.race([second, closed])).toBe('pong')
    nowMs += 16_000
    // The check that closes the silent socket has looked at the older one before.
    expect(await silent.closed).toBe(1001)
  }
  nowMs += 31_000
  expect(await closed).toBe(1001)
  moved.mockRestore()
})

test('requests of one address above 3,000 a second are refused with 10403', async () => {
  const onFailure = (error: unknown): void => void failures.push(error)
  const own = createV5Api(venue.parts, { limitFactor: 0.001, onFailure })
  const [made, listening] = await listen(own, 0)
  const connections = [
    new Connection('/v5/trade', listening),
    new Connection('/v5/trade', listening),
  ]
  await Promise.all(
    connections.map(({ socket }) => new Promise((open) => socket.once('open', open))),
  )
  const codes: unknown[] = []
  for (const connection of [...connections, ...connections])
    codes.push((await connection.ask({ op: 'order.create' }))['retCode'])
  expect(codes).toEqual([10004, 10004, 10004, 10403])
  await close(made, listening)
})

test('an address may open 500 sockets in five minutes and have 1,000 open in a category', async () => {
  let shiftMs = 0
  const nowMs = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + shiftMs)
  const [made, listening] = await listen(api, 0.004)
  const opened = async (category: string): Promise<Connection | undefined> => {
    const connection = new Connection(`/v5/public/${category}`, listening)
    const isOpen = await new Promise<boolean>((settle) => {
      connection.socket.once('open', () => settle(true))
      connection.socket.once('error', () => settle(false))
    })
    return isOpen ? connection : undefined
  }
  const two = [await opened('linear'), await opened('linear')]
  expect(two).not.toContain(undefined)
  expect(await opened('linear')).toBe(undefined)
  shiftMs += 300_001
  // A socket with messages is not idle.
  for (const connection of two) await connection?.ask({ op: 'ping' })
  const four = [...two, await opened('linear'), await opened('linear')]
  expect(four).not.toContain(undefined)
  shiftMs += 300_001
  for (const connection of four) await connection?.ask({ op: 'ping' })
  expect(await opened('linear')).toBe(undefined)
  expect(await opened('spot')).not.toBe(undefined)
  two[0]?.socket.close()
  await expect.poll(() => made.figures()['basis_open_sockets']).toBe(4)
  expect(await opened('linear')).not.toBe(undefined)
  await close(made, listening)
  clock.mockRestore()
})

test('an address has 2,000 sockets open at most, however many paths it uses', async () => {
  let shiftMs = 0
  const nowMs = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + shiftMs)
  const [made, listening] = await listen(api, 0.002)
  const open: Connection[] = []
  const refused: string[] = []
  for (const path of ['linear', 'spot', 'inverse', 'spread', 'misc/status']) {
    const connection = new Connection(`/v5/public/${path}`, listening)
    const isOpen = await new Promise<boolean>((settle) => {
      connection.socket.once('open', () => settle(true))
      connection.socket.once('error', () => settle(false))
    })
    if (isOpen) open.push(connection)
    else refused.push(path)
    // One may be opened in five minutes; a socket with messages is not idle.
    shiftMs += 300_001
    for (const each of open) await each.ask({ op: 'ping' })
  }
  expect(refused).toEqual(['misc/status'])
  open[0]?.socket.close()
  await expect.poll(() => made.figures()['basis_open_sockets']).toBe(3)
  open.push(new Connection('/v5/public/misc/status', listening))
  await open.at(-1)?.ask({ op: 'ping' })
  await close(made, listening)
  clock.mockRestore()
})

/** A socket whose server has a part of the limits, and a clock that the test moves. */
async function limited(limitFactor: number) {
  const [made, listening] = await listen(api, limitFactor)
  const connection = new Connection('/v5/public/linear', listening)
  await connection.ask({ op: 'ping' })
  const startMs = Math.ceil(performance.now() / 1000 + 1) * 1000
  let aheadMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => startMs + aheadMs)
  return {
    connection,
    inNextSecond: (): void => {
      aheadMs += 1000
    },
    end: async (): Promise<void> => {
      clock.mockRestore()
      await close(made, listening)
    },
  }
}

test('of more than 300 messages in a second on a socket without orders the rest is refused', async () => {
  const { connection, inNextSecond, end } = await limited(0.01)
  const leave = (): Promise<Frame> =>
    connection.ask({ op: 'unsubscribe', args: ['orderbook.1000.BTCUSDT'], req_id: 'r' })
  for (let k = 0; k < 3; k += 1) expect(await leave()).toMatchObject({ success: true })
  const refused = await leave()
  expect(refused).toMatchObject({ success: false, op: 'unsubscribe', req_id: 'r' })
  expect(String(refused['ret_msg'])).toContain('too many messages')
  inNextSecond()
  expect(await leave()).toMatchObject({ success: true })
  await end()
})

test('messages that are not JSON count as messages', async () => {
  const { connection, end } = await limited(0.01)
  const words: unknown[] = []
  for (const text of ['{', '[]', '{', '{']) {
    connection.socket.send(text)
    await expect.poll(() => connection.received.length).toBe(words.length + 2)
    words.push(connection.received.at(-1)?.['ret_msg'])
  }
  const kinds = words.map((text) => /JSON|too many/.exec(String(text))?.[0])
  expect(kinds).toEqual(['JSON', 'JSON', 'JSON', 'too many'])
  expect(await connection.ask({ op: 'ping' })).toMatchObject({ success: false })
  await end()
})

test('after 2,000 new topics in a second on a socket, further ones wait for the next second', async () => {
  // Sixteen topics and, above two, a third message.
  const { connection, inNextSecond, end } = await limited(0.008)
  let asked = 0
  // Pushes of topics come between the answers.
  const subscribe = async (...topics: string[]): Promise<unknown> => {
    const id = (asked += 1)
    const args = topics.map((topic) => `${topic}.BTCUSDT`)
    connection.socket.send(JSON.stringify({ op: 'subscribe', args, req_id: id }))
    const answer = () => connection.received.find(({ req_id: of }) => of === id)
    await expect.poll(answer).toMatchObject({ op: 'subscribe' })
    return answer()?.['success']
  }
  const bars = [1, 3, 5, 15, 30, 60, 120, 240, 360, 720, 'D', 'W', 'M'].map((bar) => `kline.${bar}`)
  const topics = [...bars, ...[1, 50, 200, 1000].map((depth) => `orderbook.${depth}`)]
  topics.push('tickers', 'allLiquidation', 'priceLimit')
  // As a client does after a reconnection: ten at a time. Those of one message are not divided.
  expect(await subscribe(...topics.slice(0, 10))).toBe(true)
  expect(await subscribe(...topics.slice(10))).toBe(true)
  expect(await subscribe('publicTrade')).toBe(false)
  expect(connection.texts.join()).toContain('too many topics')
  inNextSecond()
  // Known ones cost nothing.
  expect(await subscribe(...topics)).toBe(true)
  expect(await subscribe('publicTrade')).toBe(true)
  await end()
})
