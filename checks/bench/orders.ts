// Durable order round trips over HTTP against a bare Fastify that echoes the same bodies.

// Sixty-four connections, one request in flight on each: an order is placed, then cancelled, and
// each answer is sent only when its command is on the disk. Ours is the real server process with
// sessions, anti-forgery, schemas, journal, engine and history; the peer only parses and writes
// JSON.

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '@basis/protocol/calls'
import { userTokenHeader } from '@basis/protocol/call'
import { startExchange } from '../exchange-process.ts'
import { httpLoad, postText } from './load/http-load.ts'
import type { BenchLine } from './line.ts'
import { median } from './median.ts'

const connections = 64
const runs = 5
const seconds = 3

export type Session = { readonly cookie: string; readonly token: string }

export async function bench(): Promise<BenchLine> {
  const folder = mkdtempSync(join(tmpdir(), 'basis-orders-'))
  const venue = await startExchange({
    dataFolder: join(folder, 'data'),
    settings: { BASIS_ROBOTS: 'off', BASIS_RATE_LIMIT: '0' },
  })
  const echo = await startEcho()
  try {
    const sessions = await Promise.all(
      Array.from({ length: connections }, () => openSession(venue.origin)),
    )
    const port = Number(new URL(venue.origin).port)
    const ours: number[] = []
    const peer: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const plan = {
        seconds,
        requests: sessions.map(requestsOf),
        firstNumber: 10_000_000 + run * 10_000_000,
      }
      const echoed = { ...plan, port: echo.port, expected: 'orderLinkId' }
      peer.push((await httpLoad(echoed)).perSecond)
      ours.push((await httpLoad({ ...plan, port, expected: '"ret_code":0,' })).perSecond)
    }
    const [oursPerSecond, peerPerSecond] = [median(ours), median(peer)]
    return {
      name: 'orders',
      ratio: oursPerSecond / peerPerSecond,
      ours: oursPerSecond,
      peer: peerPerSecond,
      peerName: 'fastify echo',
      unit: 'req/s',
    }
  } finally {
    await venue.end('SIGKILL')
    echo.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A limit order that rests below the market; a mark stands for its running number. */
export const restingOrder = (orderLinkId: string) => ({
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.001',
  price: '64600.0',
  orderLinkId,
})

/** The texts of that order's request, and of its cancel. */
export function requestsOf({ cookie, token }: Session): readonly string[] {
  const headers = { cookie, [userTokenHeader]: token }
  const orderLinkId = 'bench-\u0000'
  const order = restingOrder(orderLinkId)
  return [
    postText(calls.createOrder.path, headers, rawJson(order)),
    postText(calls.cancelOrder.path, headers, rawJson({ symbol: 'BTCUSDT', orderLinkId })),
  ]
}

/** The mark of the running number is not valid JSON: it is replaced before a request is sent. */
export const rawJson = (value: object): string =>
  JSON.stringify(value).replaceAll('\\u0000', '\u0000')

export async function openSession(origin: string): Promise<Session> {
  const answer = await fetch(`${origin}${calls.demoUser.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const cookie = answer.headers.getSetCookie().map((text) => text.split(';', 1)[0])
  const { token } = (await answer.json()) as { readonly token?: string }
  if (token === undefined) throw new Error('The venue opened no session')
  return { cookie: cookie.join('; '), token }
}

/** Starts a peer that prints its port. */
export async function startEcho(
  path = './echo-server.ts',
): Promise<{ port: number; process: ChildProcess }> {
  const program = fileURLToPath(new URL(path, import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(chunk.toString()), process: child }
}
