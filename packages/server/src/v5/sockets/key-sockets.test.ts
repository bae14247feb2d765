// Sockets whose key ends: a revoked key gives no order, even while its socket closes, and an
// expired key closes its sockets (open API 9, 12).

import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** A socket for orders that is authenticated with a new key of the client's account. */
async function tradeSocket(expiresMs?: number) {
  const terms = { note: '', isReadOnly: false, permissions: v5Permissions, networks: [] }
  const ends = expiresMs === undefined ? {} : { expiresMs }
  const { apiKeys } = venue.parts.sessions
  const { key, secret } = await apiKeys.make(client.account, { ...terms, ...ends })
  const socket = await opened('/v5/trade')
  const expires = venue.clock.nowMs() + 10_000
  const sign = createHmac('sha256', secret).update(`GET/realtime${expires}`).digest('hex')
  const answered = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ op: 'auth', args: [key.key, expires, sign] }))
  expect(String(await answered)).toContain('"retCode":0')
  return { socket, key: key.key }
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
