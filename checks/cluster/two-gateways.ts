// A cluster for journeys: a server, an engine with its market, a history, PostgreSQL and two
// gateways, behind a load balancer with sticky sessions; `npm run journeys:cluster`.

// Browsers without the balancer's cookie go to the gateways in turn, so that traders of one journey
// are at different ones, and every call before the first cookie may be at either.

import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { postgresPrograms, startPostgres } from '@basis/server/testing/postgres-server'
import { ClusterProcesses } from './cluster-processes.ts'
import { natsProgram } from './nats-servers.ts'

const port = Number(process.env['BASIS_PORT'])
const cookieName = 'gateway'

const nats = await natsProgram()
const programs = postgresPrograms()
if ('missing' in nats) throw new Error(nats.missing)
if ('missing' in programs) throw new Error(programs.missing)
const cluster = new ClusterProcesses(nats.program, 1)
const postgres = await startPostgres(programs.folder)

const people = { BASIS_POSTGRES: postgres.url, BASIS_KEY_SECRET: 'k'.repeat(32) }
// The journeys' operator reads this file.
writeFileSync(join(process.env['BASIS_DATA'] ?? '', 'cluster.json'), JSON.stringify(people))

const shared = {
  ...people,
  BASIS_ORIGINS: `http://127.0.0.1:${port}`,
  BASIS_TRUSTED_PROXIES: '127.0.0.1',
}
await cluster.startServers()
const [, first, second] = await Promise.all([
  cluster.start('engine', 'e1', { BASIS_ROBOTS: 'on' }),
  cluster.start('gateway', 'g1', shared),
  cluster.start('gateway', 'g2', shared),
  cluster.start('history', 'h1', shared),
])
const ports = [first, second].map(({ origin }) => Number(new URL(origin).port))
let turns = 0

/** The gateway of a browser's cookie, or the next one. */
function seatOf({ headers }: IncomingMessage): { readonly seat: number; readonly isNew: boolean } {
  const found = new RegExp(`(?:^|; )${cookieName}=([01])`).exec(headers.cookie ?? '')
  if (found !== null) return { seat: Number(found[1]), isNew: false }
  turns += 1
  return { seat: turns % ports.length, isNew: true }
}

const forwarded = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': socket.remoteAddress ?? '',
})

function pass(asked: IncomingMessage, answer: ServerResponse): void {
  const { seat, isNew } = seatOf(asked)
  const { method, url } = asked
  const options = { host: '127.0.0.1', port: ports[seat], method, path: url }
  const passed = request({ ...options, headers: forwarded(asked) }, (got) => {
    const cookies = [...(got.headers['set-cookie'] ?? [])]
    if (isNew) cookies.push(`${cookieName}=${seat}; Path=/; HttpOnly`)
    const headers = { ...got.headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) }
    answer.writeHead(got.statusCode ?? 502, headers)
    got.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  asked.pipe(passed)
}

function passSocket(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
  const to = connect(ports[seatOf(asked).seat] ?? 0, '127.0.0.1', () => {
    const lines = Object.entries(forwarded(asked)).map(([name, value]) => `${name}: ${value}`)
    to.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    to.write(head)
    to.pipe(socket)
    socket.pipe(to)
  })
  to.on('error', () => socket.destroy())
  socket.on('error', () => to.destroy())
}

const balancer = createServer(pass).on('upgrade', passSocket)
balancer.listen(port, '127.0.0.1')

async function stop(): Promise<void> {
  balancer.closeAllConnections()
  balancer.close()
  await cluster.close()
  await postgres.stop()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
