// Two gateways and a history of a real cluster on one PostgreSQL: a trader is the same at both, a
// killed history loses nothing, trading goes on while PostgreSQL is down (docs/cluster.md).

import { afterAll, expect, test } from 'vitest'
import { foundPostgres } from '@basis/server/testing/user-stores'
import { startPostgres, type PostgresServer } from '@basis/server/testing/postgres-server'
import { calls } from '@basis/protocol/calls'
import { privateSocketPath, privateSocketVersion } from '@basis/protocol/topics/topic'
import { VenueClient } from '../simulator/venue-client.ts'
import { startExchange } from '../exchange-process.ts'
import { isLong } from '../proof-length.ts'
import { ClusterProcesses } from './cluster-processes.ts'
import { natsProgram } from './nats-servers.ts'

const nats = await natsProgram()
if ('missing' in nats && process.env['CI'] !== undefined) throw new Error(nats.missing)
const cluster = new ClusterProcesses('program' in nats ? nats.program : '', 1)
let postgres: PostgresServer | undefined
afterAll(async () => {
  await cluster.close()
  await postgres?.stop()
})

const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.001' } as const
const peopleUnavailable = 10506
/** How often the history is killed, and how many orders end meanwhile. */
const kills = 50
const ordersPerKill = 20

/** The answer's code to the request of a new demo account. */
async function codeOfSignUp(origin: string): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const asked = { method: 'POST', headers, body: '{}' }
  const answer = await fetch(`${origin}${calls.demoUser.path}`, asked)
  return ((await answer.json()) as { readonly ret_code: number }).ret_code
}

/** The kinds of answers to a login and to a subscription that does not wait for it. */
async function saidOnSocket(origin: string, token: string): Promise<readonly string[]> {
  const url = `${origin.replace('http', 'ws')}${privateSocketPath}?v=${privateSocketVersion}`
  const socket = new WebSocket(url)
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('the socket failed'))
    socket.onopen = () => {
      socket.send(JSON.stringify({ op: 'login', args: [token] }))
      socket.send(JSON.stringify({ op: 'subscribe', args: ['user.order'] }))
    }
    socket.onmessage = ({ data }) => {
      said.push((JSON.parse(String(data)) as { readonly type: string }).type)
      // A snapshot of the topic may follow at once.
      if (said.length === 2) resolve()
    }
  })
  socket.close()
  return said.slice(0, 2)
}

/** The link ids of all orders that have ended, newest first. */
async function historyOf(client: VenueClient): Promise<readonly string[]> {
  const found: string[] = []
  let cursor = ''
  do {
    const page = await client.ask('orderHistory', {
      limit: 100,
      ...(cursor === '' ? {} : { cursor }),
    })
    found.push(...page.list.map(({ orderLinkId }) => orderLinkId))
    cursor = page.nextPageCursor
  } while (cursor !== '')
  return found
}

// Six processes and fifty kills are for the long form; each part has tests beside its code
// (postgres-users, postgres-history, history-store and read-model tests).
const programs = isLong && 'program' in nats ? foundPostgres() : []

test('a history without PostgreSQL does not start, and names the missing setting', async () => {
  const started = startExchange({
    dataFolder: cluster.folder,
    settings: { BASIS_ROLE: 'history' },
  })
  await expect(started).rejects.toThrow(/BASIS_POSTGRES must be/)
})

test.each(programs)('a trader is the same at two gateways, on PostgreSQL of %s', async (folder) => {
  postgres = await startPostgres(folder)
  const shared = { BASIS_POSTGRES: postgres.url, BASIS_KEY_SECRET: 'k'.repeat(32) }
  await cluster.startServers()
  const [, g1, g2] = await Promise.all([
    cluster.start('engine', 'e1'),
    cluster.start('gateway', 'g1', shared),
    cluster.start('gateway', 'g2', shared),
    cluster.start('history', 'h1', shared),
  ])

  // Signs up at the first gateway, by name; signs in and trades at the second.
  const anna = { username: 'anna_1', password: 'correct horse' }
  const [first, second] = [new VenueClient(g1.origin), new VenueClient(g2.origin)]
  await first.signUp()
  await first.ask('signUp', anna)
  await second.signIn(anna)
  const { list } = await second.ask('tickers', { symbol: 'BTCUSDT' })
  const price = String(Math.floor(Number(list[0]?.markPrice) * 0.99))
  await second.ask('createOrder', { ...order, price, orderLinkId: 'at-g2' })
  const linkIds = async (client: VenueClient): Promise<readonly string[]> =>
    (await client.ask('openOrders', {})).list.map(({ orderLinkId }) => orderLinkId)
  await expect.poll(() => linkIds(first)).toEqual(['at-g2'])

  // A token of one gateway opens a private socket at the other; a subscription sent at once waits.
  const { token } = await first.ask('oneTimeToken', {})
  expect(await saidOnSocket(g2.origin, token)).toEqual(['login_success', 'subscribed'])
  expect(await saidOnSocket(g2.origin, token)).toEqual(['login_fail', 'subscribed'])

  // The history is killed while orders end; a gateway then answers each of them exactly once.
  const ended: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    for (let k = 0; k < ordersPerKill; k += 1) {
      const orderLinkId = `ended-${kill}-${k}`
      await second.ask('createOrder', { ...order, price, orderLinkId })
      await second.ask('cancelOrder', { symbol: 'BTCUSDT', orderLinkId })
      ended.unshift(orderLinkId)
      if (k === ordersPerKill / 2) await cluster.end('h1', 'SIGKILL')
    }
    await cluster.start('history', 'h1', shared)
  }
  await expect.poll(() => historyOf(first)).toEqual(ended)

  // PostgreSQL is down: known traders trade on, sign-up is refused; then all recovers by itself.
  await postgres.signal('SIGQUIT')
  await second.ask('createOrder', { ...order, price, orderLinkId: 'without' })
  expect(await linkIds(second)).toEqual(['at-g2', 'without'])
  expect(await codeOfSignUp(g1.origin)).toBe(peopleUnavailable)
  // An unknown outcome means a failure of the server.
  expect((await first.call('orderHistory', {})).kind).toBe('unknown')
  await postgres.start()
  await expect.poll(() => codeOfSignUp(g1.origin)).toBe(0)
  await second.ask('cancelOrder', { symbol: 'BTCUSDT', orderLinkId: 'without' })
  await expect.poll(() => historyOf(first)).toContain('without')

  // The session of the first gateway is known at the second, until it is ended at the first.
  const roaming = first
  roaming.origin = g2.origin
  await roaming.ask('userInfo', {})
  roaming.origin = g1.origin
  await roaming.ask('signOut', {})
  roaming.origin = g2.origin
  const isRefused = async (): Promise<string> => (await roaming.call('userInfo', {})).kind
  await expect.poll(isRefused, { timeout: 1_000, interval: 20 }).toBe('refused')
  for (const client of [first, second]) client.close()
})
