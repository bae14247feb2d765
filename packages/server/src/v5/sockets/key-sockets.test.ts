// Sockets and their keys: a revoked key gives no order, even while its socket closes, an expired
// key closes its sockets, and a socket belongs to one account (open API 9, 12).

import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '@basis/domain/numbers/fixed'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'
import { createSignedSockets } from './signed-sockets.ts'
import { createV5Sockets, type V5Sockets } from './sockets.ts'

let venue: TestServer
let client: V5TestClient
let sockets: V5Sockets
let server: Server
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  const onFailure = (error: unknown): void => void failures.push(error)
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure })
  client = await V5TestClient.open(venue, api)
  const { kinds } = createSignedSockets(venue.parts, api, onFailure)
  const addressOf = (): string => '127.0.0.1'
  sockets = createV5Sockets(venue.parts, { addressOf, limitFactor: 0, signed: kinds, onFailure })
  server = createServer().on('upgrade', (...upgrade) => void sockets.upgrade(...upgrade))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await sockets.stop()
  server.closeAllConnections()
  server.close()
  await venue.stop()
  expect(failures).toEqual([])
})

async function opened(path: string): Promise<WebSocket> {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  await new Promise((resolve) => socket.once('open', resolve))
  return socket
}

type Signing = { readonly key: string; readonly secret: string }

/** Authenticates a socket with a key; returns the text of the answer. */
async function authenticate(socket: WebSocket, { key, secret }: Signing): Promise<string> {
  const expires = venue.clock.nowMs() + 10_000
  const sign = createHmac('sha256', secret).update(`GET/realtime${expires}`).digest('hex')
  return ask(socket, { op: 'auth', args: [key, expires, sign] })
}

async function ask(socket: WebSocket, message: object): Promise<string> {
  const answered = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify(message))
  return String(await answered)
}

/** A new key of the client's account. */
async function madeKey(expiresMs?: number): Promise<Signing> {
  const terms = { note: '', isReadOnly: false, permissions: v5Permissions, networks: [] }
  const ends = expiresMs === undefined ? {} : { expiresMs }
  const { apiKeys } = venue.parts.sessions
  const { key, secret } = await apiKeys.make(client.account, { ...terms, ...ends })
  return { key: key.key, secret }
}

/** A socket for orders that is authenticated with a new key of the client's account. */
async function tradeSocket(expiresMs?: number) {
  const signing = await madeKey(expiresMs)
  const socket = await opened('/v5/trade')
  expect(await authenticate(socket, signing)).toContain('"retCode":0')
  return { socket, key: signing.key }
}

const place = (socket: WebSocket): void => {
  const limit = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' }
  const header = { 'X-BAPI-TIMESTAMP': String(venue.clock.nowMs()) }
  const args = [{ category: 'linear', symbol: 'BTCUSDT', ...limit }]
  socket.send(JSON.stringify({ op: 'order.create', header, args }))
}
const closeCode = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', resolve))
/** The account's open orders, after all commands that were submitted before. */
async function openOrders() {
  const { exchange } = venue.parts
  await exchange.submit({ kind: 'UpdatePrices', prices: [] })
  return exchange.views.openOrders(client.account)
}

test('an order that comes after its key was revoked is not taken while the socket closes', async () => {
  const { socket, key } = await tradeSocket()
  const closed = closeCode(socket)
  await venue.parts.sessions.apiKeys.revoke(client.account, key)
  place(socket)
  expect(await closed).toBe(1008)
  expect(await openOrders()).toEqual([])
})

test('a socket is closed when its key expires, and takes no order afterwards', async () => {
  const lastsMs = 60_000
  const { socket } = await tradeSocket(venue.clock.nowMs() + lastsMs)
  const closed = closeCode(socket)
  venue.clock.advance(lastsMs)
  place(socket)
  expect(await closed).toBe(1008)
  expect(await openOrders()).toEqual([])
  const silent = await tradeSocket(venue.clock.nowMs() + lastsMs)
  venue.clock.advance(lastsMs)
  expect(await closeCode(silent.socket)).toBe(1008)
})

test('a private socket stays with its account: a key of another one is refused', async () => {
  const other = await V5TestClient.open(venue)
  const socket = await opened('/v5/private')
  expect(await authenticate(socket, client)).toContain('"success":true')
  expect(await ask(socket, { op: 'subscribe', args: ['wallet'] })).toContain('"success":true')
  expect(await authenticate(socket, other)).toContain('"success":false')
  expect(await authenticate(socket, await madeKey())).toContain('"success":true')
  const frames: string[] = []
  socket.on('message', (frame: Buffer) => frames.push(frame.toString()))
  const { exchange } = venue.parts
  const coin = { kind: 'Deposit', coin: 'USDT' } as const
  await exchange.submit({ ...coin, account: other.account, amount: amount(100n) })
  await exchange.submit({ ...coin, account: client.account, amount: amount(200n) })
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  expect(frames.map((frame) => frame.includes('"100000.000002"'))).toEqual([true])
  socket.close()
})

test('a ban closes the account’s private sockets, and no others', async () => {
  const other = await V5TestClient.open(venue)
  const [stream, orders, others] = await Promise.all(
    (['/v5/private', '/v5/trade', '/v5/private'] as const).map(opened),
  )
  if (stream === undefined || orders === undefined || others === undefined) throw new Error('none')
  const signed = [await authenticate(stream, client), await authenticate(orders, client)]
  signed.push(await authenticate(others, other))
  const isSigned = (answer: string): boolean => /"success":true|"retCode":0/.test(answer)
  expect(signed.map(isSigned)).toEqual([true, true, true])
  const closed = closeCode(stream)
  await venue.parts.sessions.setBanned(client.account, true, 'wash trading')
  expect(await closed).toBe(1008)
  // Order entry stays open: its refusals name the reason.
  const market = { side: 'Buy', orderType: 'Market', qty: '1' }
  const args = [{ category: 'linear', symbol: 'BTCUSDT', ...market }]
  const header = { 'X-BAPI-TIMESTAMP': String(venue.clock.nowMs()) }
  expect(await ask(orders, { op: 'order.create', header, args })).toContain('"retCode":10008')
  expect(await ask(others, { op: 'ping' })).toContain('pong')
  for (const socket of [orders, others]) socket.close()
  await venue.parts.sessions.setBanned(client.account, false)
})

test('a socket for orders remembers its last 10,000 request ids, which may not be used again', async () => {
  const { socket } = await tradeSocket()
  const codes = new Map<string, number>()
  socket.on('message', (frame: Buffer) => {
    const { reqId, retCode } = JSON.parse(frame.toString()) as { reqId: string; retCode: number }
    codes.set(reqId, retCode)
  })
  const answered = async (ids: readonly string[]): Promise<readonly (number | undefined)[]> => {
    codes.clear()
    for (const reqId of ids) socket.send(JSON.stringify({ reqId, op: 'order.create', args: [] }))
    await expect.poll(() => codes.size).toBe(ids.length)
    return ids.map((id) => codes.get(id))
  }
  const ids = Array.from({ length: 10_001 }, (_, k) => `request-${k}`)
  expect(new Set(await answered(ids))).toEqual(new Set([10_001]))
  expect(await answered(['request-1', 'request-10000', 'request-0'])).toEqual([
    20_006, 20_006, 10_001,
  ])
  socket.close()
})
